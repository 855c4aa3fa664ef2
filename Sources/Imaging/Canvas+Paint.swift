extension Canvas {
    /// A colour in sRGB; components outside 0...1 are clamped when painted.
    public struct Color: Sendable, Hashable {
        /// Red, 0 to 1.
        public var red: Double
        /// Green, 0 to 1.
        public var green: Double
        /// Blue, 0 to 1.
        public var blue: Double
        /// Opacity, 0 (unseen) to 1 (opaque).
        public var alpha: Double

        /// A colour written as `0xRRGGBB`.
        public init(_ hex: UInt32, alpha: Double = 1) {
            red = Double(hex >> 16 & 255) / 255
            green = Double(hex >> 8 & 255) / 255
            blue = Double(hex & 255) / 255
            self.alpha = alpha
        }

        /// The same colour at another opacity.
        public func opacity(_ alpha: Double) -> Color {
            var color = self
            color.alpha = alpha
            return color
        }

        /// The colour on the way to another: 0 is this one, 1 the other.
        public func mixed(with other: Color, by share: Double) -> Color {
            var color = self
            color.red += (other.red - red) * share
            color.green += (other.green - green) * share
            color.blue += (other.blue - blue) * share
            color.alpha += (other.alpha - alpha) * share
            return color
        }

        /// Components from 0 to 255, and the opacity from 0 to 1, ready to blend.
        var components: SIMD4<Float> {
            let color = SIMD4(red, green, blue, alpha)
            // A comparison with NaN is false, so NaN becomes 0 here.
            let clamped = color.replacing(with: 0, where: .!(color .>= 0)).replacing(with: 1, where: color .> 1)
            return SIMD4<Float>(clamped) * SIMD4(255, 255, 255, 1)
        }
    }

    /// What a path is filled with.
    public enum Paint: Sendable, Hashable {
        /// One colour.
        case solid(Color)
        /// Colours evenly spaced along the line from one point to another, and the end colours beyond them.
        case linear(from: Point, to: Point, [Color])
        /// Colours evenly spaced from a centre outwards, and the last colour beyond the radius.
        case radial(center: Point, radius: Double, [Color])

        /// Colours from a height down to another.
        public static func vertical(_ top: Double, _ bottom: Double, _ colors: [Color]) -> Paint {
            .linear(from: Point(0, top), to: Point(0, bottom), colors)
        }
    }
}

/// A paint made ready: a gradient becomes a table, since looking up is quicker than mixing at every pixel.
struct Shader {
    private let table: [SIMD4<Float>]
    private let origin: SIMD2<Double>
    private let axis: SIMD2<Double>
    private let radius: Double

    init(_ paint: Canvas.Paint) {
        switch paint {
        case .solid(let color):
            table = [color.components]
            (origin, axis, radius) = (.zero, .zero, 0)
        case .linear(let from, let to, let colors):
            table = Self.table(colors)
            origin = SIMD2(from.x, from.y)
            let line = SIMD2(to.x, to.y) - origin
            axis = line / max((line * line).sum(), 1e-9)
            radius = 0
        case .radial(let center, let radius, let colors):
            table = Self.table(colors)
            origin = SIMD2(center.x, center.y)
            axis = .zero
            self.radius = max(radius, 1e-9)
        }
    }

    /// The one colour, if it is the same everywhere.
    var solid: SIMD4<Float>? { table.count == 1 ? table[0] : nil }

    func color(x: Int, y: Int) -> SIMD4<Float> {
        let point = SIMD2(Double(x) + 0.5, Double(y) + 0.5) - origin
        let share = radius > 0 ? (point * point).sum().squareRoot() / radius : (point * axis).sum()
        guard share > 0 else { return table[0] }
        return table[Int(min(share, 1) * Double(table.count - 1))]
    }

    private static func table(_ colors: [Canvas.Color]) -> [SIMD4<Float>] {
        guard colors.count > 1 else { return [(colors.first ?? Canvas.Color(0, alpha: 0)).components] }
        let steps = 1024
        return (0..<steps).map { step in
            let place = Double(step) / Double(steps - 1) * Double(colors.count - 1)
            let index = min(Int(place), colors.count - 2)
            return colors[index].mixed(with: colors[index + 1], by: place - Double(index)).components
        }
    }
}
