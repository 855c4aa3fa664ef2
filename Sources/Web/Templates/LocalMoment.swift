package import Foundation
import News

/// A moment in the format of HTML's `datetime-local` fields, in the newspaper's time zone.
package enum LocalMoment {
    package static func text(_ date: Date?, in zone: TimeZone) -> String {
        guard let date else { return "" }
        let parts = calendar(zone).dateComponents([.year, .month, .day, .hour, .minute], from: date)
        func padded(_ number: Int?, _ digits: Int) -> String {
            let text = String(number ?? 0)
            return String(repeating: "0", count: max(0, digits - text.count)) + text
        }
        return "\(padded(parts.year, 4))-\(padded(parts.month, 2))-\(padded(parts.day, 2))"
            + "T\(padded(parts.hour, 2)):\(padded(parts.minute, 2))"
    }

    /// Parses a moment; nil if the text is not one.
    package static func date(_ text: String, in zone: TimeZone) -> Date? {
        guard let local = LocalTime(text) else { return nil }
        return calendar(zone).date(
            from: DateComponents(
                year: local.date.year, month: local.date.month, day: local.date.day, hour: local.hour,
                minute: local.minute))
    }

    /// A whole day, such as `2009-05-31`; nil if the text is not one.
    package static func day(_ text: String, in zone: TimeZone) -> DateInterval? {
        date(text + "T12:00", in: zone).flatMap { calendar(zone).dateInterval(of: .day, for: $0) }
    }

    private static func calendar(_ zone: TimeZone) -> Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        return calendar
    }
}
