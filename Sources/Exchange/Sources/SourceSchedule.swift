import Foundation

/// When a source is fetched again: by its own rhythm, by what it wishes, and ever less often while it has nothing new or fails.
struct SourceSchedule: Equatable {
    /// Seconds from one fetch to the next while all is well.
    var interval: Int
    /// Seconds until the next fetch.
    var wait: Int

    /// The least seconds from one fetch to the next.
    static let shortest = 300
    /// The most: a day.
    static let longest = 86_400
    /// Of a source whose rhythm is not known.
    static let usual = 3600
    /// The least seconds from one fetch to the next where a hub tells of news: only lest a call was lost.
    static let whileTold = 3600
    /// Entries of which the rhythm is read.
    static let sample = 20
    /// The interval grows by a quarter with each fetch that brings nothing: after a silence it is about a fifth of that.
    private static let growth = 1.25

    /// How a fetch ended.
    enum Result: Equatable {
        /// With entries that are new or changed. The dates are those of all entries.
        case news([Date])
        /// With a feed that has nothing new, or the word that it has not changed; with the dates where there was a feed.
        case nothing([Date])
        /// With none, so many times in a row.
        case failure(times: Int)
    }

    /// What an answer and a feed ask of us.
    struct Wishes: Equatable, Sendable {
        /// Seconds for which it is not to be asked again: `max-age`, `ttl`, `sy:updateFrequency`. More than a day counts as one.
        var quiet = 0
        /// Seconds of `Retry-After`; nil where there is none.
        var retryAfter: Int?
        /// Hours of the day, in UTC, in which it is not to be asked: RSS's `skipHours`.
        var skipHours: Set<Int> = []
        /// Days of the week, 0 for Sunday, in UTC, on which it is not to be asked: RSS's `skipDays`.
        var skipDays: Set<Int> = []
    }

    /// - Parameters:
    ///   - previous: the interval until now; nil before the first fetch.
    ///   - jitter: 0 to 1, so that what was fetched together is not fetched together again.
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

    /// Half of the median distance between the latest entries, so that one waits for us half as long as for the next at most.
    static func rhythm(of dates: [Date], now: Date) -> Int {
        let latest = dates.filter { $0 <= now }.sorted(by: >).prefix(sample)
        let distances = zip(latest, latest.dropFirst()).map { $0.timeIntervalSince($1) }.filter { $0 >= 1 }.sorted()
        guard !distances.isEmpty else { return usual }
        return Int(min(max(distances[distances.count / 2] / 2, Double(shortest)), Double(longest)))
    }

}

extension SourceSchedule.Wishes {
    /// So many seconds, and on to the next hour in which it may be asked. Where there is none within a week, that is no wish that can be kept.
    fileprivate func passing(_ wait: Int, _ now: Date) -> Int {
        let moment = Int(now.timeIntervalSince1970) + wait
        let (hour, rest) = (moment / 3600, moment % 3600)
        // 1 January 1970 was a Thursday.
        func mayAsk(_ hour: Int) -> Bool { !skipHours.contains(hour % 24) && !skipDays.contains((hour / 24 + 4) % 7) }
        guard let steps = (0...168).first(where: { mayAsk(hour + $0) }), steps > 0 else { return wait }
        return wait + steps * 3600 - rest
    }
}
