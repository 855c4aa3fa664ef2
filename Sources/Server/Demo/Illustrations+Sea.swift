import Imaging

extension Canvas {
    func nightFerry() {
        fill(.vertical(0, 640, [Color(0x0B1436), Color(0x1B2C63), Color(0x4B4E86), Color(0xB8737B)]))
        stars(130, below: 420, Color(0xFFF3D6), seed: 4)
        glow(1240, 240, 360, Color(0xF7E3B5, alpha: 0.35))
        disc(1240, 240, 92, Color(0xFBEBC8))
        disc(1212, 222, 16, Color(0xEBD5A8))
        disc(1262, 268, 24, Color(0xEBD5A8))
        disc(1270, 214, 10, Color(0xEBD5A8))
        hills(600, 150, .solid(Color(0x39406F)), seed: 21, step: 260)
        hills(640, 90, .solid(Color(0x262D57)), seed: 8, step: 210)
        town(
            -20, 660, base: 662, heights: 60...130, walls: [Color(0x1B2145), Color(0x232A52), Color(0x171C3C)],
            roof: Color(0x10142E), lit: Color(0xF6C667), share: 0.42, seed: 11)
        box(0, 650, 1600, 360, Color(0x0E1738))
        fill(
            .rectangle(0, 655, 1600, 345),
            .vertical(655, 1000, [Color(0x57527F), Color(0x27315F), Color(0x0D1533)]))
        ripples(670, 990, 46, Color(0x8C86B5, alpha: 0.22), seed: 3)
        glitter(1240, from: 668, to: 985, 150, Color(0xFBE3B0, alpha: 0.75), seed: 9)
        for (index, x) in [60.0, 150, 262, 371, 470, 588].enumerated() {
            glitter(x, from: 668, to: 780, 34, Color(0xF6C667, alpha: 0.5), seed: UInt64(40 + index))
        }
        ferry()
        glitter(690, from: 812, to: 990, 560, Color(0xF9CF7B, alpha: 0.75), seed: 17)
        gull(1010, 420, 34, Color(0xE9DCE0))
        gull(1090, 465, 22, Color(0xE9DCE0))
    }

    private func ferry() {
        let (white, shade, red) = (Color(0xF4EBDD), Color(0xB9B2C4), Color(0xC8433A))
        let (lamp, dark) = (Color(0xFFD479), Color(0x1C2344))
        glow(700, 690, 430, Color(0xFFD58A, alpha: 0.22))
        box(655, 430, 86, 110, red)
        box(655, 430, 86, 24, dark)
        box(655, 470, 86, 16, white)
        line([900, 560, 900, 420], 6, shade)
        line([900, 440, 1010, 690], 2, shade)
        disc(900, 420, 8, lamp)
        shape([455, 600, 470, 536, 905, 536, 945, 600], white)
        shape([395, 690, 410, 600, 985, 600, 1025, 690], white)
        shape([395, 690, 398, 672, 1017, 672, 1025, 690], shade)
        shape([455, 600, 458, 588, 938, 588, 945, 600], shade)
        for x in stride(from: 490.0, to: 850, by: 44) { box(x, 552, 28, 24, lamp, radius: 3) }
        shape([862, 552, 898, 552, 914, 578, 862, 578], lamp)
        for x in stride(from: 432.0, to: 960, by: 48) { box(x, 620, 32, 36, lamp, radius: 4) }
        for x in stride(from: 515.0, to: 930, by: 130) { figure(x, 537, 52, .standing, .silhouette(dark)) }
        shape([330, 690, 1120, 690, 1040, 818, 392, 818], Color(0x1D3F73))
        shape([330, 690, 1120, 690, 1108, 708, 337, 708], white)
        shape([375, 786, 1060, 786, 1040, 818, 392, 818], red)
        for x in stride(from: 440.0, to: 1000, by: 60) { disc(x, 745, 9, lamp) }
        box(300, 812, 850, 9, Color(0xDDD6E8, alpha: 0.75), radius: 4)
        box(360, 826, 700, 6, Color(0xDDD6E8, alpha: 0.4), radius: 3)
    }

