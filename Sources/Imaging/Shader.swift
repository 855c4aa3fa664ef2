/// A colour ready to blend: components from 0 to 255, and the opacity from 0 to 1.
///
/// Plain numbers and no SIMD, since this runs for every pixel and SIMD is some fifty times slower when not optimised.
struct Tone {
    let red: Float
    let green: Float
    let blue: Float
    let alpha: Float

    init(_ color: Canvas.Color) {
        // A comparison with NaN is false, so NaN becomes 0.
        func unit(_ value: Double) -> Float { value > 0 ? Float(value < 1 ? value : 1) : 0 }
        red = unit(color.red) * 255
        green = unit(color.green) * 255
        blue = unit(color.blue) * 255
        alpha = unit(color.alpha)
    }

    /// The colour as libgd keeps it, 0xRRGGBB.
    var packed: Int32 { Int32(red + 0.5) << 16 | Int32(green + 0.5) << 8 | Int32(blue + 0.5) }
}

/// A paint made ready: a gradient becomes a table, since looking up is quicker than mixing at every pixel.
struct Shader {
    private let table: [Tone]
    private let origin: Canvas.Point
    private var axis = Canvas.Point(0, 0)
    private var radius = 0.0

    init(_ paint: Canvas.Paint) {
        switch paint {
        case .solid(let color):
            table = [Tone(color)]
            origin = Canvas.Point(0, 0)
        case .linear(let from, let to, let colors):
            table = Self.table(colors)
            origin = from
            let (x, y) = (to.x - from.x, to.y - from.y)
            let square = max(x * x + y * y, 1e-9)
            axis = Canvas.Point(x / square, y / square)
        case .radial(let center, let radius, let colors):
            table = Self.table(colors)
            origin = center
            self.radius = max(radius, 1e-9)
        }
    }

    /// The one colour, if it is the same everywhere.
    var solid: Tone? { table.count == 1 ? table[0] : nil }

    func tone(x: Int, y: Int) -> Tone {
        let (right, down) = (Double(x) + 0.5 - origin.x, Double(y) + 0.5 - origin.y)
        let share = radius > 0 ? (right * right + down * down).squareRoot() / radius : right * axis.x + down * axis.y
        guard share > 0 else { return table[0] }
        return table[share < 1 ? Int(share * Double(table.count - 1)) : table.count - 1]
    }

    private static func table(_ colors: [Canvas.Color]) -> [Tone] {
        guard colors.count > 1 else { return [Tone(colors.first ?? Canvas.Color(0, alpha: 0))] }
        let steps = 1024
        return (0..<steps).map { step in
            let place = Double(step) / Double(steps - 1) * Double(colors.count - 1)
            let index = min(Int(place), colors.count - 2)
            return Tone(colors[index].mixed(with: colors[index + 1], by: place - Double(index)))
        }
    }
}
