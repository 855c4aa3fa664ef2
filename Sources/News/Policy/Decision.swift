/// A plan, and the rules that made it what it is.
package struct Decision: Sendable, Hashable {
    package let plan: DeliveryPlan
    /// The link's row, and then a smallest set of rules without any of which the plan would be another, in the order in which
    /// they are applied. A rule without an effect is not among them, nor is one whose effect others have too. The screen is among
    /// them if the device tells it and nothing else sets the width of pictures.
    package let reasons: [Reason]

    /// A rule, and what it changed.
    package struct Reason: Sendable, Hashable {
        package let rule: Rule
        package let effects: Effects
        /// The plan once the rule has been applied, after the reasons before it.
        package let plan: DeliveryPlan

        package init(_ rule: Rule, _ effects: Effects, in plan: DeliveryPlan) {
            (self.rule, self.effects, self.plan) = (rule, effects, plan)
        }
    }

    /// Decides by the policy, and finds the reasons by leaving out each rule in turn.
    /// - Parameter seen: what of a plan has an effect, such as the part that an edition carries out; all of it unless told otherwise.
    package init(
        _ context: DeviceContext, _ settings: PolicySettings = .init(), seen: (DeliveryPlan) -> DeliveryPlan = { $0 }
    ) {
        func decide(_ context: DeviceContext, _ settings: PolicySettings) -> DeliveryPlan {
            seen(Policy.plan(for: context, settings))
        }
        let plan = decide(context, settings)
        var (rest, off) = (context, settings)
        var rules: [Rule] = []
        for rule in Rule.all(for: context, settings) {
            let without = rule.left(out: rest, off)
            if decide(without.context, without.settings) == plan {
                (rest, off) = without
            } else {
                rules.append(rule)
            }
        }
        /// The plan by the link and so many of the rules.
        func stage(_ count: Int) -> DeliveryPlan {
            let left = rules[count...].reduce((context: rest, settings: off)) { $1.left(out: $0.context, $0.settings) }
            return decide(left.context, left.settings)
        }
        let stages = (0...rules.count).map(stage)
        let reasons = rules.enumerated().map { place, rule in
            let effects = Effects(from: stages[place], to: stages[place + 1])
            guard effects.isEmpty else { return Reason(rule, effects, in: stages[place + 1]) }
            // It has an effect only beside a later one.
            let without = rule.left(out: rest, off)
            return Reason(rule, Effects(from: decide(without.context, without.settings), to: plan), in: plan)
        }
        let link = Link(rest).linkClass
        let isKnown = context.tellsLink || rules.contains(.timed)
        let row = isKnown ? link.rule : link == .fourth ? .assumed : .unknown
        // The screen limits widths as well: the link does so only if they would be others on the best one.
        var fast = rules.reduce((context: rest, settings: off)) { $1.left(out: $0.context, $0.settings) }
        (fast.context.network, fast.context.networkIsEstimate) = (.wifi, false)
        (fast.context.downlink, fast.context.roundTrip) = (nil, nil)
        let limits = Effects(from: decide(fast.context, fast.settings), to: stages[0]).intersection(.sizes)
        // Whoever asks for all news has no limit on their number, and whoever chooses the colours has those, whatever others would give.
        let wishes: [(rule: Rule, effect: Effects)] = [(.items, .items), (.palette, .palette)].filter { wish in
            reasons.contains { $0.rule == wish.rule && (wish.rule != .items || $0.plan.items == nil) }
        }
        let decided = ([Reason(row, Effects.ofLink.union(limits), in: stages[0])] + reasons).map { reason in
            let moot = Effects(wishes.filter { $0.rule != reason.rule }.map(\.effect))
            return Reason(reason.rule, reason.effects.subtracting(moot), in: reason.plan)
        }
        let isOfScreen =
            context.tellsScreen && plan.pictures != .off && !decided.contains { $0.effects.contains(.sizes) }
        self.plan = plan
        self.reasons = decided + (isOfScreen ? [Reason(.screen, .sizes, in: plan)] : [])
    }
}

