/// The pure function from context to plan, with its reasons. It is monotone: a worse link, a lower battery or Save-Data never yields
/// more bytes.
package enum Policy {
    /// Decides on a plan. The figures for each link are in `LinkTable.swift`.
    package static func plan(for context: DeviceContext, _ settings: PolicySettings = .init()) -> DeliveryPlan {
        var reasons: [Rule] = []
        let link = Link(context, &reasons)
        let row = link.linkClass.row
        let screen = Screen(context)
        var plan = DeliveryPlan(
            items: row.items, text: row.text, pictures: row.pictures, thumbnail: screen.thumbnail(row),
            detail: PictureSpec(width: screen.pictureWidth(row), quality: row.detailQuality),
            budget: budget(context, link, &reasons), columns: screen.columns)
        if context.isIntranet {
            plan.items = nil
            reasons.append(.intranet)
        }
        Surroundings.adjust(&plan, to: context, settings, &reasons)
        obey(context, &plan, &reasons)
        plan.formats = context.formats
        if plan.pictures == .full, plan.budget >= animationBudget { plan.formats.insert(.animation) }
        plan.simplify()
        plan.reasons = reasons
        return plan
    }

    /// The budget in bytes from which pictures may move: an animation takes up to a quarter of it.
    private static let animationBudget = 1_000_000

    /// The rate x the time a reader waits (3 s less three round trips, at least half a second) x the battery's
    /// factor.
    private static func budget(_ context: DeviceContext, _ link: Link, _ reasons: inout [Rule]) -> Int {
        let seconds = max(0.5, 3 - 3 * link.roundTrip)
        var bytes = link.kilobitsPerSecond * 1000 / 8 * seconds * batteryFactor(context, &reasons)
        if context.saveData == true {
            bytes = min(bytes, 60_000)
            reasons.append(.saveData)
        }
        return Ladder.budget(atMost: bytes)
    }

    private static func batteryFactor(_ context: DeviceContext, _ reasons: inout [Rule]) -> Double {
        guard let battery = context.battery, context.isCharging != true else { return 1 }
        let (factor, rule): (Double, Rule?) =
            switch battery {
            case 50...: (1, nil)
            case 20...: (0.75, .threeQuarters)
            case 10...: (0.5, .half)
            default: (0.25, .quarter)
            }
        if let rule { reasons.append(rule) }
        return factor
    }

    /// The reader's wishes override every default; the budget stays.
    private static func obey(_ context: DeviceContext, _ plan: inout DeliveryPlan, _ reasons: inout [Rule]) {
        if let items = context.items {
            plan.items = min(items, DeliveryPlan.itemLimit)
            reasons.append(.items)
        } else if context.wantsWholeEdition, plan.items != nil {
            plan.items = nil
            reasons.append(.items)
        }
        if let images = context.images {
            plan.pictures = images
            reasons.append(.images)
        }
        if let text = context.text {
            plan.text = text
            reasons.append(.text)
        }
        if let size = context.textSize {
            plan.textSize = Int((size * 10).rounded()) * 10
            reasons.append(.textSize)
        }
        if let palette = context.palette {
            plan.palette = palette
            reasons.append(.palette)
        }
    }
}

/// The link as the policy sees it: a row of the table, and the rate and delay that apply.
struct Link {
    let linkClass: LinkClass
    let kilobitsPerSecond: Double
    /// Seconds.
    let roundTrip: Double

    init(_ context: DeviceContext, _ reasons: inout [Rule]) {
        let named = context.network.map(LinkClass.init)
        let measured = Self.measured(context)
        var linkClass = named ?? measured ?? .third
        if let measured, measured < linkClass || named == nil {
            linkClass = measured
            reasons.append(linkClass.rule)
            reasons.append(.measured)
        } else if named == nil {
            reasons.append(.unknown)
        } else {
            reasons.append(linkClass.rule)
        }
        let estimate = context.networkIsEstimate ? Self.estimates[linkClass] : nil
        if estimate != nil { reasons.append(.estimated) }
        let row = linkClass.row
        let rate = min(estimate ?? row.kilobitsPerSecond, row.kilobitsPerSecond)
        self.linkClass = linkClass
        kilobitsPerSecond = context.downlink.map { linkClass == .best ? $0 * 1000 : min(rate, $0 * 1000) } ?? rate
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
        let byDelay: LinkClass? = context.roundTrip.map { milliseconds in
            switch milliseconds {
            case 2000...: .gprs
            case 1400...: .edge
            case 270...: .third
            case 150...: .hspa
            default: .best
            }
        }
        return [byRate, byDelay].compactMap(\.self).min()
    }
}

/// The screen as the policy sees it, with defaults by kind of device.
struct Screen {
    /// CSS pixels across, as the device is held.
    let width: Double
    let pixelRatio: Double
    /// Whether the screen is too large for one hand.
    private let isLarge: Bool

    init(_ context: DeviceContext) {
        let (defaultWidth, defaultRatio) = Self.defaults(context.client)
        let upright = Double(context.screenWidth ?? defaultWidth)
        let height = context.screenHeight.map(Double.init) ?? upright * 16 / 9
        width = context.orientation == .landscape ? max(upright, height) : upright
        pixelRatio = context.pixelRatio ?? defaultRatio
        isLarge = [.ipad, .tablet, .desktop, .tv].contains(context.client)
    }

    private static func defaults(_ client: Client?) -> (width: Int, pixelRatio: Double) {
        switch client {
        case .feature: (240, 1)
        case .watch: (200, 2)
        case .ipad, .tablet: (768, 2)
        case .desktop: (1280, 1)
        case .tv: (1920, 1)
        case .iphone, .ipod: (320, 2)
        case .android, .bot, .web, .native, nil: (360, 2)
        }
    }

    /// The narrowest rung that fills the screen, with the pixel ratio capped by the link.
    func pictureWidth(_ row: LinkRow) -> Int {
        Ladder.rung(atLeast: width * min(pixelRatio, row.pixelRatioLimit))
    }

    /// The columns of a list: a phone held sideways has room for two, a desktop for three.
    var columns: Int { width < 600 ? 1 : width < 1100 ? 2 : 3 }

    /// The greatest width of a square thumbnail in CSS pixels: beside a headline it is 6.2 lines of 18 pixels
    /// high.
    private static let largestSquare = 112.0

    /// A square a quarter of the screen wide on handhelds; on larger screens a card a third wide.
    func thumbnail(_ row: LinkRow) -> PictureSpec {
        let shape: PictureShape = isLarge ? .wide : .square
        let shown = isLarge ? width / 3 : min(width / 4, Self.largestSquare)
        let wanted = shown * min(pixelRatio, row.pixelRatioLimit)
        let rungs = Ladder.widths(of: shape)
        return PictureSpec(
            width: rungs.first { Double($0) >= wanted } ?? rungs[rungs.count - 1], quality: row.thumbnailQuality,
            shape: shape)
    }
}
