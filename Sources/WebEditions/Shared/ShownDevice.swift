import Foundation
import News
import Syndication

/// A device that the form's page shows, with the link and the battery that its reader can change.
struct ShownDevice: Sendable {
    /// The prefix of its fields, and the end of the names of its texts.
    let key: String
    var network: Network
    /// Percent.
    var battery: Int
    var runsApps: Bool { key != "feature" }
    /// What stays the same about it, as fields of the context form.
    private let fields: [(name: String, value: String)]

    /// The three, as they stand at first.
    static let all = [
        ShownDevice(
            key: "feature", network: .edge, battery: 80,
            fields: [("client", "feature"), ("screen_width", "240"), ("screen_height", "320"), ("dpr", "1")]),
        ShownDevice(
            key: "phone", network: .third, battery: 15,
            fields: [("client", "android"), ("screen_width", "390"), ("screen_height", "844"), ("dpr", "3")]),
        ShownDevice(
            key: "tablet", network: .wifi, battery: 90,
            fields: [
                ("client", "tablet"), ("screen_width", "820"), ("screen_height", "1180"), ("dpr", "2"),
                ("orientation", "landscape"),
            ]),
    ]

    /// The links to choose from, from the worst to the best, by the names that their makers give them.
    static let links: [(network: Network, name: String)] = [
        (.gprs, "GPRS (2G)"), (.edge, "EDGE (2G)"), (.third, "3G"), (.hspa, "HSPA (3G)"), (.fourth, "4G"),
        (.wifi, "Wi-Fi"),
    ]
    var linkName: String { Self.links.first { $0.network == network }?.name ?? network.rawValue }

    /// Takes the link and the battery from the fields of an address. Returns those that were not understood.
    mutating func read(_ said: [(name: String, value: String)]) -> [FieldFault] {
        var faults: [FieldFault] = []
        for (name, value) in said where !value.isEmpty {
            if name == key + "_link" {
                if let link = Self.links.first(where: { $0.network.rawValue == value }) {
                    network = link.network
                } else {
                    let names = Self.links.map(\.network.rawValue).joined(separator: " ")
                    faults.append(FieldFault(field: name, value: value.cut(to: 100), expected: names))
                }
            } else if name == key + "_battery" {
                let understood = ContextForm.read([("battery", value)])
                battery = understood.context.battery ?? battery
                faults += understood.faults.map { FieldFault(field: name, value: $0.value, expected: $0.expected) }
            }
        }
        return faults
    }

    /// The fields of the page of three devices that put the one most like a device in its circumstances; nil if nothing is known of them.
    static func query(like context: DeviceContext) -> String? {
        let key =
            context.client == .feature ? "feature" : context.client?.isLarge == true ? "tablet" : "phone"
        // Those between the ones to choose from, as the policy takes them.
        let alike: [Network: Network] = [
            .slow2G: .gprs, .second: .edge, .lte: .fourth, .fifth: .wifi, .ethernet: .wifi,
        ]
        guard let network = context.network.map({ alike[$0] ?? $0 }), links.contains(where: { $0.network == network })
        else { return nil }
        // A battery that is not told spares nothing.
        let battery = context.isCharging == true ? 100 : context.battery ?? 100
        return "\(key)_link=\(network.rawValue)&\(key)_battery=\(battery)"
    }

    /// The same on the best link, with a full battery.
    var atBest: ShownDevice {
        var other = self
        (other.network, other.battery) = (.wifi, 100)
        return other
    }

    /// The query of the context form that describes it. It leaves nothing about link and power to the browser that shows it, and nothing
    /// else to its reader's settings.
    var query: String {
        let state = [
            ("network", network.rawValue), ("battery", String(battery)), ("charging", "0"), ("save_data", "0"),
            DescribedDevice.withoutSettings,
        ]
        return (fields + state).map { "\($0)=\($1)" }.joined(separator: "&")
    }

    /// The CSS pixels of its screen as it is held.
    var screen: (width: Int, height: Int) {
        let sides = ["screen_width", "screen_height"].map { name in
            fields.first { $0.name == name }.flatMap { Int($0.value) } ?? 0
        }
        let isUpright = !fields.contains { $0 == ("orientation", "landscape") }
        return isUpright ? (sides[0], sides[1]) : (sides[1], sides[0])
    }
}