    func seagrass() {
        fill(.vertical(0, 1000, [Color(0xBDE8D6), Color(0x4DB8B4), Color(0x17798F), Color(0x0B3F5C)]))
        for (x, width) in [(180.0, 90.0), (420, 150), (760, 110), (1010, 190), (1370, 120)] {
            let beam = Self.outline([x, -10, x + width, -10, x + width * 1.9 - 260, 900, x - width * 0.9 - 260, 900])
            fill(beam, .vertical(0, 900, [Color(0xFFFFFF, alpha: 0.3), Color(0xFFFFFF, alpha: 0)]))
        }
        hills(880, 120, .solid(Color(0x0F5A70)), seed: 30, step: 240)
        meadow(from: 930, heights: 180...330, Color(0x1C7B74), Color(0x125C66), count: 90, seed: 2)
        var dice = Generator(seed: 12)
        for _ in 0..<34 {
            let spread = Double.random(in: -1...1, using: &dice)
            let x = 1030 + spread * 330
            let y = 330 + spread * 60 + Double.random(in: -110...110, using: &dice)
            fish(x, y, Double.random(in: 54...88, using: &dice), Color(0xF2F4E4), Color(0xF0A04B), turn: -9)
        }
        meadow(from: 1000, heights: 220...430, Color(0x2FA078), Color(0x14685F), count: 80, seed: 5)
        seahorse()
        meadow(from: 1060, heights: 180...420, Color(0x7CC57E), Color(0x1F7F66), count: 46, seed: 7)
        for (x, y, size) in [(500.0, 320.0, 13.0), (526, 262, 9), (508, 205, 16), (538, 140, 11), (1330, 560, 9)] {
            fill(.ring(x, y, size, size * 0.78), Color(0xFFFFFF, alpha: 0.7))
        }
    }

    /// Blades of seagrass that lean with the current.
    private func meadow(
        from base: Double, heights: ClosedRange<Double>, _ tip: Color, _ root: Color, count: Int, seed: UInt64
    ) {
        var dice = Generator(seed: seed)
        for _ in 0..<count {
            let x = Double.random(in: -80...1640, using: &dice)
            let height = Double.random(in: heights, using: &dice)
            let lean = Double.random(in: 40...130, using: &dice)
            let width = Double.random(in: 9...17, using: &dice)
            let top = Point(x + lean, base - height)
            var blade = Path([Point(x - width, base)])
            blade.curve(to: top, Point(x - 50, base - height * 0.4), Point(x + lean * 0.2, base - height * 0.8))
            blade.curve(
                to: Point(x + width, base), Point(x + lean * 0.2 + width * 1.6, base - height * 0.7),
                Point(x - 40 + width * 2, base - height * 0.4))
            fill(blade, .vertical(base - height, base, [tip, root]))
        }
    }

    private func seahorse() {
        let (gold, deep) = (Color(0xF4B23F), Color(0xD9822B))
        let spine = Self.points([
            402, 470, 372, 520, 362, 590, 388, 660, 404, 722, 380, 788, 334, 806, 306, 772, 322, 738, 350, 748, 350,
            772,
        ])
        let widths = [46.0, 62, 88, 78, 52, 36, 25, 18, 13, 10, 7, 7]
        var body = Path()
        for (step, point) in (Path.smooth(spine).contours.first ?? []).enumerated() {
            let place = Double(step) / 16
            let index = min(Int(place), widths.count - 2)
            let width = widths[index] + (widths[index + 1] - widths[index]) * (place - Double(index))
            body.add(.circle(point.x, point.y, width / 2))
        }
        shape([338, 560, 270, 540, 262, 590, 282, 632, 342, 628], deep)
        for y in [556.0, 578, 600] { line([330, 590, 270, y], 3, gold) }
        fill(body, .linear(from: Point(340, 0), to: Point(430, 0), [deep, gold]))
        for y in stride(from: 532.0, to: 770, by: 24) {
            stroke(.arc(410, y - 40, 62, from: 70, to: 128), 3, deep.opacity(0.7))
        }
        disc(412, 452, 46, gold)
        fill(Self.outline([430, 440, 520, 476, 528, 496, 512, 504, 424, 486]), gold)
        shape([372, 440, 378, 388, 394, 414, 408, 376, 420, 412, 440, 396, 436, 432], deep)
        disc(424, 446, 13, Color(0xFFF6DC))
        disc(427, 446, 7, Color(0x17324A))
    }

