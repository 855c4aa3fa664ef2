import News
import TestSupport
import Testing

@Suite("Packer")
struct PackerTests {
    /// A random plan, with random weights and a random frame.
    private struct Load {
        let plan: DeliveryPlan
        let frame: Int
        let loads: [Packer.Load]
        let packer: Packer

        init(_ generator: inout SeededGenerator) {
            plan = Policy.plan(for: .random(&generator))
            frame = Int.random(in: 0...10_000, using: &generator)
            loads = (0..<Int.random(in: 0...60, using: &generator)).map { _ in
                let plain = Int.random(in: 0...9000, using: &generator)
                var load = Packer.Load(
                    headline: .random(in: 1...400, using: &generator),
                    standfirst: .random(in: 0...600, using: &generator), plain: plain,
                    html: plain + .random(in: 0...900, using: &generator),
                    thumbnails: Self.options(&generator, 3000), pictures: Self.options(&generator, 40_000))
                if plain > Packer.usualText { load.opening = .random(in: 400...900, using: &generator) }
                return load
            }
            packer = Packer(plan, loads, compression: 1)
        }

        /// Up to five renditions, each heavier and better than the one before.
        private static func options(_ generator: inout SeededGenerator, _ most: Int) -> [Packer.Option] {
            var (bytes, value) = (0, 0)
            return (0..<Int.random(in: 0...5, using: &generator)).map { _ in
                bytes += Int.random(in: 1...most, using: &generator)
                value += Int.random(in: 1...200, using: &generator)
                return Packer.Option(.init(written: 150, files: bytes), value: value)
            }
        }

        func count(_ budget: Int) -> Int { packer.count(frame: frame, budget: budget, compression: 1) }

        /// The weight of the shares, recomputed from the loads.
        func weight(_ shares: [Packer.Share]) -> Int {
            zip(shares, loads).reduce(frame) { sum, pair in
                let (share, load) = pair
                let picked = [
                    share.thumbnail.map { load.thumbnails[$0] }, share.picture.map { load.pictures[$0] },
                ].compactMap(\.self)
                let text =
                    [.html: max(load.html, load.plain + 1), .plain: load.plain, .opening: load.opening][share.text] ?? 0
                return sum + load.headline + (share.text >= .summary ? load.standfirst : 0) + text
                    + picked.reduce(0) { $0 + $1.weight.files + $1.weight.written }
            }
        }
    }

