import XML

/// The blocks of a plain text, recognised by their form: paragraphs, lists and subheadings. The app does the same
/// (`plainBlock` in `static/news/article.js`).
enum PlainBlocks {
    /// A longer line is no subheading.
    private static let longestHeading = 80

    /// The text as HTML. Blank lines separate its blocks.
    static func html(_ text: String) -> String {
        var writer = XMLWriter()
        let blocks = text.split(separator: "\n\n")
        for (index, block) in blocks.enumerated() {
            let lines = block.split(separator: "\n")
            if lines.allSatisfy({ $0.hasPrefix("• ") }) {
                writer.open("ul")
                for line in lines { writer.element("li", String(line.dropFirst(2))) }
                writer.close("ul")
            } else {
                let isHeading = index > 0 && index + 1 < blocks.count && isHeading(block)
                writer.element(isHeading ? "h3" : "p", String(block))
            }
        }
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// Whether it is a short line that does not end like a sentence, and neither a table's row nor a caption with its credit.
    private static func isHeading(_ block: Substring) -> Bool {
        guard block.count < longestHeading, !block.contains(where: { "|·\n".contains($0) }), let last = block.last
        else { return false }
        return last.isLetter || last.isNumber || last == "?"
    }
}
