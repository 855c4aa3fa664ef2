/// Finds the order in which stories get their parts.
struct StepOrder {
    private typealias Step = Packer.Step
    private typealias Weight = Packer.Weight

    /// The phases, which come in this order whatever their steps gain.
    private enum Phase: UInt64 { case headline, standfirst, thumbnail, other }

    /// The number of lead stories: those that a screen shows first.
    private static let leads = 3
    /// How many times the usual weight makes a standfirst or thumbnail wait.
    private static let farHeavier = 8

    private let textsFirst: Bool
    private let compression: Double
    private var steps: [Step] = []
    private var phases: [Phase] = []
    /// The gain of each step for its bytes.
    private var gains: [Double] = []

    init(_ loads: some Collection<Packer.Load>, textsFirst: Bool, compression: Double) {
        self.textsFirst = textsFirst
        self.compression = compression
        steps.reserveCapacity(loads.count * 10)
        for (story, load) in loads.enumerated() { add(load, of: story) }
        hold(.standfirst)
        hold(.thumbnail)
    }

    /// The steps, the worthiest first.
    func order() -> [Packer.Step] {
        let keys = steps.indices.map(key).sorted()
        return keys.map { steps[Int($0 & 0xFFFF)] }
    }

    /// Phase, then gain (the greater first), then the order in which the steps were added.
    private func key(_ index: Int) -> UInt64 {
        let phase = phases[index].rawValue << 60
        guard phases[index] == .other else { return phase | UInt64(index) }
        let gain = UInt64(min(gains[index] * 1e9, 0xFFF_FFFF_FFFF))
        return phase | (0xFFF_FFFF_FFFF - gain) << 16 | UInt64(index)
    }

    private mutating func add(_ load: Packer.Load, of story: Int) {
        steps.append(Step(story: story, part: .text(.headline), weight: Weight(written: load.headline)))
        phases.append(.headline)
        gains.append(.infinity)
        // The first story counts most, and the leading ones many times the others.
        let rank = story < Self.leads ? 32 / Double(story + 4) : 4 / Double(story + 4)
        var chain = Chain(story: story, rank: rank)
        if load.standfirst > 0 {
            add(.text(.summary), Weight(written: load.standfirst), value: 1, phase: .standfirst, &chain)
        }
        addTexts(of: load, &chain)
        add(load.thumbnails, of: story, rank: rank) { .thumbnail($0) }
        add(load.pictures, of: story, rank: 2 * rank) { .picture($0) }
    }

    /// Opening, plain text and HTML replace each other, so each adds only the difference.
    private mutating func addTexts(of load: Packer.Load, _ chain: inout Chain) {
        let all = textsFirst ? 9 * length(load) : 3
        // The first paragraphs of a long text are worth as much, byte for byte, as a text of usual length.
        let isLong = load.opening > 0 && max(load.plain, load.html) > 0
        let opening = isLong ? all * min(0.5, Double(load.opening) / Double(Packer.usualText)) : all
        var (bytes, value) = (0, 0.0)
        for (format, size, worth) in [
            (TextFormat.opening, load.opening, opening), (.plain, load.plain, all), (.html, load.html, all + 0.5),
        ] where size > 0 {
            add(.text(format), Weight(written: max(1, size - bytes)), value: worth - value, phase: .other, &chain)
            (bytes, value) = (max(size, bytes + 1), worth)
        }
    }

    /// How many times the usual text it has, from 1 to 4: with texts first, long reads are chosen before short ones.
    private func length(_ load: Packer.Load) -> Double {
        min(4, max(1, Double(max(load.plain, load.html)) / Double(Packer.usualText)))
    }

    /// The steps added so far for one kind of part of a story.
    private struct Chain {
        let story: Int
        let rank: Double
        var gain = Double.infinity
    }

    private mutating func add(
        _ options: [Packer.Option], of story: Int, rank: Double, as part: (Int) -> Packer.Part
    ) {
        var chain = Chain(story: story, rank: rank)
        var (weight, value) = (Weight(), 0)
        for (rung, option) in options.enumerated() {
            let part = part(rung)
            add(
                part, option.weight - weight, value: Double(option.value - value) / 1000,
                phase: part == .thumbnail(0) ? .thumbnail : .other, &chain)
            (weight, value) = (option.weight, option.value)
        }
    }

    private mutating func add(
        _ part: Packer.Part, _ weight: Packer.Weight, value: Double, phase: Phase, _ chain: inout Chain
    ) {
        // A later step never comes before the one that it builds on.
        chain.gain = min(chain.gain, chain.rank * value / max(1, bytes(weight)))
        steps.append(Step(story: chain.story, part: part, weight: weight))
        phases.append(phase)
        gains.append(chain.gain)
    }

    private func bytes(_ weight: Packer.Weight) -> Double {
        Double(weight.written) * compression + Double(weight.files)
    }

    /// Makes steps of a phase wait that are far heavier than its median, so that one of them does not hold up
    /// all that come after.
    private mutating func hold(_ phase: Phase) {
        let members = steps.indices.filter { phases[$0] == phase }
        let weights = members.map { bytes(steps[$0].weight) }.sorted()
        guard let median = weights.isEmpty ? nil : weights[weights.count / 2] else { return }
        for index in members where bytes(steps[index].weight) > median * Double(Self.farHeavier) {
            phases[index] = .other
        }
    }
}
