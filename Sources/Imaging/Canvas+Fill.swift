extension Canvas {
    /// Paints the whole canvas.
    public func fill(_ paint: Paint) {
        fill(.rectangle(0, 0, Double(width), Double(height)), paint)
    }

    /// Paints the area of a path, with smooth edges. Contours with a coordinate that is not finite are left out.
    public func fill(_ path: Path, _ paint: Paint) {
        let shader = Shader(paint)
        rasterize(path) { y, columns, coverage in
            blend(row: y, columns, coverage, shader)
        }
    }

    /// Paints the area of a path in one colour.
    public func fill(_ path: Path, _ color: Color) {
        fill(path, .solid(color))
    }

    /// Draws along a path with a round pen of a width in pixels.
    public func stroke(_ path: Path, _ width: Double, _ color: Color, closed: Bool = false) {
        fill(path.stroked(width, closed: closed), color)
    }

    /// Draws only inside a path (and inside any clip already set) while the closure runs.
    public func clipped(to path: Path, _ draw: () -> Void) {
        let outer = clip
        var inner = [Float](repeating: 0, count: width * height)
        rasterize(path) { y, columns, coverage in
            for x in columns {
                inner[y * width + x] = coverage[x] * (outer?[y * width + x] ?? 1)
            }
        }
        clip = inner
        draw()
        clip = outer
    }

    /// Adds a film grain that is the same for the same seed: every pixel gets lighter or darker by at most `amount`,
    /// where 1 is from black to white.
    public func grain(_ amount: Double, seed: UInt64 = 1) {
        guard amount > 0 else { return }
        var generator = Generator(seed: seed)
        let strength = Float(min(amount, 1)) * 255
        for y in 0..<height {
            guard let row = row(y) else { continue }
            for x in 0..<width {
                // Two draws added are a triangle: many small changes, few big ones.
                let bits = generator.next()
                let noise = Float(bits & 0xFFFF) + Float(bits >> 16 & 0xFFFF) - 65535
                row[x] = packed(unpacked(row[x]) + noise / 65535 * strength)
            }
        }
    }

    private func blend(row y: Int, _ columns: Range<Int>, _ coverage: [Float], _ shader: Shader) {
        guard let row = row(y) else { return }
        let solid = shader.solid
        for x in columns {
            var share = coverage[x]
            if let clip { share *= clip[y * width + x] }
            guard share > 0.002 else { continue }
            let color = solid ?? shader.color(x: x, y: y)
            let opacity = share * color.w
            let source = SIMD3(color.x, color.y, color.z)
            let target = opacity < 0.999 ? unpacked(row[x]) : source
            let result = target + (source - target) * opacity
            row[x] = packed(solid == nil ? result + dither(x, y) : result)
        }
    }

    /// Breaks up the bands of a gradient: interleaved gradient noise, as published by Jorge Jimenez (2014).
    private func dither(_ x: Int, _ y: Int) -> Float {
        let inner = 0.06711056 * Float(x) + 0.00583715 * Float(y)
        let outer = 52.9829189 * (inner - inner.rounded(.down))
        return outer - outer.rounded(.down) - 0.5
    }

    private func unpacked(_ pixel: Int32) -> SIMD3<Float> {
        SIMD3(Float(pixel >> 16 & 255), Float(pixel >> 8 & 255), Float(pixel & 255))
    }

    private func packed(_ color: SIMD3<Float>) -> Int32 {
        let bytes = SIMD3<Int32>(color.clamped(lowerBound: .zero, upperBound: .init(repeating: 255)) + 0.5)
        return bytes.x << 16 | bytes.y << 8 | bytes.z
    }
}

extension Canvas {
    /// Random numbers that are the same for the same seed (SplitMix64, by Steele, Lea and Flood, 2014).
    public struct Generator: RandomNumberGenerator, Sendable {
        private var state: UInt64

        /// A sequence of numbers that depends on the seed alone.
        public init(seed: UInt64) {
            state = seed
        }

        /// The next 64 random bits.
        public mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var bits = state
            bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
            bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
            return bits ^ (bits >> 31)
        }
    }
}
