/// The pure function from context to plan, with its reasons. It is monotone: a worse link, a lower battery or Save-Data never gets a
/// larger budget, more items, longer texts or larger pictures.
package enum Policy {
    /// Decides on a plan. The figures for each link are in `LinkTable.swift`.
    package static func plan(for context: DeviceContext, _ settings: PolicySettings = .init()) -> DeliveryPlan {
        let link = Link(context)
        let savings = Saving.all(context)
        let row = savings.reduce(link.linkClass.row) { $1.reducing($0) }
        let screen = Screen(context)
        var plan = DeliveryPlan(
            items: row.items, text: row.text, pictures: row.pictures, thumbnail: screen.thumbnail(row),
            detail: PictureSpec(width: screen.pictureWidth(row), quality: row.detailQuality),
            budget: budget(link, savings), palette: savings.contains(where: \.isDark) ? .night : .auto,
            columns: screen.columns, pause: row.pause)
        if context.isIntranet { plan.items = DeliveryPlan.itemLimit }
        Surroundings.adjust(&plan, to: context, settings)
        obey(context, &plan)
        plan.formats = context.formats
        if plan.pictures == .full, plan.budget >= animationBudget { plan.formats.insert(.animation) }
        plan.simplify()
        return plan
    }

    /// The budget in bytes from which pictures may move: an animation takes up to a quarter of it.
    private static let animationBudget = 1_000_000

    /// The bytes that the link carries while a reader waits, less those that are saved.
    private static func budget(_ link: Link, _ savings: [Saving]) -> Int {
        savings.reduce(LoadTime(link).allowance) { budget, saving in
            Ladder.budget(atMost: min(Double(budget) * saving.budget, Double(saving.budgetLimit)))
        }
    }

    /// The reader's wishes override every default; the budget stays.
    private static func obey(_ context: DeviceContext, _ plan: inout DeliveryPlan) {
        if let items = context.items {
            plan.items = min(items, DeliveryPlan.itemLimit)
        } else if context.wantsWholeEdition {
            plan.items = nil
        }
        plan.pictures = context.images ?? plan.pictures
        plan.text = context.text ?? plan.text
        if let size = context.textSize { plan.textSize = Int((size * 10).rounded()) * 10 }
        plan.palette = context.palette ?? plan.palette
    }
}

/// The link as the policy sees it: a row of the table, and the rate and delay that apply.
struct Link {
    let linkClass: LinkClass
    let kilobitsPerSecond: Double
    /// Seconds.
    let roundTrip: Double

    init(_ context: DeviceContext) {
        let named = context.network.map(LinkClass.init)
        let assumed: LinkClass? = context.tellsLink ? nil : context.isRecent ? .fourth : .third
        let timed = context.connectionDelay.map { Self.linkClass(delay: Double($0)) }
        linkClass = [named, Self.measured(context), assumed, timed].compactMap(\.self).min() ?? .third
        let row = linkClass.row
        let estimate = context.networkIsEstimate ? Self.estimates[linkClass] : nil
        let rate = min(estimate ?? row.kilobitsPerSecond, row.kilobitsPerSecond)
        kilobitsPerSecond =
            context.downlink.map { [linkClass] in
                linkClass == .best ? $0 * 1000 : min(rate, $0 * 1000)
            } ?? rate
        roundTrip = max(row.roundTrip, (context.roundTrip ?? 0) / 1000)
    }

    /// The kbit/s of the Network Information API's effective types (its table of 2020), where they are below
    /// the row's.
    private static let estimates: [LinkClass: Double] = [.gprs: 50, .edge: 70, .third: 700]

    /// The class that a measured rate or delay allows: the slowest row that is at least as fast; delays by the
    /// same API's table, and by 150 ms, where content delivery networks draw the line.
    private static func measured(_ context: DeviceContext) -> LinkClass? {
        let byRate = context.downlink.map { megabits in
            LinkClass.allCases.first { $0.row.kilobitsPerSecond >= megabits * 1000 } ?? .best
        }
        return [byRate, context.roundTrip.map(linkClass(delay:))].compactMap(\.self).min()
    }

    /// - Parameter delay: milliseconds.
    private static func linkClass(delay: Double) -> LinkClass {
        delays.first { delay >= Double($0.atLeast) }?.linkClass ?? .best
    }

    /// The delays in milliseconds that tell classes apart.
    fileprivate static let delays: [(atLeast: Int, linkClass: LinkClass)] = [
        (2000, .gprs), (1400, .edge), (270, .third), (150, .hspa),
    ]
}

extension DeviceContext {
    /// Whether the device or its browser says anything about the link.
    package var tellsLink: Bool { network != nil || downlink != nil || roundTrip != nil }

    /// The longest delay of those that the policy tells apart that is within one measured, in milliseconds; nil if it is shorter
    /// than all of them.
    package static func delayStep(milliseconds: Int) -> Int? {
        Link.delays.first { milliseconds >= $0.atLeast }?.atLeast
    }
}
