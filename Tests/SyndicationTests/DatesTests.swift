import Foundation
import Testing

@testable import Syndication

struct DatesTests {
    /// Sunday, 31 May 2009, 21:30:00 UTC.
    static let evening = Date(timeIntervalSince1970: 1_243_805_400)
    static let midnight = Date(timeIntervalSince1970: 1_243_728_000)

    @Test(arguments: [
        "Sun, 31 May 2009 21:30:00 +0000", "Sun, 31 May 2009 21:30:00 GMT", "31 May 2009 21:30 GMT",
        "Sun, 31 May 2009 21:30:00 UT", "Sun,31 May 2009 21:30:00 Z", "sunday, 31 MAY 2009 21:30:00 utc",
        "31 May 09 21:30:00 GMT", "  31 May 2009 21:30:00 +0000\n", "Sun, 31 May 2009 21:30:00",
        "Sun, 31 May 2009 22:30:00 +0100", "Sun, 31 May 2009 22:30:00 +01:00", "Mon, 01 Jun 2009 03:00:00 +0530",
        "31 May 2009 17:30:00 EDT", "31 May 2009 16:30:00 EST", "31 May 2009 14:30:00 PDT", "31 May 2009 13:30:00 PST",
        "31 May 2009 15:30:00 MDT", "31 May 2009 16:30:00 CDT", "31 May 2009 18:30:00 -0300",
        "2009-05-31T21:30:00Z", "2009-05-31T22:30:00+01:00", "2009-05-31T21:30:00.000Z", " 2009-05-31T21:30:00Z\n",
    ])
    func reads(_ text: String) { #expect(RFC822.date(text) == Self.evening) }

    @Test(arguments: ["31 May 2009", "Sun, 31 May 2009", "31 May 09", "2009-05-31"])
    func readsADayAsItsMidnight(_ text: String) { #expect(RFC822.date(text) == Self.midnight) }

    @Test(arguments: [("1 Jan 69", 2069), ("1 Jan 70", 1970), ("1 Jan 99", 1999), ("1 Jan 00", 2000)])
    func twoDigitsOfAYear(_ text: String, _ year: Int) throws {
        #expect(UTCDate(try #require(RFC822.date(text))).year == year)
    }

    @Test(arguments: [
        "29 Feb 2008 00:00:00 GMT", "29 Feb 2000 00:00:00 GMT", "31 Dec 9999 23:59:59 GMT", "01 Jan 1970 00:00:00 GMT",
        "31 Dec 1969 23:59:59 GMT", "28 Feb 1900 12:00:00 GMT",
    ])
    func edgesOfTheCalendar(_ text: String) throws {
        #expect(RFC822.httpDate(try #require(RFC822.date(text))).hasSuffix(text))
    }

    @Test(arguments: [
        "", " ", ",", "yesterday", "21:30", "31 May", "May 2009", "31 Foo 2009 21:30:00 GMT", "x May 2009 21:30:00 GMT",
        "32 May 2009 21:30:00 GMT", "0 May 2009 21:30:00 GMT", "31 Apr 2009 21:30:00 GMT", "29 Feb 2009 21:30:00 GMT",
        "29 Feb 1900 21:30:00 GMT", "31 May 2009 24:00:00 GMT", "31 May 2009 21:60:00 GMT", "31 May 2009 21:30:61 GMT",
        "31 May 2009 21 GMT", "31 May 2009 21:30:00:00 GMT", "31 May 2009 ab:cd GMT", "31 May 10000 21:30:00 GMT",
        "31 May -5 21:30:00 GMT", "31 May 2009 21:30:00 +01", "31 May 2009 21:30:00 +9999",
        "31 May 2009 21:30:00 +0160",
        "31 May 2009 21:30:00 +-100", "2009-02-30T00:00:00Z", "2009-13-01",
        "99999999999999999999 May 2009 21:30:00 GMT",
        "31 May 99999999999999999999 21:30:00 GMT", "🙂", "31\u{0} May 2009",
    ])
    func refuses(_ text: String) { #expect(RFC822.date(text) == nil, "\(text)") }

    @Test func whatIsWrittenIsReadAgain() {
        var seconds = -2_208_988_800
        while seconds < 4_102_444_800 {
            let date = Date(timeIntervalSince1970: Double(seconds))
            #expect(RFC822.date(RFC822.string(date)) == date)
            #expect(RFC822.date(RFC822.httpDate(date)) == date)
            #expect(RFC822.iso(RFC822.iso8601(date)) == date)
            seconds += 8_640_017  // a hundred days, and a little more to cover all hours
        }
    }

    @Test func writesOneMomentInThreeWays() {
        #expect(RFC822.string(Self.evening) == "Sun, 31 May 2009 21:30:00 +0000")
        #expect(RFC822.httpDate(Self.evening) == "Sun, 31 May 2009 21:30:00 GMT")
        #expect(RFC822.iso8601(Self.evening) == "2009-05-31T21:30:00Z")
    }

    @Test(arguments: [
        Date.distantPast, .distantFuture, Date(timeIntervalSince1970: .infinity), Date(timeIntervalSince1970: -1e300),
    ])
    func writesAnyMoment(_ date: Date) { #expect(!RFC822.string(date).isEmpty) }
}