/// The parts of a plan in which two plans differ.
package struct Effects: OptionSet, Sendable, Hashable {
    package let rawValue: UInt16
    package init(rawValue: UInt16) { self.rawValue = rawValue }

    package static let items = Effects(rawValue: 1)
    package static let text = Effects(rawValue: 2)
    /// Which pictures are named.
    package static let pictures = Effects(rawValue: 4)
    /// Their widths.
    package static let sizes = Effects(rawValue: 8)
    package static let budget = Effects(rawValue: 16)
    package static let palette = Effects(rawValue: 32)
    package static let textSize = Effects(rawValue: 64)
    package static let order = Effects(rawValue: 128)
    package static let sound = Effects(rawValue: 256)
    package static let pause = Effects(rawValue: 512)
    /// The class of the pictures' quality.
    package static let quality = Effects(rawValue: 1024)

    /// Everything that a plan decides.
    package static let all = Effects(rawValue: 2047)
    /// The parts, each on its own.
    package var parts: [Effects] { (0..<UInt16.bitWidth).map { Effects(rawValue: 1 << $0) }.filter(contains) }
    /// The parts that the row of a link always decides, until another rule does.
    static let ofLink: Effects = [.items, .text, .pictures, .quality, .budget, .pause]

    package init(from old: DeliveryPlan, to new: DeliveryPlan) {
        let all: [(Effects, Bool)] = [
            (.items, old.items != new.items), (.text, old.text != new.text), (.pictures, old.pictures != new.pictures),
            (
                .sizes,
                new.pictures != .off
                    && (old.detail.width != new.detail.width || old.thumbnail.width != new.thumbnail.width)
            ),
            (
                .quality,
                new.pictures != .off
                    && (old.detail.quality != new.detail.quality || old.thumbnail.quality != new.thumbnail.quality)
            ),
            (.budget, old.budget != new.budget), (.palette, old.palette != new.palette),
            (.textSize, old.textSize != new.textSize), (.order, old.textsFirst != new.textsFirst),
            (.sound, old.offersAudio != new.offersAudio), (.pause, old.pause != new.pause),
        ]
        self = Effects(all.filter(\.1).map(\.0))
    }
}

extension Rule {
    /// The rules that may have had an effect, in the order in which they are applied; the link's row is not among them.
    fileprivate static func all(for context: DeviceContext, _ settings: PolicySettings) -> [Rule] {
        let link: [Rule?] = [
            // Where nothing names the link, the measurement does, and the row is its reason.
            context.network == nil || context.downlink == nil && context.roundTrip == nil ? nil : .measured,
            context.networkIsEstimate ? .estimated : nil,
            context.connectionDelay == nil ? nil : .timed,
        ]
        let wishes: [Rule?] = [
            context.items == nil && !context.wantsWholeEdition ? nil : .items, context.images == nil ? nil : .images,
            context.text == nil ? nil : .text, context.textSize == nil ? nil : .textSize,
            context.palette == nil ? nil : .palette,
        ]
        return link.compactMap(\.self) + Saving.all(context).map(\.rule) + (context.isIntranet ? [.intranet] : [])
            + Surroundings.lines(for: context, settings).map(\.rule) + wishes.compactMap(\.self)
    }

    /// The same context and settings as if this rule did not exist.
    fileprivate func left(
        out context: DeviceContext, _ settings: PolicySettings
    ) -> (context: DeviceContext, settings: PolicySettings) {
        var (context, settings) = (context, settings)
        switch self {
        case .measured: (context.downlink, context.roundTrip) = (nil, nil)
        case .estimated: context.networkIsEstimate = false
        case .timed: context.connectionDelay = nil
        case .threeQuarters, .half, .quarter: context.battery = nil
        case .saveData: context.saveData = nil
        case .intranet: context.isIntranet = false
        case .items: (context.items, context.wantsWholeEdition) = (nil, false)
        case .images: context.images = nil
        case .text: context.text = nil
        case .textSize: context.textSize = nil
        case .palette: context.palette = nil
        default: settings.off.insert(self)
        }
        return (context, settings)
    }
}
