import CDeflate

/// Rights in formats whose encoders do not write them.
extension ImageRights {
    /// The rights as Exif (JEITA CP-3451), which begins with its TIFF header; empty if there are none.
    var tiff: [UInt8] { Array(exif.dropFirst("Exif\0\0".utf8.count)) }

    /// A PNG with the rights in a chunk `eXIf` (PNG, third edition, section 11.3.3.7) after its header.
    func added(toPNG file: [UInt8]) -> [UInt8] {
        // The signature, and the chunk IHDR, whose length is fixed.
        let start = 8 + 25
        guard !tiff.isEmpty, file.count > start else { return file }
        let chunk = Array("eXIf".utf8) + tiff
        let checksum = libdeflate_crc32(0, chunk, chunk.count)
        return file[..<start] + Self.bigEndian(tiff.count) + chunk + Self.bigEndian(Int(checksum)) + file[start...]
    }

    /// A WebP with the rights in a chunk `EXIF` (RFC 9649, section 2.7.1.5), which needs the extended header.
    /// - Parameters:
    ///   - width: of the picture, in pixels.
    ///   - height: in pixels.
    func added(toWebP file: [UInt8], width: Int, height: Int) -> [UInt8] {
        guard !tiff.isEmpty, file.count > 30 else { return file }
        let isExtended = file[12..<16].elementsEqual("VP8X".utf8)
        var header = isExtended ? Array(file[12..<30]) : WebPFile.header(flags: 0, width: width, height: height)
        header[8] |= UInt8(WebPFile.hasExif)
        return WebPFile.file(header + file[(isExtended ? 30 : 12)...] + WebPFile.chunk("EXIF", tiff))
    }

    /// Four bytes, the highest first.
    private static func bigEndian(_ number: Int) -> [UInt8] {
        withUnsafeBytes(of: UInt32(truncatingIfNeeded: number).bigEndian) { Array($0) }
    }
}
