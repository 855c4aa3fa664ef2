import Glibc

/// Filters an untrusted document before the parser, so that the parser only ever sees well-formed XML
/// within the limits.
///
/// It repairs the common faults of feeds: bare ampersands, HTML entities, unquoted or duplicate
/// attributes, stray `<`, elements not closed or closed in the wrong order, and junk before and after
/// the document. It drops comments, processing instructions and a DOCTYPE; one that has declarations
/// of its own is refused. Input arrives in pieces, as UTF-8 without control characters, and never more
/// than a tag is held back.
struct XMLRepair {
    /// The kinds of repairs made.
    struct Repairs: OptionSet {
        let rawValue: UInt8
        static let references = Repairs(rawValue: 1)
        static let tags = Repairs(rawValue: 2)
        static let nesting = Repairs(rawValue: 4)
        static let junkBefore = Repairs(rawValue: 8)
        static let junkBehind = Repairs(rawValue: 16)
    }

    private enum Mode {
        case markup
        /// Within CDATA, which is copied unchanged.
        case character
        /// Within something dropped, up to its terminator.
        case skipping(StaticString)
        /// After the root element.
        case over
    }

    typealias Bytes = UnsafeBufferPointer<UInt8>

    let limits: XMLLimits
    var repairs: Repairs = []
    /// The current line, counted from 1.
    private(set) var line = 1
    private var mode = Mode.markup
    /// Bytes held back until more arrive.
    private var rest: [UInt8] = []
    /// The concatenated names of the open elements, and where each begins.
    var openNames: [UInt8] = []
    var openStarts: [Int] = []
    var elements = 0
    var attributes: [XMLTag.Attribute] = []

    init(limits: XMLLimits) { self.limits = limits }

    /// Whether the root element has ended.
    var isWhole: Bool { if case .over = mode { true } else { false } }
    /// Whether there is a root element.
    var hasRoot: Bool { elements > 0 }

    /// Appends repaired markup for the parser. Throws if a limit is exceeded or there is a DOCTYPE.
    mutating func feed(_ bytes: Bytes, isEnd: Bool = false, into output: inout [UInt8]) throws(XMLError) {
        if rest.isEmpty {
            let judged = try judge(bytes, isEnd: isEnd, into: &output)
            rest.append(contentsOf: bytes[judged...])
        } else {
            var joined = rest
            joined.append(contentsOf: bytes)
            let judged = try joined.withUnsafeBufferPointer { buffer throws(XMLError) in
                try judge(buffer, isEnd: isEnd, into: &output)
            }
            rest.removeAll(keepingCapacity: true)
            rest.append(contentsOf: joined[judged...])
        }
    }

    /// Processes as many bytes as possible, and returns their number.
    private mutating func judge(_ bytes: Bytes, isEnd: Bool, into output: inout [UInt8]) throws(XMLError) -> Int {
        var index = 0
        scan: while index < bytes.count {
            let next: Int?
            switch mode {
            case .over:
                if bytes[index...].contains(where: { $0 > 0x20 }) { repairs.insert(.junkBehind) }
                next = bytes.count
            case .character: next = character(bytes, from: index, into: &output)
            case .skipping(let end): next = skip(bytes, from: index, to: end, into: &output)
            case .markup where bytes[index] == UInt8(ascii: "<"):
                do { next = try markup(bytes, at: index, into: &output) } catch {
                    throw error.at(line + bytes[..<index].newlines)
                }
            case .markup: next = text(bytes, from: index, isEnd: isEnd, into: &output)
            }
            guard let next else { break scan }
            index = next
        }
        line += bytes[..<index].newlines
        return index
    }

    /// Copies up to the end of a CDATA section, or as far as it certainly extends.
    private mutating func character(_ bytes: Bytes, from start: Int, into output: inout [UInt8]) -> Int? {
        let end = bytes.position(of: "]]>", from: start).map { $0 + 3 }
        let stop = end ?? max(start, bytes.count - 2)
        output.append(contentsOf: bytes[start..<stop])
        if end != nil { mode = .markup }
        return stop > start ? stop : nil
    }

    /// Drops everything up to a terminator except line feeds, so that line numbers stay correct.
    private mutating func skip(
        _ bytes: Bytes, from start: Int, to terminator: StaticString, into output: inout [UInt8]
    ) -> Int? {
        let end = bytes.position(of: terminator, from: start).map { $0 + terminator.utf8CodeUnitCount }
        let stop = end ?? max(start, bytes.count - terminator.utf8CodeUnitCount + 1)
        for _ in 0..<bytes[start..<stop].newlines { output.append(UInt8(ascii: "\n")) }
        if end != nil { mode = .markup }
        return stop > start ? stop : nil
    }

    /// Copies text up to the next `<`, holding back a possible beginning of a reference or of `]]>`.
    private mutating func text(_ bytes: Bytes, from start: Int, isEnd: Bool, into output: inout [UInt8]) -> Int? {
        var end = bytes.position(of: UInt8(ascii: "<"), from: start) ?? bytes.count
        if end == bytes.count, !isEnd {
            let tail = bytes[max(start, end - XMLReference.longest)..<end]
            if let reference = tail.lastIndex(of: UInt8(ascii: "&")), !tail[reference...].contains(UInt8(ascii: ";")) {
                end = reference
            } else {
                while end > max(start, bytes.count - 2), bytes[end - 1] == UInt8(ascii: "]") { end -= 1 }
            }
        }
        guard end > start else { return nil }
        if openStarts.isEmpty {
            if bytes[start..<end].contains(where: { $0 > 0x20 }) { repairs.insert(.junkBefore) }
            for _ in 0..<bytes[start..<end].newlines { output.append(UInt8(ascii: "\n")) }
        } else {
            appendText(Bytes(rebasing: bytes[start..<end]), into: &output)
        }
        return end
    }

