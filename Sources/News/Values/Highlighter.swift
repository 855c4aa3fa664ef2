/// A piece of text, and whether it matches the search.
package struct TextSegment: Sendable, Hashable {
    /// Plain text.
    package var text: String
    /// Whether it is to be marked.
    package var isMatch: Bool

    /// A piece.
    package init(_ text: String, isMatch: Bool) {
        self.text = text
        self.isMatch = isMatch
    }
}

/// Marks words in plain text, and cuts the excerpt with the most matches out of a long one. Returns
/// segments, never markup, so that the text is escaped on a page like any other.
package struct Highlighter: Sendable {
    /// The words to mark, exactly as they occur in the text.
    package let words: Set<Substring>

    /// The words in an excerpt: a few lines on a phone.
    private static let length = 32
    /// The words before the first match in an excerpt.
    private static let lead = 6

    /// Marks these words.
    package init(words: Set<Substring>) { self.words = words }

    /// The whole text in segments.
    package func mark(_ text: String) -> [TextSegment] { segments(text[...], Self.words(in: text)) }

    /// About thirty words around the matches that are closest together; nil if there is no match.
    package func excerpt(_ text: String) -> [TextSegment]? {
        let tokens = Self.words(in: text)
        let matches = tokens.indices.filter { words.contains(tokens[$0]) }
        guard let best = densest(tokens, matches) else { return nil }
        let start = max(0, min(best - Self.lead, tokens.count - Self.length))
        let end = min(tokens.count, start + Self.length)
        let from = start == 0 ? text.startIndex : tokens[start].startIndex
        let to = end == tokens.count ? text.endIndex : tokens[end - 1].endIndex
        var segments = segments(text[from..<to], Array(tokens[start..<end]))
        if start > 0 { segments.insert(TextSegment("… ", isMatch: false), at: 0) }
        if end < tokens.count { segments.append(TextSegment(" …", isMatch: false)) }
        return segments
    }

    /// The match that begins the stretch with the most different words.
    private func densest(_ tokens: [Substring], _ matches: [Int]) -> Int? {
        var best: (match: Int, kinds: Int)?
        for (index, match) in matches.enumerated() {
            let near = matches[index...].prefix { $0 < match + Self.length - Self.lead }
            let kinds = Set(near.map { tokens[$0].lowercased() }).count
            if kinds > best?.kinds ?? 0 { best = (match, kinds) }
            // No stretch can have more.
            if kinds >= words.count { break }
        }
        return best?.match
    }

    private func segments(_ text: Substring, _ tokens: [Substring]) -> [TextSegment] {
        var segments: [TextSegment] = []
        var rest = text.startIndex
        for token in tokens where words.contains(token) {
            if rest < token.startIndex {
                segments.append(TextSegment(Self.oneLine(text[rest..<token.startIndex]), isMatch: false))
            }
            segments.append(TextSegment(String(token), isMatch: true))
            rest = token.endIndex
        }
        if rest < text.endIndex { segments.append(TextSegment(Self.oneLine(text[rest...]), isMatch: false)) }
        return segments
    }

    private static func oneLine(_ text: Substring) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.map { $0.properties.isWhitespace ? " " : $0 }))
    }

    /// Runs of letters, digits and the marks that belong to them.
    package static func words(in text: String) -> [Substring] { words(in: text, limit: .max) }

    /// The first `limit` words.
    package static func words(in text: String, limit: Int) -> [Substring] {
        var words: [Substring] = []
        var start: String.Index?
        let scalars = text.unicodeScalars
        for index in scalars.indices {
            if isPartOfWord(scalars[index]) {
                if start == nil { start = index }
            } else if let begun = start {
                words.append(text[begun..<index])
                start = nil
                if words.count >= limit { return words }
            }
        }
        if let begun = start { words.append(text[begun...]) }
        return words
    }

    private static func isPartOfWord(_ scalar: UnicodeScalar) -> Bool {
        if scalar.isASCII {
            return ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || ("0"..."9").contains(scalar)
        }
        return switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
            .spacingMark,
            .decimalNumber, .letterNumber, .otherNumber:
            true
        default: false
        }
    }
}
