import News
import TestSupport
import Testing

/// One way in which a context gets worse while everything else stays the same.
enum Worsening: String, Sendable, CaseIterable {
    case link, battery, unplugged, saveData, downlink, roundTrip

    /// The worse context; nil if it cannot get worse in this way.
    func apply(_ context: DeviceContext, _ generator: inout SeededGenerator) -> DeviceContext? {
        var worse = context
        switch self {
        case .link:
            guard let network = context.network else { return nil }
            let others = Network.allCases.filter { LinkClass($0) <= LinkClass(network) }
            worse.network = others.randomElement(using: &generator)
        case .battery:
            guard let battery = context.battery, battery > 0, context.isCharging != true else { return nil }
            worse.battery = Int.random(in: 0..<battery, using: &generator)
        case .unplugged:
            guard context.isCharging == true else { return nil }
            worse.isCharging = false
        case .saveData:
            guard context.saveData != true else { return nil }
            worse.saveData = true
        case .downlink:
            guard let downlink = context.downlink else { return nil }
            worse.downlink = downlink * Double.random(in: 0...1, using: &generator)
        case .roundTrip:
            guard let roundTrip = context.roundTrip else { return nil }
            worse.roundTrip = roundTrip + Double.random(in: 0...2000, using: &generator)
        }
        return worse
    }
}

@Suite("Monotony of the policy")
struct MonotonyTests {
    @Test("Whatever gets worse alone, the budget never rises, nor do items and text", arguments: Worsening.allCases)
    func monotone(_ worsening: Worsening) {
        var generator = SeededGenerator(seed: 2009)
        var tried = 0
        while tried < 20_000 {
            let context = DeviceContext.random(&generator)
            guard let worse = worsening.apply(context, &generator) else { continue }
            tried += 1
            let before = Policy.plan(for: context)
            let after = Policy.plan(for: worse)
            guard after.budget <= before.budget, after.items ?? .max <= before.items ?? .max, after.text <= before.text
            else {
                Issue.record("\(before.name) became \(after.name) for \(worse)")
                return
            }
        }
    }
    @Test(
        "A lower battery, no charger and Save-Data never allow larger pictures",
        arguments: [Worsening.battery, .unplugged, .saveData])
    func pictures(_ worsening: Worsening) {
        var generator = SeededGenerator(seed: 2010)
        var tried = 0
        while tried < 20_000 {
            let context = DeviceContext.random(&generator)
            guard let worse = worsening.apply(context, &generator) else { continue }
            tried += 1
            let (before, after) = (Policy.plan(for: context), Policy.plan(for: worse))
            let isLess =
                after.detail.width <= before.detail.width && after.detail.quality <= before.detail.quality
                && after.thumbnail.width <= before.thumbnail.width
                && after.thumbnail.quality <= before.thumbnail.quality
            guard isLess, after.pause >= before.pause else {
                Issue.record("\(before.name) became \(after.name) for \(worse)")
                return
            }
        }
    }

    @Test("A larger budget alone never gives a story less")
    func budgets() {
        let loads = (0..<40).map { number in
            Packer.Load(
                headline: 250 + number, standfirst: 160, plain: 1500 + 100 * number, html: 1700 + 110 * number,
                thumbnails: [.init(.init(written: 150, files: 1800), value: 700)],
                pictures: (1...4).map { .init(.init(written: 150, files: 9000 * $0 * $0), value: 250 * $0) })
        }
        var context = DeviceContext()
        context.network = .wifi
        var before: [Packer.Share] = []
        for budget in Ladder.budgets {
            var plan = Policy.plan(for: context)
            plan.budget = budget
            let packer = Packer(plan, loads, compression: 1)
            let shares = packer.shares(packer.count(frame: 1000, budget: budget, compression: 1))
            #expect(shares.count >= before.count)
            #expect(
                zip(before, shares).allSatisfy {
                    $0.text <= $1.text && $0.picture ?? -1 <= $1.picture ?? -1
                        && $0.thumbnail ?? -1 <= $1.thumbnail ?? -1
                })
            before = shares
        }
    }
}
