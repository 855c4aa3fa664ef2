@testable import Newsroom
import Testing

/// The day that a new edition is offered.
struct EditionRhythmTests {
    private static let today = "2026-11-27"

    @Test(
        "It is the next one of the newspaper's rhythm that has no edition",
        arguments: [
            // Nobody opened one yet: that of today, or the next free day.
            ([], [], "2026-11-27"), ([], ["2026-11-27", "2026-11-28"], "2026-11-29"),
            (["2026-11-26"], [], "2026-11-27"),
            // Daily, with a day left out, and planned ahead.
            (["2026-11-26", "2026-11-24", "2026-11-23"], [], "2026-11-27"),
            (["2026-11-27", "2026-11-26"], ["2026-11-27", "2026-11-26"], "2026-11-28"),
            (["2026-12-24", "2026-11-26", "2026-11-25"], ["2026-12-24"], "2026-11-27"),
            // Weekly: the next Thursday, also after a pause, and in December what is left of it.
            (["2026-11-19", "2026-11-12"], [], "2026-12-03"), (["2026-11-26", "2026-11-19"], [], "2026-12-03"),
            (["2026-09-03", "2026-08-27", "2026-08-20"], [], "2026-12-03"),
            (["2026-11-26", "2026-11-19"], ["2026-12-03"], "2026-12-10"),
            (["2026-12-10", "2026-12-03"], [], "2026-12-17"),
            // Damaged days do not count.
            (["soon", "2026-11-26"], [], "2026-11-27"),
        ])
    func next(opened: [String], taken: [String], day: String) {
        #expect(EditionRhythm(opened: opened).nextDay(from: Self.today, taken: Set(taken)) == day)
    }
}
