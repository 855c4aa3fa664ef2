import CGD

extension Raster {
    /// Encodes as WebP, without metadata, to look as a JPEG of a quality does.
    func encodeWebP(jpegQuality quality: Int) throws(ImagingError) -> [UInt8] {
        var count: Int32 = 0
        // The line through the qualities at which photographs of a newspaper score the same by SSIMULACRA 2.
        let own = 1.13 * Double(quality) - 10.5
        return try taking(gdImageWebpPtrEx(image, &count, Int32(min(max(own, 1), 100))), count)
    }

    /// Encodes as AVIF, without metadata, to look as a JPEG of a quality does.
    func encodeAVIF(jpegQuality quality: Int) throws(ImagingError) -> [UInt8] {
        // The curve, found as for WebP. The speed is of 0 (the best) to 10: libgd's own is 6, and 5 saves some bytes more.
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
