package import Foundation

/// The hours of a day in which a reader wants to hear nothing, by the clock of the device.
package struct QuietHours: Sendable, Hashable {
    /// Minutes since midnight, 0 to 1439: the first quiet minute.
    package let from: Int
    /// Minutes since midnight, 0 to 1439: the first minute that is no longer quiet. Before `from` if it is on the next day.
    package let to: Int

    /// Quiet hours; nil if a minute is outside of a day, or if the two are equal.
    package init?(from: Int, to: Int) {
        let day = 0..<1440
        guard day.contains(from), day.contains(to), from != to else { return nil }
        (self.from, self.to) = (from, to)
    }

    /// Reads two times of a day, such as `22:00` and `07:30`; nil for anything else.
    package init?(from: String, to: String) {
        guard let from = Self.minute(from), let to = Self.minute(to) else { return nil }
        self.init(from: from, to: to)
    }

    /// The two times as `init(from:to:)` reads them.
    package var names: (from: String, to: String) { (Self.name(from), Self.name(to)) }

    /// When the quiet hours end that a moment lies in; nil if it lies in none.
    package func end(at moment: Date, in zone: TimeZone) -> Date? {
        let minute = moment.minuteOfDay(in: zone)
        guard from < to ? (from..<to).contains(minute) : minute >= from || minute < to else { return nil }
        return moment.next(minute: to, in: zone)
    }

    private static func minute(_ text: String) -> Int? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.map(\.utf8.count) == [2, 2], let hour = Int(digits: parts[0]), let minute = Int(digits: parts[1]),
            hour < 24, minute < 60
        else { return nil }
        return hour * 60 + minute
    }

    private static func name(_ minute: Int) -> String { "\(padded(minute / 60, 2)):\(padded(minute % 60, 2))" }
}

extension Date {
    private func localSeconds(in zone: TimeZone) -> Int {
        Int(timeIntervalSince1970.rounded(.down)) + zone.secondsFromGMT(for: self)
    }

    /// Minutes since midnight on a clock of this zone.
    func minuteOfDay(in zone: TimeZone) -> Int {
        let seconds = localSeconds(in: zone) % 86_400
        return (seconds < 0 ? seconds + 86_400 : seconds) / 60
    }

    /// The day on a calendar of this zone, as the number of days since 1970.
    package func dayNumber(in zone: TimeZone) -> Int {
        Int((Double(localSeconds(in: zone)) / 86_400).rounded(.down))
    }

    /// The next moment at which a clock of this zone shows a minute of the day, also where clocks are changed between.
    func next(minute: Int, in zone: TimeZone) -> Date {
        let seconds = localSeconds(in: zone)
        let ofDay = ((seconds % 86_400) + 86_400) % 86_400
        let wait = minute * 60 - ofDay
        let local = addingTimeInterval(Double(wait > 0 ? wait : wait + 86_400))
        let shift = zone.secondsFromGMT(for: local) - zone.secondsFromGMT(for: self)
        let shifted = local.addingTimeInterval(Double(-shift))
        return Date(timeIntervalSince1970: shifted.timeIntervalSince1970.rounded(.down))
    }
}
