/// The place that text is escaped for: attribute values need more escaping than element text.
enum EscapeContext {
    case text
    case attribute
}

extension String {
    /// The text escaped for XML or HTML, as element text or within a quoted attribute. It works on bytes
    /// because a markup character followed by a combining mark forms one `Character` with it, but is still
    /// markup.
    package var escapedForMarkup: String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(utf8.count + utf8.count / 8)
        bytes.appendEscaped(self, in: .attribute)
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension [UInt8] {
    /// Appends valid UTF-8 as XML character data: markup characters become references, and what XML 1.0 forbids
    /// (C0 controls other than tab, line feed and carriage return; U+FFFE; U+FFFF) is omitted.
    ///
    /// Runs between two characters of interest are copied as a whole.
    mutating func appendEscaped(_ source: UnsafeBufferPointer<UInt8>, in context: EscapeContext) {
        var runStart = 0
        var index = 0
        while true {
            index = source.nextOfInterest(from: index, in: context)
            guard index < source.count else { break }
            let byte = source[index]
            if byte == 0xEF, !source.isNonCharacter(at: index) {
                index += 1
                continue
            }
            append(contentsOf: UnsafeBufferPointer(rebasing: source[runStart..<index]))
            appendReference(for: byte)
            index += byte == 0xEF ? 3 : 1
            runStart = index
        }
        append(contentsOf: UnsafeBufferPointer(rebasing: source[runStart...]))
    }

    /// Appends a string as XML character data.
    mutating func appendEscaped(_ string: String, in context: EscapeContext) {
        if string.utf8.withContiguousStorageIfAvailable({ appendEscaped($0, in: context) }) == nil {
            var native = string
            native.withUTF8 { appendEscaped($0, in: context) }
        }
    }

    /// Appends bytes that need no escaping.
    mutating func append(_ literal: StaticString) {
        literal.withUTF8Buffer { append(contentsOf: $0) }
    }

    /// A carriage return always becomes a reference, because a parser turns a bare one into a line feed.
    /// Tab and line feed reach this function only from attributes, where a parser would turn them into
    /// spaces.
    private mutating func appendReference(for byte: UInt8) {
        switch byte {
        case UInt8(ascii: "&"): append("&amp;")
        case UInt8(ascii: "<"): append("&lt;")
        case UInt8(ascii: ">"): append("&gt;")
        case UInt8(ascii: "\""): append("&quot;")
        case UInt8(ascii: "\t"): append("&#9;")
        case UInt8(ascii: "\n"): append("&#10;")
        case UInt8(ascii: "\r"): append("&#13;")
        default: break
        }
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// The first index at or after `start` whose byte may need escaping, or `count`.
    ///
    /// It examines eight bytes at a time, so that ordinary prose costs little more than copying it.
    fileprivate func nextOfInterest(from start: Int, in context: EscapeContext) -> Int {
        guard let base = UnsafeRawPointer(baseAddress) else { return count }
        var index = start
        while index &+ 8 <= count {
            let word = base.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            if Self.mayBeOfInterest(word) {
                for offset in 0..<8 where Self.isOfInterest(self[index &+ offset], context) { return index &+ offset }
            }
            index &+= 8
        }
        while index < count, !Self.isOfInterest(self[index], context) { index &+= 1 }
        return index
    }

    /// U+FFFE is EF BF BE and U+FFFF is EF BF BF.
    fileprivate func isNonCharacter(at index: Int) -> Bool {
        index + 2 < count && self[index + 1] == 0xBF && self[index + 2] >= 0xBE
    }

    /// Whether one of eight bytes is `&`, `"`, `<`, `>`, 0xEF or below 0x20.
    ///
    /// `(x - 0x01…) & ~x & 0x80…` is non-zero exactly if a byte of `x` is zero (S. E. Anderson, Bit
    /// Twiddling Hacks). `<` and `>` differ in one bit, as do `"` and `&`; that bit is set before
    /// comparing.
    @inline(__always)
    private static func mayBeOfInterest(_ word: UInt64) -> Bool {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let brackets = (word | ones &* 0x02) ^ (ones &* 0x3E)
        let ampersandOrQuote = (word | ones &* 0x04) ^ (ones &* 0x26)
        let nonCharacter = word ^ (ones &* 0xEF)
        let found =
            ((brackets &- ones) & ~brackets) | ((ampersandOrQuote &- ones) & ~ampersandOrQuote)
            | ((nonCharacter &- ones) & ~nonCharacter) | ((word &- ones &* 0x20) & ~word)
        return found & (ones &* 0x80) != 0
    }

    @inline(__always)
    private static func isOfInterest(_ byte: UInt8, _ context: EscapeContext) -> Bool {
        switch byte {
        case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), 0xEF: true
        case UInt8(ascii: "\""), UInt8(ascii: "\t"), UInt8(ascii: "\n"): context == .attribute
        default: byte < 0x20
        }
    }
}

extension String {
    /// Plain text as HTML.
    package var plainAsHTML: String {
        utf8.contains { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") } ? escapedForMarkup : self
    }
}
