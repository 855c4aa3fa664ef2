import Foundation
import Syndication

/// A moment as people read it, and as machines do.
struct Moment: Sendable {
    /// Day and minute, UTC.
    var text: String
    /// The day alone.
    var day: String
    /// RFC 3339.
    var datetime: String

    init(_ date: Date, _ strings: Strings) {
        datetime = RFC822.iso8601(date)
        let numbers = datetime.split { !$0.isNumber }.compactMap { Int($0) }
        guard numbers.count >= 5 else {
            (text, day) = (datetime, datetime)
            return
        }
        day = "\(numbers[2]) \(strings("months", at: numbers[1] - 1)) \(numbers[0])"
        text = "\(day), \(datetime.dropFirst(11).prefix(5))"
    }
}
