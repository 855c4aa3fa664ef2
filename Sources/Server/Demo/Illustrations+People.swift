import Foundation
import Imaging

extension Canvas {
    func footballRain() {
        fill(.vertical(0, 520, [Color(0x0A1A24), Color(0x143844), Color(0x2B5F62)]))
        stand()
        fill(.rectangle(0, 520, 1600, 480), .vertical(520, 1000, [Color(0x2C8A5A), Color(0x125538)]))
        for stripe in stride(from: -12.0, to: 12, by: 2) {
            let (near, far) = (800 + stripe * 230, 800 + stripe * 92)
            shape([far, 520, far + 92, 520, near + 230, 1000, near, 1000], Color(0x3CA568, alpha: 0.4))
        }
        let chalk = Color(0xEAF6EC, alpha: 0.85)
        line([0, 528, 1600, 528], 4, chalk)
        line([980, 528, 1600, 760], 5, chalk)
        line([1180, 528, 1600, 640], 4, chalk)
        goal()
        for x in [120.0, 1480] { floodlight(x) }
        let (red, navy) = (Color(0xD93B32), Color(0x1C2F5C))
        figure(
            1330, 640, 190, .standing,
            Clothes(skin: Color(0xC98A5E), hair: Color(0x2A1B18), top: Color(0xF2C230), bottom: Color(0x222A30)),
            facing: -1, sleeves: true)
        player(1010, 800, 330, .running, Color(0xF4EBDD), navy, Color(0xE0A67E), facing: 1)
        player(290, 850, 360, .striding, red, Color(0xF4EBDD), Color(0xE0A67E), facing: 1)
        fill(.ellipse(660, 925, 130, 18), Color(0x06281C, alpha: 0.5))
        player(640, 850, 470, .leaping, red, Color(0xF4EBDD), Color(0x8C5A3C), facing: 1)
        ball(748, 340, 44)
        for (index, x) in [800.0, 850, 910].enumerated() {
            line([x, 318 - Double(index) * 12, x + 40, 306 - Double(index) * 14], 4, Color(0xFFFFFF, alpha: 0.5))
        }
        rain(420, Color(0xDFF0F2, alpha: 0.34), seed: 44)
        glow(120, 100, 420, Color(0xE9FBF5, alpha: 0.35))
        glow(1480, 100, 420, Color(0xE9FBF5, alpha: 0.35))
    }

    private func player(
        _ x: Double, _ y: Double, _ height: Double, _ pose: Pose, _ shirt: Color, _ shorts: Color, _ skin: Color,
        facing: Double
    ) {
        let clothes = Clothes(skin: skin, hair: Color(0x1E1512), top: shirt, bottom: shorts)
        figure(x, y, height, pose, clothes, facing: facing, sleeves: false, trousers: false)
    }

    private func stand() {
        shape([0, 250, 1600, 210, 1600, 520, 0, 520], Color(0x0C222C))
        var dice = Generator(seed: 90)
        let coats = [0xD93B32, 0xB8312E, 0x8F2A2E, 0xF4EBDD, 0x3A6470, 0x1F4652, 0xE7A03C]
        for row in 0..<9 {
            for x in stride(from: 8.0, to: 1600, by: 25) {
                let y = 288 + Double(row) * 25 - x * 0.018
                let (dx, dy) = (Double.random(in: -5...5, using: &dice), Double.random(in: -7...5, using: &dice))
                let coat = Color(UInt32(coats[Int.random(in: 0..<coats.count, using: &dice)]))
                let shade = coat.mixed(with: Color(0x0C222C), by: 0.5 - Double(row) * 0.045)
                disc(x + dx, y + dy, 12, shade)
                disc(x + dx, y + dy - 14, 7, Color(0xD9A27C).mixed(with: Color(0x0C222C), by: 0.5 - Double(row) * 0.04))
            }
        }
        shape([0, 236, 1600, 190, 1600, 226, 0, 268], Color(0x081820))
        box(0, 496, 1600, 28, Color(0x0F4650))
        for (index, x) in stride(from: 30.0, to: 1600, by: 260).enumerated() {
            box(x, 500, 220, 20, Color(index % 2 == 0 ? 0xD93B32 : 0xF4EBDD, alpha: 0.85), radius: 3)
        }
    }

    private func goal() {
        let net = Color(0xFFFFFF, alpha: 0.35)
        for step in stride(from: 0.0, through: 170, by: 17) {
            line([1400 + step, 430 + step * 0.1, 1400 + step, 585 + step * 0.27], 1.6, net)
            line([1400, 430 + step * 0.92, 1590, 450 + step * 1.1], 1.6, net)
        }
        line([1395, 590, 1395, 425, 1610, 440], 9, Color(0xFFFFFF))
    }

