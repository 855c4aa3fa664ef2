extension ImageHeader {
    /// Reads the size from `IHDR`, which comes first, and orientation and rights from an `eXIf` chunk
    /// if there is one.
    static func png(_ file: ByteView) throws(ImagingError) -> ImageHeader {
        guard file.starts(with: "IHDR", at: 12), let width = file.bigEndian(at: 16, length: 4),
            let height = file.bigEndian(at: 20, length: 4), file.count >= 33
        else { throw .truncatedHeader }
        var header = ImageHeader(format: .png, width: width, height: height)
        header.apply(try pngExif(file))
        return header
    }

    /// Walks all chunks to find `eXIf` and to limit their number: libpng reports each damaged one on stderr.
    private static func pngExif(_ file: ByteView) throws(ImagingError) -> Exif? {
        var exif: Exif?
        var others = 0
        var offset = 8
        while let length = file.bigEndian(at: offset, length: 4) {
            if file.starts(with: "eXIf", at: offset + 4) {
                exif = file.view(at: offset + 8, length: length).flatMap(Exif.init)
            }
            others += file.starts(with: "IDAT", at: offset + 4) ? 0 : 1
            guard others <= 1000 else { throw .unsupported("it has more than 1000 chunks besides its pixels") }
            offset += length + 12
        }
        return exif
    }
}
