import Foundation
import News
import TestSupport
import Testing

@Suite("Cursors")
struct CursorTests {
    @Test(
        "A token is read back",
        arguments: [
            0, 1, -1, 1_243_805_400.123456, -62_135_596_800, 253_402_300_799, 946_684_800,
        ], [0, 1, 35, 36, Int.max])
    func roundTrip(_ seconds: Double, _ id: Int) throws {
        let cursor = Cursor(publishedAt: Date(timeIntervalSince1970: seconds), id: id)
        let read = try #require(Cursor(token: cursor.token))
        #expect(read == cursor)
        #expect(abs(read.publishedAt.timeIntervalSince1970 - seconds) < 0.0001)
    }

    @Test(
        "Dates beyond all calendars are clamped and do not trap",
        arguments: [
            Double.infinity, -.infinity, .nan, 1e300, -1e300, 9.3e12, -9.3e12,
        ])
    func extreme(_ seconds: Double) {
        let cursor = Cursor(publishedAt: Date(timeIntervalSince1970: seconds), id: 1)
        #expect(Cursor(token: cursor.token) == cursor)
    }

    @Test("Random tokens are read back")
    func random() {
        var generator = SeededGenerator(seed: 30)
        for _ in 0..<5000 {
            let seconds = Double.random(in: -1e9...4e9, using: &generator)
            let cursor = Cursor(
                publishedAt: Date(timeIntervalSince1970: seconds), id: Int.random(in: 0...Int.max, using: &generator))
            #expect(Cursor(token: cursor.token) == cursor)
        }
    }

    @Test("Of stories in another order than by time none is lost, and none comes twice") func outOfOrder() throws {
        let all = (1...9).map { Cursor(publishedAt: Date(timeIntervalSince1970: Double($0)), id: $0) }
        // Shown: 9, 3, 2; left out: 8; not fetched: 7 and older.
        let first = try #require(Cursor.after([all[8], all[2], all[1], all[7]], kept: 3, rest: all[6]))
        #expect(first.id == 9 && first.shown == [2, 3])
        #expect(Cursor(token: first.token) == first)
        // The cursor does not name stories that the next page shows in its order by time; it still names those that the page before showed.
        let second = try #require(Cursor.after([all[7], all[6], all[5]], kept: 2, rest: nil, former: first))
        #expect(second > all[5] && second.shown == [2, 3])
        #expect(Cursor.after([all[8], all[7]], kept: 2, rest: all[7])?.shown == [])
        #expect(Cursor.after(all, kept: 9, rest: nil) == nil)
    }

    @Test("The time of a cursor makes the same cursor again, to the microsecond, in the years 1900 to 2128")
    func moment() throws {
        var generator = SeededGenerator(seed: 31)
        for _ in 0..<5000 {
            let microseconds = Int.random(in: -2_208_988_800_000_000...5_000_000_000_000_000, using: &generator)
            let cursor = try #require(Cursor(token: String(microseconds, radix: 36) + "_1"))
            #expect(Cursor(publishedAt: cursor.publishedAt, id: 1) == cursor)
        }
    }

    @Test(
        "A token that no cursor writes is refused",
        arguments: [
            "", "_", "a", "a_", "_a", "a_b_d_c", "a_b_c_c", "a_b_", "a_b_-1", "a_-1", "+a_b", "a_+b", "A_B", "0a_1",
            "-0_1", "a b_1", "ä_1", "🙂_1",
            "-1y2p0ij32e8e8_1", "1y2p0ij32e8e7_1", "zzzzzzzzzzzzzzzzzzzz_1", "1_zzzzzzzzzzzzzzzzzzzz",
            String(repeating: "1", count: 10_000),
        ])
    func refused(_ token: String) { #expect(Cursor(token: token) == nil) }
}
