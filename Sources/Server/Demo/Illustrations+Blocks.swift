import Foundation
import Imaging

/// What several illustrations share: sky and sea, hills and houses, boats and trees.
extension Canvas {
    /// A polygon from x and y in turn.
    func shape(_ numbers: [Double], _ color: Color) {
        fill(Self.outline(numbers), color)
    }

    static func outline(_ numbers: [Double]) -> Path {
        Path(points(numbers))
    }

    static func points(_ numbers: [Double]) -> [Point] {
        stride(from: 0, to: numbers.count - 1, by: 2).map { Point(numbers[$0], numbers[$0 + 1]) }
    }

    func box(_ x: Double, _ y: Double, _ width: Double, _ height: Double, _ color: Color, radius: Double = 0) {
        fill(.rectangle(x, y, width, height, radius: radius), color)
    }

    func disc(_ x: Double, _ y: Double, _ radius: Double, _ color: Color) {
        fill(.circle(x, y, radius), color)
    }

    /// A straight line from x and y in turn.
    func line(_ numbers: [Double], _ width: Double, _ color: Color) {
        stroke(Self.outline(numbers), width, color)
    }

    /// A soft light that fades out at the radius.
    func glow(_ x: Double, _ y: Double, _ radius: Double, _ color: Color) {
        let fade = [1, 0.55, 0.26, 0.09, 0].map { color.opacity(color.alpha * $0) }
        fill(.circle(x, y, radius), .radial(center: Point(x, y), radius: radius, fade))
    }

    /// A young moon, lit from the right.
    func crescent(_ x: Double, _ y: Double, _ radius: Double, _ color: Color, turn: Double = 0) {
        let outer = Path.arc(0, 0, radius, from: -90, to: 90)
        let inner = Path.arc(0, 0, radius, from: 90, to: -90).scaled(0.55, 1)
        fill(Path((outer.contours + inner.contours).flatMap { $0 }).rotated(turn).moved(x, y), color)
    }

    func stars(_ count: Int, below bottom: Double, _ color: Color, seed: UInt64) {
        var dice = Generator(seed: seed)
        for _ in 0..<count {
            let (x, y) = (Double.random(in: 0...1600, using: &dice), Double.random(in: 0...bottom, using: &dice))
            let size = pow(Double.random(in: 0...1, using: &dice), 5) * 2.6 + 1
            disc(x, y, size, color.opacity(Double.random(in: 0.35...1, using: &dice) * (1 - y / bottom * 0.7)))
        }
    }

    /// A range of hills across the whole width, down to the lower edge.
    func hills(_ y: Double, _ rise: Double, _ paint: Paint, seed: UInt64, step: Double = 150) {
        var dice = Generator(seed: seed)
        let crest = stride(from: -2 * step, through: 1600 + 2 * step, by: step).map {
            Point($0, y - Double.random(in: 0...rise, using: &dice))
        }
        var path = Path.smooth(crest)
        path.line(to: Point(2400, 1010))
        path.line(to: Point(-800, 1010))
        fill(path, paint)
    }

    /// Broken light on water under a lamp, a sun or a moon: dashes that widen towards the viewer.
    func glitter(
        _ x: Double, from top: Double, to bottom: Double, _ width: Double, _ color: Color, seed: UInt64
    ) {
        var dice = Generator(seed: seed)
        var y = top
        while y < bottom {
            let depth = (y - top) / max(bottom - top, 1)
            let thick = 3 + depth * 9
            for _ in 0..<2 {
                let spread = width * (0.35 + depth * 0.9)
                let length = Double.random(in: 0.15...0.6, using: &dice) * spread
                let left = x + Double.random(in: -0.55...0.55, using: &dice) * spread - length / 2
                box(left, y, length, thick, color.opacity(color.alpha * (1 - depth * 0.75)), radius: thick / 2)
            }
            y += thick * 1.9
        }
    }

    /// Long calm ripples on a sea.
    func ripples(_ top: Double, _ bottom: Double, _ count: Int, _ color: Color, seed: UInt64) {
        var dice = Generator(seed: seed)
        for _ in 0..<count {
            let depth = Double.random(in: 0...1, using: &dice)
            let length = 30 + depth * Double.random(in: 40...260, using: &dice)
            let x = Double.random(in: -100...1600, using: &dice)
            box(x, top + depth * (bottom - top), length, 2 + depth * 4, color, radius: 3)
        }
    }

