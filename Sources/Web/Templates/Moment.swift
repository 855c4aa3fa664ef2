package import Foundation
import Syndication

/// A moment in a form for people and one for machines.
package struct Moment: Sendable {
    /// Day and minute in the newspaper's time zone.
    package var text: String
    /// RFC 3339, UTC.
    var datetime: String

    package init(_ date: Date, _ strings: Strings) {
        datetime = RFC822.iso8601(date)
        let local = RFC822.iso8601(date.addingTimeInterval(Double(strings.timeZone.secondsFromGMT(for: date))))
        text = "\(Self.day(local, strings)), \(local.dropFirst(11).prefix(5))"
    }

    /// For a script to fill in. A duration of nothing, since HTML has no empty time.
    package static let blank = Moment(text: "", datetime: "PT0S")

    private init(text: String, datetime: String) { (self.text, self.datetime) = (text, datetime) }

    /// A calendar day; the date is its beginning in UTC.
    package static func day(_ date: Date, _ strings: Strings) -> String { day(RFC822.iso8601(date), strings) }

    private static func day(_ datetime: String, _ strings: Strings) -> String {
        let numbers = datetime.split { !$0.isNumber }.compactMap { Int($0) }
        guard numbers.count >= 3 else { return datetime }
        return "\(numbers[2]) \(strings("months", at: numbers[1] - 1)) \(numbers[0])"
    }
}
