import CPixels

/// Samples of a picture, for estimating how a JPEG of some quality would look without encoding one.
struct JPEGQualitySearch {
    /// Blocks of its luma.
    private let blocks: [Float]
    private let count: Int
    /// Whether it has colour in fine detail, such as coloured text, which fades when four pixels share their colour.
    let hasFineColour: Bool
    /// The maximum number of blocks, enough to represent a large picture.
    private static let limit = 4096

    /// The loss of colour (`n4md_colour_loss`) above which its full resolution is worth more than sharper luma. On 117 newspaper
    /// photographs it lifted the worst by two points of SSIMULACRA 2 and the mean by 0.8, at as many bytes; two fifths are above it.
    private static let fineColour = 3.5
    /// How much lower the quality may be in exchange: then a file has about as many bytes as with shared colour.
    static let fineColourCosts = 12
    /// The maximum number of pairs of rows read for it.
    private static let rowLimit = 256

    init(_ raster: Raster) {
        let rowStep = max(1, (raster.height / 2 + Self.rowLimit - 1) / Self.rowLimit)
        hasFineColour =
            n4md_colour_loss(raster.rowPointers, Int32(raster.width), Int32(raster.height), Int32(rowStep))
            > Self.fineColour
        let all = (raster.width / 8) * (raster.height / 8)
        let step = max(1, (all + Self.limit - 1) / Self.limit)
        let count = (all + step - 1) / step
        blocks = [Float](unsafeUninitializedCapacity: count * 64) { buffer, length in
            if let room = buffer.baseAddress, count > 0 {
                n4md_transform(raster.rowPointers, Int32(raster.width), Int32(step), Int32(count), room)
            }
            length = count * 64
        }
        self.count = count
    }

    /// The lowest JPEG quality that keeps the promise of a quality class (1 to 100), at most 20 above or
    /// below the class.
    ///
    /// The promise is a maximum luma difference from the original, 0.6 - 0.0053 times the class. For the
    /// classes 30, 60 and 90 this corresponds to qualities 27, 62 and 90 on the average newspaper
    /// photograph. `benchmarks/README.md` has the curve.
    func quality(forClass quality: Int) -> Int {
        let promise = 0.6 - 0.0053 * Double(quality)
        var (low, high) = (max(15, min(75, quality - 20)), max(15, min(95, quality + 20)))
        guard count > 0 else { return min(max(quality, low), high) }
        while low < high {
            let middle = (low + high) / 2
            let difference = blocks.withUnsafeBufferPointer {
                n4md_difference($0.baseAddress, Int32(count), Int32(middle))
            }
            if difference <= promise { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
