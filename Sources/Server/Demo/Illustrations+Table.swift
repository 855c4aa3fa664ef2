import Foundation
import Imaging

extension Canvas {
    func fishStew() {
        fill(.solid(Color(0x1F6F78)))
        for x in stride(from: 0.0, to: 1600, by: 200) {
            box(x, 0, 100, 1000, Color(0x2A8088))
            box(x + 46, 0, 8, 1000, Color(0xF2E6CC, alpha: 0.35))
        }
        for y in stride(from: 60.0, to: 1000, by: 200) { box(0, y, 1600, 8, Color(0xF2E6CC, alpha: 0.25)) }
        let center = Point(740, 510)
        fill(.circle(center.x + 22, center.y + 30, 412), Color(0x0B2E38, alpha: 0.45))
        for side in [-1.0, 1] { box(center.x + side * 420 - 60, center.y - 80, 120, 160, Color(0xA6492F), radius: 46) }
        disc(center.x, center.y, 410, Color(0xC8603C))
        fill(
            .ring(center.x, center.y, 410, 372),
            .linear(from: Point(400, 150), to: Point(1050, 900), [Color(0xE9875A), Color(0x9C4028)]))
        fill(
            .circle(center.x, center.y, 370),
            .radial(center: Point(690, 450), radius: 400, [Color(0xF6B03C), Color(0xE8862B), Color(0xB9511F)]))
        var dice = Generator(seed: 23)
        for _ in 0..<60 {
            let (turn, reach) = (Double.random(in: 0...6.28, using: &dice), Double.random(in: 0...345, using: &dice))
            let size = Double.random(in: 4...15, using: &dice)
            disc(center.x + cos(turn) * reach, center.y + sin(turn) * reach, size, Color(0xFFD372, alpha: 0.55))
        }
        for (x, y, turn) in [(640.0, 380.0, -20.0), (860, 430, 35), (680, 640, 8), (880, 660, -40)] {
            fillet(x, y, turn)
        }
        for (x, y, turn) in [
            (520.0, 500.0, 20.0), (770, 300, 130), (760, 540, -60), (960, 560, 80), (610, 770, 200), (850, 800, -20),
        ] {
            mussel(x, y, turn)
        }
        for (x, y) in [(560.0, 620.0), (700, 500), (970, 380), (500, 390), (770, 740), (850, 250)] {
            disc(x, y, 40, Color(0xD43A2C))
            fill(.ring(x, y, 40, 34), Color(0xA8281F))
            for seed in 0..<5 {
                fill(Path.ellipse(18, 0, 8, 4).rotated(Double(seed) * 72).moved(x, y), Color(0xF9C75B))
            }
        }
        for (x, y, turn) in [
            (600.0, 520.0, 10.0), (800, 620, 80), (720, 420, 150), (920, 490, 220), (640, 710, 300), (820, 350, 40),
        ] { leaf(x, y, turn) }
        lemon(1330, 250)
        bread()
        spoon()
    }

    private func fillet(_ x: Double, _ y: Double, _ turn: Double) {
        let piece = Path.rectangle(-95, -52, 190, 104, radius: 40).rotated(turn).moved(x, y)
        fill(piece.moved(6, 9), Color(0x7A2E12, alpha: 0.45))
        fill(piece, Color(0xFFF3DF))
        clipped(to: piece) {
            for offset in stride(from: -80.0, to: 100, by: 32) {
                let flake = Path.arc(offset - 50, 0, 60, from: -60, to: 60).rotated(turn).moved(x, y)
                stroke(flake, 4, Color(0xE8C9A0))
            }
            fill(Path.rectangle(-100, 34, 200, 30).rotated(turn).moved(x, y), Color(0x8FA7AE))
        }
    }

    private func mussel(_ x: Double, _ y: Double, _ turn: Double) {
        var shell = Path([Point(-62, 0)])
        shell.curve(to: Point(62, 6), Point(-40, -58), Point(50, -54))
        shell.curve(to: Point(-62, 0), Point(54, 44), Point(-30, 36))
        fill(shell.rotated(turn).moved(x + 4, y + 7), Color(0x7A2E12, alpha: 0.4))
        fill(shell.rotated(turn).moved(x, y), Color(0x1C2340))
        fill(shell.scaled(0.8, 0.72).rotated(turn).moved(x, y), Color(0x5B6A9A))
        fill(Path.ellipse(6, 0, 34, 18).rotated(turn).moved(x, y), Color(0xF08A3C))
        fill(Path.ellipse(10, -4, 20, 7).rotated(turn).moved(x, y), Color(0xFFB968))
    }