    /// Processes markup that begins with `<`; nil if more bytes are needed.
    private mutating func markup(_ bytes: Bytes, at start: Int, into output: inout [UInt8]) throws(XMLError) -> Int? {
        guard start + 1 < bytes.count else { return nil }
        switch bytes[start + 1] {
        case UInt8(ascii: "?"):
            mode = .skipping("?>")
            return start + 2
        case UInt8(ascii: "!"): return try declaration(bytes, at: start, into: &output)
        case UInt8(ascii: "/"):
            guard let end = bytes.position(of: UInt8(ascii: ">"), from: start) else {
                guard bytes.count - start <= limits.tagBytes else { throw tooLong }
                return nil
            }
            endTag(Bytes(rebasing: bytes[(start + 2)..<end]), into: &output)
            if openStarts.isEmpty, hasRoot { mode = .over }
            return end + 1
        case let byte where XMLTag.startsName(byte):
            guard let end = try startTag(bytes, at: start, into: &output) else {
                guard bytes.count - start <= limits.tagBytes else { throw tooLong }
                return nil
            }
            if openStarts.isEmpty { mode = .over }
            return end
        default:
            repairs.insert(.tags)
            if !openStarts.isEmpty { output.append("&lt;") }
            return start + 1
        }
    }

    private mutating func declaration(
        _ bytes: Bytes, at start: Int, into output: inout [UInt8]
    ) throws(XMLError) -> Int? {
        let rest = Bytes(rebasing: bytes[start...])
        if rest.starts(with: Self.comment) {
            mode = .skipping("-->")
            return start + 4
        }
        if rest.starts(with: Self.characterData) {
            // Outside the root element there is no text.
            mode = openStarts.isEmpty ? .skipping("]]>") : .character
            if !openStarts.isEmpty { output.append("<![CDATA[") }
            return start + 9
        }
        if Self.characterData.isBegun(by: rest) || Self.comment.isBegun(by: rest) { return nil }
        guard hasRoot else { return try documentType(rest).map { start + $0 } }
        repairs.insert(.tags)
        output.append("&lt;!")
        return start + 2
    }

    private static let comment: StaticString = "<!--"
    private static let characterData: StaticString = "<![CDATA["

    /// Skips a DOCTYPE unread, such as that of RSS 0.91; refuses one with declarations of its own, and that of an
    /// HTML page.
    private func documentType(_ bytes: Bytes) throws(XMLError) -> Int? {
        let refusal = XMLError(.documentType, line: 1, "document type declarations (DOCTYPE) are not accepted")
        guard let end = bytes.position(of: UInt8(ascii: ">"), from: 0) else {
            guard bytes.count <= 1024 else { throw refusal }
            return nil
        }
        let type = Bytes(rebasing: bytes[..<end])
        let name = type.dropFirst("<!DOCTYPE".utf8.count).drop { $0 <= 0x20 }.prefix { $0 > 0x20 }
        let isHTML = name.map { $0 | 0x20 }.elementsEqual("html".utf8)
        guard !isHTML, type.position(of: UInt8(ascii: "["), from: 0) == nil else { throw refusal }
        return end + 1
    }

    var tooLong: XMLError { XMLError(.limit, line: 1, "a tag is longer than \(limits.tagBytes) bytes") }
}

extension XMLError {
    /// The same error on another line.
    func at(_ line: Int) -> XMLError { XMLError(kind, line: line, reason) }
}

extension UnsafeBufferPointer<UInt8> {
    func position(of byte: UInt8, from start: Int) -> Int? {
        guard start < count, let baseAddress else { return nil }
        let base = UnsafeRawPointer(baseAddress)
        return memchr(base + start, Int32(byte), count - start).map { UnsafeRawPointer($0) - base }
    }

    func position(of text: StaticString, from start: Int) -> Int? {
        guard let baseAddress else { return nil }
        var index = start
        while let next = position(of: text.utf8Start.pointee, from: index), next + text.utf8CodeUnitCount <= count {
            if memcmp(baseAddress + next, text.utf8Start, text.utf8CodeUnitCount) == 0 { return next }
            index = next + 1
        }
        return nil
    }

    func starts(with text: StaticString) -> Bool {
        guard count >= text.utf8CodeUnitCount, let baseAddress else { return false }
        return memcmp(baseAddress, text.utf8Start, text.utf8CodeUnitCount) == 0
    }
}

extension StaticString {
    /// Whether the bytes are a prefix of the string.
    fileprivate func isBegun(by bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard bytes.count <= utf8CodeUnitCount, let base = bytes.baseAddress else { return bytes.isEmpty }
        return memcmp(base, utf8Start, bytes.count) == 0
    }
}

extension Slice<UnsafeBufferPointer<UInt8>> {
    /// The number of line feeds.
    var newlines: Int {
        var count = 0
        for byte in UnsafeBufferPointer(rebasing: self) where byte == UInt8(ascii: "\n") { count &+= 1 }
        return count
    }
}
