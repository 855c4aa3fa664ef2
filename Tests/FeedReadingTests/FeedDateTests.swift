import Foundation
import Syndication
import Testing

@testable import FeedReading

struct FeedDateTests {
    @Test(arguments: [
        "Sun, 31 May 2009 21:30:00 +0000", "Sun, 31 May 2009 21:30:00 GMT", "31 May 2009 21:30 GMT",
        "31 May 09 21:30:00 GMT",
        "Fri, 31 May 2009 21:30:00 +0000", "Sun, 31 May 2009 22:30:00 +0100", "Sun, 31 May 2009 22:30:00 +01:00",
        "31 May 2009 17:30:00 EDT",
        "31 May 2009 23:30:00 CEST", "31 May 2009 23:30:00 GMT+2", "Sun, 31 May 2009 21:30:00", "31 May 2009 2130 GMT",
        "2009-05-31T21:30:00Z", "2009-05-31 21:30:00", "2009-05-31T22:30:00+01:00", "2009-05-31T22:30:00+0100",
        "2009-05-31T22:30:00+01",
        "2009-05-31T21:30:00.123Z", "20090531T213000Z", "2009/05/31 21:30", "2009-05-31 21:30:00 UTC",
        "May 31, 2009 9:30 PM",
        "Sunday, May 31st, 2009 9:30:00 pm", "31-May-2009 21:30", "31.05.2009 21:30", "05/31/2009 21:30:00",
        "31 mai 2009 21:30",
        "dim. 31 mai 2009 21:30:00 +0000", "So, 31 Mai 2009 21:30:00 GMT", "31 de mayo de 2009 21:30",
        "dom, 31 mag 2009 21:30:00 +0000",
        " \n31 May 2009 21:30:00 GMT ", "Sun May 31 2009 21:30:00 GMT",
    ])
    func reads(_ text: String) {
        // Without fractions, the moments are equal to the second.
        #expect(FeedDate.read(text) == Moments.evening, "\(String(describing: FeedDate.read(text)))")
    }

    @Test(arguments: ["2009-05-31", "31 May 2009", "20090531", "31.05.2009", "May 31, 2009"])
    func readsADayAsItsMidnight(_ text: String) { #expect(FeedDate.read(text) == Moments.midnight) }

    @Test(arguments: [
        "", "yesterday", "0000-00-00T00:00:00Z", "0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z",
        "31 Dec 9999 23:59:59 GMT", "2009-02-30",
        "32 May 2009", "31 Foo 2009", "2009-13-01", "31 May 2009 25:00", "31 May 2009 21:75", "99999999999999999999",
        "1", "31 May",
        "31 May 99999999999 21:30", "2009-05-31T21:30:00+99:00", "🙂", "- - -", ":::", "T", "May", "21:30",
        String(repeating: "9", count: 5000), String(repeating: "a ", count: 5000),
    ])
    func refuses(_ text: String) { #expect(FeedDate.read(text) == nil, "\(text.prefix(50))") }

    @Test func whatIsWrittenIsRead() {
        var seconds = -2_208_988_800
        while seconds < 4_102_444_800 {
            let date = Date(timeIntervalSince1970: Double(seconds))
            #expect(FeedDate.read(RFC822.string(date)) == date)
            #expect(FeedDate.read(RFC822.iso8601(date)) == date)
            seconds += 86_400_017
        }
    }
}
