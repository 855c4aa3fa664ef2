internal import CGD

/// A small picture for tests: shapes without smooth edges, and gradients, encoded as JPEG or PNG.
package final class Canvas {
    /// Width in pixels.
    package let width: Int
    /// Height in pixels.
    package let height: Int
    private let image: gdImagePtr

    /// A black canvas; nil if there is not enough memory.
    package init?(width: Int, height: Int) {
        guard let image = gdImageCreateTrueColor(Int32(width), Int32(height)) else { return nil }
        (self.width, self.height, self.image) = (width, height, image)
    }

    deinit { gdImageDestroy(image) }

    /// The picture as a JPEG; empty if there is not enough memory.
    package func jpeg() -> [UInt8] { encoded { gdImageJpegPtr(image, &$0, 88) } }

    /// The picture as a PNG; empty if there is not enough memory.
    package func png() -> [UInt8] { encoded { gdImagePngPtr(image, &$0) } }

    private func encoded(_ encode: (inout Int32) -> UnsafeMutableRawPointer?) -> [UInt8] {
        var size: Int32 = 0
        guard let bytes = encode(&size) else { return [] }
        defer { gdFree(bytes) }
        return [UInt8](UnsafeRawBufferPointer(start: bytes, count: Int(size)))
    }

    /// Computes every pixel's new colour.
    private func paint(_ color: (_ x: Int, _ y: Int, _ old: Tone) -> Tone) {
        for y in 0..<height {
            guard let row = image.pointee.tpixels[y] else { continue }
            for x in 0..<width { row[x] = color(x, y, Tone(UInt32(row[x]))).packed }
        }
    }
}

/// A colour with three channels from 0 to 255.
private typealias Tone = SIMD3<Float>

extension Tone {
    fileprivate init(_ packed: UInt32) {
        self.init(Float(packed >> 16 & 255), Float(packed >> 8 & 255), Float(packed & 255))
    }

    fileprivate var packed: Int32 {
        let bytes = SIMD3<Int32>(
            clamped(lowerBound: .zero, upperBound: Tone(repeating: 255)).rounded(.toNearestOrAwayFromZero))
        return bytes.x << 16 | bytes.y << 8 | bytes.z
    }
}

extension Canvas {
    /// Fills the canvas with a colour, written as `0xRRGGBB`.
    package func fill(_ color: UInt32) { paint { _, _, _ in Tone(color) } }

    /// Makes the canvas transparent, with a colour that nobody is to see, written as `0xRRGGBB`. What is drawn on it afterwards is opaque.
    package func hide(_ color: UInt32) {
        gdImageSaveAlpha(image, 1)
        gdImageAlphaBlending(image, 0)
        gdImageFilledRectangle(image, 0, 0, Int32(width - 1), Int32(height - 1), 127 << 24 | Int32(color))
    }

    /// Draws a filled rectangle.
    package func rectangle(_ x: Int, _ y: Int, _ width: Int, _ height: Int, _ color: UInt32) {
        gdImageFilledRectangle(image, Int32(x), Int32(y), Int32(x + width - 1), Int32(y + height - 1), Int32(color))
    }

    /// Draws a filled ellipse.
    package func ellipse(_ x: Int, _ y: Int, _ radiusX: Int, _ radiusY: Int, _ color: UInt32) {
        gdImageFilledEllipse(image, Int32(x), Int32(y), Int32(2 * radiusX), Int32(2 * radiusY), Int32(color))
    }

    /// Fills the canvas with a gradient from the top left corner to the bottom right one.
    package func shade(_ first: UInt32, _ last: UInt32) {
        let (first, last) = (Tone(first), Tone(last))
        let square = Float(width * width + height * height)
        paint { x, y, _ in first + (last - first) * (Float(x * width + y * height) / square) }
    }

    /// Makes every pixel lighter or darker by at most `amount` of the range from black to white, determined by the seed.
    package func grain(_ amount: Double, seed: UInt64 = 1) {
        var generator = SeededGenerator(seed: seed)
        let strength = Float(amount) * 255 / 65_535
        paint { _, _, old in
            // The sum of two draws has a triangular distribution: many small changes, few big ones.
            let bits = generator.next()
            return old + (Float(bits & 0xFFFF) + Float(bits >> 16 & 0xFFFF) - 65_535) * strength
        }
    }
}
