import Imaging

extension Canvas {
    func tramNine() {
        fill(.vertical(0, 800, [Color(0x8CC8D8), Color(0xCFE6DC), Color(0xFBE7C4)]))
        disc(250, 250, 105, Color(0xFFF6DE))
        cloud(420, 150, 50, Color(0xFFFFFF, alpha: 0.9))
        fill(.rectangle(0, 560, 1600, 440), .vertical(560, 760, [Color(0x5FA8B8), Color(0x2F7A94)]))
        ripples(570, 740, 24, Color(0xE9F5F0, alpha: 0.5), seed: 8)
        hills(566, 40, .solid(Color(0x86B3B0)), seed: 9, step: 210)
        box(0, 566, 560, 180, Color(0x4B98AC))
        ripples(575, 740, 18, Color(0xE9F5F0, alpha: 0.5), seed: 3)
        sailboat(250, 650, 44, heel: 5, main: Color(0xFFFFFF), jib: Color(0xF7D9B0), hull: Color(0x23405A))
        terrace()
        let street = Self.outline([-20, 1010, -20, 905, 1620, 430, 1620, 1010])
        fill(street, .linear(from: Point(0, 900), to: Point(300, 1300), [Color(0x8B8794), Color(0x4A4A5C)]))
        fill(Self.outline([-20, 905, 1620, 430, 1620, 464, -20, 939]), Color(0xD9CDBB))
        for offset in [118.0, 196] {
            line([-20, 905 + offset, 1620, 430 + offset], 7, Color(0x2B2C3A))
            line([-20, 901 + offset, 1620, 426 + offset], 2, Color(0xD6D4DA))
        }
        line([-20, 446, 1620, -29], 3, Color(0x23304A))
        tram()
        figure(
            1370, 520, 150, .walking,
            Clothes(skin: Color(0x9C6644), hair: Color(0x2A1B18), top: Color(0xC8463A), bottom: Color(0x23304A)),
            facing: -1)
        figure(
            120, 908, 160, .standing,
            Clothes(skin: Color(0xE0A67E), hair: Color(0x5A3A22), top: Color(0x2B6C74), bottom: Color(0x2B2C3A)))
    }

    private func terrace() {
        let walls = [0xE8785A, 0xF6D27A, 0x7FB0A6, 0xF3E6D3, 0xD99AA0, 0xEFB45F].map { Color(UInt32($0)) }
        let roof = Color(0x9E3F33)
        for (index, x) in stride(from: 560.0, to: 1600, by: 180).enumerated() {
            let base = 905 - (x + 20) * 0.2896
            let top = base - 420 - Double(index % 3) * 34
            let wall = walls[index % walls.count]
            box(x, top, 181, base - top + 30, wall)
            box(x, top, 26, base - top + 30, wall.mixed(with: Color(0x5A2A3A), by: 0.16))
            shape([x - 8, top, x + 20, top - 52, x + 168, top - 52, x + 190, top], roof)
            for row in 0..<3 {
                for column in 0..<2 {
                    let (left, up) = (x + 34 + Double(column) * 72, top + 34 + Double(row) * 112)
                    box(left - 6, up - 6, 52, 82, Color(0xFFF8E8))
                    box(left, up, 40, 70, Color(0x3C6478))
                    box(left + 18, up, 4, 70, Color(0xFFF8E8))
                    box(left - 8, up + 66, 56, 6, Color(0x3A2E3A))
                    if (row + column + index) % 3 == 0 {
                        disc(left + 10, up + 62, 9, Color(0x4E8B4C)); disc(left + 26, up + 60, 11, Color(0x4E8B4C))
                    }
                }
            }
            box(x + 62, base - 78, 54, 112, Color(0x6B2F2A), radius: 6)
        }
    }

    private func tram() {
        let (yellow, cream, dark) = (Color(0xF4B41F), Color(0xFFF6DE), Color(0x2A2230))
        let pivot = Point(640, 800)
        func part(_ path: Path, _ color: Color) { fill(path.rotated(-16.2, about: pivot), color) }
        func block(_ x: Double, _ y: Double, _ width: Double, _ height: Double, _ color: Color, _ radius: Double = 0) {
            part(.rectangle(x, y, width, height, radius: radius), color)
        }
        part(Self.outline([610, 425, 640, 280, 648, 280, 640, 425]), dark)
        block(606, 272, 76, 8, dark, 4)
        block(330, 800, 640, 44, dark, 8)
        for x in [430.0, 560, 760, 890] { part(.circle(x, 838, 30), dark); part(.circle(x, 838, 14), Color(0x8B8794)) }
        block(290, 620, 720, 190, yellow, 18)
        block(300, 470, 700, 200, cream, 14)
        block(280, 440, 740, 46, yellow, 22)
        block(360, 418, 580, 30, cream, 12)
        for x in stride(from: 390.0, to: 900, by: 86) {
            block(x, 500, 72, 122, Color(0x35647A), 8)
            part(Self.outline([x + 10, 610, x + 44, 508, x + 60, 508, x + 26, 610]), Color(0xA9D3D8, alpha: 0.55))
        }
        for x in [424.0, 512, 770, 858] {
            part(.circle(x, 582, 20), Color(0x3A2530)); block(x - 26, 596, 52, 26, Color(0x9C3D3D), 10)
        }
        for x in [308.0, 918] { block(x, 500, 72, 260, Color(0x35647A), 8); block(x + 33, 500, 6, 260, cream) }
        block(290, 680, 720, 8, cream)
        block(290, 780, 720, 10, Color(0xC8463A))
        part(.circle(645, 735, 40), cream)
        part(Path.ring(645, 724, 15, 7), Color(0xC8463A))
        stroke(Path([Point(656, 726), Point(650, 757)]).rotated(-16.2, about: pivot), 8, Color(0xC8463A))
        part(.circle(1006, 730, 18), cream)
        block(560, 452, 160, 22, Color(0x2A2230), 6)
    }

