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

    /// A second implementation of the formula in docs/policy.md.
    func budget(battery: Int?, isCharging: Bool?, saveData: Bool) -> Int {
        let seconds = max(500, 3000 - 3 * roundTripMilliseconds) / 1000
        var factor = 1.0
        if let battery, isCharging != true, battery < 50 { factor = battery >= 20 ? 0.75 : battery >= 10 ? 0.5 : 0.25 }
        var bytes = kilobitsPerSecond * 125 * seconds * factor
        if saveData { bytes = min(bytes, 60_000) }
        var rung = 8000
        for kilobytes in [14, 30, 60, 120, 250, 500, 1000, 2000] where Double(kilobytes * 1000) <= bytes {
            rung = kilobytes * 1000
        }
        return rung
    }
}

@Suite("Policy")
struct PolicyTests {
    static let batteries: [Int?] = [nil, 100, 50, 49, 20, 19, 10, 9, 0]

    @Test("Each network gets its row of the table, whatever the battery", arguments: PolicyRow.table)
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
                        #expect(plan.items == row.items)
                        #expect(plan.text == row.text)
                        #expect(plan.pictures == row.pictures)
                        // Qualities do not matter in plans without pictures.
                        #expect(plan.pictures == .off || plan.thumbnail.quality == row.thumbnailQuality)
                        #expect(plan.pictures == .off || plan.detail.quality == row.detailQuality)
                        #expect(plan.budget == row.budget(battery: battery, isCharging: isCharging, saveData: saveData))
                    }
                }
            }
        }
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

    @Test("network=edge, battery=15, client=iphone: ten summaries, no pictures, 8 kB")
    func spotCheck() {
        var context = DeviceContext()
        let faults = readForm([("network", "edge"), ("battery", "15"), ("client", "iphone")], into: &context)
        let plan = Policy.plan(for: context)
        #expect(faults.isEmpty)
        #expect(plan.items == 10)
        #expect(plan.text == .summary)
        #expect(plan.pictures == .off)
        #expect(plan.budget == 8000)
        #expect(plan.reasons == [.edge, .half])
    }

    @Test("An unknown link is treated as 3G and says so")
    func unknown() {
        var third = DeviceContext()
        third.network = .third
        var plan = Policy.plan(for: third)
        plan.reasons = [.unknown]
        #expect(Policy.plan(for: DeviceContext()) == plan)
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
        #expect(plan.reasons.contains(.measured))
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

    @Test("The newspaper's own network has no limit on items, but the budget of its link")
    func intranet() {
        var context = DeviceContext()
        context.network = .third
        context.isIntranet = true
        let plan = Policy.plan(for: context)
        #expect(plan.items == nil)
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
