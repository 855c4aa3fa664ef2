package import struct Foundation.Date

/// How often a newspaper has something new, by when it published: what feed readers are told, so that they ask neither too often nor in vain.
package struct FeedPace: Sendable, Hashable {
    /// Minutes for which a reader may keep a feed: one of `steps`.
    package let minutes: Int
    /// The hours of the day, 0 to 23 in UTC, in which nothing is published; empty where nobody can say.
    package let quietHours: [Int]

    /// Minutes that are said: a quarter of an hour is what RSS readers take for usual, an hour what most ask by.
    static let steps = [5, 10, 15, 30, 60]
    /// Publications of which the latest ones tell how often something is new.
    static let recent = 30
    /// Publications that are looked at for quiet hours.
    package static let sample = 500
    /// Fewer publications, or fewer days, say nothing of the hours.
    static let (leastSample, leastDays) = (200, 28.0)
    /// Older habits say nothing of the hours either.
    static let mostDays = 366.0

    /// - Parameter moments: of publication, the latest first, `sample` of them at most.
    package init(_ moments: [Date]) {
        let gaps = zip(moments, moments.dropFirst()).prefix(Self.recent - 1).map { $0.timeIntervalSince($1) }.sorted()
        let usual = gaps.isEmpty ? .infinity : gaps[gaps.count / 2]
        // Asked twice as often as something is new, a reader is late by a quarter of the usual time.
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
