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
        rights.added(toPNG: try encodePNG())
    }

    private func encodePNG() throws(ImagingError) -> [UInt8] {
        var count: Int32 = 0
        guard let palette = (0...2).lazy.compactMap({ Palette(self, dropping: $0) }).first,
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