    func lighthouse() {
        fill(.vertical(0, 800, [Color(0x0C1B2E), Color(0x123B54), Color(0x2B7A83)]))
        stars(150, below: 620, Color(0xE8F6EF), seed: 31)
        let lamp = Point(1000, 250)
        for (from, to, strength) in [(168.0, 186.0, 0.85), (-16.0, 2.0, 0.85), (196, 203, 0.3), (-33, -26, 0.3)] {
            let beam = Path.sector(lamp.x, lamp.y, 1500, 1500, from: from, to: to)
            let light = Color(0xFFE9A8, alpha: strength)
            fill(beam, .radial(center: lamp, radius: 1250, [light, light.opacity(strength * 0.45), light.opacity(0)]))
        }
        for (index, radius) in [360.0, 290, 225, 165, 110].enumerated() {
            let width = 10.0 - Double(index)
            fill(.ring(lamp.x, lamp.y, radius, radius - width), Color(0xFFE9A8, alpha: 0.1 + Double(index) * 0.06))
        }
        glow(lamp.x, lamp.y, 330, Color(0xFFE08A, alpha: 0.6))
        fill(.rectangle(0, 760, 1600, 240), .vertical(760, 1000, [Color(0x1D5F72), Color(0x0B2A40)]))
        ripples(770, 990, 60, Color(0x9FE0D4, alpha: 0.25), seed: 6)
        glitter(330, from: 775, to: 960, 360, Color(0xFFE9A8, alpha: 0.6), seed: 2)
        let cliff = Path.smooth(
            Self.points([
                560, 1040, 640, 900, 720, 800, 800, 775, 880, 742, 1120, 738, 1200, 770, 1330, 742, 1480, 790, 1700,
                770,
            ]))
        var rock = cliff
        rock.line(to: Point(1700, 1040))
        fill(rock, .vertical(740, 1000, [Color(0x27463F), Color(0x0C1D26)]))
        for (drop, alpha) in [(60.0, 0.3), (120, 0.35), (180, 0.4)] {
            fill(rock.scaled(1, 1.06).moved(drop * 0.9, drop), Color(0x081720, alpha: alpha))
        }
        tower(lamp)
        house(1160, 772, 150, Color(0xE9E2CF), Color(0xA63A32), Color(0xFFD479))
        for (x, y, length) in [(520.0, 955.0, 200.0), (590, 925, 120), (480, 985, 330)] {
            box(x, y, length, 8, Color(0xEAF7F0, alpha: 0.8), radius: 4)
        }
        box(250, 742, 120, 26, Color(0x0A1826))
        shape([225, 742, 400, 742, 380, 776, 245, 776], Color(0x0A1826))
        box(280, 700, 40, 46, Color(0x0A1826))
        disc(330, 722, 5, Color(0xFF6B5A))
    }

    private func tower(_ lamp: Point) {
        let (white, red) = (Color(0xF6EEDC), Color(0xC63D34))
        let body = Self.outline([940, 320, 1060, 320, 1092, 752, 908, 752])
        fill(body, white)
        clipped(to: body) {
            box(880, 395, 240, 75, red)
            box(880, 545, 240, 80, red)
            box(880, 700, 240, 60, red)
            fill(
                .rectangle(1010, 300, 120, 460),
                .linear(
                    from: Point(1010, 0), to: Point(1090, 0), [Color(0x0B1B2E, alpha: 0), Color(0x0B1B2E, alpha: 0.45)])
            )
        }
        for y in [350.0, 500, 650] { box(988, y, 24, 36, Color(0x15293C), radius: 12) }
        box(918, 306, 164, 18, Color(0x15293C), radius: 4)
        for x in stride(from: 924.0, through: 1076, by: 19) { line([x, 306, x, 276], 3, Color(0x15293C)) }
        line([924, 276, 1076, 276], 4, Color(0x15293C))
        box(950, 200, 100, 106, Color(0xFFE9A8))
        for radius in [46.0, 36, 26, 16] { fill(.ring(lamp.x, lamp.y, radius, radius - 4), Color(0xF3B94E)) }
        disc(lamp.x, lamp.y, 12, Color(0xFFFFFF))
        for x in [950.0, 1000, 1050] { line([x, 200, x, 306], 4, Color(0x15293C)) }
        fill(.sector(1000, 202, 66, 62, from: 180, to: 360), red)
        line([1000, 142, 1000, 104], 5, red)
    }
}
