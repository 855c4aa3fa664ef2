extension Canvas {
    /// A colour in sRGB; components outside 0...1 are clamped when painted.
    package struct Color: Sendable, Hashable {
        /// Red, 0 to 1.
        package var red: Double
        /// Green, 0 to 1.
        package var green: Double
        /// Blue, 0 to 1.
        package var blue: Double
        /// Opacity, 0 (unseen) to 1 (opaque).
        package var alpha: Double

        /// A colour written as `0xRRGGBB`.
        package init(_ hex: UInt32, alpha: Double = 1) {
            red = Double(hex >> 16 & 255) / 255
            green = Double(hex >> 8 & 255) / 255
            blue = Double(hex & 255) / 255
            self.alpha = alpha
        }

        /// The same colour at another opacity.
        package func opacity(_ alpha: Double) -> Color {
            var color = self
            color.alpha = alpha
            return color
        }

        /// The colour on the way to another: 0 is this one, 1 the other.
        package func mixed(with other: Color, by share: Double) -> Color {
            var color = self
            color.red += (other.red - red) * share
            color.green += (other.green - green) * share
            color.blue += (other.blue - blue) * share
            color.alpha += (other.alpha - alpha) * share
            return color
        }
    }

    /// What a path is filled with.
    package enum Paint: Sendable, Hashable {
        /// One colour.
        case solid(Color)
        /// Colours evenly spaced along the line from one point to another, and the end colours beyond them.
        case linear(from: Point, to: Point, [Color])
        /// Colours evenly spaced from a centre outwards, and the last colour beyond the radius.
        case radial(center: Point, radius: Double, [Color])

        /// Colours from a height down to another.
        package static func vertical(_ top: Double, _ bottom: Double, _ colors: [Color]) -> Paint {
            .linear(from: Point(0, top), to: Point(0, bottom), colors)
        }
    }
}
