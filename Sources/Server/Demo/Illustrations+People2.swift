import Foundation
import Imaging

extension Canvas {
    func hillClimb() {
        fill(.linear(from: Point(0, 0), to: Point(700, 1000), [Color(0xF8D98B), Color(0xF2A65A)]))
        disc(300, 270, 130, Color(0xFFF2CC))
        hills(700, 190, .solid(Color(0xDB8A55)), seed: 61, step: 260)
        let pivot = Point(0, 980)
        let slope = -19.0
        for index in 0..<7 {
            let x = 260 + Double(index) * 215
            let base = 985 - x * 0.344
            let wall = [0xC7523F, 0xEFE0C2, 0x3F7C85, 0xE8B24E, 0x9C4A4A][index % 5]
            let height = 330 + Double(index * 53 % 90)
            box(x, base - height, 216, height + 60, Color(UInt32(wall)))
            box(x - 6, base - height - 16, 228, 20, Color(0x6B2F2F))
            windows(
                x + 36, base - height + 44, columns: 2, rows: 2, pitch: Point(92, 120), size: Point(54, 84),
                Color(0xFBE7B5), Color(0x2B3D52), share: 0.25, seed: UInt64(index + 3))
        }
        var bunting = Path()
        for step in 0..<30 {
            let x = 240 + Double(step) * 48
            let y = 620 - x * 0.344 + sin(Double(step) * 0.9) * 10
            bunting.add(Path(Self.points([x, y, x + 32, y - 11, x + 20, y + 32])))
        }
        fill(bunting, Color(0xFFF6DE))
        fill(Path.rectangle(-100, 980, 2200, 900).rotated(slope, about: pivot), Color(0x5B4650))
        cobbles(pivot, slope)
        spectators()
        cyclist(1230, 600, 300, Color(0x2E7FA8), Color(0x6B4026))
        cyclist(760, 762, 320, Color(0xD8392F), Color(0xE0A67E))
        cyclist(310, 915, 330, Color(0x2C8A5A), Color(0xB87A50))
    }

    private func cobbles(_ pivot: Point, _ slope: Double) {
        var dice = Generator(seed: 15)
        for row in 0..<16 {
            for column in 0..<34 {
                let x = Double(column) * 58 - 60 + (row % 2 == 0 ? 29 : 0)
                let y = 996 + Double(row) * 36
                let tone = Color(0x6F5862).mixed(with: Color(0x9A7F80), by: Double.random(in: 0...1, using: &dice))
                fill(Path.rectangle(x, y, 52, 30, radius: 11).rotated(slope, about: pivot), tone)
            }
        }
        fill(Path.rectangle(-100, 972, 2200, 14).rotated(slope, about: pivot), Color(0xE8D5B0))
    }

    private func spectators() {
        var dice = Generator(seed: 21)
        let coats = [0x2B3D52, 0xF2C230, 0xEFE0C2, 0x7A2D3C, 0x3F7D58, 0xD8392F]
        for step in 0..<26 {
            let x = 90 + Double(step) * 58 + Double.random(in: -12...12, using: &dice)
            let clothes = Clothes(
                skin: Color([0xE0A67E, 0x8C5A3C, 0xC98A5E][step % 3]), hair: Color(0x2A1B18),
                top: Color(UInt32(coats[step % coats.count])), bottom: Color(0x2B2430))
            var pose = Pose.standing
            if step % 3 == 0 { pose.arms[1] = [0.1, -0.95, 0.14, -1.1] }
            let height = Double.random(in: 120...150, using: &dice)
            figure(x, 978 - x * 0.344, height, pose, clothes, facing: step % 2 == 0 ? 1 : -1)
        }
    }

