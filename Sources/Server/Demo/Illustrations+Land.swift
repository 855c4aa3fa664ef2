import Imaging

extension Canvas {
    func villageUphill() {
        fill(.vertical(0, 640, [Color(0x3E8FA8), Color(0x9FD0C4), Color(0xFBE6B6)]))
        disc(1180, 250, 125, Color(0xFFF4CF))
        cloud(240, 140, 62, Color(0xFFFFFF, alpha: 0.9))
        cloud(1330, 160, 44, Color(0xFFFFFF, alpha: 0.85))
        hills(470, 230, .solid(Color(0x6FA88F)), seed: 84, step: 320)
        var ridge = Path.smooth(
            Self.points([-60, 420, 120, 330, 330, 268, 560, 270, 760, 372, 960, 520, 1180, 640, 1420, 720, 1660, 745]))
        ridge.line(to: Point(1660, 1010))
        ridge.line(to: Point(-60, 1010))
        fill(ridge, .linear(from: Point(300, 260), to: Point(700, 900), [Color(0x7DB356), Color(0x2F7A55)]))
        path()
        let (white, blue) = (Color(0xFBF4E4), Color(0x2B4F66))
        for (x, y, size, wall, roof) in [
            (70.0, 392.0, 88.0, 0xF6D27A, 0xB4452F), (200, 340, 96, 0xFBF4E4, 0xC4553A),
            (330, 318, 100, 0x8CC3BE, 0x9E3F33),
            (470, 326, 104, 0xFBF4E4, 0xB4452F), (250, 440, 112, 0xE8785A, 0x7A2F2B),
            (430, 452, 116, 0xFBF4E4, 0xC4553A),
        ] {
            house(x, y, size, Color(UInt32(wall)), Color(UInt32(roof)), blue)
        }
        for (x, y, size) in [(30.0, 440.0, 160.0), (160, 460, 130), (610, 360, 150)] {
            palm(x, y, size, Color(0x7A5236), Color(0x2C7A4C))
        }
        carriedHouse(white, blue)
        flood(white, blue)
    }

    private func path() {
        let way = Path.smooth(
            Self.points([480, 470, 600, 500, 640, 560, 560, 620, 600, 700, 760, 730, 960, 760, 1120, 850]))
        stroke(way, 40, Color(0xE9CF95))
        stroke(way.moved(0, 14), 12, Color(0xC9A76A, alpha: 0.5))
    }

    /// A whole house on poles, on the shoulders of those who will live in it.
    private func carriedHouse(_ white: Color, _ blue: Color) {
        let coats = [0xD8503F, 0x2F5F73, 0xF2B13C, 0x7A2D3C, 0x3B7EA1, 0xFBF4E4, 0xD8503F]
        for (index, x) in stride(from: 700.0, to: 1050, by: 54).enumerated() {
            var pose = Pose.walking
            pose.arms = [[-0.08, -0.9, -0.06, -1.04], [-0.1, -0.88, -0.08, -1.04]]
            let clothes = Clothes(
                skin: Color(0x7A4A2E), hair: Color(0x1E1512), top: Color(UInt32(coats[index])),
                bottom: Color(index % 2 == 0 ? 0x35404F : 0xC9A76A))
            figure(x, 735 + (x - 700) * 0.12, 128, pose, clothes, facing: -1)
        }
        let pivot = Point(870, 610)
        fill(Path.rectangle(650, 598, 460, 14, radius: 7).rotated(7, about: pivot), Color(0x6B4327))
        let body = Path.rectangle(730, 440, 290, 160)
        fill(body.rotated(7, about: pivot), white)
        fill(Path.rectangle(730, 560, 290, 40).rotated(7, about: pivot), Color(0x8CC3BE))
        fill(Self.outline([695, 444, 770, 330, 980, 330, 1055, 444]).rotated(7, about: pivot), Color(0xC4553A))
        for y in [366.0, 402] { fill(Path.rectangle(716, y, 320, 5).rotated(7, about: pivot), Color(0x9E3F33)) }
        for x in [760.0, 940] { fill(Path.rectangle(x, 476, 50, 54).rotated(7, about: pivot), blue) }
        fill(Path.rectangle(846, 470, 56, 130).rotated(7, about: pivot), Color(0xB4452F))
    }

    private func flood(_ white: Color, _ blue: Color) {
        house(1280, 905, 170, white, Color(0x9E3F33), blue)
        box(1160, 800, 18, 180, Color(0x6B4327))
        line([1120, 815, 1220, 815], 8, Color(0x6B4327))
        line([1040, 900, 1050, 780], 12, Color(0x7A6A55))
        line([1046, 830, 1010, 790], 7, Color(0x7A6A55))
        fill(.rectangle(0, 868, 1600, 140), .vertical(868, 1000, [Color(0x58B5BE, alpha: 0.93), Color(0x1B6480)]))
        var shore = Path.smooth(Self.points([-60, 850, 160, 838, 380, 872, 560, 930, 700, 1010]))
        shore.line(to: Point(-60, 1010))
        fill(shore, Color(0x2F7A55))
        ripples(878, 990, 34, Color(0xE9F8F2, alpha: 0.6), seed: 44)
        for x in [1290.0, 1170, 1046] {
            box(x - 34, 870, x > 1200 ? 250 : 80, 5, Color(0xFFFFFF, alpha: 0.8), radius: 3)
        }
    }

