import Foundation
import Imaging

extension Canvas {
    func oldWheat() {
        fill(.vertical(0, 640, [Color(0xE9683C), Color(0xF5A04A), Color(0xFCD98A)]))
        disc(820, 470, 300, Color(0xFFEDB8))
        disc(820, 470, 240, Color(0xFFF6DA))
        hills(560, 90, .solid(Color(0xC9693A)), seed: 33, step: 260)
        fill(.rectangle(0, 600, 1600, 400), .vertical(600, 1000, [Color(0xE9A63C), Color(0x9C5A24)]))
        for index in -9...9 {
            let x = 820 + Double(index) * 36
            let near = 820 + Double(index) * 300
            shape(
                [x, 600, x + 14, 600, near + 130, 1000, near, 1000],
                Color(index % 2 == 0 ? 0xF6C768 : 0xC98334, alpha: 0.55))
        }
        house(1120, 604, 90, Color(0xF7E3BE), Color(0x8A3B2C), Color(0x5A3A2C))
        for x in [1060.0, 1090, 1250] { cypress(x, 606, x > 1200 ? 110 : 140, Color(0x5F5A33)) }
        var dice = Generator(seed: 18)
        for layer in 0..<2 {
            let tone = [Color(0xD98E2F), Color(0xF0B548)][layer]
            for _ in 0..<[30, 22][layer] {
                let x = Double.random(in: -40...1640, using: &dice)
                let reach = [330.0, 440][layer] * Double.random(in: 0.75...1.1, using: &dice)
                let size = [0.62, 0.85][layer]
                guard layer == 0 || abs(x - 520) > 150 else { continue }
                wheat(x, 1020, reach, size, tone)
            }
            if layer == 0 { farmer(500, 900) }
        }
        for (x, reach) in [(50.0, 650.0), (175, 560), (320, 430), (1320, 470), (1445, 620), (1575, 540)] {
            wheat(x, 1030, reach, 1.3, Color(0x7A3F1C))
        }
    }

    private func farmer(_ x: Double, _ y: Double) {
        let clothes = Clothes(
            skin: Color(0x9C6644), hair: Color(0x4A2A1C), top: Color(0x2F5F73), bottom: Color(0x4A3328))
        figure(x, y, 330, .tending, clothes)
        fill(.ellipse(x + 53, y - 284, 58, 10), Color(0xF7E7B8))
        fill(.sector(x + 53, y - 286, 32, 30, from: 180, to: 360), Color(0xF7E7B8))
        box(x + 22, y - 293, 62, 8, Color(0xB8433B))
        wheat(x + 108, y - 20, 150, 0.8, Color(0xFBE0A0))
    }

    private func wheat(_ x: Double, _ base: Double, _ height: Double, _ size: Double, _ color: Color) {
        let lean = (820 - x) * 0.07 + 26
        let top = Point(x + lean, base - height)
        stroke(.smooth([Point(x, base), Point(x + lean * 0.3, base - height * 0.5), top]), 6 * size, color)
        let turn = lean * 0.16
        for step in 0..<7 {
            let y = -Double(step) * 25 * size
            for side in [-1.0, 1] {
                let grain = Path.ellipse(side * 13 * size, y, 9 * size, 20 * size)
                    .rotated(side * 24, about: Point(side * 13 * size, y))
                fill(
                    grain.rotated(turn).moved(top.x, top.y),
                    color.mixed(with: Color(0xFFE7A8), by: side > 0 ? 0.28 : 0.08))
                let awn = Path([Point(side * 18 * size, y - 10 * size), Point(side * 40 * size, y - 92 * size)])
                stroke(awn.rotated(turn).moved(top.x, top.y), 1.8 * size, color.opacity(0.85))
            }
        }
        fill(Path.ellipse(0, -186 * size, 9 * size, 22 * size).rotated(turn).moved(top.x, top.y), color)
    }

    func iceCore() {
        fill(.vertical(0, 420, [Color(0x0E2A4F), Color(0x2E6E9A), Color(0xA9DCE3)]))
        stars(70, below: 240, Color(0xFFFFFF), seed: 2)
        aurora()
        hills(390, 130, .solid(Color(0x6FB3CB)), seed: 41, step: 190)
        hills(410, 70, .solid(Color(0xA5D8E2)), seed: 45, step: 240)
        fill(
            .rectangle(0, 400, 1600, 600),
            .vertical(400, 1000, [Color(0xE6F6F7), Color(0x6DB9D6), Color(0x1E5F9A), Color(0x0B2650)]))
        strata()
        camp()
        core()
    }

