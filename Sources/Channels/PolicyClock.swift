import Foundation
import News

/// Everything besides the request that decisions depend on: the hour and the operator's settings. Requests
/// mean the same as long as these stay the same.
struct PolicyClock: Sendable, Hashable {
    /// Quarters of an hour since 1970.
    let quarter: Int
    /// Distinguishes versions of the newspaper in which requests have different meanings.
    let understanding: Int

    init(_ understanding: Masthead.Understanding?) {
        quarter = Int(Date().timeIntervalSince1970) / Self.seconds
        self.understanding = understanding?.hash ?? 0
    }

    private static let seconds = 900
    /// The beginning of the quarter of an hour, in seconds since 1970.
    var second: Int { quarter * Self.seconds }
    /// Its end.
    var end: Int { second + Self.seconds }
}

extension DeviceContext {
    /// Adds what follows from the clock: the device's local time in its zone, the age of the news it has,
    /// and whether the hour is a busy one. Returns a fault if the zone does not exist.
    mutating func setClock(_ clock: PolicyClock, _ settings: PolicySettings) -> FieldFault? {
        defer { isCongested = settings.isCongested(at: clock.second) }
        // Counts from the end of the quarter, so that the device's news never seems fresher than it is.
        if minutesSinceUpdate == nil, let sync, sync.minute > 0 {
            minutesSinceUpdate = max(0, clock.end / 60 - sync.minute)
        }
        guard let zone = timeZone else { return nil }
        guard let offset = TimeZone.offset(zone, at: clock.second) else {
            timeZone = nil
            return FieldFault(field: "timezone", value: zone, expected: "an IANA name, such as Europe/Lisbon")
        }
        if localTime == nil { localTime = LocalTime(at: clock.second, offset: offset) }
        return nil
    }
}

extension PolicySettings {
    /// Whether the operator's clock shows one of the busy hours.
    fileprivate func isCongested(at second: Int) -> Bool {
        guard !congestionHours.isEmpty, let offset = TimeZone.offset(timeZone, at: second),
            let hour = LocalTime(at: second, offset: offset)?.hour
        else { return false }
        return congestionHours.contains(hour)
    }
}

extension TimeZone {
    /// Minutes east of UTC; nil if there is no zone with this name.
    fileprivate static func offset(_ name: String, at second: Int) -> Int? {
        TimeZone(identifier: name).map {
            $0.secondsFromGMT(for: Date(timeIntervalSince1970: Double(second))) / 60
        }
    }
}
