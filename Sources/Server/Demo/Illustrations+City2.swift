import Foundation
import Imaging

extension Canvas {
    func newBridge() {
        fill(.vertical(0, 1000, [Color(0xF3C9A5), Color(0xF6DDC3), Color(0xDCE3DF), Color(0xA9C3CB)]))
        disc(1120, 300, 120, Color(0xFBEBD3))
        hills(640, 160, .vertical(480, 700, [Color(0xC9BDB8), Color(0xE2DDD6)]), seed: 26, step: 240)
        town(
            900, 1640, base: 690, heights: 70...150, walls: [Color(0xAFA6AD), Color(0xB9B0B4)], roof: Color(0x9C929E),
            lit: Color(0xF6DDC3), share: 0.3, seed: 3)
        fog(640)
        crane(1050, 690, 300, Color(0x8F7F8C))
        crane(1290, 690, 250, Color(0x9C8E99))
        fog(690)
        fill(.rectangle(0, 700, 1600, 300), .vertical(700, 1000, [Color(0xC3D2D3), Color(0x5E8A99)]))
        ripples(715, 990, 60, Color(0xFFFFFF, alpha: 0.35), seed: 13)
        bridge()
        fog(820)
        sailboat(1240, 850, 58, heel: 5, main: Color(0xFDF7EC), jib: Color(0xF3C9A5), hull: Color(0x35404F))
        for (x, y, size) in [(240.0, 190.0, 40.0), (330, 240, 26), (180, 270, 20)] { gull(x, y, size, Color(0x5B4A55)) }
    }

    private func fog(_ y: Double) {
        let mist = Color(0xF6EFE6)
        fill(
            .rectangle(0, y - 130, 1600, 230),
            .vertical(y - 130, y + 100, [mist.opacity(0), mist.opacity(0.6), mist.opacity(0)]))
    }

    private func crane(_ x: Double, _ base: Double, _ height: Double, _ color: Color) {
        let top = base - height
        line([x - 26, base, x - 6, top + 60], 9, color)
        line([x + 26, base, x + 6, top + 60], 9, color)
        line([x - 20, base - height * 0.3, x + 20, base - height * 0.3], 6, color)
        line([x + 60, top + 80, x - 40, top + 60, x - 190, top - 30], 9, color)
        line([x, top + 60, x + 10, top, x - 190, top - 30], 4, color)
        line([x - 190, top - 30, x - 190, top + 130], 3, color)
        box(x - 24, top + 56, 48, 34, color)
    }

    private func bridge() {
        let (red, dark) = (Color(0xC4412F), Color(0x8E2B27))
        // A deck in perspective: it comes from the far right and passes the near tower on the left.
        func deck(_ x: Double) -> Double { 676 + (1600 - x) * 0.026 }
        let towers = [(x: 430.0, top: 130.0, width: 34.0), (x: 1190.0, top: 330.0, width: 20.0)]
        for tower in towers {
            let water = deck(tower.x) + 110
            for side in [-1.0, 1] {
                let x = tower.x + side * tower.width * 1.7
                box(x - tower.width / 2, tower.top, tower.width, water - tower.top, side < 0 ? red : dark)
            }
            for share in [0.04, 0.28, 0.52] {
                box(
                    tower.x - tower.width * 2.1, tower.top + (water - tower.top) * share, tower.width * 4.2,
                    tower.width * 0.9, red)
            }
            box(tower.x - tower.width * 3, water - 20, tower.width * 6, 46, Color(0x6D6A72), radius: 8)
        }
        func cable(_ from: Point, _ to: Point, sag: Double) {
            var points: [Point] = []
            for step in 0...40 {
                let t = Double(step) / 40
                let y = from.y + (to.y - from.y) * t + sag * 4 * t * (1 - t)
                points.append(Point(from.x + (to.x - from.x) * t, y))
            }
            for point in points where point.y < deck(point.x) {
                line([point.x, point.y, point.x, deck(point.x)], 2.5, red)
            }
            stroke(Path(points), 9, red)
        }
        cable(Point(430, 172), Point(1190, 354), sag: 384)
        cable(Point(-420, 640), Point(430, 172), sag: 120)
        cable(Point(1190, 354), Point(1720, 640), sag: 60)
        fill(Self.outline([-10, deck(-10) + 4, 1610, deck(1610), 1610, deck(1610) + 16, -10, deck(-10) + 36]), red)
        fill(
            Self.outline([-10, deck(-10) + 26, 1610, deck(1610) + 11, 1610, deck(1610) + 18, -10, deck(-10) + 42]), dark
        )
        for (x, width, color) in [
            (140.0, 70.0, 0x2B6C74), (560, 120, 0xF4B41F), (760, 46, 0xFDF7EC), (960, 40, 0x2B6C74),
        ] {
            box(x, deck(x) - width * 0.42, width, width * 0.44, Color(UInt32(color)), radius: 5)
            box(
                x + width * 0.14, deck(x) - width * 0.34, width * 0.7, width * 0.14, Color(0x35404F, alpha: 0.7),
                radius: 3)
        }
    }