    private func aurora() {
        let green = Color(0x7DF0C0)
        for x in stride(from: 0.0, to: 1600, by: 10) {
            let foot = 225 + sin(x / 170) * 55 + sin(x / 61) * 12
            let strength = 0.3 + 0.18 * sin(x / 97) + 0.14 * sin(x / 23)
            fill(
                .rectangle(x, foot - 260, 10, 260),
                .vertical(foot - 260, foot, [green.opacity(0), green.opacity(strength * 0.4), green.opacity(strength)]))
        }
    }

    /// Summers and winters under the snow, closer together the deeper they lie.
    private func strata() {
        var dice = Generator(seed: 52)
        var y = 430.0
        while y < 1000 {
            let share = (y - 430) / 570
            let crest = stride(from: -100.0, through: 1700, by: 200).map {
                Point($0, y + Double.random(in: -7...7, using: &dice))
            }
            let dust = Double.random(in: 0...1, using: &dice) > 0.8
            stroke(
                .smooth(crest), 2 + Double.random(in: 0...5, using: &dice),
                dust ? Color(0x5A4A4A, alpha: 0.5) : Color(0xFFFFFF, alpha: 0.35 - share * 0.15))
            y += 38 - share * 22
        }
    }

    private func camp() {
        let (orange, dark, snow) = (Color(0xEF6A32), Color(0x14304F), Color(0xFBFEFF))
        var drift = Path.smooth(Self.points([-60, 420, 300, 398, 620, 408, 900, 396, 1280, 410, 1660, 400]))
        drift.line(to: Point(1660, 440))
        drift.line(to: Point(-60, 440))
        fill(drift, snow)
        for (x, size) in [(300.0, 1.0), (470, 0.72)] {
            fill(.sector(x, 408, 100 * size, 96 * size, from: 180, to: 360), orange)
            fill(.sector(x, 408, 30 * size, 80 * size, from: 180, to: 360), Color(0xA83A1C))
            stroke(.arc(x, 408, 98 * size, from: 180, to: 360), 4, Color(0xFFB27A))
        }
        line([880, 404, 940, 120, 1000, 404], 9, dark)
        for y in [200.0, 270, 340] { line([940 - (y - 120) * 0.21, y, 940 + (y - 120) * 0.21, y], 5, dark) }
        line([940, 110, 940, 420], 5, orange)
        box(916, 106, 48, 16, orange, radius: 4)
        figure(
            1070, 408, 112, .tending, Clothes(skin: Color(0xE0A67E), hair: dark, top: Color(0xD8392F), bottom: dark),
            facing: -1)
        figure(
            1160, 410, 112, .standing, Clothes(skin: Color(0x8C5A3C), hair: dark, top: Color(0xF2C230), bottom: dark),
            facing: -1)
        line([620, 404, 620, 290], 5, dark)
        shape([620, 290, 690, 304, 620, 322], Color(0xD8392F))
    }

    /// The drill hole in the ice, and the core taken out of it, enlarged.
    private func core() {
        box(930, 420, 20, 590, Color(0x0B2650, alpha: 0.75))
        box(936, 420, 8, 590, Color(0xBFE8F2))
        let tube = Path.rectangle(1180, 500, 170, 440, radius: 60)
        fill(tube.moved(14, 16), Color(0x061A38, alpha: 0.4))
        fill(
            tube,
            .linear(from: Point(1180, 0), to: Point(1350, 0), [Color(0xBFE4EE), Color(0xFFFFFF), Color(0x8FC8DE)]))
        clipped(to: tube) {
            for (y, height, color, alpha) in [
                (560.0, 26.0, 0x6DB9D6, 0.7), (610, 10, 0x3E8FBB, 0.7), (640, 34, 0x8ACDE0, 0.7),
                (692, 12, 0x5A4A4A, 0.75),
                (722, 24, 0x6DB9D6, 0.7), (764, 8, 0x3E8FBB, 0.8), (790, 30, 0x4D9FC8, 0.7), (838, 10, 0x2A6EA3, 0.8),
                (862, 50, 0x3F88B8, 0.8),
            ] {
                fill(.rectangle(1170, y, 190, height), Color(UInt32(color), alpha: alpha))
            }
            var dice = Generator(seed: 4)
            for _ in 0..<70 {
                disc(
                    Double.random(in: 1185...1345, using: &dice), Double.random(in: 520...930, using: &dice),
                    Double.random(in: 2...6, using: &dice), Color(0xFFFFFF, alpha: 0.7))
            }
            box(1205, 500, 16, 440, Color(0xFFFFFF, alpha: 0.6))
        }
        line([944, 560, 1180, 530], 3, Color(0xFFFFFF, alpha: 0.8))
        line([944, 640, 1180, 905], 3, Color(0xFFFFFF, alpha: 0.8))
        for y in stride(from: 530.0, through: 920, by: 39) {
            line([1376, y, y == 530 || y > 900 ? 1416 : 1400, y], 4, Color(0xFFFFFF, alpha: 0.85))
        }
    }
}
