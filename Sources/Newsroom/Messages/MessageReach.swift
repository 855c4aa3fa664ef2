import Editorial
import News
import Web

/// The forecast of a message, by kind of device: how many get it now, later or not at all, and why.
struct MessageReach: Sendable {
    struct Screen: Sendable {
        var key: String
        var name: String
        var verdicts: [String]
    }

    var total: String
    var isForNobody: Bool
    /// The kinds of devices that readers have.
    var screens: [Screen]

    /// - Parameter hasAudience: whether it is said for whom the message is.
    init(_ preview: PushPreview, hasAudience: Bool = true, _ strings: Strings) {
        isForNobody = preview.isForNobody
        total = hasAudience ? strings("room_reachNow", preview.now) : strings["room_fault_audience"]
        if preview.later > 0 { total += ", " + strings("room_reachLater", preview.later) }
        screens = PushDeviceClass.allCases.compactMap { kind in
            let parts = Self.verdicts.flatMap { verdict in
                preview.parts.filter { $0.deviceClass == kind.rawValue && $0.verdict == verdict }
            }
            guard !parts.isEmpty else { return nil }
            return Screen(
                key: kind.rawValue, name: strings["room_class_" + kind.rawValue],
                verdicts: hasAudience ? parts.map { Self.words($0, strings) } : [])
        }
    }

    /// In the order in which they are shown.
    private static let verdicts = ["now", "later", "never"]

    private static func words(_ part: PushPreview.Part, _ strings: Strings) -> String {
        let key = ["room_verdict", part.verdict, part.reason].compactMap(\.self).joined(separator: "_")
        return strings(key, part.devices)
    }
}
