extension ImageHeader {
    /// The size of the logical screen. Only the first frame of an animation is ever decoded.
    static func gif(_ file: ByteView) throws(ImagingError) -> ImageHeader {
        guard let width = file.littleEndian(at: 6, length: 2), let height = file.littleEndian(at: 8, length: 2),
            file.count >= 13
        else { throw .truncatedHeader }
        return ImageHeader(format: .gif, width: width, height: height)
    }

    /// Where the first frame of a GIF lies on its logical screen, which it need not fill. Nil if there is no frame.
    static func gifFrameOrigin(_ file: ByteView) -> (x: Int, y: Int)? {
        guard let flags = file[10] else { return nil }
        var offset = 13 + (flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1))
        // An extension is a label, then blocks each led by its length, up to an empty one.
        while file[offset] == 0x21 {
            offset += 2
            while let length = file[offset], length > 0 { offset += 1 + Int(length) }
            offset += 1
        }
        guard file[offset] == 0x2C, let x = file.littleEndian(at: offset + 1, length: 2),
            let y = file.littleEndian(at: offset + 3, length: 2)
        else { return nil }
        return (x, y)
    }
}