    /// A racing cyclist who climbs to the right, by the point where the rear wheel touches the road.
    private func cyclist(_ x: Double, _ y: Double, _ size: Double, _ jersey: Color, _ skin: Color) {
        let turn = -19.0
        let foot = Point(x, y)
        func at(_ dx: Double, _ dy: Double) -> Point {
            Path([Point(x + dx * size, y + dy * size)]).rotated(turn, about: foot).contours[0][0]
        }
        let dark = Color(0x1E1A26)
        func tube(_ points: [Point], _ width: Double, _ color: Color) { stroke(Path(points), width * size, color) }
        let (rear, front, crank) = (at(0, -0.2), at(0.66, -0.2), at(0.27, -0.19))
        for wheel in [rear, front] {
            fill(.ring(wheel.x, wheel.y, size * 0.205, size * 0.18), dark)
            for spoke in stride(from: 0.0, to: 180, by: 30) {
                stroke(
                    Path([Point(-0.18 * size, 0), Point(0.18 * size, 0)]).rotated(spoke).moved(wheel.x, wheel.y), 1.6,
                    Color(0xF8E9CF, alpha: 0.6))
            }
        }
        let (saddle, head) = (at(0.17, -0.56), at(0.55, -0.55))
        tube([at(0.27, -0.33), at(0.31, -0.12)], 0.02, dark)
        // The far leg, behind the frame.
        tube([at(0.16, -0.6), at(0.4, -0.48), at(0.3, -0.33)], 0.075, skin.mixed(with: dark, by: 0.4))
        for pair in [
            [rear, crank], [crank, saddle], [crank, head], [at(0.19, -0.5), at(0.54, -0.5)], [rear, at(0.19, -0.5)],
            [head, front],
        ] {
            tube(pair, 0.022, Color(0xFFF6DE))
        }
        tube([at(0.1, -0.575), at(0.23, -0.57)], 0.035, dark)
        tube([head, at(0.56, -0.6), at(0.65, -0.59), at(0.66, -0.53)], 0.024, dark)
        let (hip, shoulder) = (at(0.16, -0.63), at(0.47, -0.86))
        tube([at(0.47, -0.84), at(0.5, -0.68), at(0.63, -0.6)], 0.055, skin.mixed(with: dark, by: 0.3))
        tube([hip, at(0.33, -0.78), shoulder], 0.15, jersey)
        tube([hip, at(0.42, -0.42)], 0.1, dark)
        tube([at(0.42, -0.42), at(0.31, -0.14)], 0.07, skin)
        tube([at(0.29, -0.11), at(0.39, -0.12)], 0.05, Color(0xFFF6DE))
        tube([shoulder, at(0.52, -0.7), at(0.65, -0.61)], 0.058, jersey)
        tube([at(0.53, -0.69), at(0.65, -0.61)], 0.05, skin)
        let face = at(0.59, -0.95)
        disc(face.x, face.y, size * 0.072, skin)
        fill(
            .sector(face.x, face.y - size * 0.012, size * 0.092, size * 0.085, from: 165 + turn, to: 368 + turn),
            Color(0xFFF6DE))
        tube([at(0.52, -0.99), at(0.66, -0.985)], 0.016, jersey)
    }

    func translator() {
        fill(.solid(Color(0xF3E6CF)))
        let profile = Self.points([
            -60, 1010, 40, 960, 150, 905, 230, 850, 262, 770, 330, 760, 400, 752, 436, 722, 432, 680, 446, 652, 434,
            630,
            462, 606, 452, 574, 500, 548, 505, 524, 470, 470, 452, 420, 452, 370, 440, 290, 380, 200, 280, 140, 150,
            120,
            10, 150, -60, 190,
        ])
        var head = Path.smooth(profile)
        head.line(to: Point(-400, 190))
        head.line(to: Point(-400, 1010))
        let other = head.scaled(-1, 1, about: Point(800, 0))
        fill(head, .linear(from: Point(0, 100), to: Point(500, 900), [Color(0x1C5D6B), Color(0x0F3748)]))
        fill(other, .linear(from: Point(1600, 100), to: Point(1100, 900), [Color(0xE9764F), Color(0xB8433B)]))
        clipped(to: head) { lines(of: Color(0xF3E6CF, alpha: 0.28), left: 30, seed: 3) }
        clipped(to: other) { lines(of: Color(0xFFF0D8, alpha: 0.34), left: 1150, seed: 8) }
        for (step, y) in [598.0, 640, 682, 556, 724].enumerated() {
            let width = [24.0, 18, 12, 12, 8][step]
            var ribbon: [Point] = []
            for index in 0...60 {
                let t = Double(index) / 60
                let swing = sin(t * .pi * 3 + Double(step) * 0.5) * 60 * sin(t * .pi)
                ribbon.append(Point(520 + t * 560, 610 + (y - 640) * (0.25 + sin(t * .pi) * 1.3) + swing))
            }
            for index in 0..<60 {
                let color = Color(0x1C5D6B).mixed(with: Color(0xE9764F), by: Double(index) / 60)
                stroke(Path([ribbon[index], ribbon[index + 1]]), width, color)
            }
        }
        marks()
    }

    /// Lines of writing, without words.
    private func lines(of color: Color, left: Double, seed: UInt64) {
        var dice = Generator(seed: seed)
        for y in stride(from: 230.0, to: 560, by: 38) {
            var x = left + Double.random(in: 0...30, using: &dice)
            while x < left + 370 {
                let length = Double.random(in: 24...96, using: &dice)
                box(x, y, length, 11, color, radius: 5)
                x += length + 16
            }
        }
    }

    private func marks() {
        let (teal, coral, gold) = (Color(0x1C5D6B), Color(0xE9764F), Color(0xE8AE3E))
        disc(800, 300, 120, gold)
        for (x, color) in [(755.0, teal), (835, coral)] {
            disc(x, 296, 25, color)
            var tail = Path([Point(x + 25, 296)])
            tail.curve(to: Point(x - 18, 350), Point(x + 27, 325), Point(x + 8, 345))
            tail.curve(to: Point(x + 2, 312), Point(x - 2, 340), Point(x + 4, 328))
            fill(tail, color)
        }
        for (x, y, size, color) in [
            (640.0, 420.0, 12.0, teal), (960, 430, 12, coral), (690, 860, 15, teal), (800, 880, 15, gold),
            (910, 860, 15, coral),
        ] {
            disc(x, y, size, color)
        }
    }
}
