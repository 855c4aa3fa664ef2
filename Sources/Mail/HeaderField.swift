import Foundation

/// A header field as it is sent: ASCII, folded into lines of at most 76 characters where it has spaces (RFC 5322, section 2.2.3).
struct HeaderField: Sendable {
    /// The most characters of a line (RFC 2047, section 2, for encoded words; less than the 78 of RFC 5322).
    static let lineLimit = 76
    /// The most characters of a name in quotation marks, which is never folded.
    private static let phraseLimit = 60
    /// The most bytes of a value, before it is encoded: what no real header needs.
    static let limit = 4000

    let name: String
    /// The value with its folds, and the line end.
    let value: String

    var line: String { name + ":" + value }

    /// A field whose value is made of tokens, which are never broken.
    init(_ name: String, tokens: [String]) throws(MailError) {
        self.name = name
        guard tokens.allSatisfy({ $0.utf8.allSatisfy { (0x21...0x7E).contains($0) || $0 == 0x20 } }),
            tokens.reduce(0, { $0 + $1.utf8.count }) <= Self.limit
        else { throw .header(name) }
        var (value, column) = ("", name.utf8.count + 1)
        for token in tokens where !token.isEmpty {
            let isFolded = column + 1 + token.utf8.count > Self.lineLimit && column > 1
            value += isFolded ? "\r\n " + token : " " + token
            column = (isFolded ? 0 : column) + 1 + token.utf8.count
        }
        self.value = value + "\r\n"
    }

    /// A field whose value is free text (RFC 5322, section 3.6.5), in encoded words where it is not plain.
    init(_ name: String, text: String) throws(MailError) {
        try self.init(name, tokens: Self.words(text, in: name, after: name.utf8.count + 2))
    }

    /// A field with a name for people before what it names: a mailbox or a list.
    init(_ name: String, phrase: String, tokens: [String]) throws(MailError) {
        let words = try Self.words(phrase, in: name, after: name.utf8.count + 2, isPhrase: true)
        try self.init(name, tokens: words + tokens)
    }

    /// The words of a text.
    /// - Parameters:
    ///   - column: the characters of the line before it.
    ///   - isPhrase: whether it is a name before an address, where some characters have a meaning.
    private static func words(
        _ text: String, in name: String, after column: Int, isPhrase: Bool = false
    ) throws(MailError) -> [String] {
        guard text.utf8.count <= limit, !text.unicodeScalars.contains(where: \.isControl) else { throw .header(name) }
        let words = text.split(separator: " ").map(String.init)
        let isPlain =
            text.utf8.allSatisfy { $0 < 0x7F } && !text.contains("=?") && words.allSatisfy { $0.utf8.count < lineLimit }
        guard isPlain else { return EncodedWord.words(words.joined(separator: " "), after: column) }
        guard isPhrase else { return words }
        guard text.utf8.count <= phraseLimit else {
            return EncodedWord.words(words.joined(separator: " "), after: column)
        }
        return words.isEmpty
            ? []
            : ["\"" + words.joined(separator: " ").replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""]
    }
}

extension String {
    /// The same in one line, for headers: control characters and runs of blanks become single spaces.
    package var inOneLine: String {
        let scalars = unicodeScalars.map { $0.isControl ? " " : $0 }
        return String(String.UnicodeScalarView(scalars)).split(separator: " ").joined(separator: " ")
    }
}

extension Unicode.Scalar {
    /// Whether it is a control character, a line end among them (Unicode's categories Cc, Zl and Zp).
    fileprivate var isControl: Bool {
        [.control, .lineSeparator, .paragraphSeparator].contains(properties.generalCategory)
    }
}

/// Text beyond ASCII in headers (RFC 2047): base64 of UTF-8, with whole characters in each word.
enum EncodedWord {
    private static let (begin, end) = ("=?UTF-8?B?", "?=")
    /// The most characters of a word (RFC 2047, section 2).
    static let limit = 75

    /// - Parameter column: the characters of the first line before the first word.
    static func words(_ text: String, after column: Int) -> [String] {
        var (words, bytes) = ([String](), [UInt8]())
        var room = Self.room(HeaderField.lineLimit - column)
        for scalar in text.unicodeScalars {
            if bytes.count + UTF8.width(scalar) > room, !bytes.isEmpty {
                words.append(word(bytes))
                bytes = []
                room = Self.room(HeaderField.lineLimit - 1)
            }
            bytes += UTF8.encode(scalar).map(Array.init) ?? []
        }
        return bytes.isEmpty ? words : words + [word(bytes)]
    }

    /// The bytes of text for which a word of so many characters has room.
    private static func room(_ characters: Int) -> Int {
        max(0, (min(characters, limit) - begin.utf8.count - end.utf8.count) / 4 * 3)
    }

    private static func word(_ bytes: [UInt8]) -> String { begin + Data(bytes).base64EncodedString() + end }
}
