import Foundation
import News

/// The effect that a change of the policy would have on devices of many kinds, at several hours.
struct PolicyPreview: Encodable, Sendable {
    struct Change: Encodable, Sendable {
        /// The device, described by fields of the context form.
        var context: [String: String]
        var before: String
        var after: String
        /// The rules that had an effect.
        var rulesBefore: [String]
        var rulesAfter: [String]
        /// Bytes.
        var budgetBefore: Int
        /// Bytes.
        var budgetAfter: Int
    }

    /// The number of contexts examined.
    var contexts: Int
    /// The contexts whose plans would change.
    var changes: [Change]

    init(from present: PolicySettings, to wanted: PolicySettings) {
        let contexts = Self.contexts
        self.contexts = contexts.count
        changes = contexts.compactMap { fields in
            let (present, wanted) = (Self.decision(fields, present), Self.decision(fields, wanted))
            let (before, after) = (present.plan, wanted.plan)
            guard before != after else { return nil }
            return Change(
                context: Dictionary(fields, uniquingKeysWith: { $1 }), before: before.name, after: after.name,
                rulesBefore: present.reasons.map(\.rule.rawValue), rulesAfter: wanted.reasons.map(\.rule.rawValue),
                budgetBefore: before.budget, budgetAfter: after.budget)
        }
    }

    private typealias Fields = [(name: String, value: String)]

    /// Stands for a sync token whose news is minutes old.
    private static let fresh = "since, minutes ago"

    /// The decision as if the operator's clock showed the device's time.
    private static func decision(_ fields: Fields, _ settings: PolicySettings) -> Decision {
        var context = ContextForm.read(fields.filter { $0.name != fresh }).context
        if fields.contains(where: { $0.name == fresh }) { context.minutesSinceUpdate = 5 }
        context.isCongested = context.localTime.map { settings.congestionHours.contains($0.hour) } ?? false
        return Decision(context, settings)
    }

    /// Every kind of link combined with every relevant hour, and each of the senses on its own.
    private static let contexts: [Fields] = {
        let networks = ["gprs", "edge", "3g", "hspa", "4g", "wifi"]
        // A Wednesday and a Saturday.
        let days = ["2026-07-01", "2026-07-04"]
        let hours: [Fields] = networks.flatMap { network in
            days.flatMap { day in
                (0..<24).map { hour in
                    [
                        ("network", network), ("local_time", "\(day)T\(hour < 10 ? "0" : "")\(hour):30"),
                        ("client", "android"),
                    ]
                }
            }
        }
        let senses: [Fields] = [
            [("light", "2")], [("light", "30000")], [("silent", "1")], [("silent", "1"), ("headphones", "1")],
            [(fresh, "5")], [("moving", "1")], [("memory", "0.75")], [("memory", "0.25")],
        ]
        return hours + networks.flatMap { network in senses.map { [("network", network)] + $0 } }
    }()
}
