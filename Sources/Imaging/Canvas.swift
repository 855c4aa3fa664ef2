internal import CGD

/// A drawing surface for pictures that the program makes itself: filled paths with smooth edges, gradients and strokes,
/// encoded as JPEG or PNG.
///
/// Coordinates are pixels from the top left corner, and may lie outside: whatever falls off the surface is not drawn.
/// A canvas is not `Sendable`: it belongs to the task that draws on it.
package final class Canvas {
    /// The longest side that a canvas may have, in pixels: 4096 x 4096 takes 64 MiB.
    package static let longestSide = 4096

    /// Width in pixels.
    package let width: Int
    /// Height in pixels.
    package let height: Int

    let image: gdImagePtr
    /// How much of each pixel the current clip lets through, row by row; nil when nothing is clipped.
    var clip: [Float]?

    /// A black canvas; nil if a side is not in `1...longestSide`, or memory does not suffice.
    package init?(width: Int, height: Int) {
        let sides = 1...Self.longestSide
        guard sides.contains(width), sides.contains(height),
            let image = gdImageCreateTrueColor(Int32(width), Int32(height))
        else { return nil }
        self.width = width
        self.height = height
        self.image = image
    }

    deinit {
        gdImageDestroy(image)
    }

    /// The drawing as a JPEG of a quality from 1 to 100 (clamped); empty if memory does not suffice.
    package func jpeg(quality: Int = 88) -> [UInt8] {
        encoded { gdImageJpegPtr(image, &$0, Int32(min(max(quality, 1), 100))) }
    }

    /// The drawing as a PNG; empty if memory does not suffice.
    package func png() -> [UInt8] {
        encoded { gdImagePngPtr(image, &$0) }
    }

    /// The colour of a pixel, or nil outside the canvas.
    package func color(x: Int, y: Int) -> Color? {
        guard (0..<width).contains(x), let row = row(y) else { return nil }
        return Color(UInt32(bitPattern: row[x]) & 0xFF_FFFF)
    }

    func row(_ y: Int) -> UnsafeMutablePointer<Int32>? {
        guard (0..<height).contains(y) else { return nil }
        return image.pointee.tpixels[y]
    }

    private func encoded(_ encode: (inout Int32) -> UnsafeMutableRawPointer?) -> [UInt8] {
        var size: Int32 = 0
        guard let bytes = encode(&size) else { return [] }
        defer { gdFree(bytes) }
        return [UInt8](UnsafeRawBufferPointer(start: bytes, count: Int(size)))
    }
}