    func emptyFlats() {
        fill(.solid(Color(0xD9604A)))
        fill(
            .rectangle(0, 0, 1600, 1000),
            .linear(from: Point(0, 0), to: Point(1600, 900), [Color(0xE9785A), Color(0xC04E45)]))
        let pitch = Point(164, 232)
        for row in 0..<4 {
            box(0, 40 + Double(row) * pitch.y + 196, 1600, 10, Color(0xA53F3B))
            for column in 0..<9 {
                let number = row * 9 + column
                let corner = Point(82 + Double(column) * pitch.x, 50 + Double(row) * pitch.y)
                // One flat in nine is shuttered: four of thirty-six.
                [7, 11, 22, 33].contains(number) ? shutters(corner) : window(corner, number)
            }
        }
        shape([0, 0, 560, 0, 0, 420], Color(0x5E1F2E, alpha: 0.16))
    }

    private func frame(_ corner: Point) {
        box(corner.x - 10, corner.y - 10, 144, 196, Color(0xFBE9CF))
        box(corner.x - 18, corner.y + 180, 160, 14, Color(0xFBE9CF))
    }

    private func shutters(_ corner: Point) {
        frame(corner)
        box(corner.x, corner.y, 124, 180, Color(0x274B57))
        for y in stride(from: corner.y + 10, to: corner.y + 174, by: 14) {
            box(corner.x + 8, y, 50, 7, Color(0x1A343F))
            box(corner.x + 66, y, 50, 7, Color(0x1A343F))
        }
        box(corner.x + 60, corner.y, 4, 180, Color(0x14282F))
    }

    private func window(_ corner: Point, _ number: Int) {
        frame(corner)
        let (x, y) = (corner.x, corner.y)
        let light = [0xFFD98A, 0xFFE7B0, 0xFFCB6B][number % 3]
        fill(.rectangle(x, y, 124, 180), .vertical(y, y + 180, [Color(UInt32(light)), Color(0xFFF3D2)]))
        clipped(to: .rectangle(x, y, 124, 180)) { life(x, y, number) }
        box(x + 59, y, 6, 180, Color(0xFBE9CF))
        box(x, y + 56, 124, 5, Color(0xFBE9CF))
    }

    /// What goes on behind a lit window.
    private func life(_ x: Double, _ y: Double, _ number: Int) {
        let (wine, green, blue) = (Color(0x7A2D3C), Color(0x3F7D58), Color(0x2F5F73))
        let people = [
            Clothes(skin: Color(0x9C6644), hair: Color(0x2A1B18), top: blue, bottom: wine),
            Clothes(skin: Color(0xE0A67E), hair: Color(0x6B3A22), top: Color(0xC8463A), bottom: blue),
            Clothes(skin: Color(0xC98A5E), hair: Color(0xD8CFC4), top: green, bottom: wine),
        ]
        switch (number * number * 3 + number * 5 + number / 9) % 8 {
        case 0, 5: figure(x + 34, y + 250, 190, .standing, people[number % 3], facing: number % 2 == 0 ? 1 : -1)
        case 1:
            box(x + 76, y + 140, 36, 40, wine, radius: 4)
            for lean in [-22.0, -8, 8, 22] { line([x + 94, y + 142, x + 94 + lean, y + 92], 9, green) }
        case 2:
            box(x + 8, y, 46, 180, Color(0xFFFFFF, alpha: 0.75))
            box(x + 70, y, 46, 180, Color(0xFFFFFF, alpha: 0.75))
        case 3:
            line([x + 94, y, x + 94, y + 60], 3, wine)
            fill(.sector(x + 94, y + 86, 28, 28, from: 180, to: 360), wine)
            box(x, y + 138, 124, 42, blue)
        case 4:
            fill(.ellipse(x + 36, y + 160, 26, 24), Color(0x3A2530))
            disc(x + 50, y + 130, 15, Color(0x3A2530))
            shape(
                [x + 38, y + 124, x + 42, y + 106, x + 50, y + 118, x + 58, y + 106, x + 63, y + 124], Color(0x3A2530))
        case 6:
            for (index, color) in [wine, green, blue, wine, Color(0xC8463A)].enumerated() {
                box(x + 8 + Double(index) * 20, y + 84, 15, 50 + Double(index % 2) * 8, color)
            }
            box(x, y + 138, 124, 8, wine)
        default:
            figure(x + 26, y + 262, 190, .standing, people[0])
            figure(x + 96, y + 266, 172, .standing, people[1], facing: -1)
        }
    }
}
