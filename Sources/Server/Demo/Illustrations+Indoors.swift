import Foundation
import Imaging

extension Canvas {
    func marketOrchestra() {
        fill(.vertical(0, 760, [Color(0xFBE3B4), Color(0xF6C98A)]))
        hall()
        stalls()
        fill(.rectangle(0, 740, 1600, 260), .vertical(740, 1000, [Color(0xC98A5A), Color(0x8A4F3A)]))
        for index in -10...10 {
            let x = 800 + Double(index) * 90
            line([x, 740, 800 + Double(index) * 260, 1000], 3, Color(0xF6C98A, alpha: 0.35))
        }
        for y in [790.0, 860] { line([0, y, 1600, y], 3, Color(0xF6C98A, alpha: 0.35)) }
        let black = Color(0x23202E)
        violinist(560, 850, Clothes(skin: Color(0xE0A67E), hair: Color(0x6B3A22), top: Color(0x2F6F73), bottom: black))
        violinist(340, 880, Clothes(skin: Color(0x8C5A3C), hair: Color(0x1E1512), top: Color(0xB8433B), bottom: black))
        conductor()
        cellist(1230, 920, 700)
        musicStand(770, 890)
        musicStand(150, 900)
    }

    private func hall() {
        let iron = Color(0x2E5A57)
        for index in 0..<4 {
            let x = -200 + Double(index) * 500
            let arch = Path.sector(x + 250, 420, 232, 250, from: 180, to: 360).adding(.rectangle(x + 18, 418, 464, 330))
            fill(arch, .vertical(170, 740, [Color(0xFFF8E2), Color(0xFCDCA0)]))
            clipped(to: arch) {
                for turn in stride(from: 200.0, to: 350, by: 20) {
                    stroke(Path([Point(0, 0), Point(280, 0)]).rotated(turn).moved(x + 250, 420), 5, iron.opacity(0.75))
                }
                stroke(.arc(x + 250, 420, 110, from: 180, to: 360), 5, iron.opacity(0.75))
                box(x, 414, 500, 10, iron)
                for step in 1..<6 { box(x + 18 + Double(step) * 77, 424, 4, 330, iron.opacity(0.4)) }
            }
            stroke(.arc(x + 250, 420, 240, from: 180, to: 360), 18, iron)
            box(x - 14, 300, 28, 450, iron)
            box(x - 26, 408, 52, 18, iron, radius: 4)
        }
        box(0, 120, 1600, 16, iron)
        box(0, 60, 1600, 10, iron)
        for x in stride(from: 0.0, to: 1600, by: 100) { line([x, 120, x + 50, 66, x + 100, 120], 6, iron) }
    }

    private func stalls() {
        let stripes = [(20.0, 0xC8463A), (420, 0x2F8F6C), (1180, 0xE8932E)]
        for (x, color) in stripes {
            box(x + 16, 560, 8, 190, Color(0x6B4327))
            box(x + 336, 560, 8, 190, Color(0x6B4327))
            for step in 0..<8 {
                let left = x + Double(step) * 45
                let cloth = step % 2 == 0 ? Color(UInt32(color)) : Color(0xFFF6E3)
                shape([left + 8, 500, left + 45, 500, left + 45, 560, left, 560], cloth)
                fill(.sector(left + 22.5, 558, 22.5, 18, from: 0, to: 180), cloth)
            }
            for crate in 0..<3 {
                let left = x + 22 + Double(crate) * 108
                for step in 0..<10 {
                    let fruit = [0xF08A24, 0x8FB844, 0xD43A2C][crate]
                    disc(left + 12 + Double(step % 5) * 19, 676 - Double(step / 5) * 16, 12, Color(UInt32(fruit)))
                }
                box(left, 676, 100, 64, Color(0xA9713F), radius: 3)
                box(left, 698, 100, 5, Color(0x7A4A28))
                box(left, 718, 100, 5, Color(0x7A4A28))
            }
        }
    }

    private func violinist(_ x: Double, _ y: Double, _ clothes: Clothes) {
        var pose = Pose.standing
        pose.arms = [[0.17, -0.68, 0.25, -0.8], [0.12, -0.62, 0.2, -0.72]]
        figure(x, y, 400, pose, clothes)
        let body = Path.ellipse(-44, 0, 34, 22).adding(.ellipse(-2, 0, 26, 17)).adding(.rectangle(10, -4, 80, 8))
        fill(body.rotated(-14).moved(x + 64, y - 318), Color(0xA0522A))
        line([x + 70, y - 262, x + 84, y - 400], 4, Color(0x2A1B18))
        disc(x + 80, y - 288, 11, clothes.skin)
    }