    func greenRoofs() {
        fill(.vertical(0, 560, [Color(0x6FB7C9), Color(0xD7EBD8), Color(0xFDF0CC)]))
        disc(1230, 230, 120, Color(0xFFD35C))
        cloud(250, 170, 58, Color(0xFFFFFF, alpha: 0.9))
        cloud(820, 110, 40, Color(0xFFFFFF, alpha: 0.8))
        hills(520, 110, .solid(Color(0x9CC6AE)), seed: 12, step: 220)
        town(
            -20, 1640, base: 640, heights: 90...210,
            walls: [Color(0xF3E0C4), Color(0xEBC5A0), Color(0xDDA08A), Color(0xF7EEDD)], roof: Color(0xB85C45),
            lit: Color(0xFDF6E3), share: 0.2, seed: 71)
        roof(-60, 600, 620, Color(0xE9CFAE))
        for (x, height) in [(60.0, 120.0), (210, 90), (400, 130)] {
            tree(x, 622, height, Color(0x6B4A33), Color(0x4E9A57))
        }
        figure(
            300, 625, 120, .tending,
            Clothes(skin: Color(0x8C5A3C), hair: Color(0x231815), top: Color(0xF2B13C), bottom: Color(0x2F5F73)))
        roof(980, 650, 720, Color(0xF3DCC0))
        for (x, height) in [(1060.0, 100.0), (1500, 150)] { tree(x, 672, height, Color(0x6B4A33), Color(0x3E8B55)) }
        greenhouse(1250, 668)
        roof(250, 770, 1050, Color(0xF7E7CF))
        beds()
        sunflower(360, 800, 170)
        sunflower(1215, 800, 200)
        figure(
            520, 805, 190, .tending,
            Clothes(skin: Color(0xE0A67E), hair: Color(0x7A4526), top: Color(0xD8503F), bottom: Color(0x35506B)))
        fill(Path.rectangle(565, 690, 52, 44, radius: 6), Color(0x2F8F9C))
        line([615, 700, 660, 680], 8, Color(0x2F8F9C))
        for (x, y) in [(672.0, 700.0), (684, 722), (668, 738), (690, 752)] { disc(x, y, 5, Color(0x9ADBE6)) }
        figure(
            860, 805, 150, .standing,
            Clothes(skin: Color(0xB87A50), hair: Color(0x2A1B18), top: Color(0x3B7EA1), bottom: Color(0x6B3A3A)),
            facing: -1)
        figure(
            1010, 805, 165, .walking,
            Clothes(skin: Color(0xF0C3A0), hair: Color(0xC98B3A), top: Color(0x7BAA4A), bottom: Color(0x35506B)),
            facing: -1)
    }

    /// A flat roof with soil and grass on it, seen from a little above.
    private func roof(_ x: Double, _ y: Double, _ width: Double, _ wall: Color) {
        box(x, y + 40, width, 500, wall)
        box(x, y + 40, width, 60, wall.mixed(with: Color(0x7A4A35), by: 0.22))
        windows(
            x + 60, y + 150, columns: Int(width / 105), rows: 3, pitch: Point(100, 130), size: Point(50, 80),
            Color(0xFBE7A8), Color(0x5D8A99), share: 0.25, seed: UInt64(y))
        fill(
            .rectangle(x - 12, y, width + 24, 52, radius: 8), .vertical(y, y + 52, [Color(0x7DBB5A), Color(0x3F8A4C)]))
        box(x - 12, y + 44, width + 24, 14, Color(0x7A5236), radius: 4)
    }

    private func beds() {
        for (index, x) in [640.0, 745, 1075].enumerated() {
            box(x, 776, 92, 36, Color(0x8B5E3C), radius: 4)
            for step in 0..<4 {
                let left = x + 13 + Double(step) * 22
                disc(left, 770, 14, Color(index == 1 ? 0x9CCB5C : 0x2F7D4A))
                if index == 2 { disc(left, 764, 7, Color(0xD8503F)) }
            }
        }
    }

    private func greenhouse(_ x: Double, _ base: Double) {
        let glass = Self.outline([x, base, x, base - 90, x + 85, base - 140, x + 170, base - 90, x + 170, base])
        fill(glass, Color(0xE6F6F2, alpha: 0.75))
        for offset in stride(from: 0.0, through: 170, by: 34) {
            line([x + offset, base, x + offset, base - 90], 4, Color(0x3E7C70))
        }
        stroke(glass, 6, Color(0x3E7C70), closed: true)
        line([x, base - 90, x + 170, base - 90], 5, Color(0x3E7C70))
        for offset in [24.0, 62, 100, 140] { disc(x + offset, base - 18, 17, Color(0x4E9A57)) }
    }

    private func sunflower(_ x: Double, _ base: Double, _ height: Double) {
        line([x, base, x + 6, base - height], 8, Color(0x3E8B45))
        fill(Path.ellipse(26, 0, 28, 11).rotated(-28).moved(x + 3, base - height * 0.4), Color(0x3E8B45))
        fill(Path.ellipse(-26, 0, 28, 11).rotated(26).moved(x + 3, base - height * 0.55), Color(0x3E8B45))
        for angle in stride(from: 0.0, to: 360, by: 30) {
            fill(Path.ellipse(32, 0, 17, 8).rotated(angle).moved(x + 6, base - height), Color(0xFFC53A))
        }
        disc(x + 6, base - height, 22, Color(0x6B3F22))
    }
}
