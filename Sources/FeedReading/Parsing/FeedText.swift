import XML

/// Functions for texts in feeds.
enum FeedText {
    /// The text without surrounding white space.
    static func trimmed(_ text: [UInt8]) -> String {
        guard let start = text.firstIndex(where: { $0 > 0x20 }), let end = text.lastIndex(where: { $0 > 0x20 }) else {
            return ""
        }
        return text.withUnsafeBufferPointer {
            String(decoding: UnsafeBufferPointer(rebasing: $0[start...end]), as: UTF8.self)
        }
    }

    /// HTML as text on one line.
    static func line(_ html: String) -> String {
        let isPlain = html.utf8.allSatisfy { $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: "&") && $0 >= 0x20 }
        if isPlain { return html }
        return words(HTMLSanitizer.sanitize(html).plainText)
    }

    /// Whether a text is HTML rather than plain: RSS does not say, and `<Example>` alone is not HTML.
    static func isMarkup(_ text: String) -> Bool {
        let text = text.utf8
        if let ampersand = text.firstIndex(of: UInt8(ascii: "&")), text[ampersand...].contains(UInt8(ascii: ";")) {
            return true
        }
        guard let open = text.firstIndex(of: UInt8(ascii: "<")) else { return false }
        let rest = String(decoding: text[open...].prefix(10_000), as: UTF8.self).lowercased()
        return ["</", "<br", "<p>", "<img", "<wbr", "<hr"].contains { rest.contains($0) }
    }

    /// The text with single spaces between words.
    static func words(_ text: String) -> String {
        var previous: UInt8 = 0
        let isOneLine = text.utf8.allSatisfy { byte in
            defer { previous = byte }
            return byte > 0x20 || byte == 0x20 && previous != 0x20
        }
        if isOneLine { return text }
        return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// The beginning of a text, at most `limit` bytes, ending at a character boundary.
    static func cut(_ text: String, to limit: Int) -> String {
        guard text.utf8.count > limit else { return text }
        for length in stride(from: limit, to: max(limit - 4, -1), by: -1) {
            if let beginning = String(text.utf8.prefix(length)) { return beginning }
        }
        return ""
    }

    /// The name in "desk@paper.example (Ana)" or "Ana <desk@paper.example>"; the text itself if it has
    /// neither form.
    static func person(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "@")) else { return words(line(text)) }
        let text = words(line(text.replacing("<", with: "(").replacing(">", with: ")")))
        guard let open = text.firstIndex(of: "("), text.hasSuffix(")") else { return text }
        let before = text[..<open].trimmed
        let within = text[text.index(after: open)...].dropLast().trimmed
        return before.contains("@") && !within.isEmpty ? within : before.isEmpty ? within : before
    }

    /// The `charset` of a content type (RFC 9110, section 8.3.2).
    static func charset(_ contentType: String) -> String? {
        for parameter in contentType.split(separator: ";").dropFirst() {
            let parts = parameter.split(separator: "=", maxSplits: 1).map { $0.trimmed }
            guard parts.count == 2, parts[0].lowercased() == "charset" else { continue }
            return parts[1].filter { $0 != "\"" && $0 != "'" }.nonEmpty
        }
        return nil
    }

    /// A permanent identifier for an item without one: 128-bit FNV-1a over its texts.
    static func hash(_ texts: [String]) -> String {
        let hash = texts.reduce(0x6c62_272e_07bb_0142_62b8_2175_6295_c58d as UInt128) { hash, text in
            (text + "\u{0}").utf8.reduce(hash) { ($0 ^ UInt128($1)) &* 0x0000_0000_0100_0000_0000_0000_0000_013b }
        }
        return "urn:hash:" + String(hash, radix: 16)
    }
}

extension StringProtocol {
    /// The text without surrounding white space.
    package var trimmed: String {
        var text = self[...]
        while text.first?.isWhitespace == true { text = text.dropFirst() }
        while text.last?.isWhitespace == true { text = text.dropLast() }
        return String(text)
    }
}

extension Collection {
    package var nonEmpty: Self? { isEmpty ? nil : self }
}