    private func conductor() {
        var pose = Pose.standing
        pose.arms = [[0.14, -0.78, 0.26, -0.92], [-0.16, -0.74, -0.28, -0.86]]
        box(880, 806, 150, 26, Color(0x6B4327), radius: 4)
        figure(
            950, 808, 360, pose,
            Clothes(skin: Color(0xC98A5E), hair: Color(0xE6E0D8), top: Color(0x23202E), bottom: Color(0x23202E)),
            facing: -1)
        line([856, 477, 790, 430], 4, Color(0xFFF6E3))
    }

    private func musicStand(_ x: Double, _ y: Double) {
        let iron = Color(0x23202E)
        line([x, y, x, y - 170], 5, iron)
        line([x - 32, y, x, y - 40, x + 32, y], 5, iron)
        shape([x - 56, y - 170, x + 56, y - 170, x + 48, y - 246, x - 48, y - 246], iron)
        shape([x - 48, y - 176, x - 2, y - 176, x - 2, y - 240, x - 42, y - 240], Color(0xFFF6E3))
        shape([x + 48, y - 176, x + 2, y - 176, x + 2, y - 240, x + 42, y - 240], Color(0xFFF6E3))
    }

    private func cellist(_ x: Double, _ y: Double, _ height: Double) {
        let (black, skin) = (Color(0x2B3F66), Color(0xB87A50))
        box(x + 20, y - 196, 150, 20, Color(0x6B4327), radius: 6)
        for leg in [34.0, 150] { box(x + leg, y - 186, 14, 186, Color(0x6B4327)) }
        var pose = Pose.seated
        pose.arms = [[0.18, -0.56, 0.2, -0.66], [0.12, -0.42, 0.25, -0.3]]
        pose.legs = [[0.24, -0.3, 0.3, 0], [0.16, -0.27, 0.12, 0]]
        figure(
            x + 70, y, height, pose, Clothes(skin: skin, hair: Color(0x2A1B18), top: Color(0xB8433B), bottom: black),
            facing: -1)
        cello(x - 74, y - 30)
        stroke(Path(Self.points([x - 210, y - 168, x + 20, y - 218])), 6, Color(0x2A1B18))
        stroke(Path(Self.points([x + 70, y - 376, x - 10, y - 300, x - 92, y - 212])), 34, Color(0xA03A34))
        disc(x - 96, y - 206, 19, skin)
    }

    private func cello(_ x: Double, _ y: Double) {
        let (wood, edge, dark) = (Color(0xB5612C), Color(0x7A3A18), Color(0x2A1B18))
        let half = Self.points([0, -330, 62, -318, 86, -270, 62, -216, 58, -180, 96, -120, 104, -60, 70, -12, 0, 0])
        let other = half.reversed().dropFirst().dropLast().map { Point(-$0.x, $0.y) }
        let body = Path.smooth(half + other, closed: true).rotated(9).moved(x, y)
        func part(_ path: Path, _ color: Color) { fill(path.rotated(9).moved(x, y), color) }
        part(.rectangle(-4, 0, 8, 60), dark)
        stroke(body, 10, edge, closed: true)
        fill(body, .linear(from: Point(x - 90, y - 200), to: Point(x + 110, y - 120), [Color(0xD98A45), wood]))
        part(.rectangle(-12, -560, 24, 330, radius: 4), dark)
        part(.circle(0, -570, 22), edge)
        part(.rectangle(-34, -552, 68, 8, radius: 4), dark)
        part(.rectangle(-40, -150, 80, 12, radius: 4), Color(0xF3D49A))
        part(Self.outline([-20, -100, 20, -100, 10, -20, -10, -20]), dark)
        for string in [-7.0, -2, 3, 8] { part(.rectangle(string, -545, 1.6, 450), Color(0xFFF0D0)) }
        for side in [-1.0, 1] {
            var hole = Path([Point(side * 52, -190)])
            hole.curve(to: Point(side * 46, -108), Point(side * 28, -190), Point(side * 70, -112))
            stroke(hole.rotated(9).moved(x, y), 7, dark)
        }
    }

