/// A slice of a file with checked access: reading beyond its end returns nil and never traps.
///
/// Offsets count from the start of the slice and must not be negative.
struct ByteView {
    private let bytes: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
    }

    var count: Int { bytes.count }
    var array: [UInt8] { Array(bytes) }

    subscript(offset: Int) -> UInt8? {
        offset < bytes.count ? bytes[bytes.startIndex + offset] : nil
    }

    /// The slice of `length` bytes at `offset`; nil if any of them is missing.
    func view(at offset: Int, length: Int) -> ByteView? {
        guard offset <= bytes.count, length >= 0, length <= bytes.count - offset else { return nil }
        let start = bytes.startIndex + offset
        return ByteView(bytes[start..<start + length])
    }

    /// All bytes from `offset` on; none if there are none.
    func view(from offset: Int) -> ByteView {
        ByteView(bytes.dropFirst(offset))
    }

    /// A big-endian number of `length` bytes, at most 7.
    func bigEndian(at offset: Int, length: Int) -> Int? {
        view(at: offset, length: length)?.bytes.reduce(0) { $0 << 8 | Int($1) }
    }

    /// A little-endian number of `length` bytes, at most 7.
    func littleEndian(at offset: Int, length: Int) -> Int? {
        view(at: offset, length: length)?.bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    /// The offset of the first `byte` at or after `offset`.
    func firstIndex(of byte: UInt8, from offset: Int) -> Int? {
        view(from: offset).bytes.firstIndex(of: byte).map { $0 - bytes.startIndex }
    }

    func starts(with prefix: some Sequence<UInt8>, at offset: Int = 0) -> Bool {
        view(from: offset).bytes.starts(with: prefix)
    }

    func starts(with text: StaticString, at offset: Int = 0) -> Bool {
        text.withUTF8Buffer { starts(with: $0, at: offset) }
    }
}
