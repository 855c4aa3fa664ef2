extension Canvas {
    /// Paints the whole canvas.
    package func fill(_ paint: Paint) {
        fill(.rectangle(0, 0, Double(width), Double(height)), paint)
    }

    /// Paints the area of a path, with smooth edges. Contours with a coordinate that is not finite are left out.
    package func fill(_ path: Path, _ paint: Paint) {
        let shader = Shader(paint)
        rasterize(path) { y, columns, coverage in
            blend(row: y, columns, coverage, shader)
        }
    }

    /// Paints the area of a path in one colour.
    package func fill(_ path: Path, _ color: Color) {
        fill(path, .solid(color))
    }

    /// Draws along a path with a round pen of a width in pixels.
    package func stroke(_ path: Path, _ width: Double, _ color: Color, closed: Bool = false) {
        fill(path.stroked(width, closed: closed), color)
    }

    /// Draws only inside a path (and inside any clip already set) while the closure runs.
    package func clipped(to path: Path, _ draw: () -> Void) {
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
    package func grain(_ amount: Double, seed: UInt64 = 1) {
        guard amount > 0 else { return }
        var generator = Generator(seed: seed)
        let strength = Float(amount < 1 ? amount : 1) * 255 / 65535
        for y in 0..<height {
            guard let row = row(y) else { continue }
            for x in 0..<width {
                // Two draws added are a triangle: many small changes, few big ones.
                let bits = generator.next()
                let noise = (Float(bits & 0xFFFF) + Float(bits >> 16 & 0xFFFF) - 65535) * strength
                let old = row[x]
                row[x] = packed(Float(old >> 16 & 255) + noise, Float(old >> 8 & 255) + noise, Float(old & 255) + noise)
            }
        }
    }

    private func blend(row y: Int, _ columns: Range<Int>, _ coverage: UnsafePointer<Float>, _ shader: Shader) {
        guard let row = row(y) else { return }
        let solid = shader.solid
        for x in columns {
            var share = coverage[x]
            if clip != nil { share *= clip?[y * width + x] ?? 1 }
            guard share > 0.002 else { continue }
            let tone = solid ?? shader.tone(x: x, y: y)
            let opacity = share * tone.alpha
            if opacity > 0.998, solid != nil {
                row[x] = tone.packed
                continue
            }
            let noise = solid == nil ? dither(x, y) : 0
            let old = row[x]
            let (red, green, blue) = (Float(old >> 16 & 255), Float(old >> 8 & 255), Float(old & 255))
            row[x] = packed(
                red + (tone.red - red) * opacity + noise, green + (tone.green - green) * opacity + noise,
                blue + (tone.blue - blue) * opacity + noise)
        }
    }

    /// Breaks up the bands of a gradient: interleaved gradient noise, as published by Jorge Jimenez (2014).
    private func dither(_ x: Int, _ y: Int) -> Float {
        let inner = 0.06711056 * Float(x) + 0.00583715 * Float(y)
        let outer = 52.9829189 * (inner - Float(Int32(inner)))
        return outer - Float(Int32(outer)) - 0.5
    }

    private func packed(_ red: Float, _ green: Float, _ blue: Float) -> Int32 {
        byte(red) << 16 | byte(green) << 8 | byte(blue)
    }

    private func byte(_ value: Float) -> Int32 {
        value > 0 ? (value < 255 ? Int32(value + 0.5) : 255) : 0
    }
}

extension Canvas {
    /// Random numbers that are the same for the same seed (SplitMix64, by Steele, Lea and Flood, 2014).
    package struct Generator: RandomNumberGenerator, Sendable {
        private var state: UInt64

        /// A sequence of numbers that depends on the seed alone.
        package init(seed: UInt64) {
            state = seed
        }

        /// The next 64 random bits.
        package mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var bits = state
            bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
            bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
            return bits ^ (bits >> 31)
        }
    }
}
