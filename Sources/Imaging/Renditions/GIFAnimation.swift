/// Animations sent unchanged, except for data that is not part of the picture.
enum GIFAnimation {
    /// An animated GIF without comments, texts and application data other than the repeat count. Nil if it
    /// is not an animation, or is larger than `ImageLimits.animationBytes`.
    static func stripped(_ bytes: [UInt8], _ header: ImageHeader) -> [UInt8]? {
        guard header.format == .gif, header.frames > 1, bytes.count <= ImageLimits.animationBytes else { return nil }
        let file = ByteView(bytes[...])
        let start = ImageHeader.gifBlocks(in: file)
        guard start <= bytes.count else { return nil }
        var copy = Array(bytes[..<start])
        var offset = start
        var frames = 0
        while let kind = file[offset], kind != 0x3B {
            guard let end = blockEnd(in: file, at: offset), end <= bytes.count else { break }
            if isPart(of: file, at: offset) { copy += bytes[offset..<end] }
            frames += kind == 0x2C ? 1 : 0
            offset = end
        }
        return frames > 1 ? copy + [0x3B] : nil
    }

    /// Whether a block is kept: frames, their control blocks, and Netscape's extension for repetition.
    private static func isPart(of file: ByteView, at offset: Int) -> Bool {
        guard file[offset] == 0x21 else { return true }
        switch file[offset + 1] {
        case 0xF9: return true
        case 0xFF:
            return file.starts(with: "NETSCAPE2.0", at: offset + 3) || file.starts(with: "ANIMEXTS1.0", at: offset + 3)
        default: return false
        }
    }

    private static func blockEnd(in file: ByteView, at offset: Int) -> Int? {
        switch file[offset] {
        case 0x21: ImageHeader.afterGIFBlocks(in: file, from: offset + 2)
        case 0x2C:
            file[offset + 9].map {
                ImageHeader.afterGIFBlocks(in: file, from: offset + 11 + ImageHeader.gifPalette($0))
            }
        default: nil
        }
    }
}
