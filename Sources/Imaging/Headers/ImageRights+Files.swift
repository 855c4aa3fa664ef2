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
        // A bit tells that there is Exif.
        var header = isExtended ? Array(file[12..<30]) : Self.extendedHeader(width, height)
        header[8] |= 0x08
        let chunk = Array("EXIF".utf8) + Self.littleEndian(tiff.count, 4) + tiff + (tiff.count % 2 == 1 ? [0] : [])
        let body = Array("WEBP".utf8) + header + file[(isExtended ? 30 : 12)...] + chunk
        return Array("RIFF".utf8) + Self.littleEndian(body.count, 4) + body
    }

    /// Flags, then width and height less one.
    private static func extendedHeader(_ width: Int, _ height: Int) -> [UInt8] {
        Array("VP8X".utf8) + littleEndian(10, 4) + littleEndian(0, 4) + littleEndian(width - 1, 3)
            + littleEndian(height - 1, 3)
    }

    private static func bigEndian(_ number: Int) -> [UInt8] { littleEndian(number, 4).reversed() }

    private static func littleEndian(_ number: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }
}
