extension ImageHeader {
    /// Reads the size from `IHDR`, which comes first, and the orientation from an `eXIf` chunk if there is
    /// one.
    static func png(_ file: ByteView) throws(ImagingError) -> ImageHeader {
        guard file.starts(with: "IHDR", at: 12), let width = file.bigEndian(at: 16, length: 4),
            let height = file.bigEndian(at: 20, length: 4), file.count >= 33
        else { throw .truncatedHeader }
        let orientation = try pngOrientation(file)
        return ImageHeader(format: .png, width: width, height: height, orientation: orientation)
    }

    /// Walks all chunks to find `eXIf` and to limit their number: libpng reports each damaged one on stderr.
    private static func pngOrientation(_ file: ByteView) throws(ImagingError) -> Int {
        var orientation = 1
        var others = 0
        var offset = 8
        while let length = file.bigEndian(at: offset, length: 4) {
            if file.starts(with: "eXIf", at: offset + 4) {
                orientation = file.view(at: offset + 8, length: length).map(exifOrientation) ?? 1
            }
            others += file.starts(with: "IDAT", at: offset + 4) ? 0 : 1
            guard others <= 1000 else { throw .unsupported("it has more than 1000 chunks besides its pixels") }
            offset += length + 12
        }
        return orientation
    }
}
