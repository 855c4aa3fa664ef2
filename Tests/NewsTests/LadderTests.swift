import News
import Testing

@Suite("Ladders")
struct LadderTests {
    @Test(
        "The least rung that is wide enough, or the greatest",
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
        #expect(Ladder.rung(for: width, original: original) == rung)
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
            (-1.0, 8000), (0, 8000), (13_999, 8000), (14_000, 14_000), (59_999.9, 30_000), (60_000, 60_000),
            (1e12, 2_000_000),
        ])
    func budget(_ bytes: Double, _ budget: Int) { #expect(Ladder.budget(atMost: bytes) == budget) }

    @Test("Specifications are read as they are written", arguments: [120, 1920], [30, 60, 90])
    func spec(_ width: Int, _ quality: Int) {
        let spec = PictureSpec(width: width, quality: quality)
        #expect(PictureSpec(name: spec.name) == spec)
    }

    @Test(
        "What is no specification",
        arguments: [
            "", "q", "120", "120q", "q30", "0120q30", "+120q30", "-120q30", "0q30", "120q30q", "120Q30", "120q030",
            "99999999999999999999q30",
        ])
    func refused(_ name: String) { #expect(PictureSpec(name: name) == nil) }
}
