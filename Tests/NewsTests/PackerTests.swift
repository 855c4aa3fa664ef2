import News
import Testing

@Suite("Packer")
struct PackerTests {
    /// A random plan, random weights and the frame's.
    private struct Load {
        let plan: DeliveryPlan
        let frame: Int
        let costs: [Packer.Cost]

        init(_ generator: inout SeededGenerator) {
            plan = Policy.plan(for: .random(&generator))
            frame = Int.random(in: 0...10_000, using: &generator)
            costs = (0..<Int.random(in: 0...60, using: &generator)).map { _ in
                Packer.Cost(
                    headline: .random(in: 1...400, using: &generator),
                    standfirst: .random(in: 0...600, using: &generator),
                    text: .random(in: 0...9000, using: &generator),
                    thumbnail: generator.maybe { .random(in: 0...8000, using: &$0) },
                    picture: generator.maybe { .random(in: 0...90_000, using: &$0) })
            }
        }

        func packed(_ budget: Int? = nil) -> Packer {
            Packer(plan, frame: frame, costs: costs, budget: budget ?? plan.budget)
        }

        func weight(_ packer: Packer) -> Int {
            zip(packer.shares, costs).reduce(frame) { sum, pair in
                let (share, cost) = pair
                return sum + cost.headline + (share.standfirst ? cost.standfirst : 0) + (share.text ? cost.text : 0)
                    + (share.thumbnail ? cost.thumbnail ?? 1_000_000_000 : 0)
                    + (share.picture ? cost.picture ?? 1_000_000_000 : 0)
            }
        }

        /// The same stories without what is worth less.
        func without(_ strip: (inout Packer.Cost) -> Void) -> Packer {
            Packer(
                plan, frame: frame,
                costs: costs.map {
                    var cost = $0; strip(&cost); return cost
                }, budget: plan.budget)
        }
    }

    private func each(_ seed: UInt64, _ body: (Load, inout SeededGenerator) -> Void) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<3000 { body(Load(&generator), &generator) }
    }

    @Test("What is given weighs what is said, within the budget; where the frame alone is above it, nothing is given")
    func budget() {
        each(10) { load, _ in
            let packer = load.packed()
            #expect(packer.used == load.weight(packer))
            #expect(packer.used <= load.plan.budget || (packer.shares.isEmpty && packer.used == load.frame))
            #expect(load.packed(load.frame - 1).shares.isEmpty)
        }
    }

    @Test("The same load is always packed alike")
    func deterministic() {
        each(11) { load, _ in
            #expect(load.packed().shares == load.packed().shares)
        }
    }

    @Test("No headline is missing before a later one, but for want of bytes or items")
    func headlines() {
        each(12) { load, _ in
            let count = load.packed().shares.count
            let limit = min(load.costs.count, load.plan.items ?? DeliveryPlan.itemLimit)
            #expect(count <= limit)
            let headlines = load.costs.prefix(count).reduce(load.frame) { $0 + $1.headline }
            if count < limit { #expect(headlines + load.costs[count].headline > load.plan.budget) }
        }
    }

    @Test("Headlines, standfirsts, thumbnails: none gives way to what is worth less")
    func worth() {
        each(13) { load, _ in
            let all = load.packed()
            let headlines = load.without { ($0.standfirst, $0.text, $0.thumbnail, $0.picture) = (0, 0, nil, nil) }
            let standfirsts = load.without { ($0.text, $0.thumbnail, $0.picture) = (0, nil, nil) }
            let thumbnails = load.without { ($0.text, $0.picture) = (0, nil) }
            #expect(all.shares.count == headlines.shares.count)
            #expect(all.shares.map(\.standfirst) == standfirsts.shares.map(\.standfirst))
            #expect(all.shares.map(\.thumbnail) == thumbnails.shares.map(\.thumbnail))
        }
    }

    @Test("Nothing that would still fit is left out, and nothing is given that the plan excludes")
    func complete() {
        each(14) { load, _ in
            let packer = load.packed()
            let room = load.plan.budget - packer.used
            for (share, cost) in zip(packer.shares, load.costs) {
                if load.plan.text >= .summary, !share.standfirst { #expect(cost.standfirst > room) }
                if load.plan.text >= .plain, !share.text { #expect(cost.text > room) }
                if load.plan.pictures != .off, let bytes = cost.thumbnail, !share.thumbnail { #expect(bytes > room) }
                if load.plan.pictures == .full, let bytes = cost.picture, !share.picture { #expect(bytes > room) }
                if load.plan.text < .plain { #expect(!share.text) }
                if load.plan.text < .summary { #expect(!share.standfirst) }
                if load.plan.pictures != .full { #expect(!share.picture) }
                if load.plan.pictures == .off { #expect(!share.thumbnail) }
            }
        }
    }

    @Test("More budget never gives fewer headlines")
    func monotone() {
        each(15) { load, generator in
            let more = load.plan.budget + Int.random(in: 0...100_000, using: &generator)
            #expect(load.packed().shares.count <= load.packed(more).shares.count)
        }
    }

    @Test("By hand: headlines, standfirsts and thumbnails of all, then picture and text of the first")
    func example() {
        var context = DeviceContext()
        context.network = .wifi
        let plan = Policy.plan(for: context)
        let cost = Packer.Cost(headline: 100, standfirst: 50, text: 400, thumbnail: 200, picture: 1000)
        let packer = Packer(
            plan, frame: 100, costs: Array(repeating: cost, count: 3), budget: 100 + 300 + 150 + 600 + 1000 + 450)
        #expect(packer.shares.map(\.standfirst) == [true, true, true])
        #expect(packer.shares.map(\.thumbnail) == [true, true, true])
        #expect(packer.shares.map(\.picture) == [true, false, false])
        #expect(packer.shares.map(\.text) == [true, false, false])
        #expect(packer.used == 2550)
    }
}
