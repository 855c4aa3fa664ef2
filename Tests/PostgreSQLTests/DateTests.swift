import Foundation
import PostgreSQL
import Testing

@Suite("Dates there and back")
struct DateTests {
    @Test(
        "A date is what PostgreSQL says it is",
        arguments: [
            (0, "1970-01-01 00:00:00"), (-0.000001, "1969-12-31 23:59:59.999999"), (946_684_800, "2000-01-01 00:00:00"),
            (951_782_400, "2000-02-29 00:00:00"), (1_243_805_400.123456, "2009-05-31 21:30:00.123456"),
            (-62_135_596_800, "0001-01-01 00:00:00"),
            (253_402_300_799, "9999-12-31 23:59:59"), (-2_203_891_200, "1900-03-01 00:00:00"),
            (-86_400.5, "1969-12-30 23:59:59.5"),
            (-1e15, "0001-01-01 00:00:00"), (1e15, "9999-12-31 23:59:59"),
        ])
    func text(_ seconds: Double, _ text: String) throws {
        let date = Date(timeIntervalSince1970: seconds)
        let row = try sharedConnection().query(
            "select (\(date)::timestamptz at time zone 'UTC')::text, \(date)::timestamptz")[0]
        #expect(try row.get(0) == text)
        if abs(seconds) < 1e12 {
            #expect(abs(try row.get(1, as: Date.self).timeIntervalSince1970 - seconds) < 0.000001)
        }
    }

    @Test("Microseconds are kept")
    func microseconds() throws {
        let connection = try sharedConnection()
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<2000 {
            let microseconds = Int.random(in: -2_000_000_000_000_000...4_000_000_000_000_000, using: &generator)
            // `Date` counts from the reference date, so microseconds survive rounding.
            let date = Date(timeIntervalSinceReferenceDate: Double(microseconds) / 1_000_000)
            let row = try connection.query(
                "select \(date)::timestamptz, (extract(epoch from \(date)::timestamptz - '2001-01-01Z') * 1000000)::bigint"
            )[0]
            #expect(try row.get(1) == microseconds)
            #expect(try row.get(0) == date)
        }
    }

    @Test("A day is its midnight in UTC, whatever the session's time zone")
    func day() throws {
        let connection = try sharedConnection()
        try connection.run(script: "set timezone = 'America/New_York'; set datestyle = 'German'")
        let row = try connection.query(
            "select date '2009-05-31', \(Date(timeIntervalSince1970: 1_243_728_000))::timestamptz")[0]
        #expect(try row.get(0, as: Date.self) == Date(timeIntervalSince1970: 1_243_728_000))
        #expect(try row.get(1, as: Date.self) == Date(timeIntervalSince1970: 1_243_728_000))
    }

    @Test("PostgreSQL's infinities and not-a-number are held within the calendar")
    func extremes() throws {
        let connection = try sharedConnection()
        for name in ["infinity", "-infinity"] {
            let date: Date = try connection.query("select \(name)::timestamptz")[0].get(0)
            #expect(abs(date.timeIntervalSince1970) > 1e11)
            _ = try connection.query("select \(date)::timestamptz")
        }
        for seconds in [Double.infinity, -.infinity, .nan] {
            _ = try connection.query("select \(Date(timeIntervalSince1970: seconds))::timestamptz")
        }
    }
}
