/// Animated WebP, of which the first frame is shown.
enum WebPAnimation {
    /// Where the first frame's own chunks begin within its chunk `ANMF` (RFC 9649, section 2.7.1.1): after its place, size, duration and flags.
    private static let frameHeader = 16

    /// The size of the first frame, in pixels; nil if there is none.
    static func size(_ file: ByteView) -> (width: Int, height: Int)? {
        guard let frame = ImageHeader.webpChunk("ANMF", in: file), let width = frame.littleEndian(at: 6, length: 3),
            let height = frame.littleEndian(at: 9, length: 3)
        else { return nil }
        return (width + 1, height + 1)
    }

    /// The first frame as a still picture; nil if there is none.
    static func firstFrame(_ bytes: [UInt8]) -> [UInt8]? {
        let file = ByteView(bytes[...])
        guard let frame = ImageHeader.webpChunk("ANMF", in: file), let size = size(file) else { return nil }
        let chunks = frame.view(from: frameHeader)
        // Only a frame with a chunk for alpha needs the extended header; lossless ones hold their own.
        let hasAlpha = chunks.starts(with: "ALPH")
        let header =
            hasAlpha
            ? Array("VP8X".utf8) + number(10, 4) + number(0x10, 4) + number(size.width - 1, 3)
                + number(size.height - 1, 3) : []
        let body = Array("WEBP".utf8) + header + chunks.array
        return Array("RIFF".utf8) + number(body.count, 4) + body
    }

    private static func number(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }
}
