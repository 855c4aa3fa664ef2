import TestSupport
import Testing

@testable import News

@Suite("Reasons of a decision")
struct DecisionTests {
    /// The settings of an operator with busy hours, or of one who switched lines off.
    private func settings(_ generator: inout SeededGenerator) -> PolicySettings {
        var settings = PolicySettings()
        if Bool.random(using: &generator) {
            settings.off = Set(PolicySettings.switchable.filter { _ in Int.random(in: 0..<4, using: &generator) == 0 })
        }
        return settings
    }

    private func context(_ generator: inout SeededGenerator) -> DeviceContext {
        var context = DeviceContext.random(&generator)
        context.isCongested = Int.random(in: 0..<4, using: &generator) == 0
        context.minutesSinceUpdate = generator.maybe { Int.random(in: 0...90, using: &$0) }
        context.localTime = generator.maybe {
            LocalTime("2026-11-\(Int.random(in: 20...29, using: &$0))T\(Int.random(in: 10...23, using: &$0)):30")
        }.flatMap(\.self)
        return context
    }

    @Test("Every reason has an effect, and together they make the plan")
    func effects() {
        var generator = SeededGenerator(seed: 22)
        for _ in 0..<30_000 {
            let (context, settings) = (context(&generator), settings(&generator))
            let decision = Decision(context, settings)
            let named = decision.reasons.dropFirst()
            guard decision.plan == Policy.plan(for: context, settings),
                named.allSatisfy({ !$0.effects.isEmpty || $0.rule == .measured })
            else {
                Issue.record("\(decision.reasons) for \(context)")
                return
            }
            #expect(Set(decision.reasons.map(\.rule)).count == decision.reasons.count)
        }
    }

    @Test("Colours that the reader chose are no effect of the battery") func ownColours() {
        var context = DeviceContext()
        (context.network, context.battery) = (.wifi, 5)
        let battery = Decision(context).reasons.first { $0.rule == .quarter }
        #expect(battery?.effects.contains(.palette) == true)
        context.palette = .auto
        let reasons = Decision(context).reasons
        #expect(reasons.first { $0.rule == .quarter }?.effects.contains(.palette) == false)
        #expect(reasons.last?.rule == .palette && reasons.last?.effects == .palette)
    }

    @Test("For every plan, each reason has an effect, and a low battery or Save-Data is among them")
    func everyPlan() {
        var seen: Set<DeliveryPlan> = []
        for context in EveryDevice.contexts where seen.insert(Policy.plan(for: context)).inserted {
            let reasons = Decision(context).reasons
            let saves = reasons.contains { [.threeQuarters, .half, .quarter, .saveData].contains($0.rule) }
            guard saves == (context.battery != 80 || context.saveData == true),
                reasons.dropFirst().allSatisfy({ !$0.effects.isEmpty })
            else {
                Issue.record("\(reasons) for \(context)")
                return
            }
        }
    }

    @Test("On every link and screen, each step of the battery and Save-Data make another plan")
    func everyStep() {
        for steps in stride(from: 0, to: EveryDevice.contexts.count, by: 8) {
            let plans = EveryDevice.contexts[steps..<steps + 8].map { Policy.plan(for: $0) }
            // Battery 80, 30, 15 and 5, each without Save-Data and with it.
            let batteries = stride(from: 0, to: 8, by: 2).map { plans[$0] }
            guard Set(batteries).count == 4, plans[0] != plans[1] else {
                Issue.record("\(batteries.map(\.name)) for \(EveryDevice.contexts[steps])")
                return
            }
        }
    }

    @Test("Reasons are no part of a plan: one plan, one name")
    func names() {
        var generator = SeededGenerator(seed: 23)
        var plans: [String: DeliveryPlan] = [:]
        for _ in 0..<30_000 {
            let plan = Policy.plan(for: context(&generator), settings(&generator))
            #expect(plans[plan.name].map { $0 == plan } ?? true)
            plans[plan.name] = plan
        }
    }

    @Test(
        "Of two rules with one effect, the later one is named",
        arguments: [
            (
                [("local_time", "2026-11-27T22:00"), ("light", "1"), ("text_size", "1.1")],
                [Rule.best, .dim, .textSize]
            ),
            ([("memory", "0.2")], [.best, .leastMemory]), ([("battery", "5"), ("light", "2")], [.best, .quarter]),
            ([("images", "full"), ("items", "all"), ("text", "html")], [.best]),
            ([("network", "none"), ("images", "off")], [.gprs]),
        ])
    func shared(_ fields: [(String, String)], _ rules: [Rule]) {
        var context = DeviceContext()
        #expect(readForm([("network", "wifi")] + fields, into: &context).isEmpty)
        #expect(Decision(context).reasons.map(\.rule) == rules)
    }

    @Test(
        "The screen is named if the device tells it, and neither link nor battery sets the width of pictures",
        arguments: [
            ([("network", "wifi"), ("screen_width", "390"), ("dpr", "3")], [Rule.best, .screen]),
            ([("network", "wifi")], [.best]),
            // A measured rate tells the link, whether or not it changes anything.
            ([("downlink", "9.1"), ("rtt", "50")], [.fourth]), ([("rtt", "300")], [.third]),
            ([("network", "3g"), ("screen_width", "390"), ("dpr", "3")], [.third]),
            ([("network", "wifi"), ("screen_width", "390"), ("dpr", "3"), ("battery", "5")], [.best, .quarter]),
            ([("network", "edge"), ("screen_width", "390")], [.edge]),
            ([("network", "wifi"), ("dpr", "1"), ("images", "off")], [.best, .images]),
        ])
    func screen(_ fields: [(String, String)], _ rules: [Rule]) {
        var context = DeviceContext()
        #expect(readForm(fields, into: &context).isEmpty)
        #expect(Decision(context).reasons.map(\.rule) == rules)
    }

    @Test("An opening is whole paragraphs, and at least 400 bytes if there are that many")
    func opening() {
        let paragraph = String(repeating: "word ", count: 50)
        #expect("one\n\ntwo".opening == "one\n\ntwo")
        #expect([paragraph, paragraph, paragraph].joined(separator: "\n\n").opening == paragraph + "\n\n" + paragraph)
        #expect("".opening.isEmpty)
    }
}
