import CJPEG

extension Raster {
    /// Decodes a JPEG as stored. libjpeg halves it up to three times while decoding, which is far cheaper
    /// than scaling afterwards, as long as its displayed width stays at least `leastWidth`.
    static func decodeJPEG(
        _ bytes: [UInt8], header: ImageHeader, leastWidth: Int
    ) throws(ImagingError) -> Raster {
        func scaled(_ side: Int, _ eighths: Int) -> Int { (side * eighths + 7) / 8 }
        // Other fractions have no vector code and cost more than full size.
        let eighths = [1, 2, 4].first { header.displayWidth * $0 >= leastWidth * 8 } ?? 8
        let (width, height) = (scaled(header.width, eighths), scaled(header.height, eighths))
        guard let raster = Raster(width: width, height: height) else { throw .notEncoded }
        var message = [CChar](repeating: 0, count: Int(JMSG_LENGTH_MAX))
        let isDecoded = n4md_jpeg_decode(
            bytes, UInt(bytes.count), UInt32(clamping: header.width), UInt32(clamping: header.height),
            UInt32(eighths), raster.rowPointers, UInt32(width), UInt32(height), &message)
        guard isDecoded != 0 else {
            let reason = message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
            throw .corrupt("libjpeg says “\(String(decoding: reason, as: UTF8.self))”")
        }
        return raster
    }

    /// Encodes as progressive JPEG with optimised Huffman tables and no metadata except the rights.
    /// - Parameter isFine: whether colour keeps its full resolution.
    func encodeJPEG(quality: Int, isFine: Bool, rights: ImageRights = .init()) throws(ImagingError) -> [UInt8] {
        var bytes: UnsafeMutablePointer<UInt8>?
        var count: UInt = 0
        let exif = rights.exif
        let isEncoded = n4md_jpeg_encode(
            rowPointers, UInt32(width), UInt32(height), Int32(clamping: quality), isFine ? 1 : 0, exif,
            UInt32(exif.count),
            &bytes, &count)
        guard isEncoded != 0 else { throw .notEncoded }
        defer { n4md_jpeg_free(bytes) }
        return Array(UnsafeBufferPointer(start: bytes, count: Int(count)))
    }
}
