import News
import Testing

/// A row of the policy table in docs/policy.md.
struct PolicyRow: Sendable, CustomTestStringConvertible {
    let networks: [Network]
    var isEstimate = false
    let kilobitsPerSecond: Double
    let roundTripMilliseconds: Double
    let items: Int?
    let text: TextFormat
    let pictures: PictureUse
    var thumbnailQuality = 30
    var detailQuality = 60

    var testDescription: String {
        networks.map(\.rawValue).joined(separator: ", ") + (isEstimate ? " (estimated)" : "")
    }

    static let table = [
        PolicyRow(
            networks: [.none, .gprs, .slow2G], kilobitsPerSecond: 50, roundTripMilliseconds: 2000, items: 5,
            text: .summary, pictures: .off),
        PolicyRow(
            networks: [.slow2G], isEstimate: true, kilobitsPerSecond: 50, roundTripMilliseconds: 2000, items: 5,
            text: .summary, pictures: .off),
        PolicyRow(
            networks: [.edge, .second], kilobitsPerSecond: 200, roundTripMilliseconds: 840, items: 10,
            text: .summary, pictures: .off),
        PolicyRow(
            networks: [.second], isEstimate: true, kilobitsPerSecond: 70, roundTripMilliseconds: 840, items: 10,
            text: .summary, pictures: .off),
        PolicyRow(
            networks: [.third], kilobitsPerSecond: 1500, roundTripMilliseconds: 270, items: 20,
            text: .plain, pictures: .full),
        PolicyRow(
            networks: [.third], isEstimate: true, kilobitsPerSecond: 700, roundTripMilliseconds: 270, items: 20,
            text: .plain, pictures: .full),
        PolicyRow(
            networks: [.hspa], kilobitsPerSecond: 5000, roundTripMilliseconds: 120, items: 20,
            text: .html, pictures: .full),
        PolicyRow(
            networks: [.fourth, .lte], kilobitsPerSecond: 20_000, roundTripMilliseconds: 60, items: 30,
            text: .html, pictures: .full, thumbnailQuality: 60, detailQuality: 90),
        PolicyRow(
            networks: [.fifth, .wifi, .ethernet], kilobitsPerSecond: 40_000, roundTripMilliseconds: 30, items: nil,
            text: .html, pictures: .full, thumbnailQuality: 60, detailQuality: 90),
    ]

    /// The contract's formula for the budget, written a second time.
    func budget(battery: Int?, isCharging: Bool?, saveData: Bool) -> Int {
        let seconds = max(500, 3000 - 3 * roundTripMilliseconds) / 1000
        let bytes = kilobitsPerSecond * 125 * seconds
        var budget = 8000
        for kilobytes in [14, 30, 60, 120, 250, 500, 1000, 2000] where Double(kilobytes * 1000) <= bytes {
            budget = kilobytes * 1000
        }
        func reduce(_ limit: Int) { budget = Ladder.budgets.last { $0 <= limit } ?? 6000 }
        if saveData { reduce(min(60_000, budget * 3 / 4)) }
        if let share = saving(battery, isCharging)?.quarters { reduce(budget * share / 4) }
        return budget
    }

    /// The rest that a battery leaves: quarters of the budget, tenths of the items, the most of a whole edition, the class; nil for everything.
    func saving(_ battery: Int?, _ isCharging: Bool?) -> (quarters: Int, tenths: Int, limit: Int, quality: Int)? {
        guard let battery, isCharging != true, battery < 50 else { return nil }
        return battery >= 20 ? (3, 8, 80, 90) : battery >= 10 ? (2, 6, 40, 60) : (1, 4, 20, 30)
    }

    func items(battery: Int?, isCharging: Bool?, saveData: Bool) -> Int? {
        var count = items
        func reduce(_ tenths: Int, _ limit: Int) { count = count.map { min(limit, ($0 * tenths + 5) / 10) } ?? limit }
        if saveData { reduce(8, 80) }
        if let saving = saving(battery, isCharging) { reduce(saving.tenths, saving.limit) }
        return count
    }

    func quality(_ quality: Int, battery: Int?, isCharging: Bool?, saveData: Bool) -> Int {
        min(quality, saveData ? 60 : 90, saving(battery, isCharging)?.quality ?? 90)
    }
}

@Suite("Policy")
struct PolicyTests {
    static let batteries: [Int?] = [nil, 100, 50, 49, 20, 19, 10, 9, 0]

