package import Archive
package import Foundation
import HTTPTypes
package import News
import Web

/// A span of days of the newspaper's clock, and what is due in it.
package struct CalendarSpan: Sendable {
    /// The most days that are asked for at once.
    package static let longest = 92
    /// The most entries of each kind.
    package static let limit = 500

    package let first: CivilDate
    package let last: CivilDate
    private let interval: DateInterval
    private let zone: TimeZone

    /// Nil if the last day is before the first, or too far from it.
    package init?(from first: CivilDate, to last: CivilDate, in zone: TimeZone) {
        guard let start = LocalMoment.day(first.name, in: zone), let end = LocalMoment.day(last.name, in: zone),
            start.start < end.end, end.end.timeIntervalSince(start.start) < (Double(Self.longest) + 0.5) * 86_400
        else { return nil }
        (self.first, self.last, self.zone) = (first, last, zone)
        interval = DateInterval(start: start.start, end: end.end)
    }

    /// What is due, with its day: first what has no time, then by time. `isWhole` says whether that is all.
    package func entries(_ holdings: Holdings) throws -> (entries: [(day: String, entry: AgendaEntry)], isWhole: Bool) {
        let all = try holdings.agenda.entries(from: first, to: last, span: interval, limit: Self.limit)
        let isWhole = AgendaEntry.Kind.allCases.allSatisfy { kind in all.count { $0.kind == kind } < Self.limit }
        let dated = all.map { (day: day(of: $0), entry: $0) }
        let kinds = AgendaEntry.Kind.allCases
        func key(_ entry: AgendaEntry) -> (Date, Int, Int) {
            let moment: Date = if case .moment(let date) = entry.when { date } else { .distantPast }
            return (moment, kinds.firstIndex(of: entry.kind) ?? 0, entry.id)
        }
        let sorted = dated.sorted { $0.day == $1.day ? key($0.entry) < key($1.entry) : $0.day < $1.day }
        return (sorted, isWhole)
    }

    private func day(of entry: AgendaEntry) -> String {
        switch entry.when {
        case .day(let day): day.name
        case .moment(let date): String(LocalMoment.text(date, in: zone).prefix(10))
        }
    }
}