    private func floodlight(_ x: Double) {
        let steel = Color(0x2C4A55)
        line([x - 16, 420, x - 8, 120], 6, steel)
        line([x + 16, 420, x + 8, 120], 6, steel)
        for y in stride(from: 150.0, to: 420, by: 45) { line([x - 14, y + 40, x + 12, y], 3, steel) }
        box(x - 82, 50, 164, 92, Color(0x17303A), radius: 8)
        for row in 0..<2 {
            for column in 0..<4 { disc(x - 60 + Double(column) * 40, 74 + Double(row) * 42, 15, Color(0xFBFFF4)) }
        }
    }

    private func ball(_ x: Double, _ y: Double, _ radius: Double) {
        disc(x, y, radius, Color(0xFBF7EC))
        clipped(to: .circle(x, y, radius)) {
            let patch = Path(
                (0..<5).map { corner in
                    let angle = Double(corner) * 72 * .pi / 180
                    return Point(sin(angle) * radius * 0.36, -cos(angle) * radius * 0.36)
                })
            fill(patch.moved(x, y), Color(0x1E2430))
            for turn in stride(from: 36.0, to: 360, by: 72) {
                fill(patch.moved(0, radius * 0.98).rotated(turn).moved(x, y), Color(0x1E2430))
            }
            fill(
                Path.circle(x, y, radius * 1.3).cutting(.circle(x - radius * 0.3, y - radius * 0.3, radius * 1.1)),
                Color(0x123038, alpha: 0.3))
        }
    }

    func marathon() {
        fill(.vertical(0, 760, [Color(0x3B4A8C), Color(0xC86B85), Color(0xF7A66B), Color(0xFCD98E)]))
        disc(800, 500, 270, Color(0xFFE9B0))
        for y in [560.0, 602, 650] { box(500, y, 600, 10 + (y - 560) * 0.08, Color(0xF9BE7B)) }
        hills(640, 80, .solid(Color(0xA4557A)), seed: 51, step: 200)
        town(
            -20, 1640, base: 690, heights: 40...120, walls: [Color(0x6E3A6B), Color(0x5F3263)], roof: Color(0x522B5A),
            lit: Color(0xFCD98E), share: 0.25, seed: 4)
        fill(.rectangle(0, 685, 1600, 120), .vertical(685, 800, [Color(0xE58C74), Color(0x6A3F78)]))
        glitter(800, from: 690, to: 790, 260, Color(0xFFE9B0, alpha: 0.8), seed: 3)
        let dark = Color(0x231A3E)
        for x in stride(from: -100.0, to: 1700, by: 420) {
            fill(Path.rectangle(x, 800, 420, 260).cutting(.ellipse(x + 210, 1040, 165, 170)), dark)
        }
        box(0, 786, 1600, 34, dark)
        box(0, 786, 1600, 7, Color(0xF7A66B))
        for x in stride(from: 80.0, to: 1600, by: 420) {
            line([x, 790, x, 470], 8, dark)
            line([x - 34, 478, x + 34, 478], 6, dark)
            for side in [-34.0, 34] {
                disc(x + side, 494, 14, Color(0xFFF3CF)); glow(x + side, 494, 60, Color(0xFFF3CF, alpha: 0.5))
            }
        }
        for x in stride(from: 10.0, to: 1600, by: 34) { line([x, 790, x, 742], 3, dark.opacity(0.6)) }
        line([0, 742, 1600, 742], 5, dark.opacity(0.7))
        runners()
        gull(360, 220, 34, dark)
        gull(440, 260, 22, dark)
    }

    private func runners() {
        let vests = [0x2E9C95, 0xF2C230, 0xE8E2D2, 0x3B6FB5, 0xE4572E, 0x7BB45A, 0xD94A6A]
        let skins = [0x8C5A3C, 0xE0A67E, 0xC98A5E, 0x6B4026, 0xF0C3A0]
        for (index, x) in [70.0, 250, 405, 590, 760, 985, 1300].enumerated() {
            let clothes = Clothes(
                skin: Color(UInt32(skins[index % 5])), hair: Color(index % 3 == 1 ? 0x6B3A22 : 0x1E1512),
                top: Color(UInt32(vests[index])), bottom: Color(0x1D2340))
            let height = index == 6 ? 290.0 : 235 + Double(index * 37 % 30)
            figure(x, 790, height, index % 2 == 0 ? .running : .striding, clothes, sleeves: false, trousers: false)
        }
    }
}
