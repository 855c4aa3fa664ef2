extension ImageHeader {
    /// Reads the size from the first chunk (RFC 9649): lossy, lossless or extended.
    static func webp(_ file: ByteView) throws(ImagingError) -> ImageHeader {
        guard let first = file.view(at: 20, length: 10) else { throw .truncatedHeader }
        if file.starts(with: "VP8 ", at: 12) {
            return try webpLossy(first)
        } else if file.starts(with: "VP8L", at: 12) {
            return try webpLossless(first)
        } else if file.starts(with: "VP8X", at: 12) {
            return try webpExtended(first, in: file)
        }
        throw .corrupt("it does not begin with a picture chunk")
    }

    private static func webpLossy(_ frame: ByteView) throws(ImagingError) -> ImageHeader {
        guard frame.starts(with: [0x9D, 0x01, 0x2A], at: 3), let width = frame.littleEndian(at: 6, length: 2),
            let height = frame.littleEndian(at: 8, length: 2)
        else { throw .corrupt("its first frame is not a key frame") }
        // The upper two bits request upscaling, which no decoder does.
        return ImageHeader(format: .webp, width: width & 0x3FFF, height: height & 0x3FFF)
    }

    private static func webpLossless(_ stream: ByteView) throws(ImagingError) -> ImageHeader {
        guard stream[0] == 0x2F, let sizes = stream.littleEndian(at: 1, length: 4) else {
            throw .corrupt("its lossless data has the wrong signature")
        }
        return ImageHeader(format: .webp, width: sizes & 0x3FFF + 1, height: sizes >> 14 & 0x3FFF + 1)
    }

    private static func webpExtended(_ chunk: ByteView, in file: ByteView) throws(ImagingError) -> ImageHeader {
        guard let flags = chunk[0], let width = chunk.littleEndian(at: 4, length: 3),
            let height = chunk.littleEndian(at: 7, length: 3)
        else { throw .truncatedHeader }
        var header = ImageHeader(format: .webp, width: width + 1, height: height + 1)
        // Of an animation only the first frame is used.
        if flags & 0x02 != 0 {
            guard let first = WebPAnimation.size(file) else { throw .corrupt("it is an animation without a frame") }
            (header.width, header.height) = first
        }
        if flags & 0x08 != 0, let exif = webpChunk("EXIF", in: file) {
            header.apply(Exif(exif.starts(with: "Exif\0\0") ? exif.view(from: 6) : exif))
        }
        return header
    }

    /// The content of the first chunk with that name, if complete.
    static func webpChunk(_ name: StaticString, in file: ByteView) -> ByteView? {
        var offset = 12
        while let length = file.littleEndian(at: offset + 4, length: 4) {
            if file.starts(with: name, at: offset) { return file.view(at: offset + 8, length: length) }
            // Chunks begin at even offsets.
            offset += 8 + length + length % 2
        }
        return nil
    }
}
