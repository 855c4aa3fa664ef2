/// The part of a picture that a rendition shows.
package enum RenditionShape: String, Sendable, CaseIterable, Codable {
    /// The whole picture.
    case whole
    /// A square.
    case square
    /// 16 to 9.
    case wide

    /// The position of its crop, in percent of the remainder.
    package func crop(width: Int, height: Int, _ focus: FocalPoint) -> Int {
        window(width: width, height: height, focus).offset
    }

    /// The part of a picture that it shows: as large as possible, with the focal point as close to its
    /// centre as possible.
    func window(width: Int, height: Int, _ focus: FocalPoint) -> CropWindow {
        switch self {
        case .whole: CropWindow(x: 0, y: 0, width: width, height: height, offset: 0)
        case .square: Self.window(width, height, across: 1, down: 1, focus)
        case .wide: Self.window(width, height, across: 16, down: 9, focus)
        }
    }

    private static func window(_ width: Int, _ height: Int, across: Int, down: Int, _ focus: FocalPoint) -> CropWindow {
        if width * down > height * across {
            let side = max(1, height * across / down)
            let offset = percent(focus.x, side, width)
            return CropWindow(x: (width - side) * offset / 100, y: 0, width: side, height: height, offset: offset)
        }
        let side = max(1, width * down / across)
        let offset = percent(focus.y, side, height)
        return CropWindow(x: 0, y: (height - side) * offset / 100, width: width, height: side, offset: offset)
    }

    /// The start of a window of `side` centred on the focus within a length, in percent of the remainder.
    private static func percent(_ focus: Int, _ side: Int, _ length: Int) -> Int {
        guard length > side else { return 0 }
        let start = (length * focus - side * 50) / (length - side)
        return min(max(start, 0), 100)
    }
}

/// A part of a picture, in pixels.
struct CropWindow: Hashable {
    var x: Int
    var y: Int
    var width: Int
    var height: Int
    /// Its position, in percent of the remainder.
    var offset: Int

    /// The same part of the picture at another size.
    func scaled(from width: Int, _ height: Int, to raster: Raster) -> CropWindow {
        var window = self
        window.width = max(1, min(raster.width, (self.width * raster.width + width / 2) / width))
        window.height = max(1, min(raster.height, (self.height * raster.height + height / 2) / height))
        window.x = min(x * raster.width / width, raster.width - window.width)
        window.y = min(y * raster.height / height, raster.height - window.height)
        return window
    }
}

/// The point in a picture that a crop must show, in percent of its width from the left and of its
/// height from the top.
package struct FocalPoint: Sendable, Hashable, Codable {
    /// The horizontal position, 0 to 100.
    package var x: Int
    /// The vertical position, 0 to 100.
    package var y: Int

    /// Creates a point, clamping values out of range.
    package init(x: Int, y: Int) {
        self.x = min(max(x, 0), 100)
        self.y = min(max(y, 0), 100)
    }

    /// The centre of a picture.
    package static let center = FocalPoint(x: 50, y: 50)
}
