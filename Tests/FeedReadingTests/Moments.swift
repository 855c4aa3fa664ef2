import Foundation

/// Dates in the tests' feeds.
enum Moments {
    /// 31 May 2009, 21:30 UTC.
    static let evening = Date(timeIntervalSince1970: 1_243_805_400)
    /// The same day, 0:00 UTC.
    static let midnight = Date(timeIntervalSince1970: 1_243_728_000)
}
