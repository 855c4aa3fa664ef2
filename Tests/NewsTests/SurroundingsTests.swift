import Testing

@testable import News

@Suite("Surroundings")
struct SurroundingsTests {
    private func plan(_ fields: [(String, String)]) -> DeliveryPlan { decision(fields).plan }

    private func rules(_ fields: [(String, String)]) -> [Rule] { decision(fields).reasons.map(\.rule) }

    private func decision(_ fields: [(String, String)]) -> Decision {
        var context = DeviceContext()
        #expect(readForm([("network", "wifi")] + fields, into: &context).isEmpty)
        return Decision(context)
    }

    @Test(
        "The hour of the device",
        arguments: [
            // Friday, 27 November 2026; then Saturday and Sunday.
            ("2026-11-27T20:59", []), ("2026-11-27T21:00", [.evening]), ("2026-11-28T05:59", [.weekend, .evening]),
            ("2026-11-28T06:00", [.weekend]), ("2026-11-27T05:59", [.evening]), ("2026-11-27T06:00", []),
            ("2026-11-27T08:59", []), ("2026-11-27T09:00", [.working]), ("2026-11-27T16:59", [.working]),
            ("2026-11-27T17:00", []), ("2026-11-28T12:00", [.weekend]), ("2026-11-29T12:00", [.weekend]),
            ("2026-11-30T08:00", []), ("2024-02-29T12:00", [.working]), ("0001-01-01T12:00", [.working]),
            ("9999-12-31T12:00", [.working]),
        ] as [(String, [Rule])])
    func hour(_ time: String, _ rules: [Rule]) {
        let plan = plan([("local_time", time)])
        let isLate = rules.contains(.evening)
        #expect(self.rules([("local_time", time)]) == [.best] + rules)
        #expect(plan.palette == (isLate ? .night : .auto) && plan.textSize == (isLate ? 110 : 100))
        #expect(plan.text == (rules.contains(.working) ? .opening : .html))
        #expect(plan.textsFirst == rules.contains(.weekend))
    }

    @Test(
        "The weekend has longer texts, within the same budget",
        arguments: [(Network.gprs, TextFormat.plain), (.edge, .plain), (.third, .html), (.wifi, .html)])
    func weekend(_ network: Network, _ text: TextFormat) {
        func plan(_ day: Int) -> DeliveryPlan {
            self.plan([("network", network.rawValue), ("local_time", "2026-11-\(day)T12:00")])
        }
        #expect(plan(28).text == text)
        #expect(plan(28).budget == plan(27).budget)
    }

    @Test("A device whose news is minutes old gets pictures on any link; one with old news does not")
    func recent() {
        func decision(_ minutes: Int?) -> Decision {
            var context = DeviceContext()
            context.network = .edge
            context.minutesSinceUpdate = minutes
            return Decision(context)
        }
        func plan(_ minutes: Int?) -> DeliveryPlan { decision(minutes).plan }
        #expect(plan(29).pictures == .full && decision(29).reasons.map(\.rule) == [.edge, .recent])
        #expect(plan(29).budget == plan(nil).budget)
        #expect(plan(30).pictures == .off && plan(nil).pictures == .off)
    }

    @Test("In the operator's busy hours the next smaller budget", arguments: Network.allCases)
    func congestion(_ network: Network) {
        var context = DeviceContext()
        context.network = network
        let usual = Policy.plan(for: context)
        context.isCongested = true
        let decision = Decision(context)
        let busy = decision.plan
        #expect(busy.budget < usual.budget)
        // A rule without an effect is not given as a reason.
        #expect((decision.reasons.last?.rule == .congestion) == (busy.budget < usual.budget))
    }

    @Test(
        "Sound",
        arguments: [("1", nil, false), ("1", "1", true), ("0", nil, true), (nil, nil, true)]
            as [(String?, String?, Bool)])
    func silent(_ silent: String?, _ headphones: String?, _ offers: Bool) {
        let fields = [("silent", silent), ("headphones", headphones)].compactMap { name, value in
            value.map { (name, $0) }
        }
        #expect(plan(fields).offersAudio == offers)
    }

    @Test("Every line is switched off by its rule", arguments: PolicySettings.switchable)
    func switched(_ rule: Rule) {
        var settings = PolicySettings()
        var context = DeviceContext()
        context.network = rule == .recent ? .edge : .wifi
        switch rule {
        case .congestion: context.isCongested = true
        case .recent: context.minutesSinceUpdate = 1
        case .weekend: context.localTime = LocalTime("2026-11-28T12:00")
        case .evening: context.localTime = LocalTime("2026-11-27T22:00")
        case .working: context.localTime = LocalTime("2026-11-27T12:00")
        case .dim: context.light = 1
        case .bright: context.light = 20_000
        case .silent: context.isSilent = true
        case .moving: context.isMoving = true
        case .memory: context.memory = 0.75
        case .leastMemory: context.memory = 0.1
        default: Issue.record("\(rule) has no context here")
        }
        #expect(Decision(context, settings).reasons.map(\.rule) == [rule == .recent ? .edge : .best, rule])
        settings.off = [rule]
        #expect(!Decision(context, settings).reasons.map(\.rule).contains(rule))
        settings.off = Set(PolicySettings.switchable)
        #expect(Decision(context, settings).reasons.count == 1)
    }

    @Test(
        "The light",
        arguments: [
            ("0", Palette.night), ("9.9", .night), ("10", .auto), ("9999", .auto), ("10000", .contrast),
            ("120000", .contrast),
        ])
    func light(_ lux: String, _ palette: Palette) { #expect(plan([("light", lux)]).palette == palette) }

    @Test("The sun is brighter than the clock is late")
    func sun() {
        let decision = decision([("local_time", "2026-06-21T21:30"), ("light", "20000")])
        #expect(decision.plan.palette == .contrast && decision.plan.textSize == 110)
        #expect(decision.reasons.map(\.rule) == [.best, .weekend, .evening, .bright])
    }

    @Test("On the move")
    func moving() {
        let plan = plan([("moving", "1")])
        #expect(plan.items == 10 && plan.text == .summary && plan.textSize == 130)
        #expect(rules([("moving", "0")]) == [.best])
    }

    @Test(
        "Little memory",
        arguments: [("4", 1200, nil), ("1", 1200, nil), ("0.99", 640, 30), ("0.5", 640, 30), ("0.25", 320, 20)]
            as [(String, Int, Int?)])
    func memory(_ gibibytes: String, _ width: Int, _ items: Int?) {
        let plan = plan([("memory", gibibytes), ("client", "android"), ("screen_width", "400"), ("dpr", "3")])
        #expect(plan.detail.width == width && plan.items == items)
        #expect(DeliveryPlan(name: plan.name) == plan)
    }

    @Test("The reader's wishes take precedence over it")
    func insistence() {
        let decision = decision([
            ("moving", "1"), ("light", "0"), ("local_time", "2026-11-27T23:00"), ("palette", "day"), ("text", "html"),
            ("items", "50"),
            ("text_size", "0.8"),
        ])
        let plan = decision.plan
        #expect(plan.palette == .day && plan.text == .html && plan.items == 50 && plan.textSize == 80)
        // The clock, the dark and the motion change nothing that the reader did not decide; the text is that of the link.
        #expect(decision.reasons.map(\.rule) == [.best, .items, .textSize, .palette])
    }
}
