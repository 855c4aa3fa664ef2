import Foundation
import News

/// What decisions depend on besides the request: the hour, and what the newspaper's operator says. Requests mean the same as long as
/// they stay.
struct Circumstances: Sendable, Hashable {
    /// Quarters of an hour since 1970.
    let quarter: Int
    /// Tells versions of the newspaper apart in which requests mean something else.
    let understanding: Int

    init(_ masthead: Masthead?) {
        quarter = Int(Date().timeIntervalSince1970) / Self.seconds
        understanding = masthead?.understandingHash ?? 0
    }

    private static let seconds = 900
    /// The beginning of the quarter of an hour, in seconds since 1970.
    var second: Int { quarter * Self.seconds }
}

extension DeviceContext {
    /// Adds what the clock tells: the device's own time by its zone, how long ago it last asked, and whether the hour is a busy one.
    mutating func setClock(_ circumstances: Circumstances, _ settings: PolicySettings) {
        if localTime == nil, let offset = timeZone.flatMap({ Self.offset($0, at: circumstances.second) }) {
            localTime = LocalTime(at: circumstances.second, offset: offset)
        }
        if let sync, sync.minute > 0 { minutesSinceUpdate = max(0, circumstances.second / 60 - sync.minute) }
        guard !settings.congestionHours.isEmpty, let offset = Self.offset(settings.timeZone, at: circumstances.second),
            let hour = LocalTime(at: circumstances.second, offset: offset)?.hour
        else { return }
        isCongested = settings.congestionHours.contains(hour)
    }

    /// Minutes east of UTC; nil where there is no zone of this name.
    private static func offset(_ zone: String, at second: Int) -> Int? {
        TimeZone(identifier: zone).map {
            $0.secondsFromGMT(for: Date(timeIntervalSince1970: Double(second))) / 60
        }
    }
}
