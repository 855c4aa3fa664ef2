import CXML2

/// Converts the bytes of a document, as they arrive, into UTF-8 acceptable to an XML parser, whatever
/// the encoding and its faults.
///
/// The encoding follows RFC 7303, section 3.2: first a byte order mark, then the `charset` of the HTTP
/// header, then the XML declaration. A declaration that contradicts the bytes is ignored: bytes that
/// are not UTF-8 are read as windows-1252, and UTF-8 declared as Latin-1 is read as UTF-8. Control
/// characters that XML forbids become spaces.
struct TextDecoder {
    private enum Scheme {
        case utf8
        /// Also Latin-1, as in browsers. Uncertain until the first non-ASCII byte.
        case windows1252(isSure: Bool)
        case utf16(isBigEndian: Bool)
        case other(EncodingConverter)
    }

    /// Faults found in the encoding of the document.
    struct Findings: OptionSet {
        let rawValue: UInt8
        static let notUTF8 = Findings(rawValue: 1)
        static let isUTF8 = Findings(rawValue: 2)
        static let controls = Findings(rawValue: 4)
        static let badBytes = Findings(rawValue: 8)
    }

    private(set) var findings: Findings = []
    private var scheme: Scheme
    /// The beginning of a character whose end has not arrived: at most three bytes.
    private var rest: [UInt8] = []
    private var isStart = true

    /// - Parameters:
    ///   - head: the first bytes, about 1000 if there are that many.
    ///   - charset: the `charset` of the HTTP header.
    init(head: [UInt8], charset: String?) throws(XMLError) {
        if let converter = Self.utf32(head) {
            scheme = .other(converter)
        } else if let isBigEndian = Self.utf16ByteOrder(of: head) {
            scheme = .utf16(isBigEndian: isBigEndian)
        } else if head.starts(with: [0xEF, 0xBB, 0xBF]) {
            scheme = .utf8
        } else if let known = charset.flatMap(Self.scheme) {
            scheme = known
        } else {
            let declared = XMLDeclaration.encoding(in: head)
            guard let known = declared.map(Self.scheme) ?? .utf8 else {
                throw XMLError(.encoding, line: 1, "the encoding “\((declared ?? "").prefix(40))” is not supported")
            }
            scheme = known
        }
    }

    /// Appends the decoded text. Throws if the bytes contain a NUL, which never occurs in text.
    mutating func decode(_ bytes: UnsafeBufferPointer<UInt8>, into output: inout [UInt8]) throws(XMLError) {
        guard !bytes.isEmpty else { return }
        let mark = output.count
        if rest.isEmpty {
            try convert(bytes, into: &output)
        } else {
            var joined = rest
            joined.append(contentsOf: bytes)
            rest = []
            try joined.withUnsafeBufferPointer { buffer throws(XMLError) in try convert(buffer, into: &output) }
        }
        guard isStart, output.count - mark >= 3 else { return }
        isStart = false
        if output[mark...].starts(with: [0xEF, 0xBB, 0xBF]) { output.removeSubrange(mark..<(mark + 3)) }
    }

    /// Ends the text; an incomplete character becomes U+FFFD.
    mutating func finish(into output: inout [UInt8]) {
        guard !rest.isEmpty else { return }
        findings.insert(.badBytes)
        output.append(contentsOf: Self.replacement)
        rest = []
    }

    private mutating func convert(
        _ bytes: UnsafeBufferPointer<UInt8>, into output: inout [UInt8]
    ) throws(XMLError) {
        switch scheme {
        case .utf8: try eightBit(bytes, isUTF8: true, into: &output)
        case .windows1252: try eightBit(bytes, isUTF8: false, into: &output)
        case .utf16(let isBigEndian): try utf16(bytes, isBigEndian: isBigEndian, into: &output)
        case .other(let converter):
            var text: [UInt8] = []
            let (used, bad) = converter.convert(bytes, into: &text)
            if bad { findings.insert(.badBytes) }
            rest = Array(bytes[used...])
            try text.withUnsafeBufferPointer { buffer throws(XMLError) in
                try eightBit(buffer, isUTF8: true, into: &output)
            }
        }
    }
}

