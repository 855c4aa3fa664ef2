package import Foundation
import Synchronization
import Syndication

/// The dates of HTTP (RFC 9110, section 5.6.7).
package enum HTTPDate {
    private static let latest = Mutex((second: 0, text: ""))

    /// The current date, formatted once per second.
    package static var now: String {
        let second = time(nil)
        return latest.withLock { latest in
            if latest.second != second { latest = (second, string(Date(timeIntervalSince1970: Double(second)))) }
            return latest.text
        }
    }

    /// `Sun, 31 May 2009 21:30:00 GMT`.
    package static func string(_ date: Date) -> String { RFC822.httpDate(date) }

    /// Reads a date; nil for anything else.
    static func date(_ text: String) -> Date? { RFC822.date(text) }
}
