extension ImageHeader {
    /// Reads the size of the logical screen. Only the first frame of an animation is ever decoded; the
    /// animation itself is sent unchanged.
    static func gif(_ file: ByteView, frameLimit: Int) throws(ImagingError) -> ImageHeader {
        guard let width = file.littleEndian(at: 6, length: 2), let height = file.littleEndian(at: 8, length: 2),
            file.count >= 13
        else { throw .truncatedHeader }
        let frames = gifFrames(file, upTo: frameLimit + 1)
        guard frames <= frameLimit else { throw .tooManyFrames(limit: frameLimit) }
        var header = ImageHeader(format: .gif, width: width, height: height)
        header.frames = max(1, frames)
        return header
    }

    /// The position of the first frame on the logical screen, which it need not fill. Nil if there is no
    /// frame.
    static func gifFrameOrigin(_ file: ByteView) -> (x: Int, y: Int)? {
        guard let offset = gifFrame(in: file, from: gifBlocks(in: file)),
            let x = file.littleEndian(at: offset + 1, length: 2), let y = file.littleEndian(at: offset + 3, length: 2)
        else { return nil }
        return (x, y)
    }

    private static func gifFrames(_ file: ByteView, upTo limit: Int) -> Int {
        var count = 0
        var offset = gifBlocks(in: file)
        while count < limit, let frame = gifFrame(in: file, from: offset), let flags = file[frame + 9] {
            count += 1
            // Position and size, local palette, code size, then the pixels.
            offset = afterGIFBlocks(in: file, from: frame + 11 + gifPalette(flags))
        }
        return count
    }

    /// The start of the blocks, after the logical screen and the global palette.
    static func gifBlocks(in file: ByteView) -> Int { 13 + (file[10].map(gifPalette) ?? 0) }

    static func gifPalette(_ flags: UInt8) -> Int { flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1) }

    /// The start of the next frame, skipping extensions.
    private static func gifFrame(in file: ByteView, from start: Int) -> Int? {
        var offset = start
        while file[offset] == 0x21 { offset = afterGIFBlocks(in: file, from: offset + 2) }
        return file[offset] == 0x2C ? offset : nil
    }

    /// The end of a series of length-prefixed blocks, which an empty block terminates.
    static func afterGIFBlocks(in file: ByteView, from start: Int) -> Int {
        var offset = start
        while let length = file[offset], length > 0 { offset += 1 + Int(length) }
        return offset + 1
    }
}
