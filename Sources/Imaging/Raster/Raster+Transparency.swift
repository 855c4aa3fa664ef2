import CGD

// A transparent picture is held as *covered*: in the place of libgd's alpha stands how much of the pixel is covered, and the colour is
// multiplied by it. Both are square roots of light, as colours are for `n4md_scale` (the square of a value approximates sRGB's curve), so
// scaling them like any colour is exact, and edges take no colour from what nobody sees.
extension Raster {
    /// The colour that stands for the page in formats without transparency: the paper by day (`static/style.css`).
    static let paper: Int32 = 0xFFFDF8
    /// The same as light.
    private static let light = colors(paper) * colors(paper)

    /// The share of a pixel that libgd's alpha covers (127 is transparent), as the root of light, 0 to 255.
    private static let coverages = (0...127).map { (Float(127 - $0) / 127).squareRoot() * 255 }

    /// Makes the raster covered if any pixel is not opaque. It must be as libgd decoded it.
    func cover() {
        // A true-colour PNG may declare one colour transparent; libgd leaves its pixels opaque.
        let transparent = image.pointee.transparent
        image.pointee.transparent = -1
        guard (0..<height).contains(where: { row($0).contains { $0 == transparent || $0 >> 24 != 0 } }) else { return }
        isCovered = true
        for y in 0..<height {
            let pixels = row(y)
            for x in pixels.indices {
                let pixel = pixels[x]
                let coverage = pixel == transparent ? 0 : Self.coverages[Int(pixel >> 24 & 127)]
                pixels[x] = Self.packed(coverage, Self.colors(pixel) * coverage / 255)
            }
        }
    }

    /// An opaque copy of a covered raster, laid on the paper.
    func onPaper() throws(ImagingError) -> Raster {
        try uncovered { pixel in
            let coverage = Float(pixel >> 24 & 255) / 255
            let colors = Self.colors(pixel)
            return Self.packed(0, (colors * colors + Self.light * (1 - coverage * coverage)).squareRoot())
        }
    }

    /// A copy of a covered raster with the colours and the alpha that libgd writes.
    func withAlpha() throws(ImagingError) -> Raster {
        let copy = try uncovered { pixel in
            let coverage = Float(pixel >> 24 & 255) / 255
            let alpha = 127 - Int32((coverage * coverage * 127).rounded())
            // Nobody sees its colour; one and the same compresses best.
            return alpha == 127 ? 127 << 24 : alpha << 24 | Self.packed(0, Self.colors(pixel) / coverage)
        }
        gdImageSaveAlpha(copy.image, 1)
        return copy
    }

    private func uncovered(_ convert: (Int32) -> Int32) throws(ImagingError) -> Raster {
        guard let copy = Raster(width: width, height: height) else { throw .notEncoded }
        for y in 0..<height {
            let (source, target) = (row(y), copy.row(y))
            for x in source.indices { target[x] = convert(source[x]) }
        }
        return copy
    }

    /// Red, green and blue.
    private static func colors(_ pixel: Int32) -> SIMD3<Float> {
        SIMD3(Float(pixel >> 16 & 255), Float(pixel >> 8 & 255), Float(pixel & 255))
    }

    /// A pixel of a value in the place of alpha and of colours.
    private static func packed(_ top: Float, _ colors: SIMD3<Float>) -> Int32 {
        let bytes = SIMD4(colors, top).clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 255))
        let whole = SIMD4<Int32>(bytes.rounded(.toNearestOrAwayFromZero))
        return whole.w << 24 | whole.x << 16 | whole.y << 8 | whole.z
    }
}
