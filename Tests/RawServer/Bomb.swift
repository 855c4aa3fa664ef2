/// Compressed bodies that become very large.
public enum Bomb {
    /// The beginning of a gzip file (RFC 1952) with a block (RFC 1951) whose tables make two zero bits stand for 258 copies of the last
    /// byte. Each zero byte that follows becomes 1032 bytes, so a megabyte becomes a gigabyte.
    public static let gzip: [UInt8] =
        header + [
            0xEC, 0xC0, 0x81, 0, 0, 0, 0, 0x80, 0xA0, 0xFD, 0xA9, 0x17, 0xA9, 0,
        ]

    /// A gzip file that continues with empty blocks: its header, and such a block.
    public static let nothing: (head: [UInt8], block: [UInt8]) = (header, [0, 0, 0, 0xFF, 0xFF])

    private static let header: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]
}
