/// Compressed bodies that become much more than they are.
public enum Bomb {
    /// The beginning of a gzip file (RFC 1952) with one block (RFC 1951) whose tables say that two bits, both 0, are 258 bytes like the one
    /// before: each byte of 0 that follows becomes 1032 bytes, a megabyte a gigabyte.
    public static let gzip: [UInt8] =
        header + [
            0xEC, 0xC0, 0x81, 0, 0, 0, 0, 0x80, 0xA0, 0xFD, 0xA9, 0x17, 0xA9, 0,
        ]

    /// A gzip file that goes on with blocks of nothing at all: the header, and such a block.
    public static let nothing: (head: [UInt8], block: [UInt8]) = (header, [0, 0, 0, 0xFF, 0xFF])

    private static let header: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]
}
