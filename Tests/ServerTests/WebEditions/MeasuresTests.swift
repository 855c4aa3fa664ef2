import Foundation
import Testing
import Web
@testable import WebEditions

@Suite("Bytes, times and axes in words")
struct MeasuresTests {
    private func measures(_ language: String) async throws -> Measures {
        let templates = try await Templates(folder: "static", timeZone: .gmt)
        return Measures(templates.catalogues.strings(for: [language], of: nil))
    }

    @Test(arguments: [
        (0, "0 kB"), (1, "0.0 kB"), (1960, "2.0 kB"), (8000, "8 kB"), (99_940, "99.9 kB"), (99_960, "100 kB"),
        (645_700, "646 kB"), (999_499, "999 kB"), (999_500, "1.00 MB"), (1_000_000, "1 MB"), (2_345_678, "2.35 MB"),
        (14_600_000, "14.6 MB"),
    ])
    func bytes(_ bytes: Int, _ words: String) async throws {
        #expect(try await measures("en").bytes(bytes) == words.replacing(" ", with: "\u{A0}"))
        #expect(
            try await measures("pt").bytes(bytes)
                == words.replacing(" ", with: "\u{A0}").replacing(".", with: ","))
    }

    @Test func aSumIsThatOfItsPartsAsShown() async throws {
        let parts = try await measures("en").parts(11_049, 67_349)
        #expect(parts == ("11\u{A0}kB", "67.4\u{A0}kB", "78.4\u{A0}kB"))
        #expect(
            try await measures("en").parts(13_440, 110_900) == ("13\u{A0}kB", "111\u{A0}kB", "124\u{A0}kB"))
        #expect(
            try await measures("en").parts(31_000, 1_941_000) == ("30\u{A0}kB", "1.94\u{A0}MB", "1.97\u{A0}MB"))
    }

    @Test(arguments: [
        (0, 8000, 0), (2099, 8000, 26), (2040, 8000, 26), (2039, 8000, 25), (8000, 8000, 100), (5, 0, 500),
    ])
    func aShareIsRounded(_ bytes: Int, _ budget: Int, _ percent: Int) {
        #expect(Measures.percent(bytes, of: budget) == percent)
    }

    @Test(arguments: [(0.21, "0.2 s"), (2.598, "2.6 s"), (9.96, "10 s"), (28.4, "28 s")])
    func seconds(_ seconds: Double, _ words: String) async throws {
        #expect(try await measures("en").seconds(seconds) == words.replacing(" ", with: "\u{A0}"))
    }

    @Test(arguments: [
        (0.0, 0.1), (0.2, 0.2), (2.6, 3), (28.4, 30), (31, 40), (645_700, 800_000), (1_000_000, 1_000_000),
        (9_100_000, 10_000_000),
    ])
    func anAxisEndsAtARoundNumber(_ most: Double, _ end: Double) {
        #expect(abs(Axis(to: most).end - end) < end / 1000)
    }

    @Test func placesAreSharesOfTheAxis() {
        #expect(Axis(to: 800).percent(646) == "80.8%" && Axis(to: 800).percent(0) == "0.0%")
        #expect(Axis(to: 0).percent(0) == "0.0%")
    }
}
