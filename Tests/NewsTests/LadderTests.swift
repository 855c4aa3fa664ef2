import News
import Testing

@Suite("Ladders")
struct LadderTests {
    @Test(
        "The narrowest rung that is wide enough, or the widest",
        arguments: [
            (-1.0, 120), (0, 120), (120, 120), (120.1, 160), (320, 320), (321, 480), (1601, 1920), (1920, 1920),
            (5000, 1920),
            (.infinity, 1920),
        ])
    func rung(_ width: Double, _ rung: Int) { #expect(Ladder.rung(atLeast: width) == rung) }

    @Test(
        "No rung above the one that holds the original whole",
        arguments: [
            (320, 100, 120), (320, 240, 240), (320, 241, 320), (320, 4000, 320), (1920, 1000, 1200), (1, 4000, 120),
            (9999, 9999, 1920),
        ])
    func served(_ width: Int, _ original: Int, _ rung: Int) {
        #expect(Ladder.served(PictureSpec(width: width, quality: 60), original: original).width == rung)
        #expect(Ladder.widths(forOriginal: original).contains(rung))
    }

    @Test(
        "The rungs of an original",
        arguments: [
            (1, [120]), (120, [120]), (121, [120, 160]), (500, [120, 160, 240, 320, 480, 640]), (99_999, Ladder.widths),
        ])
    func widths(_ original: Int, _ widths: [Int]) { #expect(Ladder.widths(forOriginal: original) == widths) }

    @Test(
        "Budgets are rounded down",
        arguments: [
            (-1.0, 6000), (0, 6000), (7999, 7000), (13_999, 10_000), (14_000, 14_000), (59_999.9, 45_000),
            (60_000, 60_000),
            (1e12, 2_000_000),
        ])
    func budget(_ bytes: Double, _ budget: Int) { #expect(Ladder.budget(atMost: bytes) == budget) }

    @Test(
        "The rungs of crops",
        arguments: [
            (PictureShape.square, 1, [120]), (.square, 200, [120, 160, 240]), (.square, 5000, [120, 160, 240, 320]),
            (.wide, 100, [160]), (.wide, 400, [160, 240, 320, 480]),
        ])
    func widths(_ shape: PictureShape, _ original: Int, _ widths: [Int]) {
        #expect(Ladder.widths(of: shape, forOriginal: original) == widths)
    }

    @Test("Specifications are read back as they are written", arguments: [120, 1920], [30, 60, 90])
    func spec(_ width: Int, _ quality: Int) {
        for shape in PictureShape.allCases {
            let spec = PictureSpec(width: width, quality: quality, shape: shape)
            #expect(PictureSpec(name: spec.name) == spec)
        }
    }

    @Test(
        "Names of files are read back as they are written",
        arguments: [
            ("320q60.jpg", PictureShape.whole, 0, PictureFormat.jpeg), ("320q60", .whole, 0, nil),
            ("320q60.avif", .whole, 0, .avif), ("320q60-square0.webp", .square, 0, .webp),
            ("320q60-wide100.png", .wide, 100, .png), ("320q60-square37", .square, 37, nil),
            ("320q60.gif", .whole, 0, .gif),
        ] as [(String, PictureShape, Int, PictureFormat?)])
    func name(_ text: String, _ shape: PictureShape, _ crop: Int, _ format: PictureFormat?) {
        let name = RenditionName(text)
        #expect(name == RenditionName(PictureSpec(width: 320, quality: 60, shape: shape), crop: crop, format: format))
        #expect(name?.text == text)
    }

    @Test(
        "Texts that name no file",
        arguments: [
            "", ".jpg", "320q60.", "320q60.jpeg", "320q60.JPG", "320q60.jpg.jpg", "320q60-square.jpg",
            "320q60-square101.jpg",
            "320q60-square007.jpg", "320q60-square-1.jpg", "320q60-whole0.jpg", "320q60-round5.jpg", "320q60-5.jpg",
            "320q60-",
            "-.jpg", "320q60-square99999999999999999999.jpg",
        ])
    func refusedName(_ text: String) { #expect(RenditionName(text) == nil) }

    @Test(
        "Texts that are not specifications",
        arguments: [
            "", "q", "120", "120q", "q30", "0120q30", "+120q30", "-120q30", "0q30", "120q30q", "120Q30", "120q030",
            "120q30-", "120q30-round", "120q30-whole", "120q30-square-wide",
            "99999999999999999999q30",
        ])
    func refused(_ name: String) { #expect(PictureSpec(name: name) == nil) }
}