    @Test("Each network gets its row of the table, less what battery and data save", arguments: PolicyRow.table)
    func table(_ row: PolicyRow) {
        for network in row.networks {
            for battery in Self.batteries {
                for isCharging in [nil, false, true] {
                    for saveData in [false, true] {
                        var context = DeviceContext()
                        context.network = network
                        context.networkIsEstimate = row.isEstimate
                        context.battery = battery
                        context.isCharging = isCharging
                        context.saveData = saveData
                        let plan = Policy.plan(for: context)
                        func quality(_ quality: Int) -> Int {
                            row.quality(quality, battery: battery, isCharging: isCharging, saveData: saveData)
                        }
                        #expect(plan.items == row.items(battery: battery, isCharging: isCharging, saveData: saveData))
                        #expect(plan.text == row.text)
                        #expect(plan.pictures == row.pictures)
                        // Plans that name no pictures do not differ in what they do not name.
                        #expect(plan.pictures == .off || plan.thumbnail.quality == quality(row.thumbnailQuality))
                        #expect(plan.pictures == .off || plan.detail.quality == quality(row.detailQuality))
                        #expect(plan.budget == row.budget(battery: battery, isCharging: isCharging, saveData: saveData))
                    }
                }
            }
        }
    }

    @Test("Each step of the battery saves something on every link, and says so", arguments: Network.allCases)
    func batterySteps(_ network: Network) {
        var context = DeviceContext()
        context.network = network
        let decisions = [100, 30, 15, 5].map { battery in
            context.battery = battery
            return Decision(context)
        }
        for (before, after) in zip(decisions, decisions.dropFirst()) {
            #expect(after.plan.items ?? .max < before.plan.items ?? .max)
            #expect(after.plan.budget < before.plan.budget || after.plan.budget == Ladder.budgets[0])
            #expect([.threeQuarters, .half, .quarter].contains(after.reasons.last?.rule))
        }
        #expect(decisions[2].plan.palette == .night && decisions[3].plan.palette == .night)
    }

    @Test("Saving data saves on every link", arguments: Network.allCases)
    func savingData(_ network: Network) {
        var context = DeviceContext()
        context.network = network
        let before = Policy.plan(for: context)
        context.saveData = true
        let after = Decision(context)
        #expect(after.plan.budget < before.budget && after.plan.budget <= 60_000)
        #expect(after.reasons.map(\.rule).contains(.saveData))
    }

    @Test(
        "Budgets at full battery, in figures",
        arguments: [
            (Network.gprs, 8000), (.edge, 8000), (.third, 250_000), (.hspa, 1_000_000), (.lte, 2_000_000),
            (.wifi, 2_000_000),
        ])
    func figures(_ network: Network, _ budget: Int) {
        var context = DeviceContext()
        context.network = network
        #expect(Policy.plan(for: context).budget == budget)
    }

