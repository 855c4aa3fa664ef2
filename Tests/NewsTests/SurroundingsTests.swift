import Testing

@testable import News

@Suite("Surroundings")
struct SurroundingsTests {
    private func plan(_ fields: [(String, String)]) -> DeliveryPlan {
        var context = DeviceContext()
        #expect(readForm([("network", "wifi")] + fields, into: &context).isEmpty)
        return Policy.plan(for: context)
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
        #expect(plan.reasons == [.best] + rules)
        #expect(plan.palette == (isLate ? .night : .auto) && plan.textSize == (isLate ? 110 : 100))
        #expect(plan.text == (rules.contains(.working) ? .plain : .html))
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
        func plan(_ minutes: Int?) -> DeliveryPlan {
            var context = DeviceContext()
            context.network = .edge
            context.minutesSinceUpdate = minutes
            return Policy.plan(for: context)
        }
        #expect(plan(29).pictures == .full && plan(29).reasons == [.edge, .recent])
        #expect(plan(29).budget == plan(nil).budget)
        #expect(plan(30).pictures == .off && plan(nil).pictures == .off)
    }

    @Test("In the operator's busy hours the next smaller budget", arguments: Network.allCases)
    func congestion(_ network: Network) {
        var context = DeviceContext()
        context.network = network
        let usual = Policy.plan(for: context)
        context.isCongested = true
        let busy = Policy.plan(for: context)
        #expect(busy.budget < usual.budget || usual.budget == Ladder.budgets[0])
        // A rule without an effect is not given as a reason.
        #expect((busy.reasons.last == .congestion) == (busy.budget < usual.budget))
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
        context.network = [.congestion, .working, .memory].contains(rule) ? .wifi : .edge
        (context.isCongested, context.minutesSinceUpdate, context.isSilent, context.isMoving) = (true, 1, true, true)
        (context.memory, context.light) = (0.1, rule == .bright ? 20_000 : 1)
        let times: [Rule: String] = [
            .weekend: "2026-11-28T12:00", .working: "2026-11-27T12:00", .evening: "2026-11-27T22:00",
        ]
        context.localTime = times[rule].flatMap { LocalTime($0) }
        #expect(Policy.plan(for: context, settings).reasons.contains(rule))
        settings.off = [rule]
        #expect(!Policy.plan(for: context, settings).reasons.contains(rule))
        settings.off = Set(PolicySettings.switchable)
        #expect(Policy.plan(for: context, settings).reasons.count == 1)
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
        let plan = plan([("local_time", "2026-06-21T21:30"), ("light", "20000")])
        #expect(
            plan.palette == .contrast && plan.textSize == 110 && plan.reasons == [.best, .weekend, .evening, .bright])
    }

    @Test("On the move")
    func moving() {
        let plan = plan([("moving", "1")])
        #expect(plan.items == 10 && plan.text == .summary && plan.textSize == 130)
        #expect(self.plan([("moving", "0")]).reasons == [.best])
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
        let plan = plan([
            ("moving", "1"), ("light", "0"), ("local_time", "2026-11-27T23:00"), ("palette", "day"), ("text", "html"),
            ("items", "50"),
            ("text_size", "0.8"),
        ])
        #expect(plan.palette == .day && plan.text == .html && plan.items == 50 && plan.textSize == 80)
        #expect(plan.reasons == [.best, .evening, .moving, .items, .text, .textSize, .palette])
    }
}