    func nightTrain() {
        fill(.vertical(0, 700, [Color(0x161B45), Color(0x45347A), Color(0xA7548A), Color(0xF0927C)]))
        stars(190, below: 460, Color(0xFFF1E0), seed: 71)
        glow(1150, 240, 300, Color(0xFFEBD2, alpha: 0.35))
        crescent(1150, 240, 84, Color(0xFFF2DC), turn: -18)
        mountains(560, 400, Color(0x7A4A86), snow: Color(0xF3C6C0), seed: 3)
        mountains(640, 250, Color(0x54397A), snow: Color(0xD99CB0), seed: 12)
        hills(700, 90, .solid(Color(0x3A2B66)), seed: 20, step: 180)
        fill(.rectangle(0, 700, 1600, 300), .vertical(640, 1000, [Color(0x332659), Color(0x171439)]))
        forest(820, 60...120, Color(0x231D4B), seed: 6)
        viaduct()
        train()
        forest(1010, 110...210, Color(0x100F2C), seed: 9)
    }

    private func mountains(_ base: Double, _ height: Double, _ color: Color, snow: Color, seed: UInt64) {
        var dice = Generator(seed: seed)
        var x = -150.0
        while x < 1700 {
            let peak = Double.random(in: 0.55...1, using: &dice) * height
            let half = peak * Double.random(in: 0.9...1.2, using: &dice)
            shape([x - half, base + 150, x, base - peak, x + half, base + 150], color)
            shape(
                [x, base - peak, x + half, base + 150, x + half * 0.2, base + 150],
                color.mixed(with: Color(0x161B45), by: 0.25))
            let (left, right) = (half / (peak + 150), half / (peak + 150))
            let cap = peak * 0.3
            shape(
                [
                    x, base - peak, x + right * cap, base - peak + cap, x + right * cap * 0.4, base - peak + cap * 0.8,
                    x, base - peak + cap * 1.25, x - left * cap * 0.45, base - peak + cap * 0.82, x - left * cap,
                    base - peak + cap,
                ], snow)
            x += half * 1.1
        }
    }

    private func forest(_ base: Double, _ heights: ClosedRange<Double>, _ color: Color, seed: UInt64) {
        var dice = Generator(seed: seed)
        var x = -30.0
        while x < 1640 {
            let height = Double.random(in: heights, using: &dice)
            for tier in 0..<3 {
                let top = base - height + Double(tier) * height * 0.22
                let half = height * (0.13 + Double(tier) * 0.06)
                shape([x, top, x + half, top + height * 0.42, x - half, top + height * 0.42], color)
            }
            box(x - heights.upperBound, base - height * 0.3, heights.upperBound * 2, height * 0.3 + 2, color)
            x += height * Double.random(in: 0.22...0.5, using: &dice)
        }
    }

    private func viaduct() {
        let (stone, shade) = (Color(0x8A5F8C), Color(0x5C4376))
        var wall = Path.rectangle(-20, 596, 1640, 430)
        for x in stride(from: -60.0, to: 1660, by: 210) {
            wall = wall.cutting(
                Path.sector(x + 105, 738, 82, 82, from: 180, to: 360).adding(.rectangle(x + 23, 737, 164, 320)))
        }
        fill(wall, .vertical(596, 1000, [stone, Color(0x2C2356)]))
        for x in stride(from: -60.0, to: 1660, by: 210) {
            fill(.rectangle(x - 6, 680, 14, 340), .vertical(680, 1000, [shade, Color(0x241D4B)]))
            stroke(.arc(x + 105, 738, 90, from: 180, to: 360), 5, shade)
        }
        box(-20, 590, 1640, 16, Color(0xB67F9C))
        box(-20, 640, 1640, 6, shade)
    }

    private func train() {
        let (green, cream, gold) = (Color(0x14504F), Color(0xF4E2C4), Color(0xFFD27A))
        for x in [-170.0, 190, 550] {
            box(x, 482, 348, 92, green, radius: 12)
            box(x + 4, 476, 340, 20, Color(0x0D3638), radius: 10)
            box(x, 550, 348, 6, cream)
            for window in 0..<6 {
                let left = x + 22 + Double(window) * 52
                box(left, 504, 38, 34, (window + Int(x)) % 4 == 1 ? Color(0x2B6663) : gold, radius: 4)
            }
            for wheel in [50.0, 84, 264, 298] { disc(x + wheel, 578, 13, Color(0x120F2C)) }
            box(x + 344, 552, 20, 8, Color(0x120F2C))
        }
        var engine = Path(Self.points([910, 574, 910, 476, 1130, 476]))
        engine.curve(to: Point(1240, 574), Point(1200, 480), Point(1236, 520))
        fill(engine, Color(0xC8463A))
        box(910, 548, 318, 8, cream)
        shape([1120, 490, 1150, 490, 1194, 524, 1120, 524], gold)
        box(940, 500, 120, 26, Color(0x8E2B2F), radius: 4)
        for wheel in [950.0, 990, 1110, 1150] { disc(wheel, 578, 14, Color(0x120F2C)) }
        let beam = Path(Self.points([1228, 548, 1640, 470, 1640, 592]))
        fill(
            beam,
            .linear(from: Point(1228, 0), to: Point(1600, 0), [Color(0xFFE9B0, alpha: 0.7), Color(0xFFE9B0, alpha: 0)]))
        disc(1226, 548, 10, Color(0xFFF6DC))
        glow(560, 520, 620, Color(0xFFD27A, alpha: 0.14))
    }
}
