import CGD

extension Raster {
    /// Encodes as WebP without metadata, at a quality that looks like the given JPEG quality.
    func encodeWebP(jpegQuality quality: Int) throws(ImagingError) -> [UInt8] {
        var count: Int32 = 0
        // The line through the qualities at which newspaper photographs have equal SSIMULACRA 2 scores.
        let own = 1.13 * Double(quality) - 10.5
        return try taking(gdImageWebpPtrEx(image, &count, Int32(min(max(own, 1), 100))), count)
    }

    /// Encodes as AVIF without metadata, at a quality that looks like the given JPEG quality.
    func encodeAVIF(jpegQuality quality: Int) throws(ImagingError) -> [UInt8] {
        // The curve was fitted as for WebP. The speed ranges from 0 (best) to 10: libgd's default is 6; 5 saves
        // a few more bytes.
        let own = (0.01235 * Double(quality) - 0.556) * Double(quality) + 36
        var file = avifRWData()
        defer { avifRWDataFree(&file) }
        guard n4md_gd_encode_avif(image, Int32(min(max(own, 1), 100)), 5, &file) != 0 else { throw .notEncoded }
        return Array(UnsafeRawBufferPointer(start: file.data, count: file.size))
    }

    func taking(_ file: UnsafeMutableRawPointer?, _ count: Int32) throws(ImagingError) -> [UInt8] {
        guard let file else { throw .notEncoded }
        defer { gdFree(file) }
        return Array(UnsafeRawBufferPointer(start: file, count: Int(count)))
    }
}
