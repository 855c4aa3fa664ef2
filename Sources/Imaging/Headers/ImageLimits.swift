/// Limits on the cost of a picture. The decoders have none of their own, so these are checked on the
/// header.
package struct ImageLimits: Sendable, Hashable {
    /// The size of the file, in bytes.
    package var bytes: Int
    /// Width times height as stored. Decoding takes up to 8 bytes of memory per pixel.
    package var pixels: Int
    /// The longer side, in pixels. A thin picture costs far more memory than its area suggests.
    package var side: Int
    /// The scans of a progressive JPEG. Each is a pass over the whole picture; encoders write about ten.
    package var jpegScans: Int

    /// The frames of an animated GIF, of which only the first is used.
    package var frames: Int

    /// Creates limits, each at least 1.
    package init(bytes: Int, pixels: Int, side: Int, jpegScans: Int, frames: Int = 1000) {
        self.bytes = bytes
        self.pixels = pixels
        self.side = side
        self.jpegScans = jpegScans
        self.frames = frames
    }

    /// The maximum size of an animation that is kept, in bytes: as much as a large photograph at high
    /// quality.
    package static let animationBytes = 250_000

    /// 20 MB, 50 megapixels (any camera phone of 2020 in its default mode), 16,000 pixels a side,
    /// 100 scans and 1000 frames.
    package static let standard = ImageLimits(bytes: 20_000_000, pixels: 50_000_000, side: 16_000, jpegScans: 100)
}
