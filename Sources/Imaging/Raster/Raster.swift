import CGD

/// A true-colour picture in memory. Owns and frees its `gdImage`. Not thread-safe.
///
/// A pixel is 0xAARRGGBB, where alpha is 0 for opaque and 127 for transparent, unless the raster is *covered*.
final class Raster {
    let image: gdImagePtr
    private let rows: UnsafeMutablePointer<UnsafeMutablePointer<Int32>?>
    /// Whether some pixels are not opaque, and all are as `cover` makes them.
    var isCovered = false

    /// Takes ownership of an image from libgd and converts a palette to true colour. Nil if the image is
    /// nil or memory is short.
    init?(owning image: gdImagePtr?) {
        guard let image else { return nil }
        guard gdImagePaletteToTrueColor(image) != 0, let rows = image.pointee.tpixels else {
            gdImageDestroy(image)
            return nil
        }
        self.image = image
        self.rows = rows
    }

    /// Creates a black picture. Nil if memory is short.
    convenience init?(width: Int, height: Int) {
        self.init(owning: gdImageCreateTrueColor(Int32(clamping: width), Int32(clamping: height)))
    }

    deinit {
        gdImageDestroy(image)
    }

    var width: Int { Int(image.pointee.sx) }
    var height: Int { Int(image.pointee.sy) }

    /// The pixels of row `y`, which must be less than the height. Valid for the lifetime of the raster.
    func row(_ y: Int) -> UnsafeMutableBufferPointer<Int32> {
        UnsafeMutableBufferPointer(start: rows[y], count: width)
    }

    /// The rows as libjpeg expects them.
    var rowPointers: UnsafePointer<UnsafeMutablePointer<Int32>?> { UnsafePointer(rows) }
}

extension Raster {
    /// A copy transformed by an Exif orientation of 2 to 8; the raster itself for any other value.
    func oriented(_ orientation: Int) throws(ImagingError) -> Raster {
        guard (2...8).contains(orientation) else { return self }
        let isTransposed = orientation >= 5
        // The direction of each stored axis, as defined by the tag.
        let flipsX = [2, 3, 7, 8].contains(orientation)
        let flipsY = [3, 4, 6, 7].contains(orientation)
        guard let copy = Raster(width: isTransposed ? height : width, height: isTransposed ? width : height) else {
            throw .notEncoded
        }
        for y in 0..<copy.height {
            let target = copy.row(y)
            for x in target.indices {
                let (column, line) = isTransposed ? (y, x) : (x, y)
                target[x] = row(flipsY ? height - 1 - line : line)[flipsX ? width - 1 - column : column]
            }
        }
        copy.isCovered = isCovered
        return copy
    }
}
