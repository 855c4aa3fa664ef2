import Foundation

/// The plain text of a comment in paragraphs, with links where it has addresses.
enum CommentText {
    /// Text, which leads somewhere if it is an address.
    struct Run: Sendable, Equatable {
        var text: String
        var href: String?
    }
    struct Paragraph: Sendable, Equatable {
        var runs: [Run]
        /// Words of the article that the comment is about, instead of words of its own.
        var passage: String?
    }

    static func paragraphs(_ text: String) -> [Paragraph] {
        text.split(separator: /\n\s*\n/).map { part in
            guard part.hasPrefix(quoteMark), !part.contains("\n") else {
                return Paragraph(runs: runs(String(part)))
            }
            return Paragraph(
                runs: [], passage: part.dropFirst(quoteMark.count).trimmingCharacters(in: .whitespacesAndNewlines))
        }
    }

    /// The beginning of a line that quotes the article, as in Markdown.
    private static let quoteMark = "> "

    /// The first words, on one line; those of the article in quotation marks.
    static func beginning(_ text: String, limit: Int = 120) -> String {
        let parts = paragraphs(text).map { part in
            part.passage.map { "“\($0)”" } ?? part.runs.map(\.text).joined()
        }
        let words = parts.joined(separator: " ").split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard words.count > limit else { return words }
        let cut = words.prefix(limit)
        let end = cut.lastIndex(of: " ") ?? cut.endIndex
        return words[..<end] + "…"
    }

    private static func runs(_ text: String) -> [Run] {
        var (runs, rest): ([Run], Substring) = ([], text[...])
        while let found = rest.firstMatch(of: /\bhttps?:\/\/[^\s<>"]+/.ignoresCase()) {
            let address = address(in: found.output)
            if found.range.lowerBound > rest.startIndex {
                runs.append(Run(text: String(rest[..<found.range.lowerBound])))
            }
            let isGood = URL(string: String(address))?.host()?.contains { $0.isLetter || $0.isNumber } == true
            runs.append(Run(text: String(address), href: isGood ? String(address) : nil))
            rest = rest[address.endIndex...]
        }
        if !rest.isEmpty { runs.append(Run(text: String(rest))) }
        return runs
    }

    /// An address without the punctuation of the sentence around it.
    private static func address(in text: Substring) -> Substring {
        var text = text
        while let last = text.last, text.count > 8 {
            let isOpened = last == ")" && text.count(where: { $0 == "(" }) >= text.count(where: { $0 == ")" })
            guard ".,;:!?)]}'’”»*_".contains(last), !isOpened else { break }
            text.removeLast()
        }
        return text
    }
}