// MARK: - Detection

extension TextDecoder {
    /// The converter if the bytes are UTF-32, by byte order mark or by the shape of their first `<`. That mark begins with UTF-16's.
    private static func utf32(_ head: [UInt8]) -> EncodingConverter? {
        switch head.prefix(4) {
        case [0x00, 0x00, 0xFE, 0xFF], [0x00, 0x00, 0x00, UInt8(ascii: "<")]: EncodingConverter("UTF-32BE")
        case [0xFF, 0xFE, 0x00, 0x00], [UInt8(ascii: "<"), 0x00, 0x00, 0x00]: EncodingConverter("UTF-32LE")
        default: nil
        }
    }

    /// Whether the bytes are UTF-16 with the high byte first, by byte order mark or by the shape of their first `<`.
    private static func utf16ByteOrder(of head: [UInt8]) -> Bool? {
        switch (head.first, head.dropFirst().first) {
        case (0xFE, 0xFF), (0x00, UInt8(ascii: "<")): true
        case (0xFF, 0xFE), (UInt8(ascii: "<"), 0x00): false
        default: nil
        }
    }

    /// The scheme of an encoding name; nil if unknown. Actual UTF-16 and UTF-32 have already been detected, so a
    /// document that only claims it was converted to UTF-8.
    private static func scheme(_ name: String) -> Scheme? {
        let name = name.uppercased()
        if unicode.contains(name) { return .utf8 }
        if latin.contains(name) { return .windows1252(isSure: false) }
        guard name.utf8.count <= 20, others.contains(where: { name.hasPrefix($0) }) else { return nil }
        return EncodingConverter(name.replacing("WINDOWS-", with: "CP")).map { .other($0) }
    }

    private static let unicode: Set<String> = [
        "UTF-8", "UTF8", "UTF-16", "UTF16", "UTF-16LE", "UTF-16BE", "UTF-32", "UTF-32LE", "UTF-32BE", "UNICODE",
    ]

    /// Names of windows-1252 and its subsets (WHATWG Encoding, section 4.2).
    private static let latin: Set<String> = [
        "WINDOWS-1252", "CP1252", "X-CP1252", "ISO-8859-1", "ISO8859-1", "ISO_8859-1", "LATIN1", "LATIN-1", "L1",
        "US-ASCII", "ASCII",
    ]

    /// Prefixes of the names of encodings that contain ASCII. The C library's rarer converters, which have
    /// had vulnerabilities, stay out of reach.
    private static let others = [
        "ISO-8859-", "ISO8859-", "WINDOWS-125", "CP125", "KOI8-", "GB2312", "GBK", "GB18030", "BIG5", "EUC-",
        "SHIFT_JIS", "SHIFT-JIS",
        "MACINTOSH", "TIS-620", "WINDOWS-874",
    ]
}

// MARK: - Eight-bit encodings

extension TextDecoder {
    private static let replacement: [UInt8] = [0xEF, 0xBF, 0xBD]

    /// Copies runs between two bytes of interest as a whole.
    private mutating func eightBit(
        _ bytes: UnsafeBufferPointer<UInt8>, isUTF8: Bool, into output: inout [UInt8]
    ) throws(XMLError) {
        guard let base = bytes.baseAddress else { return }
        var index = 0
        var runStart = 0
        while true {
            index = Self.endOfPlain(bytes, from: index)
            guard index < bytes.count else { break }
            let byte = base[index]
            // The length of the UTF-8 character here; 0 if there is none.
            var length = byte < 0x20 ? 0 : UTF8Shape.length(base + index, bytes.count - index)
            let inUTF8 = byte >= 0x20 && (isUTF8 || isReallyUTF8(length))
            if inUTF8, length > 0, !UTF8Shape.isNonCharacter(base + index, length) {
                index += length
                continue
            }
            output.append(contentsOf: bytes[runStart..<index])
            if length < 0, inUTF8 || isUndecided {
                rest = Array(bytes[index...])
                return
            }
            if !inUTF8 { length = 0 }
            if length == 0 { try replace(byte, isUTF8: inUTF8, in: &output) }
            index += max(length, 1)
            runStart = index
        }
        output.append(contentsOf: bytes[runStart...])
    }

