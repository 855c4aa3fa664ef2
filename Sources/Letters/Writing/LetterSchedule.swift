import Foundation
import News

/// When newsletters go out: those of the morning from 7 o'clock, the weekly one on Saturdays, and one for each edition once it is out.
struct LetterSchedule: Sendable {
    /// A newsletter to write.
    struct Due: Sendable, Equatable {
        let list: MailingList
        /// The day or edition that it is for.
        let period: String
        /// The hours of news that it has if it never went out before; nil for any.
        var hours: Int?
    }

    /// The hours of the day in which the morning's newsletters go out: one that was missed until noon is left out.
    private static let morning = 7..<12
    private static let saturday = 7

    private static let editionPrefix = "edition "

    /// The edition that a letter is for; nil if it is for a day.
    static func edition(of period: String) -> Int? {
        period.hasPrefix(editionPrefix) ? Int(period.dropFirst(editionPrefix.count)) : nil
    }

    /// - Parameters:
    ///   - zone: the newspaper's time zone.
    ///   - searches: those that readers get by mail.
    static func due(
        at now: Date, in zone: TimeZone, _ masthead: Masthead, searches: [MailingList] = []
    ) -> [Due] {
        let edition =
            masthead.latestEdition.map { [Due(list: .editions, period: "\(editionPrefix)\($0.number)")] } ?? []
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let parts = calendar.dateComponents([.year, .month, .day, .hour, .weekday], from: now)
        guard let year = parts.year, let month = parts.month, let day = parts.day, let hour = parts.hour,
            morning.contains(hour)
        else { return edition }
        let period = [year, month, day].map { ($0 < 10 ? "0" : "") + String($0) }.joined(separator: "-")
        let weekly = parts.weekday == saturday ? [Due(list: .weekly, period: period, hours: 7 * 24)] : []
        // Readers' own news takes longest, since each reader has another.
        let others = masthead.sections.map { .section($0.slug) } + searches + [.mine]
        return edition + [Due(list: .daily, period: period, hours: 24)] + weekly
            + others.map { Due(list: $0, period: period, hours: 24) }
    }
}
