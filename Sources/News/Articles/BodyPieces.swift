/// A sanitised body in pieces, so that a page can have some of it: each is well-formed, and together they are the whole text.
package enum BodyPieces {
    /// Bytes above which an element, and in the end a paragraph, is split: with the frame of a page it fits into the lowest budget.
    private static let longest = 2000
    /// The most pieces; neighbours are joined above it.
    private static let most = 150

    /// The pieces of a body: a paragraph or another element each, or a part of one that is very long.
    package static func split(_ html: String) -> [String] {
        let pieces = pieces(of: html[...])
        guard pieces.count > most else { return pieces }
        let size = html.utf8.count / (most / 2)
        return joined(pieces, upTo: size)
    }

    /// The pieces of a plain text, whose paragraphs blank lines separate: a paragraph each, or a part of one that is very long. Together
    /// they are the text.
    package static func split(plain text: String) -> [String] {
        var (pieces, rest) = ([String](), text[...])
        while !rest.isEmpty {
            let end = rest.firstRange(of: "\n\n")?.upperBound ?? rest.endIndex
            pieces += rest[..<end].utf8.count > longest ? sentences(of: rest[..<end]) : [String(rest[..<end])]
            rest = rest[end...]
        }
        return pieces.count > most ? joined(pieces, upTo: text.utf8.count / (most / 2)) : pieces
    }

    private static func pieces(of html: Substring) -> [String] {
        elements(of: html).flatMap { element -> [String] in
            guard element.utf8.count > longest else { return [String(element)] }
            guard element.first == "<", let opened = element.firstIndex(of: ">"),
                let closing = element.range(ofLast: "</"), opened < closing.lowerBound
            else { return sentences(of: element) }
            let (start, end) = (element[...opened], element[closing.lowerBound...])
            return joined(pieces(of: element[element.index(after: opened)..<closing.lowerBound]), upTo: longest).map {
                start + $0 + end
            }
        }
    }

    /// The elements and texts that follow one another at the outermost level.
    private static func elements(of html: Substring) -> [Substring] {
        var elements: [Substring] = []
        var (start, depth, rest) = (html.startIndex, 0, html)
        func end(at index: Substring.Index) {
            if html[start..<index].contains(where: { !$0.isWhitespace }) {
                elements.append(html[start..<index])
            } else if let last = elements.popLast() {
                elements.append(html[last.startIndex..<index])  // the space between two words in markup
            }
            start = index
        }
        while let open = rest.firstIndex(of: "<"), let close = rest[open...].firstIndex(of: ">") {
            if depth == 0 { end(at: open) }
            let after = html.index(after: close)
            let tag = html[open...close]
            if tag.hasPrefix("</") { depth -= 1 } else if !isVoid(tag) { depth += 1 }
            if depth <= 0 {
                depth = 0
                end(at: after)
            }
            rest = html[after...]
        }
        end(at: html.endIndex)
        return elements
    }

    private static func isVoid(_ tag: Substring) -> Bool {
        tag.hasSuffix("/>") || ["<br", "<hr", "<img", "<wbr"].contains { tag.hasPrefix($0) }
    }

    /// A long text in parts that end with a sentence, or where there is none, with a word.
    private static func sentences(of text: Substring) -> [String] {
        var (parts, rest) = ([String](), text)
        while rest.utf8.count > longest {
            let window = rest.cut(toBytes: longest)
            let end =
                [". ", "! ", "? ", "… ", "。"].compactMap { window.range(ofLast: $0)?.upperBound }.max()
                ?? window.range(ofLast: " ")?.upperBound ?? window.endIndex
            parts.append(String(rest[..<end]))
            rest = rest[end...]
        }
        return parts + (rest.isEmpty ? [] : [String(rest)])
    }

    private static func joined(_ pieces: [String], upTo size: Int) -> [String] {
        pieces.reduce(into: [String]()) { joined, piece in
            if let last = joined.last, last.utf8.count + piece.utf8.count <= size {
                joined[joined.count - 1] += piece
            } else {
                joined.append(piece)
            }
        }
    }
}

extension Substring {
    /// As much of it as so many bytes hold, without half a character.
    fileprivate func cut(toBytes most: Int) -> Substring {
        guard utf8.count > most else { return self }
        var end = utf8.index(startIndex, offsetBy: most)
        while utf8[end] & 0xC0 == 0x80 { end = utf8.index(before: end) }
        return self[..<end]
    }

    fileprivate func range(ofLast text: String) -> Range<Index>? { ranges(of: text).last }
}
