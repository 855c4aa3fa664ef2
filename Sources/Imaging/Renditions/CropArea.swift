/// A part of a picture that takes its place.
package struct CropArea: Sendable, Hashable, Codable {
    /// Percent of the picture's width that is left of it.
    package let left: Double
    /// Percent of the picture's height that is above it.
    package let top: Double
    /// Percent of the picture's width.
    package let width: Double
    /// Percent of the picture's height.
    package let height: Double

    /// The shortest side of a part, in pixels: half of what the smallest screens show.
    package static let leastSide = 120

    /// Nil if it is not inside the picture.
    package init?(left: Double, top: Double, width: Double, height: Double) {
        // Sides that are rounded to a tenth may reach beyond the edge by one.
        let ends = [left + width, top + height]
        guard [left, top].allSatisfy((0..<100).contains), [width, height].allSatisfy({ $0 > 0 }),
            ends.allSatisfy({ $0 <= 100.1 })
        else { return nil }
        (self.left, self.top, self.width, self.height) = (left, top, width, height)
    }

    /// Whether there is less of a picture in it, and enough.
    package func crops(width: Int, height: Int) -> Bool {
        let window = window(width: width, height: height)
        let isSmaller = window.width < width || window.height < height
        return isSmaller && min(window.width, window.height) >= min(Self.leastSide, width, height)
    }

    /// Where a place in the picture is in the part, both in percent of width and height; nil if it is not in it.
    package func place(x: Int, y: Int) -> (x: Int, y: Int)? {
        let (right, down) = ((Double(x) - left) / width, (Double(y) - top) / height)
        guard 0...1 ~= right, 0...1 ~= down else { return nil }
        return (Int((right * 100).rounded()), Int((down * 100).rounded()))
    }

    /// The part of a picture of a size in pixels.
    func window(width: Int, height: Int) -> CropWindow {
        func side(_ percent: Double, _ length: Int) -> Int { Int((percent * Double(length) / 100).rounded()) }
        let (x, y) = (min(side(left, width), width - 1), min(side(top, height), height - 1))
        return CropWindow(
            x: x, y: y, width: min(max(1, side(self.width, width)), width - x),
            height: min(max(1, side(self.height, height)), height - y), offset: 0)
    }
}

/// Encodes a part of a picture as an original of its own: upright, with its rights and no other metadata. A PNG or GIF, and what is
/// transparent, becomes a PNG; anything else a JPEG of the class that people do not tell from the original.
///
/// Blocks its thread while it works, as `encodeRenditions` does.
/// - Throws: `ImagingError` if the data is damaged or memory is short.
package func encodeCrop(of bytes: [UInt8], header: ImageHeader, area: CropArea) throws(ImagingError) -> EncodedPicture {
    let part = try Raster.decode(bytes, header: header, leastWidth: header.displayWidth).part(area)
    let isLossless = part.isCovered || [.png, .gif].contains(header.format)
    let file =
        isLossless
        ? try (part.isCovered ? part.withAlpha() : part).encodePNG(rights: header.rights)
        : try part.encodeJPEG(quality: 95, isFine: true, rights: header.rights)
    let spec = RenditionSpec(width: part.width, quality: 95, format: isLossless ? .png : .jpeg)
    return EncodedPicture(
        renditions: [EncodedRendition(spec: spec, width: part.width, height: part.height, bytes: file)],
        traits: try PictureTraits(of: try RasterLadder(part).sketch(), focus: nil))
}

extension Raster {
    fileprivate func part(_ area: CropArea) throws(ImagingError) -> Raster {
        let window = area.window(width: width, height: height)
        guard let copy = Raster(width: window.width, height: window.height) else { throw .notEncoded }
        copy.isCovered = isCovered
        for y in 0..<copy.height {
            _ = copy.row(y).update(fromContentsOf: row(window.y + y)[window.x..<window.x + window.width])
        }
        return copy
    }
}
