import Foundation
import Imaging

extension Canvas {
    func comet() {
        fill(
            .linear(
                from: Point(200, 0), to: Point(900, 1000),
                [Color(0x0A0E2E), Color(0x222468), Color(0x5B3F95), Color(0xD17A9C)]))
        stars(320, below: 820, Color(0xF3F0FF), seed: 99)
        let head = Point(560, 420)
        for (turn, length, width, alpha) in [(-31.0, 1150.0, 150.0, 0.55), (-25, 980, 70, 0.5), (-38, 760, 60, 0.35)] {
            var tail = Path([Point(0, -16)])
            tail.curve(to: Point(length, -width), Point(length * 0.3, -30), Point(length * 0.7, -width))
            tail.line(to: Point(length, width * 0.7))
            tail.curve(to: Point(0, 16), Point(length * 0.6, width * 0.35), Point(length * 0.3, 24))
            let light = Color(0xCFF3FF, alpha: alpha)
            fill(
                tail.rotated(turn).moved(head.x, head.y),
                .radial(center: head, radius: length, [light, light.opacity(alpha * 0.35), light.opacity(0)]))
        }
        glow(head.x, head.y, 170, Color(0xE8FBFF, alpha: 0.9))
        disc(head.x, head.y, 27, Color(0xFFFFFF))
        hills(800, 110, .solid(Color(0x3C2C74)), seed: 65, step: 210)
        var mountain = Path.smooth(
            Self.points([420, 1020, 620, 930, 800, 850, 960, 806, 1230, 800, 1330, 842, 1480, 930, 1680, 990]))
        mountain.line(to: Point(1680, 1020))
        fill(mountain, .vertical(800, 1000, [Color(0x241B52), Color(0x0D0B2A)]))
        hills(980, 60, .solid(Color(0x0D0B2A)), seed: 5, step: 170)
        observatory()
    }

    private func observatory() {
        let (white, shade, dark) = (Color(0xF1E8F5), Color(0xA993C4), Color(0x1A1440))
        box(960, 690, 270, 126, white)
        fill(
            .rectangle(1095, 690, 135, 126),
            .linear(from: Point(1095, 0), to: Point(1230, 0), [shade.opacity(0), shade]))
        let dome = Path.sector(1095, 694, 148, 150, from: 180, to: 360)
        fill(dome, .linear(from: Point(950, 0), to: Point(1240, 0), [Color(0xFFFFFF), shade]))
        clipped(to: dome) {
            fill(Self.outline([1070, 700, 990, 540, 1050, 520, 1118, 700]), dark)
            for x in [1000.0, 1150, 1196] { stroke(.arc(1095, 694, abs(x - 1095) + 30, from: 200, to: 340), 2, shade) }
        }
        fill(Path.rectangle(-30, -170, 60, 210, radius: 8).rotated(-27).moved(1088, 690), Color(0xD9CDE6))
        fill(Path.rectangle(-36, -186, 72, 34, radius: 6).rotated(-27).moved(1088, 690), Color(0xE9764F))
        box(946, 684, 298, 16, Color(0x6B568F), radius: 4)
        for x in [990.0, 1050, 1180] { box(x, 730, 26, 42, Color(0xFFC873), radius: 13) }
        box(1106, 736, 44, 80, dark, radius: 4)
        box(1230, 752, 120, 66, shade)
        shape([1226, 752, 1246, 722, 1336, 722, 1356, 752], Color(0x6B568F))
        box(1266, 770, 30, 26, Color(0xFFC873))
        figure(850, 838, 92, .standing, .silhouette(Color(0x0D0B2A)))
        var pointing = Pose.standing
        pointing.arms = [[-0.1, -0.84, -0.22, -0.96], [-0.06, -0.65, -0.04, -0.5]]
        figure(800, 858, 74, pointing, .silhouette(Color(0x0D0B2A)))
    }

    func schoolBalloon() {
        fill(.vertical(0, 800, [Color(0x050B22), Color(0x0A2152), Color(0x1D62A8)]))
        stars(200, below: 560, Color(0xFFFFFF), seed: 14)
        let earth = Point(800, 2620)
        for (radius, color, alpha) in [(2060.0, 0x4FA8E0, 0.22), (2010, 0x7CC6EE, 0.35), (1965, 0xBDE6F7, 0.55)] {
            disc(earth.x, earth.y, radius, Color(UInt32(color), alpha: alpha))
        }
        let globe = Path.circle(earth.x, earth.y, 1930)
        fill(globe, .vertical(690, 1000, [Color(0x2F8CC4), Color(0x12558F)]))
        clipped(to: globe) { coast() }
        glow(1440, 640, 420, Color(0xFFF3D0, alpha: 0.6))
        disc(1440, 640, 44, Color(0xFFFBEA))
        balloon()
    }

    private func coast() {
        let land = Path.smooth(
            Self.points([-80, 850, 120, 800, 260, 812, 330, 770, 470, 786, 520, 850, 640, 900, 600, 1010, -80, 1010]),
            closed: true)
        fill(land, Color(0x4F9E6C))
        fill(land.scaled(0.7, 0.7, about: Point(150, 980)), Color(0xC9B26A))
        fill(
            .smooth(Self.points([1180, 900, 1330, 850, 1480, 880, 1620, 850, 1620, 1010, 1230, 1010]), closed: true),
            Color(0x4F9E6C))
        for (x, y, size) in [
            (520.0, 790.0, 40.0), (780, 900, 60), (1020, 800, 36), (1260, 930, 54), (220, 920, 44), (900, 740, 22),
        ] {
            cloud(x, y, size, Color(0xFFFFFF, alpha: 0.9))
        }
    }