    private func each(_ seed: UInt64, _ body: (Load, inout SeededGenerator) -> Void) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<2000 { body(Load(&generator), &generator) }
    }

    @Test("The shares weigh what is stated, within the budget; if the frame alone exceeds it, there are none")
    func budget() {
        each(10) { load, generator in
            let budget = Int.random(in: 0...2_000_000, using: &generator)
            let count = load.count(budget)
            let weight = load.packer.weight(count)
            #expect(load.frame + weight.written + weight.files <= budget || count == 0)
            #expect(load.frame + weight.written + weight.files == load.weight(load.packer.shares(count)))
            #expect(load.count(load.frame - 1) == 0)
        }
    }

    @Test("More budget never gives a story less, in any of its parts")
    func monotone() {
        each(15) { load, generator in
            let budget = Int.random(in: 0...500_000, using: &generator)
            let less = load.packer.shares(load.count(budget))
            let more = load.packer.shares(load.count(budget + .random(in: 0...500_000, using: &generator)))
            #expect(less.count <= more.count)
            for (less, more) in zip(less, more) {
                #expect(less.text <= more.text)
                #expect(less.thumbnail ?? -1 <= more.thumbnail ?? -1)
                #expect(less.picture ?? -1 <= more.picture ?? -1)
            }
        }
    }

    @Test("The same load is always packed alike, and each step builds on the one before")
    func deterministic() {
        each(11) { load, _ in
            #expect(load.packer.steps == Packer(load.plan, load.loads, compression: 1).steps)
            #expect(Set(load.packer.steps).count == load.packer.steps.count)
            var (thumbnails, pictures) = ([Int: Int](), [Int: Int]())
            for step in load.packer.steps {
                switch step.part {
                case .text: break
                case .thumbnail(let rung):
                    #expect(rung == thumbnails[step.story, default: 0])
                    thumbnails[step.story] = rung + 1
                case .picture(let rung):
                    #expect(rung == pictures[step.story, default: 0])
                    pictures[step.story] = rung + 1
                }
            }
        }
    }

    @Test("Every headline comes first, in the order of the stories, then standfirsts, then thumbnails, except giants")
    func worth() {
        each(12) { load, _ in
            let steps = load.packer.steps
            let limit = min(load.loads.count, load.plan.items ?? DeliveryPlan.itemLimit)
            #expect(steps.prefix(limit).map(\.part) == Array(repeating: .text(.headline), count: limit))
            #expect(steps.prefix(limit).map(\.story) == Array(0..<limit))
            // Then the parts that are not much heavier than others of their kind, and only then everything else.
            func ordinary(_ part: Packer.Part) -> [Packer.Step] {
                let all = steps.filter { $0.part == part }
                let weights = all.map { $0.weight.written + $0.weight.files }.sorted()
                let most = weights.isEmpty ? 0 : weights[weights.count / 2] * 8
                return all.filter { $0.weight.written + $0.weight.files <= most }.sorted { $0.story < $1.story }
            }
            let expected = ordinary(.text(.summary)) + ordinary(.thumbnail(0))
            #expect(Array(steps.dropFirst(limit).prefix(expected.count)) == expected)
        }
    }

    @Test("The missing parts of a story are those that come next for it")
    func missing() {
        each(13) { load, generator in
            let count = Int.random(in: 0...load.packer.steps.count, using: &generator)
            let missing = load.packer.missing(after: count)
            #expect(load.packer.missing(after: load.packer.steps.count).isEmpty)
            for (story, steps) in missing {
                #expect((1...3).contains(steps.count))
                let first = load.packer.steps.dropFirst(count).first { $0.story == story }
                #expect(steps.contains { $0 == first })
            }
        }
    }

    @Test("By hand: every story's headline, standfirst and thumbnail, then texts and pictures by their gain")
    func example() {
        var context = DeviceContext()
        context.network = .wifi
        let plan = Policy.plan(for: context)
        let load = Packer.Load(
            headline: 100, standfirst: 50, plain: 400,
            thumbnails: [.init(.init(files: 200), value: 1000)], pictures: [.init(.init(files: 1000), value: 1000)])
        let packer = Packer(plan, Array(repeating: load, count: 5), compression: 1)
        func shares(_ budget: Int) -> [Packer.Share] {
            packer.shares(packer.count(frame: 100, budget: budget, compression: 1))
        }
        let base = 100 + 5 * 350
        #expect(shares(base).map(\.text) == Array(repeating: .summary, count: 5))
        #expect(shares(base).map(\.thumbnail) == Array(repeating: 0, count: 5))
        #expect(shares(base + 1200).map(\.text) == [.plain, .plain, .plain, .summary, .summary])
        #expect(shares(base + 1200).allSatisfy { $0.picture == nil })
        #expect(shares(base + 4200).map(\.picture) == [0, 0, 0, nil, nil])
    }

    @Test(
        "Writing comes near to the budget whatever the compression is, and never above it", arguments: [0.2, 0.42, 0.9])
    func fit(_ compression: Double) {
        each(14) { load, generator in
            let budget = 20_000 + Int.random(in: 0...100_000, using: &generator)
            let fitted: Fitted<Int> = load.packer.fit(frame: load.frame, budget: budget, compression: 0.42) { count in
                // Longer documents compress better.
                let written = Double(load.frame + load.packer.weight(count).written)
                return (count, Int(300 + written * compression * (1 + 2000 / (written + 4000))))
            }
            #expect(fitted.written == fitted.count)
            #expect(fitted.used <= budget || fitted.count == 0)
            guard fitted.count < load.packer.steps.count, fitted.count > 0 else { return }
            let step = load.packer.steps[fitted.count].weight
            let next = Double(step.files) + Double(step.written) * compression * 1.5
            #expect(Double(fitted.used) + next > Double(budget) * 0.85)
        }
    }

    @Test("A page whose stories compress better than its frame is filled all the same", arguments: [0.25, 0.42])
    func fillsTheBudget(_ compression: Double) {
        var plan = Policy.plan(for: DeviceContext())
        (plan.budget, plan.items) = (8000, nil)
        let loads = (0..<20).map { _ in Packer.Load(headline: 680) }
        let packer = Packer(plan, loads, compression: compression)
        let fitted: Fitted<Int> = packer.fit(frame: 17_000, budget: 8000, compression: compression) { count in
            (count, sent: 6650 + count * 122)
        }
        #expect(fitted.count == 10 && fitted.used <= 8000)
    }
}
