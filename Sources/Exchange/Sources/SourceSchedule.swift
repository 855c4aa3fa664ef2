import Foundation

/// The time of a source's next fetch. It depends on how often the source publishes and what it asks
/// for, and backs off while there is nothing new or it fails.
struct SourceSchedule: Equatable {
    /// Seconds between fetches while all is well.
    var interval: Int
    /// Seconds until the next fetch.
    var wait: Int

    /// The minimum interval, in seconds.
    static let shortest = 300
    /// The maximum interval: a day.
    static let longest = 86_400
    /// The interval for a source whose rhythm is unknown.
    static let usual = 3600
    /// The minimum interval while a hub announces news, in case a call is lost.
    static let whileTold = 3600
    /// The number of entries used to estimate the rhythm.
    static let sample = 20
    /// The interval grows by a quarter with each fetch without news, so after a silence it is about a fifth
    /// of the silence.
    private static let growth = 1.25

    /// The result of a fetch.
    enum Result: Equatable {
        /// New or changed entries, with the dates of all entries.
        case news([Date])
        /// Nothing new, or not modified, with the dates of all entries if there was a feed.
        case nothing([Date])
        /// A failure, with the number of consecutive failures.
        case failure(times: Int)
    }

    /// The polling requirements stated by a response and its feed.
    struct Wishes: Equatable, Sendable {
        /// Seconds not to poll again, from `max-age`, `ttl` or `sy:updateFrequency`; at most a day is honoured.
        var quiet = 0
        /// Seconds of `Retry-After`; nil if there is none.
        var retryAfter: Int?
        /// Hours of the day (UTC) not to poll: RSS's `skipHours`.
        var skipHours: Set<Int> = []
        /// Days of the week (UTC, Sunday is 0) not to poll: RSS's `skipDays`.
        var skipDays: Set<Int> = []
    }

    /// - Parameters:
    ///   - previous: the previous interval; nil before the first fetch.
    ///   - jitter: 0 to 1, to spread sources that were fetched together.
    init(
        after result: Result, previous: Int?, wishes: Wishes = .init(), now: Date = Date(),
        jitter: Double = .random(in: 0...1)
    ) {
        let quiet = min(wishes.quiet, Self.longest)
        switch result {
        case .news(let dates):
            interval = max(Self.rhythm(of: dates, now: now), quiet)
            wait = interval + Int(Double(interval) * jitter / 10)
        case .nothing(let dates):
            let longer = previous.map { Int(Double($0) * Self.growth) } ?? Self.rhythm(of: dates, now: now)
            interval = min(max(longer, quiet, Self.shortest), Self.longest)
            wait = interval + Int(Double(interval) * jitter / 10)
        case .failure(let times):
            interval = previous ?? Self.usual
            let backoff = Self.shortest << min(max(times - 1, 0), 9)
            let wished = min(max(wishes.retryAfter ?? 0, 0), Self.longest)
            wait = max(backoff + Int(Double(backoff) * jitter / 4), wished)
        }
        wait = wishes.passing(min(wait, Self.longest), now)
    }

    /// Half the median time between the latest entries, so that an entry waits for us at most half the time
    /// until the next.
    static func rhythm(of dates: [Date], now: Date) -> Int {
        let latest = dates.filter { $0 <= now }.sorted(by: >).prefix(sample)
        let distances = zip(latest, latest.dropFirst()).map { $0.timeIntervalSince($1) }.filter { $0 >= 1 }.sorted()
        guard !distances.isEmpty else { return usual }
        return Int(min(max(distances[distances.count / 2] / 2, Double(shortest)), Double(longest)))
    }

}

extension SourceSchedule.Wishes {
    /// Extends a wait to the next hour in which polling is allowed. Ignores skip rules that allow none
    /// within a week.
    fileprivate func passing(_ wait: Int, _ now: Date) -> Int {
        let moment = Int(now.timeIntervalSince1970) + wait
        let (hour, rest) = (moment / 3600, moment % 3600)
        // 1 January 1970 was a Thursday.
        func mayAsk(_ hour: Int) -> Bool { !skipHours.contains(hour % 24) && !skipDays.contains((hour / 24 + 4) % 7) }
        guard let steps = (0...168).first(where: { mayAsk(hour + $0) }), steps > 0 else { return wait }
        return wait + steps * 3600 - rest
    }
}