    @Test("network=edge, battery=15, client=iphone: six summaries, no pictures, 6 kB")
    func spotCheck() {
        var context = DeviceContext()
        let faults = readForm([("network", "edge"), ("battery", "15"), ("client", "iphone")], into: &context)
        let decision = Decision(context)
        #expect(faults.isEmpty)
        #expect(decision.plan.items == 6)
        #expect(decision.plan.text == .summary)
        #expect(decision.plan.pictures == .off)
        #expect(decision.plan.budget == 6000)
        #expect(decision.reasons.map(\.rule) == [.edge, .half])
        #expect(
            decision.reasons.map(\.effects) == [
                [.items, .text, .pictures, .quality, .budget, .pause], [.items, .budget, .palette, .pause],
            ])
        // Each with the plan once it has been applied.
        #expect(decision.reasons.map(\.plan.items) == [10, 6] && decision.reasons.last?.plan == decision.plan)
    }

    @Test("An unknown link is treated as 3G and says so")
    func unknown() {
        var third = DeviceContext()
        third.network = .third
        let decision = Decision(DeviceContext())
        #expect(decision.plan == Policy.plan(for: third))
        #expect(decision.reasons.map(\.rule) == [.unknown])
    }

    @Test("An unknown link of a recent browser is treated as 4G and says so")
    func assumed() {
        var (recent, fourth) = (DeviceContext(), DeviceContext())
        recent.isRecent = true
        fourth.network = .fourth
        #expect(Policy.plan(for: recent) == Policy.plan(for: fourth))
        #expect(Decision(recent).reasons.map(\.rule) == [.assumed])
    }

    @Test(
        "The delay of the connection makes an unknown link worse, and no other",
        arguments: [(150, LinkClass.hspa), (270, .third), (1400, .edge), (2000, .gprs)])
    func delay(_ milliseconds: Int, _ expected: LinkClass) {
        let items: [LinkClass: Int] = [.gprs: 5, .edge: 10, .third: 20, .hspa: 20, .fourth: 30]
        for isRecent in [true, false] {
            var context = DeviceContext()
            context.isRecent = isRecent
            context.connectionDelay = DeviceContext.delayStep(milliseconds: milliseconds + 100)
            let decision = Decision(context)
            let assumed: LinkClass = isRecent ? .fourth : .third
            #expect(decision.plan.items == items[min(expected, assumed)])
            #expect(decision.reasons.contains { $0.rule == .timed } == (expected < assumed))
        }
        #expect(DeviceContext.delayStep(milliseconds: 149) == nil)
    }

    @Test(
        "A measured link is put into the class it can carry",
        arguments: [
            (0.05, nil, LinkClass.gprs), (0.1, nil, .edge), (1.5, nil, .third), (1.6, nil, .hspa), (20, nil, .fourth),
            (100, nil, .best),
            (nil, 2000, .gprs), (nil, 1999, .edge), (nil, 1399, .third), (nil, 269, .hspa), (nil, 149, .best),
            (100, 300, .third),
        ] as [(Double?, Double?, LinkClass)])
    func measured(_ downlink: Double?, _ roundTrip: Double?, _ expected: LinkClass) {
        var context = DeviceContext()
        context.downlink = downlink
        context.roundTrip = roundTrip
        let items: [LinkClass: Int] = [.gprs: 5, .edge: 10, .third: 20, .hspa: 20, .fourth: 30]
        let plan = Policy.plan(for: context)
        #expect(plan.items == items[expected])
        #expect(plan.text == (expected < .third ? .summary : expected == .third ? .plain : .html))
        // The measurement names the link, so the row is its reason.
        #expect(Decision(context).reasons.count == 1 && Decision(context).reasons[0].rule != .unknown)
    }

    @Test("A measurement lowers the class of a named link and never raises it")
    func measurementOfNamedLink() {
        var context = DeviceContext()
        context.network = .wifi
        context.downlink = 0.1
        #expect(Policy.plan(for: context).items == 10)
        context.network = .edge
        context.downlink = 100
        #expect(Policy.plan(for: context).items == 10)
        #expect(Policy.plan(for: context).budget == 8000)
    }

    @Test("The newspaper's own network gets as many items as there can be, within the budget of its link")
    func intranet() {
        var context = DeviceContext()
        context.network = .third
        context.isIntranet = true
        let plan = Policy.plan(for: context)
        #expect(plan.items == DeliveryPlan.itemLimit)
        #expect(plan.budget == 250_000)
    }

    @Test("The reader's wishes override every default and leave the budget alone", arguments: Network.allCases)
    func wishes(_ network: Network) {
        var context = DeviceContext()
        context.network = network
        let budget = Policy.plan(for: context).budget
        context.items = 7
        context.images = .thumbnails
        context.text = .html
        context.textSize = 1.26
        context.palette = .contrast
        let plan = Policy.plan(for: context)
        #expect(plan.items == 7)
        #expect(plan.pictures == .thumbnails)
        #expect(plan.text == .html)
        #expect(plan.textSize == 130)
        #expect(plan.palette == .contrast)
        #expect(plan.budget == budget)
        context.items = 100_000
        #expect(Policy.plan(for: context).items == DeliveryPlan.itemLimit)
    }

    @Test(
        "Pictures fill the screen as it is held, at a pixel ratio the link can carry",
        arguments: [
            (Network.wifi, Orientation.portrait, 640), (.wifi, .landscape, 960), (.third, .portrait, 480),
            (.third, .landscape, 768),
            (.edge, .portrait, 120), (.edge, .landscape, 120),
        ])
    func widths(_ network: Network, _ orientation: Orientation, _ width: Int) {
        var context = DeviceContext()
        context.network = network
        context.orientation = orientation
        context.screenWidth = 320
        context.screenHeight = 480
        context.pixelRatio = 2
        let plan = Policy.plan(for: context)
        #expect(plan.detail.width == width)
        #expect(Ladder.widths.contains(plan.thumbnail.width))
        #expect(plan.thumbnail.width <= 320)
    }
}
