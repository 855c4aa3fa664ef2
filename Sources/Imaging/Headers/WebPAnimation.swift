/// Animated WebP, of which the first frame is shown.
enum WebPAnimation {
    /// The bytes in a chunk `ANMF` before the frame's own chunks: its place, size, duration and flags (RFC 9649, section 2.7.1.1).
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
        guard let frame = ImageHeader.webpChunk("ANMF", in: file), let (width, height) = size(file) else { return nil }
        let chunks = frame.view(from: frameHeader)
        // Only a frame with a chunk for alpha needs the extended header; lossless ones hold their own.
        let header =
            chunks.starts(with: "ALPH") ? WebPFile.header(flags: WebPFile.hasAlpha, width: width, height: height) : []
        return WebPFile.file(header + chunks.array)
    }
}
