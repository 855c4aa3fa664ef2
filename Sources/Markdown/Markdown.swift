import CMark
import Glibc
package import XML

/// The text of an article as editors type it: CommonMark, in which a line break counts as one. Anything
/// that it cannot express is written as HTML.
package enum Markdown {
    /// The HTML of a text, made safe like everything that comes from outside.
    ///
    /// - Parameter markdown: at most as long as the sanitiser reads; the rest is cut off.
    package static func html(of markdown: String) -> SanitizedHTML {
        HTMLSanitizer.sanitize(raw(markdown))
    }

    /// Turns sanitised HTML into text for editing. Read again by ``html(of:)`` it says the same; `b` and `i`
    /// become `strong` and `em`.
    package static func text(of html: String) -> String {
        guard let root = try? XMLReader.parse(Array("<body>\(html)</body>".utf8), limits: limits) else { return html }
        return root.children.compactMap(block).joined(separator: "\n\n")
    }

    /// A block of a text, as it is shown and as it is typed.
    package struct Block: Sendable, Equatable, Encodable {
        /// Sanitised.
        package let html: String
        /// Markdown that reads as this HTML.
        package let text: String
    }

    /// The blocks of a text, for an editor that shows them as readers see them.
    package static func blocks(of markdown: String) -> [Block] {
        let html = html(of: markdown).html
        guard let root = try? XMLReader.parse(Array("<body>\(html)</body>".utf8), limits: limits) else { return [] }
        return root.children.compactMap { node in
            guard case .element(let element) = node, let text = block(node) else { return nil }
            return Block(html: MarkdownText.markup(element, isPlain: false), text: text)
        }
    }

    private static let limits: XMLLimits = {
        var limits = XMLLimits.standard
        limits.bytes = 4 << 20
        return limits
    }()

    /// A block, as HTML if it would read differently otherwise.
    private static func block(_ node: XMLElement.Node) -> String? {
        guard case .element(let element) = node else {
            if case .text(let text) = node, !text.allSatisfy(\.isWhitespace) { return MarkdownText.escaped(text) }
            return nil
        }
        let wanted = HTMLSanitizer.sanitize(MarkdownText.markup(element, isPlain: true)).html
        if let text = MarkdownBlocks.text(of: element), html(of: text).html == wanted { return text }
        return MarkdownText.markup(element, isPlain: false)
    }

    /// The library's rendering, including HTML in the text, so it has yet to be sanitised.
    private static func raw(_ markdown: String) -> String {
        var text = markdown
        return text.withUTF8 { bytes in
            let length = min(bytes.count, HTMLSanitizer.maximumBytes)
            let options = CMARK_OPT_UNSAFE | CMARK_OPT_HARDBREAKS | CMARK_OPT_VALIDATE_UTF8
            let start = UnsafeRawPointer(bytes.baseAddress)?.assumingMemoryBound(to: CChar.self)
            guard let start, let html = cmark_markdown_to_html(start, length, options) else { return "" }
            defer { free(html) }
            return String(cString: html)
        }
    }
}
