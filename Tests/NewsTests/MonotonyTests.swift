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

    /// A lower battery or Save-Data changes only the budget, so no story ever gets more, nor do all of them
    /// together.
    @Test(
        "A lower battery, no charger and Save-Data never cost more bytes",
        arguments: [Worsening.battery, .unplugged, .saveData])
    func bytes(_ worsening: Worsening) {
        var generator = SeededGenerator(seed: 2010)
        let loads = (0..<40).map { number in
            Packer.Load(
                headline: 250 + number, standfirst: 160, plain: 1500 + 100 * number, html: 1700 + 110 * number,
                thumbnails: [.init(.init(written: 150, files: 1800), value: 700)],
                pictures: (1...4).map { .init(.init(written: 150, files: 9000 * $0 * $0), value: 250 * $0) })
        }
        var tried = 0
        while tried < 2000 {
            let context = DeviceContext.random(&generator)
            guard let worse = worsening.apply(context, &generator) else { continue }
            tried += 1
            func packed(_ context: DeviceContext) -> (bytes: Int, shares: [Packer.Share]) {
                let plan = Policy.plan(for: context)
                let packer = Packer(plan, loads, compression: 1)
                let count = packer.count(frame: 1000, budget: plan.budget, compression: 1)
                let weight = packer.weight(count)
                return (weight.written + weight.files, packer.shares(count))
            }
            let (before, after) = (packed(context), packed(worse))
            #expect(after.bytes <= before.bytes)
            #expect(after.shares.count <= before.shares.count)
            #expect(
                zip(after.shares, before.shares).allSatisfy {
                    $0.text <= $1.text && $0.picture ?? -1 <= $1.picture ?? -1
                })
        }
    }
}