    func libraryNight() {
        fill(.vertical(0, 1000, [Color(0x3A2235), Color(0x5C2F3B)]))
        shelves(0, 560)
        shelves(1040, 1600)
        let arch = Path.sector(800, 330, 200, 220, from: 180, to: 360).adding(.rectangle(600, 328, 400, 420))
        fill(arch, .vertical(110, 750, [Color(0x0D1B45), Color(0x2B4A86), Color(0x7E77A8)]))
        clipped(to: arch) {
            stars(420, below: 560, Color(0xFFFFFF), seed: 7)
            glow(880, 270, 170, Color(0xFFF3D0, alpha: 0.4))
            disc(880, 270, 48, Color(0xFFF3D0))
            town(
                590, 1010, base: 750, heights: 70...160, walls: [Color(0x1B2450), Color(0x222C5C)],
                roof: Color(0x141B40),
                lit: Color(0xFFD27A), share: 0.25, seed: 81)
        }
        let wood = Color(0x8A4B38)
        stroke(.arc(800, 330, 208, from: 180, to: 360), 20, wood)
        for x in [592.0, 796, 988] { box(x - 4, 330, 20, 430, wood) }
        box(592, 470, 416, 10, wood)
        box(592, 320, 416, 12, wood)
        box(560, 744, 480, 26, Color(0xA9624A), radius: 4)
        ladder()
        desk()
    }

    private func shelves(_ left: Double, _ right: Double) {
        let colors = [0xD8674A, 0xE8AE3E, 0xF3E1C0, 0x3F8F8A, 0x9C4A6B, 0x5B7FA6, 0xB8433B, 0x7BA05B]
        var dice = Generator(seed: UInt64(left) + 9)
        box(left, 0, right - left, 1000, Color(0x2A1828))
        for row in 0..<7 {
            let base = 140 + Double(row) * 140
            var x = left + 14
            while x < right - 46 {
                let width = Double.random(in: 14...38, using: &dice)
                let height = Double.random(in: 74...118, using: &dice)
                if Double.random(in: 0...1, using: &dice) < 0.07 { x += width * 1.6; continue }
                let color = Color(UInt32(colors[Int.random(in: 0..<colors.count, using: &dice)]))
                let far = abs(x - 800) / 800
                box(
                    x, base - height, width, height, color.mixed(with: Color(0x2A1828), by: far * 0.75 - 0.1), radius: 2
                )
                box(x + 3, base - height + 14, width - 6, 5, Color(0xFFF0D0, alpha: 0.35))
                x += width + 2
            }
            box(left, base, right - left, 16, Color(0x7A4334))
        }
        for x in [left, right - 16] { box(x, 0, 16, 1000, Color(0x7A4334)) }
    }

    private func ladder() {
        let wood = Color(0xD99A5A)
        line([300, 1000, 420, 60], 14, wood)
        line([400, 1000, 500, 60], 14, wood)
        for y in stride(from: 120.0, to: 980, by: 84) {
            line([420 - (y - 60) * 0.1277, y, 500 - (y - 60) * 0.1064, y], 11, Color(0xB8763F))
        }
    }

    private func desk() {
        let gold = Color(0xFFD98A)
        glow(830, 690, 430, gold.opacity(0.5))
        let reader = Clothes(
            skin: Color(0xC98A5E), hair: Color(0x1E1512), top: Color(0xE2703A), bottom: Color(0x2B3F66))
        figure(690, 1010, 470, .seated, reader)
        box(620, 890, 22, 120, Color(0x4A2A22))
        box(560, 858, 480, 24, Color(0x7A4334), radius: 4)
        box(590, 880, 24, 130, Color(0x5C3026))
        box(990, 880, 24, 130, Color(0x5C3026))
        shape([760, 858, 828, 842, 896, 858, 896, 846, 828, 828, 760, 846], Color(0xFDF4DE))
        line([950, 858, 950, 740, 900, 700], 9, Color(0x2A5A50))
        fill(Path.sector(0, 0, 66, 52, from: 180, to: 360).rotated(-14).moved(886, 722), Color(0x2F8F6C))
        fill(Path.ellipse(0, 0, 66, 9).rotated(-14).moved(886, 722), Color(0xFFF3CF))
        fill(
            Self.outline([826, 738, 948, 708, 1010, 858, 740, 858]),
            .vertical(720, 858, [gold.opacity(0.5), gold.opacity(0.05)]))
        box(926, 848, 50, 12, Color(0x2A5A50), radius: 4)
        for (index, color) in [0xB8433B, 0x3F8F8A, 0xE8AE3E].enumerated() {
            box(
                600 + Double(index) * 5, 836 - Double(index) * 22, 110 - Double(index) * 12, 21, Color(UInt32(color)),
                radius: 3)
        }
    }