    /// A poster cloud: bars with round ends.
    func cloud(_ x: Double, _ y: Double, _ size: Double, _ color: Color) {
        var bars = Path()
        for (dx, dy, length) in [(0.0, 0.0, 3.4), (0.6, -0.55, 1.9), (-0.8, 0.5, 2.7)] {
            bars.add(.rectangle(x + dx * size, y + dy * size, length * size, size * 0.6, radius: size * 0.3))
        }
        fill(bars, color)
    }

    func gull(_ x: Double, _ y: Double, _ size: Double, _ color: Color) {
        var wings = Path(Self.points([x - size, y - size * 0.2]))
        wings.curve(to: Point(x, y), Point(x - size * 0.7, y - size * 0.55), Point(x - size * 0.2, y - size * 0.4))
        wings.curve(
            to: Point(x + size, y - size * 0.3), Point(x + size * 0.2, y - size * 0.45),
            Point(x + size * 0.7, y - size * 0.6))
        stroke(wings, size * 0.11, color)
    }

    /// Rows of windows in a wall; `share` of them lit.
    func windows(
        _ x: Double, _ y: Double, columns: Int, rows: Int, pitch: Point, size: Point, _ lit: Color, _ dark: Color,
        share: Double, seed: UInt64
    ) {
        var dice = Generator(seed: seed)
        for row in 0..<rows {
            for column in 0..<columns {
                let color = Double.random(in: 0...1, using: &dice) < share ? lit : dark
                box(x + Double(column) * pitch.x, y + Double(row) * pitch.y, size.x, size.y, color, radius: 2)
            }
        }
    }

    /// A row of town houses from one side to another, standing on a baseline.
    func town(
        _ left: Double, _ right: Double, base: Double, heights: ClosedRange<Double>, walls: [Color], roof: Color,
        lit: Color, share: Double, seed: UInt64
    ) {
        var dice = Generator(seed: seed)
        var x = left
        while x < right {
            let width = Double.random(in: 0.4...0.75, using: &dice) * heights.upperBound
            let height = Double.random(in: heights, using: &dice)
            let wall = walls[Int.random(in: 0..<walls.count, using: &dice)]
            let top = base - height
            box(x, top, width + 1, height + 2, wall)
            if Bool.random(using: &dice) {
                shape([x - 4, top + 1, x + width * 0.5, top - width * 0.36, x + width + 5, top + 1], roof)
            } else {
                box(x - 3, top - 7, width + 7, 9, roof)
            }
            let pitch = heights.upperBound * 0.17
            let columns = max(Int(width / pitch) - 1, 1)
            let inset = (width - Double(columns - 1) * pitch - pitch * 0.42) / 2
            windows(
                x + inset, top + pitch * 0.5, columns: columns, rows: max(Int(height / pitch / 1.25), 1),
                pitch: Point(pitch, pitch * 1.25), size: Point(pitch * 0.42, pitch * 0.62), lit,
                wall.mixed(with: roof, by: 0.4), share: share, seed: dice.next())
            x += width
        }
    }

    /// A house with a pitched roof, from its lower left corner.
    func house(_ x: Double, _ base: Double, _ width: Double, _ wall: Color, _ roof: Color, _ window: Color) {
        let height = width * 0.62
        box(x, base - height, width, height, wall)
        shape(
            [
                x - width * 0.1, base - height, x + width * 0.14, base - height * 1.75, x + width * 0.86,
                base - height * 1.75, x + width * 1.1, base - height,
            ], roof)
        box(x + width * 0.14, base - height * 0.7, width * 0.2, height * 0.34, window)
        box(x + width * 0.66, base - height * 0.7, width * 0.2, height * 0.34, window)
        box(x + width * 0.42, base - height * 0.66, width * 0.17, height * 0.66, roof)
    }

