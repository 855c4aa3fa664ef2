/// Puts chunks together to a WebP file (RFC 9649).
enum WebPFile {
    /// Flags of the extended header (section 2.7.1).
    static let hasExif = 0x08, hasAlpha = 0x10

    /// A file of chunks.
    static func file(_ chunks: [UInt8]) -> [UInt8] { chunk("RIFF", Array("WEBP".utf8) + chunks) }

    /// A chunk of a name and its data, filled up to an even length.
    static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
        Array(name.utf8) + number(data.count, 4) + data + (data.count % 2 == 1 ? [0] : [])
    }

    /// The extended header of a picture, with its size in pixels.
    static func header(flags: Int, width: Int, height: Int) -> [UInt8] {
        chunk("VP8X", number(flags, 4) + number(width - 1, 3) + number(height - 1, 3))
    }

    /// A number with its lowest byte first.
    static func number(_ number: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }
}
