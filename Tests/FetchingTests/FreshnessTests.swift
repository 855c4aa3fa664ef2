import Foundation
import Testing

@testable import Fetching

/// When to fetch again according to the headers.
@Suite("Freshness")
struct FreshnessTests {
    private static let now = Date(timeIntervalSince1970: 1_700_000_000)  // Tue, 14 Nov 2023 22:13:20 GMT
    private static let year = 31_536_000

    private func answer(_ headers: [(String, String)]) -> FetchAnswer {
        var answer = FetchAnswer(url: "http://a.example/")
        answer.headers = headers.map { (name: $0.0, value: $0.1) }
        return answer
    }

    @Test(
        "Retry-After is seconds or a date, a year at most",
        arguments: [
            ("120", 120), ("0", 0), ("-9", nil), ("9999999999", year), ("99999999999999999999", year), ("soon", nil),
            ("", nil), ("1.5", nil), ("Tue, 14 Nov 2023 22:18:20 GMT", 300), ("Tuesday, 14-Nov-23 22:18:20 GMT", 300),
            ("Tue Nov 14 22:18:20 2023", 300), ("Tue, 14 Nov 2000 22:18:20 GMT", 0),
            ("Tue, 14 Nov 9999 22:18:20 GMT", year), ("Tue, 14 Nov 0000 22:18:20 GMT", 0),
        ] as [(String, Int?)])
    func retryAfter(_ text: String, _ seconds: Int?) {
        #expect(answer([("retry-after", text)]).retryAfter(Self.now) == seconds)
    }

    @Test(
        "Cache-Control before Expires, less the age",
        arguments: [
            ([], nil), ([("cache-control", "max-age=600")], 600),
            ([("cache-control", "public, MAX-AGE = \"600\"")], 600),
            ([("cache-control", "max-age=600"), ("age", "100")], 500),
            ([("cache-control", "max-age=60"), ("age", "100")], 0),
            ([("cache-control", "max-age=600, max-age=60")], 60),
            ([("cache-control", "max-age=6"), ("cache-control", "no-cache")], 0),
            ([("cache-control", "no-store")], 0), ([("cache-control", "no-cache=\"set-cookie\"")], 0),
            ([("cache-control", "max-age=soon")], 0), ([("cache-control", "max-age=-1")], 0),
            ([("cache-control", "max-age=99999999999999999999")], year), ([("cache-control", "s-maxage=600")], nil),
            ([("cache-control", "private"), ("expires", "Tue, 14 Nov 2023 22:18:20 GMT")], 300),
            (
                [
                    ("expires", "Tue, 14 Nov 2023 22:18:20 GMT"), ("date", "Tue, 14 Nov 2023 22:17:20 GMT"),
                    ("age", "10"),
                ], 50
            ),
            ([("cache-control", "max-age=5"), ("expires", "Tue, 14 Nov 2023 22:18:20 GMT")], 5),
            ([("expires", "0")], 0), ([("expires", "Tue, 14 Nov 2000 22:18:20 GMT")], 0), ([("age", "soon")], nil),
        ] as [([(String, String)], Int?)])
    func freshFor(_ headers: [(String, String)], _ seconds: Int?) {
        #expect(answer(headers).freshFor(Self.now) == seconds)
    }
}