    /// A sailing boat heeling over, from the middle of its waterline.
    func sailboat(_ x: Double, _ y: Double, _ size: Double, heel: Double, main: Color, jib: Color, hull: Color) {
        func part(_ numbers: [Double], _ color: Color) {
            let path = Self.outline(numbers).scaled(size, size).moved(x, y)
            fill(path.rotated(heel, about: Point(x, y)), color)
        }
        part([-0.03, -0.08, 0, -2.3, 0.04, -0.08], hull)
        var sail = Path([Point(0.05, -2.25)])
        sail.curve(to: Point(0.95, -0.26), Point(0.5, -1.8), Point(0.9, -0.9))
        sail.line(to: Point(0.05, -0.2))
        fill(sail.scaled(size, size).moved(x, y).rotated(heel, about: Point(x, y)), main)
        var front = Path([Point(-0.04, -2.0)])
        front.curve(to: Point(-0.8, -0.22), Point(-0.2, -1.3), Point(-0.55, -0.7))
        front.curve(to: Point(-0.06, -0.28), Point(-0.5, -0.34), Point(-0.25, -0.36))
        fill(front.scaled(size, size).moved(x, y).rotated(heel, about: Point(x, y)), jib)
        part([-0.95, -0.16, 1.0, -0.14, 0.86, 0.12, -0.6, 0.14], hull)
    }

    /// A fish that swims to the right, by its middle and its length.
    func fish(_ x: Double, _ y: Double, _ length: Double, _ color: Color, _ mark: Color, turn: Double = 0) {
        func placed(_ path: Path) -> Path { path.scaled(length, length).rotated(turn).moved(x, y) }
        var body = Path([Point(0.5, 0.02)])
        body.curve(to: Point(-0.32, -0.02), Point(0.3, -0.24), Point(-0.05, -0.2))
        body.line(to: Point(-0.52, -0.16))
        body.line(to: Point(-0.45, 0.02))
        body.line(to: Point(-0.52, 0.18))
        body.line(to: Point(-0.32, 0.04))
        body.curve(to: Point(0.5, 0.02), Point(-0.05, 0.2), Point(0.3, 0.2))
        fill(placed(body), color)
        var back = Path([Point(0.46, -0.02)])
        back.curve(to: Point(-0.3, -0.02), Point(0.28, -0.23), Point(-0.05, -0.19))
        back.curve(to: Point(0.46, -0.02), Point(0, -0.05), Point(0.3, -0.06))
        fill(placed(back), mark)
        fill(placed(.circle(0.36, -0.01, 0.024)), mark.mixed(with: Color(0x0A1420), by: 0.6))
    }

    /// A tall dark tree of the south.
    func cypress(_ x: Double, _ base: Double, _ height: Double, _ color: Color) {
        var path = Path([Point(x, base)])
        path.curve(
            to: Point(x, base - height), Point(x - height * 0.2, base), Point(x - height * 0.13, base - height * 0.6))
        path.curve(to: Point(x, base), Point(x + height * 0.13, base - height * 0.6), Point(x + height * 0.2, base))
        fill(path, color)
    }

    func palm(_ x: Double, _ base: Double, _ height: Double, _ trunk: Color, _ leaf: Color) {
        let top = Point(x + height * 0.16, base - height)
        stroke(
            .smooth([Point(x, base), Point(x + height * 0.03, base - height * 0.5), top]), height * 0.05, trunk)
        for (side, tilt) in [(1.0, -58.0), (1, -22), (1, 12), (1, 44), (-1, -50), (-1, -14), (-1, 18), (-1, 48)] {
            var frond = Path([Point(0, 0)])
            frond.curve(to: Point(0.5, 0.16), Point(0.16, -0.14), Point(0.4, -0.08))
            frond.curve(to: Point(0, 0), Point(0.32, 0.02), Point(0.16, -0.01))
            fill(frond.scaled(height, height).rotated(tilt).scaled(side, 1).moved(top.x, top.y), leaf)
        }
    }

    /// A round tree on a short trunk.
    func tree(_ x: Double, _ base: Double, _ height: Double, _ trunk: Color, _ leaf: Color) {
        box(x - height * 0.04, base - height * 0.5, height * 0.08, height * 0.5, trunk)
        disc(x, base - height * 0.66, height * 0.34, leaf)
        disc(x - height * 0.2, base - height * 0.52, height * 0.22, leaf)
        disc(x + height * 0.22, base - height * 0.54, height * 0.2, leaf)
    }

    /// Slanting rain over the whole canvas.
    func rain(_ count: Int, _ color: Color, seed: UInt64) {
        var dice = Generator(seed: seed)
        for _ in 0..<count {
            let (x, y) = (Double.random(in: -50...1650, using: &dice), Double.random(in: -50...1000, using: &dice))
            let length = Double.random(in: 30...90, using: &dice)
            line([x, y, x - length * 0.28, y + length], 1.4, color)
        }
    }
}
