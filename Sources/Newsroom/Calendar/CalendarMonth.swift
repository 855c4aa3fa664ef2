import Foundation
import News
import Web

/// A month of the newspaper's calendar, in whole weeks that begin on Monday.
struct CalendarMonth: Sendable {
    let year: Int
    let month: Int

    /// The years that it has: those in which nobody counts the days in another way.
    private static let years = 1900...2999

    /// Reads `2009-05`; nil for anything else.
    init?(_ text: String) {
        guard let day = CivilDate(text + "-01"), Self.years.contains(day.year) else { return nil }
        (year, month) = (day.year, day.month)
    }

    /// The month of a moment.
    init(of date: Date, in zone: TimeZone) {
        let parts = LocalMoment.text(date, in: zone).split { !$0.isNumber }.compactMap { Int($0) }
        (year, month) = (parts.first ?? 1970, parts.dropFirst().first ?? 1)
    }

    private init(year: Int, month: Int) { (self.year, self.month) = (year, month) }

    /// The month before, if the calendar has it.
    var previous: CalendarMonth? {
        let isIn = month > 1 || Self.years.contains(year - 1)
        return isIn ? .init(year: month > 1 ? year : year - 1, month: month > 1 ? month - 1 : 12) : nil
    }
    /// The month after, if the calendar has it.
    var next: CalendarMonth? {
        let isIn = month < 12 || Self.years.contains(year + 1)
        return isIn ? .init(year: month < 12 ? year : year + 1, month: month % 12 + 1) : nil
    }

    /// Its form in addresses.
    var name: String {
        "\(year)-" + (month < 10 ? "0" : "") + "\(month)"
    }

    /// The days of its weeks, from a Monday to a Sunday, with those of the months beside it.
    var weeks: [[CivilDate]] {
        // The days of the calendar are counted in UTC, where each has 24 hours.
        let calendar = Self.calendar
        guard let first = calendar.date(from: DateComponents(year: year, month: month, day: 1)),
            let days = calendar.range(of: .day, in: .month, for: first)?.count
        else { return [] }
        // `weekday` counts from Sunday, which is 1.
        let before = (calendar.component(.weekday, from: first) + 5) % 7
        let count = (before + days + 6) / 7 * 7
        let all = (0..<count).map { index -> CivilDate? in
            let date = first.addingTimeInterval(Double(index - before) * 86_400)
            return CivilDate(LocalMoment.text(date, in: calendar.timeZone).prefix(10))
        }
        return stride(from: 0, to: count, by: 7).map { all[$0..<$0 + 7].compactMap(\.self) }
    }

    private static let calendar: Calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }()
}
