import CGD

// Graphics: pictures with few colours, which are smaller with lossless encoding than as JPEG.
extension Raster {
    /// Whether any pixel was transparent, or there are at most 256 colours.
    var isGraphic: Bool { isCovered || palette(dropping: 0) != nil }

    /// Encodes as PNG without metadata except the rights, using a palette of up to 256 colours if that makes no visible
    /// difference.
    func encodePNG(rights: ImageRights = .init()) throws(ImagingError) -> [UInt8] {
        rights.added(toPNG: try encodePNG())
    }

    private func encodePNG() throws(ImagingError) -> [UInt8] {
        var count: Int32 = 0
        guard let palette = (0...2).lazy.compactMap({ self.palette(dropping: $0) }).first,
            let indexed = gdImageCreate(Int32(width), Int32(height))
        else { return try taking(gdImagePngPtrEx(image, &count, 9), count) }
        defer { gdImageDestroy(indexed) }
        for color in palette.colors {
            gdImageColorAllocateAlpha(indexed, color >> 16 & 255, color >> 8 & 255, color & 255, color >> 24 & 127)
        }
        for y in 0..<height {
            guard let target = indexed.pointee.pixels[y] else { throw .notEncoded }
            let source = row(y)
            for x in source.indices { target[x] = UInt8(palette.index[source[x] & palette.mask] ?? 0) }
        }
        return try taking(gdImagePngPtrEx(indexed, &count, 9), count)
    }

    /// Groups colours that differ only in the lowest bits of each channel and of alpha, and uses the mean of each group.
    /// Nil if there are more than 256 groups.
    private func palette(dropping bits: Int) -> (colors: [Int32], index: [Int32: Int], mask: Int32)? {
        let low: Int32 = (1 << Int32(bits)) - 1
        let mask = ~(low << 24 | low << 16 | low << 8 | low) & 0x7FFF_FFFF
        var index: [Int32: Int] = [:]
        var sums: [(count: Int, alpha: Int, red: Int, green: Int, blue: Int)] = []
        for y in 0..<height {
            var last: (box: Int32, place: Int) = (-1, 0)
            for pixel in row(y) {
                let box = pixel & mask
                if box != last.box {
                    let place = index[box] ?? sums.count
                    if place == sums.count {
                        guard place < 256 else { return nil }
                        index[box] = place
                        sums.append((0, 0, 0, 0, 0))
                    }
                    last = (box, place)
                }
                sums[last.place].count += 1
                sums[last.place].alpha += Int(pixel >> 24)
                sums[last.place].red += Int(pixel >> 16 & 255)
                sums[last.place].green += Int(pixel >> 8 & 255)
                sums[last.place].blue += Int(pixel & 255)
            }
        }
        func mean(_ sum: Int, _ count: Int) -> Int32 { Int32((sum + count / 2) / count) }
        let colors = sums.map { sum in
            mean(sum.alpha, sum.count) << 24 | mean(sum.red, sum.count) << 16 | mean(sum.green, sum.count) << 8
                | mean(sum.blue, sum.count)
        }
        return (colors, index, mask)
    }
}
