/// A piece of markup, split roughly as WordPress does it; the sanitiser parses the result properly.
struct MarkupPiece {
    enum Kind: Equatable {
        case text, comment
        /// The element's name in lower case.
        case start(String), end(String)
    }

    var kind: Kind
    var bytes: ArraySlice<UInt8>

    /// Whether it is block-level markup, between paragraphs rather than in one.
    var isBlock: Bool {
        switch kind {
        case .start(let name), .end(let name): Self.blocks.contains(name)
        case .text, .comment: false
        }
    }

    private static let blocks: Set<String> = [
        "address", "article", "aside", "blockquote", "br", "caption", "col", "colgroup", "dd", "details", "div", "dl",
        "dt",
        "fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hgroup",
        "hr",
        "iframe", "legend", "li", "map", "menu", "nav", "ol", "p", "pre", "script", "section", "style", "summary",
        "table",
        "tbody", "td", "tfoot", "th", "thead", "tr", "ul",
    ]

    /// Splits markup into pieces. An unclosed tag is text; an unclosed comment extends to the end.
    static func all(in bytes: [UInt8]) -> [MarkupPiece] {
        var pieces: [MarkupPiece] = []
        var begin = 0
        var index = 0
        func text(to end: Int) {
            if begin < end { pieces.append(MarkupPiece(kind: .text, bytes: bytes[begin..<end])) }
        }
        while let open = bytes[index...].firstIndex(of: UInt8(ascii: "<")) {
            guard let (kind, end) = markup(bytes, at: open) else {
                index = open + 1
                continue
            }
            text(to: open)
            pieces.append(MarkupPiece(kind: kind, bytes: bytes[open..<end]))
            (begin, index) = (end, end)
        }
        text(to: bytes.count)
        return pieces
    }

    private static func markup(_ bytes: [UInt8], at open: Int) -> (Kind, end: Int)? {
        let rest = bytes[(open + 1)...]
        if rest.starts(with: "!--".utf8) {
            var index = open + 4
            while index + 2 < bytes.count {
                if bytes[index...].starts(with: "-->".utf8) { return (.comment, index + 3) }
                index += 1
            }
            return (.comment, bytes.count)
        }
        let isEnd = rest.first == UInt8(ascii: "/")
        let name = rest.dropFirst(isEnd ? 1 : 0).prefix { byte in
            UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
        }
        guard let first = name.first, first >= UInt8(ascii: "A"), let end = end(of: bytes, from: name.endIndex) else {
            return nil
        }
        let word = String(decoding: name, as: UTF8.self).lowercased()
        return (isEnd ? .end(word) : .start(word), end)
    }

    /// The index after the `>` outside quotes. The tag limit prevents searching to the end for every
    /// unclosed quote.
    private static func end(of bytes: [UInt8], from start: Int) -> Int? {
        var quote: UInt8?
        for index in start..<min(bytes.count, start + tagLimit) {
            switch bytes[index] {
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                if quote == nil { quote = bytes[index] } else if quote == bytes[index] { quote = nil }
            case UInt8(ascii: ">") where quote == nil: return index + 1
            case UInt8(ascii: "<") where quote == nil: return nil
            default: break
            }
        }
        return nil
    }

    private static let tagLimit = 16 << 10
}