    private func leaf(_ x: Double, _ y: Double, _ turn: Double) {
        for side in [-38.0, 0, 38] {
            fill(Path.ellipse(24, 0, 22, 10).rotated(turn + side).moved(x, y), Color(0x3C8F4A))
        }
        stroke(Path([Point(-26, 0), Point(30, 0)]).rotated(turn).moved(x, y), 3, Color(0x256B3A))
    }

    private func lemon(_ x: Double, _ y: Double) {
        disc(x + 12, y + 16, 136, Color(0x0B2E38, alpha: 0.4))
        disc(x, y, 134, Color(0xF9F2E2))
        fill(.ring(x, y, 134, 112), Color(0xDDE8E4))
        for (dx, dy) in [(-38.0, -24.0), (44, 26)] {
            disc(x + dx, y + dy, 62, Color(0xF4C21F))
            disc(x + dx, y + dy, 55, Color(0xFFF6CF))
            for turn in stride(from: 0.0, to: 360, by: 45) {
                let piece = Path.sector(9, 0, 42, 42, from: -18, to: 18)
                fill(piece.rotated(turn).moved(x + dx, y + dy), Color(0xFBD84A))
            }
        }
    }

    private func bread() {
        for (x, y, turn) in [(150.0, 190.0, -14.0), (190, 330, 12)] {
            let slice = Path.rectangle(-120, -62, 240, 124, radius: 60).rotated(turn).moved(x, y)
            fill(slice.moved(10, 14), Color(0x0B2E38, alpha: 0.4))
            fill(slice, Color(0xB0692F))
            fill(Path.rectangle(-106, -49, 212, 98, radius: 48).rotated(turn).moved(x, y), Color(0xF3D49A))
            for (dx, dy, size) in [(-60.0, -10.0, 9.0), (-20, 20, 12), (30, -16, 10), (66, 12, 8), (0, -26, 6)] {
                fill(Path.ellipse(dx, dy, size * 1.4, size).rotated(turn).moved(x, y), Color(0xDDB270))
            }
        }
    }

    private func spoon() {
        let (wood, dark) = (Color(0xD9A05B), Color(0x9C6430))
        let whole = Path.rectangle(-16, -20, 32, 470, radius: 16).adding(.ellipse(0, -80, 74, 104))
        fill(whole.rotated(-24).moved(1352, 646), Color(0x0B2E38, alpha: 0.4))
        fill(whole.rotated(-24).moved(1340, 630), wood)
        fill(Path.ellipse(0, -84, 56, 82).rotated(-24).moved(1340, 630), dark)
        fill(Path.ellipse(6, -76, 48, 72).rotated(-24).moved(1340, 630), Color(0xC58A48))
    }

    func readingCafe() {
        fill(.solid(Color(0x274B45)))
        fill(.rectangle(0, 0, 1600, 780), .vertical(0, 780, [Color(0x1D3B38), Color(0x35665B)]))
        let pane = Path.rectangle(120, 80, 720, 560, radius: 10)
        fill(pane, .vertical(80, 640, [Color(0x7C93B5), Color(0xC3BFC9), Color(0xE6C9B5)]))
        clipped(to: pane) { rainyStreet() }
        fill(
            Path.rectangle(96, 56, 768, 608, radius: 14).cutting(.rectangle(120, 80, 720, 560, radius: 10)),
            Color(0xE9D3AE))
        box(470, 80, 20, 560, Color(0xE9D3AE))
        box(80, 650, 800, 30, Color(0xC9A878), radius: 6)
        shelf()
        lampOverTable()
        fill(.rectangle(0, 760, 1600, 240), .vertical(760, 1000, [Color(0xB8743F), Color(0x7A4423)]))
        box(0, 752, 1600, 14, Color(0xDDA064))
        for y in [820.0, 880, 945] { box(0, y, 1600, 3, Color(0x6B3A1E, alpha: 0.5)) }
        fill(
            .ellipse(620, 800, 620, 60),
            .radial(center: Point(620, 800), radius: 620, [Color(0xFFD98A, alpha: 0.4), Color(0xFFD98A, alpha: 0)]))
        openBook()
        cup()
    }

    private func rainyStreet() {
        town(
            100, 880, base: 560, heights: 130...300, walls: [Color(0x6C7A9A), Color(0x8A86A0), Color(0xA38C97)],
            roof: Color(0x4F5878), lit: Color(0xFFD98A), share: 0.4, seed: 33)
        box(100, 556, 800, 120, Color(0x5A6280))
        for (x, coat) in [(220.0, 0xC8463A), (380, 0x2F5F73), (690, 0xE8AE3E)] {
            figure(
                x, 620, 150, .walking,
                Clothes(
                    skin: Color(0xB87A50), hair: Color(0x2A1B18), top: Color(UInt32(coat)), bottom: Color(0x2B3048)),
                facing: x > 600 ? -1 : 1)
            fill(.sector(x + (x > 600 ? -10 : 10), 490, 74, 56, from: 180, to: 360), Color(UInt32(coat)))
            line([x + (x > 600 ? -14 : 14), 490, x + (x > 600 ? -22 : 22), 545], 3, Color(0x2B3048))
        }
        rain(300, Color(0xFFFFFF, alpha: 0.4), seed: 12)
    }