    /// Skips plain ASCII, eight bytes at a time where it can: to the next control character or byte above 0x7F.
    @inline(__always)
    private static func endOfPlain(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        var index = start
        let raw = UnsafeRawBufferPointer(bytes)
        while index < bytes.count {
            if index &+ 8 <= bytes.count {
                let word = raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)
                // Non-zero if a byte is below 0x20 or above 0x7F.
                if ((word &- 0x2020_2020_2020_2020) & ~word | word) & 0x8080_8080_8080_8080 == 0 {
                    index &+= 8
                    continue
                }
            }
            let byte = bytes[index]
            guard byte >= 0x20 && byte < 0x80 || byte == 0x0A || byte == 0x09 || byte == 0x0D else { break }
            index &+= 1
        }
        return index
    }

    /// Writes a single byte that is no text: a control character as a space, and one that is no UTF-8 as Windows-1252.
    private mutating func replace(_ byte: UInt8, isUTF8: Bool, in output: inout [UInt8]) throws(XMLError) {
        guard byte >= 0x20 else {
            guard byte != 0 else { throw Self.nul }
            findings.insert(.controls)
            return output.append(0x20)
        }
        if isUTF8 { findings.insert(.notUTF8) }
        output.append(contentsOf: Windows1252.utf8(byte))
    }

    private var isUndecided: Bool {
        if case .windows1252(isSure: false) = scheme { true } else { false }
    }

    /// Decides at the first non-ASCII byte: a complete UTF-8 character there is hardly ever anything else.
    private mutating func isReallyUTF8(_ length: Int) -> Bool {
        switch scheme {
        case .windows1252(isSure: false) where length > 0:
            scheme = .utf8
            findings.insert(.isUTF8)
            return true
        case .windows1252(isSure: false) where length == 0:
            scheme = .windows1252(isSure: true)
            return false
        case .utf8: return true
        default: return false
        }
    }

    private static var nul: XMLError { XMLError(.malformed, line: 1, "it contains a NUL byte, so it is not text") }
}

// MARK: - UTF-16

extension TextDecoder {
    private mutating func utf16(
        _ bytes: UnsafeBufferPointer<UInt8>, isBigEndian: Bool, into output: inout [UInt8]
    ) throws(XMLError) {
        func unit(_ index: Int) -> UInt16 {
            let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
            return isBigEndian ? first << 8 | second : second << 8 | first
        }
        var index = 0
        while index + 1 < bytes.count {
            let first = unit(index)
            guard first != 0 else { throw Self.nul }
            if UTF16.isLeadSurrogate(first), index + 3 >= bytes.count { break }
            var scalar = Unicode.Scalar(first)
            if UTF16.isLeadSurrogate(first), UTF16.isTrailSurrogate(unit(index + 2)) {
                scalar = Unicode.Scalar(0x10000 + (UInt32(first & 0x3FF) << 10 | UInt32(unit(index + 2) & 0x3FF)))
                index += 2
            }
            index += 2
            if scalar == nil { findings.insert(.badBytes) }
            append(scalar ?? "\u{FFFD}", to: &output)
        }
        rest = Array(bytes[index...])
    }

    private mutating func append(_ scalar: Unicode.Scalar, to output: inout [UInt8]) {
        switch scalar.value {
        case 0x09, 0x0A, 0x0D, 0x20..<0x80: output.append(UInt8(scalar.value))
        case ..<0x20:
            findings.insert(.controls)
            output.append(0x20)
        case 0xFFFE, 0xFFFF: break
        default: output.append(contentsOf: String(scalar).utf8)
        }
    }
}
