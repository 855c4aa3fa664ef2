import Imaging

extension Canvas {
    func regatta() {
        fill(.vertical(0, 470, [Color(0xF7D9B0), Color(0xF9E7C8), Color(0xFDF3DF)]))
        disc(1180, 300, 150, Color(0xF0673F))
        cloud(300, 150, 60, Color(0xFFFFFF, alpha: 0.85))
        cloud(1290, 190, 46, Color(0xFFFFFF, alpha: 0.85))
        hills(452, 70, .solid(Color(0xE8B48A)), seed: 14, step: 230)
        hills(462, 40, .solid(Color(0xC98B6B)), seed: 19, step: 170)
        box(0, 455, 1600, 545, Color(0x1F7A8C))
        let (navy, cream) = (Color(0x12283F), Color(0xFFF6E3))
        for (x, size) in [(240.0, 50.0), (420, 44), (700, 54), (890, 46), (1430, 50)] {
            sailboat(x, 470, size, heel: 8, main: cream, jib: Color(0xF3C56B), hull: navy)
        }
        waves(500, Color(0x2A8F9C), seed: 1)
        waves(570, Color(0x1C7788), seed: 2)
        sailboat(1130, 610, 120, heel: 13, main: Color(0xF0B63A), jib: cream, hull: navy)
        sailboat(330, 640, 140, heel: 12, main: Color(0x17416B), jib: Color(0xD94A35), hull: Color(0x7A2318))
        waves(660, Color(0x166577), seed: 3)
        waves(745, Color(0x115568), seed: 4)
        sailboat(760, 800, 270, heel: 15, main: Color(0xD94A35), jib: cream, hull: navy)
        stripes()
        waves(812, Color(0x0D465A), seed: 5)
        waves(905, Color(0x0A384B), seed: 6)
        for (x, y, length) in [(440.0, 806.0, 150.0), (1030, 862, 180), (540, 826, 90), (1130, 882, 120)] {
            box(x, y, length, 9, cream.opacity(0.85), radius: 5)
        }
        gull(520, 230, 36, navy)
        gull(600, 275, 24, navy)
    }

    private func stripes() {
        let boat = Point(760, 800)
        for (index, y) in [-1.55, -1.1].enumerated() {
            let reach = 0.46 + Double(index) * 0.24
            let band = Self.outline([0.06, y, reach, y, reach + 0.07, y + 0.17, 0.06, y + 0.17])
            fill(band.scaled(270, 270).moved(boat.x, boat.y).rotated(15, about: boat), Color(0xFFF6E3))
        }
    }

    /// A band of pointed waves down to the lower edge.
    private func waves(_ y: Double, _ color: Color, seed: UInt64) {
        var dice = Generator(seed: seed)
        let length = (y - 380) * 0.42 + 30
        var path = Path([Point(-300, 1010)])
        var x = -300 + Double.random(in: 0...length, using: &dice)
        path.line(to: Point(x, y))
        while x < 1700 {
            let lift = length * Double.random(in: 0.1...0.2, using: &dice)
            path.curve(
                to: Point(x + length, y - lift), Point(x + length * 0.4, y + lift * 0.9),
                Point(x + length * 0.75, y + lift * 0.4))
            x += length
        }
        path.line(to: Point(x, 1010))
        fill(path, color)
    }

    func fishingRest() {
        fill(.vertical(0, 330, [Color(0xF3B562), Color(0xF7D79B)]))
        disc(380, 250, 110, Color(0xFDF0CF))
        for y in [190.0, 226, 262] { box(240, y, 280, 7, Color(0xF5C67D)) }
        fill(
            .rectangle(0, 320, 1600, 680),
            .vertical(320, 1000, [Color(0x2E8B93), Color(0x17596F), Color(0x0C2C47)]))
        trawler()
        for (y, alpha) in [(322.0, 0.9), (340, 0.35), (362, 0.2)] {
            box(0, y, 1600, 5, Color(0xF8E6BE, alpha: alpha))
        }
        for x in stride(from: 60.0, to: 1600, by: 230) {
            fill(
                Self.outline([x, 325, x + 80, 325, x - 60, 1000, x - 240, 1000]),
                .vertical(325, 900, [Color(0xF8E6BE, alpha: 0.13), Color(0xF8E6BE, alpha: 0)]))
        }
        shoal()
        hills(1000, 70, .solid(Color(0x071C30)), seed: 77, step: 190)
    }

    private func trawler() {
        let (red, white, dark) = (Color(0xC8402F), Color(0xFBF3E2), Color(0x17283A))
        line([1090, 300, 1130, 90, 1170, 300], 7, dark)
        line([1130, 95, 985, 190], 4, dark)
        line([1130, 95, 1340, 215], 3, dark)
        box(1190, 150, 130, 110, white)
        box(1178, 138, 154, 16, red)
        for x in [1204.0, 1244, 1284] { box(x, 168, 28, 30, Color(0x2E8B93)) }
        box(1338, 170, 34, 90, dark)
        box(1338, 184, 34, 14, red)
        shape([950, 222, 1010, 250, 1420, 250, 1400, 334, 1010, 334], red)
        shape([986, 298, 1408, 298, 1400, 334, 1010, 334], dark)
        line([955, 226, 1012, 254, 1418, 254], 6, white)
        figure(1060, 250, 82, .standing, Clothes(skin: Color(0xD99A72), hair: dark, top: Color(0xF0B63A), bottom: dark))
        line([1010, 300, 930, 620], 3, dark.opacity(0.7))
        gull(860, 130, 30, dark)
        gull(760, 90, 20, dark)
    }

