import Foundation
import News

/// How often a newspaper has an edition, as its last editions show.
struct EditionRhythm: Sendable {
    /// The days from one edition to the next: the fewest between two of the last ones. One if that is not known yet.
    let days: Int
    /// The last day on which there is one, in days since 1970.
    private let last: Int?

    /// The number of editions that show it.
    static let length = 5

    /// - Parameter opened: the days of the last editions (`2026-11-30`).
    init(opened: [String]) {
        let all = opened.compactMap(Self.number).sorted(by: >).prefix(Self.length)
        days = zip(all, all.dropFirst()).map { $0 - $1 }.filter { $0 > 0 }.min() ?? 1
        last = all.first
    }

    /// The first day of the rhythm that has no edition, from a day on.
    func nextDay(from today: String, taken: Set<String>) -> String {
        guard let start = Self.number(today) else { return today }
        var day = start
        if days > 1, let last { day = max(last + days, last + (start - last + days - 1) / days * days) }
        while taken.contains(Self.name(day)) { day += days }
        return Self.name(day)
    }

    private static func number(_ day: String) -> Int? {
        (try? Date(day + "T00:00:00Z", strategy: .iso8601)).map { Int($0.timeIntervalSince1970) / 86_400 }
    }

    private static func name(_ day: Int) -> String {
        String(Date(timeIntervalSince1970: Double(day) * 86_400).ISO8601Format().prefix(10))
    }
}
