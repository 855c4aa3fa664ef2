import CGD

// Graphics: pictures with few colours, which are smaller with lossless encoding than as JPEG.
extension Raster {
    /// Whether any pixel is transparent, or there are at most 256 colours. Of a large picture, some rows tell: a PNG that turns out larger
    /// than the JPEG is not kept.
    var isGraphic: Bool {
        isCovered || Palette(self, dropping: 0, step: max(1, width * height / Self.pixelsThatTell)) != nil
    }
    private static let pixelsThatTell = 2_000_000

    /// Encodes as PNG without metadata except the rights, using a palette of up to 256 colours if that makes no visible
    /// difference.
    func encodePNG(rights: ImageRights = .init()) throws(ImagingError) -> [UInt8] {
        rights.added(toPNG: Self.withoutResolution(try encodePNG()))
    }

    /// A PNG as libgd makes it, without the chunk pHYs (PNG, third edition, section 11.3.4.3), which libgd always writes and no browser heeds.
    private static func withoutResolution(_ file: [UInt8]) -> [UInt8] {
        guard let name = file.firstRange(of: "pHYs".utf8), name.lowerBound >= 4 else { return file }
        var file = file
        // Its length, its name, nine bytes of data, and the checksum.
        file.removeSubrange(name.lowerBound - 4..<min(file.count, name.upperBound + 9 + 4))
        return file
    }

    /// A picture of no more pixels, as placeholders are, has about as many colours, and is smaller without a palette.
    private static let fewPixels = 64

    private func encodePNG() throws(ImagingError) -> [UInt8] {
        var count: Int32 = 0
        guard width * height > Self.fewPixels,
            let palette = (0...2).lazy.compactMap({ Palette(self, dropping: $0) }).first,
            let indexed = gdImageCreate(Int32(width), Int32(height))
        else { return try taking(gdImagePngPtrEx(image, &count, 9), count) }
        defer { gdImageDestroy(indexed) }
        for color in palette.colors {
            gdImageColorAllocateAlpha(indexed, color.y, color.z, color.w, color.x)
        }
        for y in 0..<height {
            guard let target = indexed.pointee.pixels[y] else { throw .notEncoded }
            let source = row(y)
            for x in source.indices { target[x] = palette.place(of: source[x]) }
        }
        return try taking(gdImagePngPtrEx(indexed, &count, 9), count)
    }
}
