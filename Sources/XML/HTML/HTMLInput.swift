/// Foreign HTML prepared for the parser.
struct HTMLInput {
    let bytes: [UInt8]

    /// Cuts the input at a character boundary within `limit` bytes and replaces control characters with
    /// spaces. Nil if a tag has too many attributes for the parser, whose work is quadratic in their
    /// number.
    init?(_ html: some Sequence<UInt8>, limit: Int) {
        var bytes =
            html.withContiguousStorageIfAvailable { Array($0.prefix(limit + 1)) } ?? Array(html.prefix(limit + 1))
        if bytes.count > limit {
            while let last = bytes.popLast(), last & 0xC0 == 0x80 {}
        }
        bytes.withUnsafeMutableBufferPointer { bytes in
            for index in bytes.indices where bytes[index] < 0x20 && bytes[index] != UInt8(ascii: "\n") {
                if bytes[index] != UInt8(ascii: "\t") && bytes[index] != UInt8(ascii: "\r") { bytes[index] = 0x20 }
            }
        }
        guard !bytes.withUnsafeBufferPointer(Self.hasOversizedTag) else { return nil }
        self.bytes = bytes
    }

    /// Applies the parser's rules at every position where a tag could begin, whether or not the parser
    /// would see one there.
    private static func hasOversizedTag(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        // Tags inside tags are read repeatedly; ordinary documents are read once or twice in total.
        var budget = 16 * bytes.count + 65_536
        var roots = 0
        var next = 0
        while let start = bytes.position(of: UInt8(ascii: "<"), from: next) {
            next = start + 1
            guard next < bytes.count, isLetter(bytes[next]) else { continue }
            var tag = TagReader(bytes, at: start + 1)
            if tag.attributes(upTo: maximumAttributes) > maximumAttributes { return true }
            budget -= tag.index - start
            if budget < 0 { return true }
            if tag.isRoot { roots += 1 }
            if roots > maximumRoots { return true }
        }
        return false
    }

    fileprivate static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7A }

    private static let maximumAttributes = 1000
    /// The parser adds the attributes of each further `html` tag to the first.
    private static let maximumRoots = 16
}

/// Skips over a tag as libxml2 2.9 does.
private struct TagReader {
    private let bytes: UnsafeBufferPointer<UInt8>
    private(set) var index: Int
    let isRoot: Bool

    init(_ bytes: UnsafeBufferPointer<UInt8>, at start: Int) {
        self.bytes = bytes
        let name = bytes[start...].prefix { !Self.isBlank($0) && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/") }
        index = name.endIndex
        isRoot = name.count == 4 && name.lazy.map { $0 | 0x20 }.elementsEqual("html".utf8)
    }

    /// Counts the attributes, stopping at one more than `limit`.
    mutating func attributes(upTo limit: Int) -> Int {
        var count = 0
        while count <= limit, let byte = current, byte != UInt8(ascii: ">") {
            if Self.isBlank(byte) || byte == UInt8(ascii: "/") {
                index += 1
            } else if Self.startsName(byte) {
                count += 1
                attribute()
            } else {
                skip { !Self.isBlank($0) && $0 != UInt8(ascii: ">") }
            }
        }
        return count
    }

    private mutating func attribute() {
        skip(while: Self.continuesName)
        skip(while: Self.isBlank)
        guard current == UInt8(ascii: "=") else { return }
        index += 1
        skip(while: Self.isBlank)
        if let quote = current, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
            index += 1
            skip { $0 != quote }
            index = min(index + 1, bytes.count)
        } else {
            skip { !Self.isBlank($0) && $0 != UInt8(ascii: ">") }
        }
    }

    private var current: UInt8? { index < bytes.count ? bytes[index] : nil }

    private mutating func skip(while condition: (UInt8) -> Bool) {
        while index < bytes.count, condition(bytes[index]) { index += 1 }
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }
    private static func startsName(_ byte: UInt8) -> Bool {
        HTMLInput.isLetter(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ":") || byte == UInt8(ascii: ".")
    }
    private static func continuesName(_ byte: UInt8) -> Bool {
        startsName(byte) || byte == UInt8(ascii: "-") || (byte >= 0x30 && byte <= 0x39)
    }
}