    /// Many small fish that together make one great fish.
    private func shoal() {
        let center = Point(720, 670)
        let outline = Path.smooth(
            Self.points([
                1230, 660, 1060, 560, 800, 505, 520, 555, 360, 645, 170, 520, 215, 660, 165, 815, 360, 690, 540, 790,
                800, 835, 1070, 760,
            ]),
            closed: true)
        let inside = outline.contours.first ?? []
        var dice = Generator(seed: 5)
        for y in stride(from: 500.0, to: 860, by: 30) {
            for x in stride(from: 150.0, to: 1240, by: 62) {
                let place = Point(
                    x + Double.random(in: -14...14, using: &dice) + (Int(y / 30) % 2 == 0 ? 31 : 0),
                    y + Double.random(in: -7...7, using: &dice))
                guard Self.contains(inside, place) else { continue }
                let light = 1 - abs(place.y - center.y + 90) / 330
                let body = Color(0x5FA9B0).mixed(with: Color(0xF3F1DC), by: max(light, 0.05))
                let turn = (place.y - center.y) * (place.x > center.x ? -0.07 : 0.05)
                fish(place.x, place.y, 66, body, Color(0x2B6E86), turn: turn)
            }
        }
        disc(1108, 640, 30, Color(0xF3B562))
        disc(1114, 640, 15, Color(0x0C2C47))
    }

    private static func contains(_ polygon: [Point], _ point: Point) -> Bool {
        var inside = false
        for (start, end) in zip(polygon, polygon.dropFirst() + polygon.prefix(1))
        where (start.y > point.y) != (end.y > point.y) {
            if point.x < start.x + (point.y - start.y) / (end.y - start.y) * (end.x - start.x) { inside.toggle() }
        }
        return inside
    }

    func islandWind() {
        fill(.vertical(0, 760, [Color(0x2D5DA1), Color(0x7FB4D8), Color(0xF6E3B8)]))
        for (radius, alpha) in [(420.0, 0.16), (320, 0.22), (225, 0.3)] {
            disc(540, 560, radius, Color(0xFFF3C9, alpha: alpha))
        }
        disc(540, 560, 140, Color(0xFFF8E0))
        cloud(980, 150, 64, Color(0xFFFFFF, alpha: 0.9))
        cloud(180, 210, 48, Color(0xFFFFFF, alpha: 0.8))
        hills(735, 60, .solid(Color(0x7FA9B8)), seed: 3, step: 260)
        fill(.rectangle(0, 720, 1600, 280), .vertical(720, 1000, [Color(0x3B86B5), Color(0x123E6B)]))
        glitter(540, from: 728, to: 985, 230, Color(0xFFF3C9, alpha: 0.8), seed: 8)
        for (x, height) in [(150.0, 190.0), (265, 170), (370, 150)] { turbine(x, 742, height, turn: x) }
        var island = Path.smooth(
            Self.points([640, 800, 760, 742, 860, 650, 990, 610, 1130, 640, 1250, 560, 1400, 520, 1520, 590, 1640, 640])
        )
        island.line(to: Point(1640, 830))
        island.line(to: Point(640, 810))
        turbine(1000, 620, 330, turn: 12)
        turbine(1400, 540, 420, turn: 47)
        fill(island, .vertical(520, 810, [Color(0x8FB04E), Color(0x2F6B4F)]))
        turbine(1215, 640, 470, turn: 80)
        var shore = Path.smooth(
            Self.points([700, 800, 820, 720, 960, 730, 1120, 690, 1300, 720, 1460, 680, 1640, 720]))
        shore.line(to: Point(1640, 840))
        shore.line(to: Point(690, 812))
        fill(shore, .vertical(680, 830, [Color(0x5D8E45), Color(0x1F5443)]))
        for (x, y, wall) in [
            (850.0, 770.0, 0xF7EFE0), (955, 758, 0xF2C879), (1060, 768, 0xE7785A), (1190, 748, 0xF7EFE0),
        ] {
            house(x, y, 74, Color(UInt32(wall)), Color(0x8D3A2E), Color(0x2D4A63))
        }
        for x in stride(from: 1330.0, to: 1560, by: 56) {
            box(x, 722, 44, 54, Color(0xEFF4F5), radius: 4)
            box(x, 722, 44, 10, Color(0x3BAF7A), radius: 4)
            box(x + 17, 742, 10, 22, Color(0x3BAF7A))
        }
        box(690, 806, 950, 10, Color(0xF7E9C8), radius: 5)
        ripples(830, 990, 30, Color(0xDDF0F5, alpha: 0.35), seed: 4)
        sailboat(330, 880, 70, heel: 6, main: Color(0xFFFFFF), jib: Color(0xF2C879), hull: Color(0x12283F))
    }

    private func turbine(_ x: Double, _ base: Double, _ height: Double, turn: Double) {
        let (white, shade) = (Color(0xFDFBF4), Color(0xC9D6DC))
        let top = base - height
        shape(
            [x - height * 0.022, base, x - height * 0.01, top, x + height * 0.01, top, x + height * 0.022, base], white)
        shape([x, base, x, top, x + height * 0.01, top, x + height * 0.022, base], shade)
        for blade in 0..<3 {
            var path = Path([Point(0, -0.012)])
            path.curve(to: Point(0.6, 0), Point(0.12, -0.07), Point(0.4, -0.02))
            path.line(to: Point(0, 0.016))
            fill(path.scaled(height, height).rotated(turn + Double(blade) * 120).moved(x, top), white)
        }
        disc(x, top, height * 0.026, shade)
    }
}