    private func shelf() {
        let colors = [0xC8463A, 0xE8AE3E, 0xF3E6CF, 0x2F8F8C, 0x8E3B52, 0x5B7FA6, 0xD98A5A]
        for row in 0..<2 {
            let base = 300 + Double(row) * 230
            box(1010, base, 560, 16, Color(0x8A5A34))
            var dice = Generator(seed: UInt64(60 + row))
            var x = 1024.0
            while x < 1530 {
                let width = Double.random(in: 20...44, using: &dice)
                let height = Double.random(in: 110...170, using: &dice)
                let color = Color(UInt32(colors[Int.random(in: 0..<colors.count, using: &dice)]))
                let lean = Double.random(in: 0...1, using: &dice) > 0.86 ? 9.0 : 0
                let book = Path.rectangle(x, base - height, width, height, radius: 2).rotated(
                    lean, about: Point(x + width, base))
                fill(book, color)
                fill(
                    Path.rectangle(x + 4, base - height + 18, width - 8, 8).rotated(
                        lean, about: Point(x + width, base)), Color(0x1D3B38, alpha: 0.35))
                x += width + (lean > 0 ? 22 : 2)
            }
        }
    }

    private func lampOverTable() {
        line([930, 0, 930, 180], 5, Color(0x14282A))
        let light = Path(Self.points([850, 262, 1010, 262, 1300, 770, 560, 770]))
        fill(light, .vertical(262, 770, [Color(0xFFE3A0, alpha: 0.38), Color(0xFFE3A0, alpha: 0.04)]))
        fill(.sector(930, 266, 110, 100, from: 180, to: 360), Color(0xC8463A))
        fill(.ellipse(930, 266, 110, 14), Color(0xFFF0C4))
    }

    private func openBook() {
        let (paper, ink) = (Color(0xFBF1DC), Color(0x6B5A4A))
        fill(.ellipse(600, 912, 330, 26), Color(0x3A1E10, alpha: 0.45))
        shape([268, 880, 930, 880, 950, 912, 250, 912], Color(0x8E3B52))
        for side in [-1.0, 1] {
            var page = Path([Point(600, 822)])
            page.curve(to: Point(600 + side * 320, 806), Point(600 + side * 90, 770), Point(600 + side * 220, 778))
            page.line(to: Point(600 + side * 344, 894))
            page.curve(to: Point(600, 906), Point(600 + side * 230, 866), Point(600 + side * 90, 866))
            fill(page, side < 0 ? paper : Color(0xF1E2C4))
            for row in 0..<5 {
                let y = 812 + Double(row) * 14
                line([600 + side * 50, y - 6, 600 + side * (row == 4 ? 160 : 290), y - 2], 3, ink.opacity(0.55))
            }
        }
        line([600, 822, 600, 906], 4, Color(0xC9AE86))
        shape([716, 870, 736, 870, 742, 946, 728, 934, 714, 946], Color(0xC8463A))
    }

    private func cup() {
        let white = Color(0xFDF6E8)
        fill(.ellipse(1180, 900, 190, 34), Color(0x3A1E10, alpha: 0.4))
        fill(.ellipse(1180, 886, 180, 32), white)
        fill(.ellipse(1180, 880, 120, 18), Color(0xDCCDB4))
        fill(.ring(1290, 800, 50, 32), white)
        var bowl = Path([Point(1070, 740)])
        bowl.curve(to: Point(1290, 740), Point(1080, 930), Point(1280, 930))
        fill(bowl, .linear(from: Point(1070, 0), to: Point(1300, 0), [white, Color(0xD9C7AB)]))
        fill(.ellipse(1180, 740, 110, 26), white)
        fill(.ellipse(1180, 742, 96, 20), Color(0x6B3A1E))
        fill(.ellipse(1170, 742, 60, 11), Color(0x9C6236))
        for (x, sway) in [(1140.0, 30.0), (1190, -26), (1236, 24)] {
            var steam = Path([Point(x, 710)])
            steam.curve(to: Point(x + 6, 520), Point(x + sway * 2, 650), Point(x - sway * 2, 590))
            stroke(steam, 9, Color(0xFFF8E8, alpha: 0.4))
        }
    }
}