    private func balloon() {
        var skin = Path([Point(700, 600)])
        skin.curve(to: Point(470, 300), Point(650, 500), Point(470, 440), steps: 40)
        skin.curve(to: Point(700, 70), Point(470, 150), Point(570, 70), steps: 40)
        skin.curve(to: Point(930, 300), Point(830, 70), Point(930, 150), steps: 40)
        skin.curve(to: Point(700, 600), Point(930, 440), Point(750, 500), steps: 40)
        fill(skin, .radial(center: Point(610, 220), radius: 420, [Color(0xFFFFFF), Color(0xF6D9C8), Color(0xE9764F)]))
        for bend in [0.36, 0.72] {
            for side in [-1.0, 1] {
                var seam = Path([Point(700, 72)])
                seam.curve(to: Point(700, 600), Point(700 + side * 300 * bend, 80), Point(700 + side * 300 * bend, 460))
                stroke(seam, 3, Color(0xB8433B, alpha: 0.4))
            }
        }
        let cord = Color(0xF3ECE0)
        line([700, 600, 700, 690], 3, cord)
        shape([640, 690, 760, 690, 730, 652, 670, 652], Color(0xF2C230))
        for x in [652.0, 748] { line([x, 690, x < 700 ? 672 : 728, 770], 2, cord) }
        box(644, 768, 112, 92, Color(0xFBF4E4), radius: 10)
        box(644, 804, 112, 14, Color(0xD8392F))
        disc(684, 790, 15, Color(0x14304F))
        disc(684, 790, 8, Color(0x4FA8E0))
        line([742, 768, 762, 712], 3, cord)
        for (x, color) in [(654.0, 0x2C8A5A), (680, 0xF2C230), (706, 0x2F7FA8), (730, 0xD8392F)] {
            box(x, 828, 18, 22, Color(UInt32(color)), radius: 4)
        }
    }

    func tideClock() {
        fill(.solid(Color(0x0C2238)))
        fill(
            .rectangle(0, 0, 1600, 1000),
            .radial(center: Point(800, 500), radius: 950, [Color(0x1D4D63), Color(0x0C2238)]))
        let (brass, pale, ink) = (Color(0xD9A441), Color(0xF7E8C8), Color(0x0A1A2C))
        for angle in stride(from: 0.0, to: 360, by: 5) {
            let ray = Path([Point(480, 0), Point(angle.truncatingRemainder(dividingBy: 15) == 0 ? 960 : 620, 0)])
            stroke(ray.rotated(angle).moved(800, 500), 2, brass.opacity(0.22))
        }
        moons(pale)
        disc(800, 512, 436, Color(0x050F1C, alpha: 0.5))
        fill(
            .circle(800, 500, 430),
            .linear(from: Point(450, 100), to: Point(1150, 900), [Color(0xF3CF7A), Color(0x9C6A22)]))
        disc(800, 500, 398, ink)
        let face = Path.circle(800, 500, 388)
        fill(face, .vertical(110, 560, [pale, Color(0xF6CF9C)]))
        clipped(to: face) { tide() }
        for hour in 0..<60 {
            let long = hour % 5 == 0
            let mark = Path.rectangle(-(long ? 6 : 2), -376, long ? 12 : 4, long ? 46 : 20, radius: 2)
            fill(mark.rotated(Double(hour) * 6).moved(800, 500), hour > 15 && hour < 45 ? pale : ink)
        }
        for (length, width, turn) in [(210.0, 22.0, -52.0), (310, 14, 38)] {
            let hand = Self.outline([
                -width, 40, -width * 0.4, -length * 0.8, 0, -length, width * 0.4, -length * 0.8, width, 40,
            ])
            fill(hand.rotated(turn).moved(806, 508), Color(0x050F1C, alpha: 0.25))
            fill(hand.rotated(turn).moved(800, 500), ink)
        }
        disc(800, 500, 30, brass)
        disc(800, 500, 12, ink)
    }

    private func moons(_ pale: Color) {
        for (index, x) in [110.0, 250, 1350, 1490].enumerated() {
            disc(x, 500, 48, Color(0x16354A))
            let lit = Path.circle(x, 500, 48)
            switch index {
            case 0: crescent(x, 500, 48, pale)
            case 1: fill(.sector(x, 500, 48, 48, from: -90, to: 90), pale)
            case 2: clipped(to: lit) { disc(x - 16, 500, 52, pale) }
            default: fill(lit, pale)
            }
        }
    }

    private func tide() {
        let blues = [0x7FC4C4, 0x3F98A8, 0x236F8B, 0x164F70, 0x0E3556]
        for (index, blue) in blues.enumerated() {
            let top = 470 + Double(index) * 84
            var wave = Path([Point(380, 1000)])
            for x in stride(from: 380.0, through: 1220, by: 10) {
                wave.line(to: Point(x, top + sin(x / 62 + Double(index) * 1.7) * (26 - Double(index) * 3)))
            }
            wave.line(to: Point(1220, 1000))
            fill(wave, Color(UInt32(blue)))
        }
        sailboat(950, 452, 60, heel: 7, main: Color(0xFFFFFF), jib: Color(0xE9764F), hull: Color(0x0A1A2C))
        fish(640, 690, 90, Color(0xF4B41F), Color(0xE9764F))
        fish(930, 760, 64, Color(0xF7E8C8), Color(0xD9A441), turn: 180)
    }
}
