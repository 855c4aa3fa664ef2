/// Adapts a plan to the hour, the light, sound, motion and the memory of a device: one table, applied from
/// the top, each line with its rule, and each disabled if the operator says so. No line raises the budget,
/// and each has the same effect on all links, so that the policy stays monotone.
package enum Surroundings {
    /// A line of the table.
    package struct Line: Sendable {
        /// The name in plans, by which the operator switches the line off.
        package let rule: Rule
        let applies: @Sendable (DeviceContext) -> Bool
        let change: @Sendable (inout DeliveryPlan) -> Void
    }

    /// All lines, in the order in which they are applied.
    package static let table = [
        Line(rule: .congestion, applies: \.isCongested) { $0.budget = Ladder.step(below: $0.budget) },
        Line(rule: .recent, applies: { $0.minutesSinceUpdate.map { $0 < 30 } ?? false }) { plan in
            if plan.pictures == .off { plan.pictures = .full }
        },
        Line(rule: .weekend, applies: { $0.localTime?.date.isWeekend ?? false }) { plan in
            plan.text = plan.text.longer
            plan.textsFirst = true
        },
        Line(rule: .evening, applies: { $0.localTime.map { $0.hour >= 21 || $0.hour < 6 } ?? false }) { plan in
            plan.palette = .night
            plan.textSize = 110
        },
        // Whoever asks for the whole edition stores it for later.
        Line(
            rule: .working, applies: { ($0.localTime?.isWorkingHour ?? false) && !$0.wantsWholeEdition }
        ) { $0.text = min($0.text, .opening) },
        // Lux: a bedroom at night has a few, a room by lamplight about 50, full daylight 10,000 and more.
        Line(rule: .dim, applies: { $0.light.map { $0 < 10 } ?? false }) { $0.palette = .night },
        Line(rule: .bright, applies: { $0.light.map { $0 >= 10_000 } ?? false }) { $0.palette = .contrast },
        Line(rule: .silent, applies: { $0.isSilent == true && $0.hasHeadphones != true }) { $0.offersAudio = false },
        Line(rule: .moving, applies: { $0.isMoving == true }) { plan in
            plan.items = min(plan.items ?? 10, 10)
            plan.text = min(plan.text, .summary)
            plan.textSize = 130
        },
        Line(rule: .memory, applies: { $0.memory.map { $0 < 1 } ?? false }) { $0.bound(width: 640, items: 30) },
        Line(rule: .leastMemory, applies: { $0.memory.map { $0 < 0.5 } ?? false }) { $0.bound(width: 320, items: 20) },
    ]

    /// Changes a plan by every line that applies.
    static func adjust(_ plan: inout DeliveryPlan, to context: DeviceContext, _ settings: PolicySettings) {
        for line in lines(for: context, settings) { line.change(&plan) }
    }

    /// The lines that apply.
    static func lines(for context: DeviceContext, _ settings: PolicySettings) -> [Line] {
        table.filter { !settings.off.contains($0.rule) && $0.applies(context) }
    }
}

extension TextFormat {
    /// One step more; never less for a headline, which says what the reader chose.
    fileprivate var longer: Self {
        switch self {
        case .headline, .summary, .opening: .plain
        case .plain, .html: .html
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
    fileprivate var isWorkingHour: Bool { (9..<17).contains(hour) && !date.isWeekend }
}

extension CivilDate {
    /// Saturday or Sunday.
    fileprivate var isWeekend: Bool { [0, 6].contains(weekday) }

    /// 0 for Sunday to 6 for Saturday, by Sakamoto's rule (1993).
    var weekday: Int {
        let year = month < 3 ? year - 1 : year
        return (year + year / 4 - year / 100 + year / 400 + [0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4][month - 1] + day) % 7
    }
}
