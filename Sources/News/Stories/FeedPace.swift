package import struct Foundation.Date

/// How often a newspaper publishes, by its past publication times. Feeds announce it, so that readers ask
/// neither too often nor in vain.
package struct FeedPace: Sendable, Hashable {
    /// Minutes for which a reader may keep a feed: one of `steps`.
    package let minutes: Int
    /// The hours of the day, 0 to 23 in UTC, in which nothing is published; empty if they are unknown.
    package let quietHours: [Int]

    /// The minutes that feeds may announce: a quarter of an hour is the usual assumption of RSS readers, an
    /// hour the interval at which most ask.
    static let steps = [5, 10, 15, 30, 60]
    /// The number of latest publications that show how often something is new.
    static let recent = 30
    /// The number of publications examined for quiet hours.
    package static let sample = 500
    /// With fewer publications, or fewer days, the hours show nothing.
    static let (leastSample, leastDays) = (200, 28.0)
    /// A longer span shows nothing about the hours either: habits change.
    static let mostDays = 366.0

    /// - Parameter moments: publication times, the latest first, at most `sample`.
    package init(_ moments: [Date]) {
        let gaps = zip(moments, moments.dropFirst()).prefix(Self.recent - 1).map { $0.timeIntervalSince($1) }.sorted()
        let usual = gaps.isEmpty ? .infinity : gaps[gaps.count / 2]
        // A reader that asks twice as often as something is new is late by a quarter of the usual interval.
        minutes = Self.steps.last { Double($0) * 60 <= usual / 2 } ?? Self.steps[0]
        quietHours = Self.quietHours(moments)
    }

    private static func quietHours(_ moments: [Date]) -> [Int] {
        guard moments.count >= leastSample, let first = moments.last, let last = moments.first else { return [] }
        let days = last.timeIntervalSince(first) / 86_400
        guard (leastDays...mostDays).contains(days) else { return [] }
        let busy = Set(moments.map { (Int(($0.timeIntervalSince1970 / 3600).rounded(.down)) % 24 + 24) % 24 })
        return (0..<24).filter { !busy.contains($0) }
    }
}
