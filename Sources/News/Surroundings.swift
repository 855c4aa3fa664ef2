/// What the hour, the light, motion and the memory of a device change in a plan: one table, read from the top, each line with its rule.
/// Every line takes away or leaves what the link and the battery gave, so the policy stays monotone.
enum Surroundings {
    struct Line: Sendable {
        let rule: Rule
        let applies: @Sendable (DeviceContext) -> Bool
        let change: @Sendable (inout DeliveryPlan) -> Void
    }

    static let table = [
        Line(rule: .evening, applies: { $0.localTime.map { $0.hour >= 21 || $0.hour < 6 } ?? false }) { plan in
            plan.palette = .night
            plan.textSize = 110
        },
        Line(rule: .working, applies: { $0.localTime?.isWorkingHour ?? false }) { $0.text = min($0.text, .plain) },
        // Lux: a bedroom at night has a few, a room by lamplight some 50, full daylight from 10,000 on.
        Line(rule: .dim, applies: { $0.light.map { $0 < 10 } ?? false }) { $0.palette = .night },
        Line(rule: .bright, applies: { $0.light.map { $0 >= 10_000 } ?? false }) { $0.palette = .contrast },
        Line(rule: .moving, applies: { $0.isMoving == true }) { plan in
            plan.items = min(plan.items ?? 10, 10)
            plan.text = min(plan.text, .summary)
            plan.textSize = 130
        },
        Line(rule: .memory, applies: { $0.memory.map { $0 < 1 } ?? false }) { $0.bound(width: 640, items: 30) },
        Line(rule: .leastMemory, applies: { $0.memory.map { $0 < 0.5 } ?? false }) { $0.bound(width: 320, items: 20) },
    ]

    /// Changes a plan by every line that applies.
    static func adjust(_ plan: inout DeliveryPlan, to context: DeviceContext, _ reasons: inout [Rule]) {
        for line in table where line.applies(context) {
            line.change(&plan)
            reasons.append(line.rule)
        }
    }
}

extension DeliveryPlan {
    fileprivate mutating func bound(width: Int, items most: Int) {
        detail.width = min(detail.width, width)
        thumbnail.width = min(thumbnail.width, width)
        items = min(items ?? most, most)
    }
}

extension LocalTime {
    /// Monday to Friday from 9 to 17.
    fileprivate var isWorkingHour: Bool { (9..<17).contains(hour) && (1...5).contains(date.weekday) }
}

extension CivilDate {
    /// 0 for Sunday to 6 for Saturday, by Sakamoto's rule (1993).
    var weekday: Int {
        let year = month < 3 ? year - 1 : year
        return (year + year / 4 - year / 100 + year / 400 + [0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4][month - 1] + day) % 7
    }
}