    func hospitalNight() {
        fill(.solid(Color(0x10304A)))
        let (wall, far) = (Color(0x1F5673), Color(0x2A6A86))
        fill(
            Self.outline([0, 0, 1600, 0, 1000, 300, 600, 300]), .vertical(0, 300, [Color(0x0B2238), Color(0x17455F)]))
        fill(
            Self.outline([0, 0, 600, 300, 600, 640, 0, 1000]),
            .linear(from: Point(0, 0), to: Point(600, 0), [Color(0x12384F), wall]))
        fill(
            Self.outline([1600, 0, 1000, 300, 1000, 640, 1600, 1000]),
            .linear(from: Point(1600, 0), to: Point(1000, 0), [Color(0x12384F), wall]))
        fill(
            Self.outline([0, 1000, 600, 640, 1000, 640, 1600, 1000]),
            .vertical(640, 1000, [Color(0x3D7C8E), Color(0x123348)]))
        box(600, 300, 400, 340, far)
        nightWindow()
        doors()
        for step in 0..<6 {
            let near = pow(Double(step) / 5, 1.7)
            for side in [-1.0, 1] {
                let x = 800 + side * (215 + near * 470)
                let y = 618 + near * 250
                let size = 10 + near * 24
                glow(x, y, size * 7, Color(0xFFC46B, alpha: 0.5))
                fill(
                    .ellipse(x - side * size * 2.4, y + size * 2.2, size * 4.5, size * 0.9),
                    Color(0xFFC46B, alpha: 0.32))
                box(x - size * 0.35, y - size, size * 0.7, size * 2, Color(0xFFE3A8), radius: size * 0.3)
            }
        }
        fill(.ellipse(800, 918, 150, 18), Color(0x0A2134, alpha: 0.6))
        let nurse = Clothes(skin: Color(0x8C5A3C), hair: Color(0x1A1418), top: Color(0x7CC5BE), bottom: Color(0x5AA8A6))
        figure(780, 915, 440, .walking, nurse)
        box(852, 668, 60, 78, Color(0xFDF4DE), radius: 5)
        box(870, 660, 24, 14, Color(0xC9822E), radius: 4)
        for y in [692.0, 708, 724] { box(862, y, 40, 5, Color(0x5AA8A6)) }
    }

    private func nightWindow() {
        let glass = Path.rectangle(670, 340, 260, 210, radius: 6)
        fill(glass, .vertical(340, 550, [Color(0x0B1B45), Color(0x4A5A98)]))
        clipped(to: glass) {
            stars(500, below: 540, Color(0xFFFFFF), seed: 3)
            glow(860, 400, 110, Color(0xFFF3D0, alpha: 0.5))
            crescent(850, 400, 34, Color(0xFFF3D0), turn: -20)
            hills(545, 40, .solid(Color(0x14224F)), seed: 4, step: 60)
        }
        stroke(.rectangle(670, 340, 260, 210), 10, Color(0xBFDDE0), closed: true)
        box(796, 340, 8, 210, Color(0xBFDDE0))
        shape([690, 640, 910, 640, 1040, 1000, 560, 1000], Color(0xBFDDE0, alpha: 0.1))
    }

    private func doors() {
        for side in [-1.0, 1] {
            for (near, far) in [(640.0, 470.0), (380, 290)] {
                func edge(_ x: Double, _ share: Double) -> Point {
                    // Along the wall both ceiling and floor run to the same vanishing point.
                    let depth = (x - 200) / 600
                    let (top, floor) = (300 - depth * 300, 640 + depth * 360)
                    return Point(800 + side * x, top + (floor - top) * share)
                }
                fill(Path([edge(near, 0.28), edge(far, 0.28), edge(far, 1), edge(near, 1)]), Color(0x0F3047))
                let inner = [edge(near - 14, 0.31), edge(far + 10, 0.31), edge(far + 10, 1), edge(near - 14, 1)]
                fill(Path(inner), Color(0x2F7288))
                let pane = [edge(near - 60, 0.38), edge(far + 46, 0.38), edge(far + 46, 0.58), edge(near - 60, 0.58)]
                fill(Path(pane), Color(0x173F57))
            }
        }
    }
}
