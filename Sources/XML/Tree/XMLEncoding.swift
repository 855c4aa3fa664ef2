/// A document in an encoding that is a superset of ASCII.
///
/// This lets ``XMLScan`` see the markup without decoding. It also keeps the C library's rarer
/// converters, which have had vulnerabilities, out of reach of a document that names them.
struct EncodedDocument {
    let bytes: [UInt8]
    /// The encoding name for the parser, which ignores the document's own declaration.
    let encoding: String

    init(_ source: [UInt8]) throws(XMLError) {
        if let bigEndian = Self.utf16ByteOrder(of: source) {
            bytes = try Self.decodeUTF16(source, bigEndian: bigEndian)
            encoding = "UTF-8"
        } else if source.starts(with: [0xEF, 0xBB, 0xBF]) {
            bytes = Array(source.dropFirst(3))
            encoding = "UTF-8"
        } else {
            bytes = Self.declarationFirst(source)
            encoding = try Self.declaredEncoding(of: bytes)
        }
    }

    /// Whether the bytes are UTF-16 with the high byte first, by byte order mark or by the shape of their first `<`.
    private static func utf16ByteOrder(of source: [UInt8]) -> Bool? {
        switch (source.first, source.dropFirst().first) {
        case (0xFE, 0xFF), (0x00, UInt8(ascii: "<")): true
        case (0xFF, 0xFE), (UInt8(ascii: "<"), 0x00): false
        default: nil
        }
    }

    private static func decodeUTF16(_ source: [UInt8], bigEndian: Bool) throws(XMLError) -> [UInt8] {
        let units = stride(from: 0, to: source.count - 1, by: 2).lazy.map { index in
            let first = UInt16(source[index])
            let second = UInt16(source[index + 1])
            return bigEndian ? first << 8 | second : second << 8 | first
        }
        guard source.count.isMultiple(of: 2), let text = String(validating: units, as: UTF16.self) else {
            throw XMLError(.malformed, line: 1, "the document is not valid UTF-16")
        }
        let utf8 = Array(text.utf8)
        return utf8.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(utf8.dropFirst(3)) : utf8
    }

    /// Moves blank lines before the XML declaration, the most common fault of feeds, after it, where they
    /// are allowed. This preserves line numbers.
    private static func declarationFirst(_ source: [UInt8]) -> [UInt8] {
        let rest = source.drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
        guard rest.startIndex > 0, rest.starts(with: "<?xml ".utf8),
            let close = rest.prefix(256).firstIndex(of: UInt8(ascii: ">"))
        else { return source }
        return Array(rest[...close]) + source[..<rest.startIndex] + rest[(close + 1)...]
    }

    /// The encoding in the XML declaration; UTF-8 if there is none.
    ///
    /// A single-byte document that claims to be UTF-16 was converted without updating its declaration; it
    /// is read as UTF-8.
    private static func declaredEncoding(of source: [UInt8]) throws(XMLError) -> String {
        let head = String(decoding: source.prefix(256), as: UTF8.self)
        guard head.hasPrefix("<?xml"), let end = head.firstRange(of: "?>"),
            let key = head[..<end.lowerBound].firstRange(of: "encoding"),
            let quote = head[key.upperBound..<end.lowerBound].firstIndex(where: { $0 == "\"" || $0 == "'" })
        else { return "UTF-8" }
        let name = String(head[quote...].dropFirst().prefix { $0 != head[quote] })
        let upper = name.uppercased()
        if ["UTF-8", "UTF8", "UTF-16", "UTF16"].contains(upper) { return "UTF-8" }
        guard asciiSupersets.contains(where: { upper.hasPrefix($0) }), name.utf8.count <= 20 else {
            throw XMLError(.encoding, line: 1, "the encoding “\(name.prefix(40))” is not supported")
        }
        return name
    }

    /// Prefixes of encoding names in which a byte below 0x30 or one of `<=>` is never part of another
    /// character.
    private static let asciiSupersets = [
        "US-ASCII", "ASCII", "ISO-8859-", "ISO8859-", "LATIN1", "WINDOWS-125", "CP125", "KOI8-", "GB2312", "GBK",
        "GB18030", "BIG5", "EUC-", "SHIFT_JIS", "MACINTOSH", "TIS-620",
    ]
}
