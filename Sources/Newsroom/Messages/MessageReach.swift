import Editorial
import News
import Web

/// What becomes of a message before it is sent: on each kind of device, how it looks there, how many get it now, later or not at all, and why.
struct MessageReach: Sendable {
    struct Screen: Sendable {
        var key: String
        var name: String
        var verdicts: [String]
    }

    var total: String
    var isForNobody: Bool
    var screens: [Screen]

    init(_ preview: PushPreview, _ strings: Strings) {
        isForNobody = preview.isForNobody
        total = strings("room_reachNow", preview.now)
        if preview.later > 0 { total += ", " + strings("room_reachLater", preview.later) }
        screens = PushDeviceClass.allCases.map { kind in
            let parts = preview.parts.filter { $0.deviceClass == kind.rawValue }
            return Screen(
                key: kind.rawValue, name: strings["room_class_" + kind.rawValue],
                verdicts: parts.isEmpty ? [strings["room_reachNone"]] : parts.map { Self.words($0, strings) })
        }
    }

    private static func words(_ part: PushPreview.Part, _ strings: Strings) -> String {
        let key = ["room_verdict", part.verdict, part.reason].compactMap(\.self).joined(separator: "_")
        return strings(key, part.devices)
    }
}
