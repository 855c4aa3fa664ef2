import News
import TestSupport
import Testing

@Suite("Names of plans")
struct DeliveryPlanTests {
    @Test("Every plan is read back from its name")
    func roundTrip() {
        var generator = SeededGenerator(seed: 1)
        for _ in 0..<20_000 {
            let plan = Policy.plan(for: .random(&generator))
            guard DeliveryPlan(name: plan.name) == plan else {
                Issue.record("\(plan.name) is not read back")
                return
            }
        }
    }

    @Test("A changed name is not a plan, or is the plan of that name")
    func mutation() {
        var generator = SeededGenerator(seed: 2)
        let alphabet = Array("0123456789.~qabcdefghijklmnopqrstuvwxyz-+ %/\u{0}\u{301}é٣🙂")
        for _ in 0..<20_000 {
            var characters = Array(Policy.plan(for: .random(&generator)).name)
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                let place = Int.random(in: 0..<characters.count, using: &generator)
                let other = alphabet[Int.random(in: 0..<alphabet.count, using: &generator)]
                switch Int.random(in: 0..<3, using: &generator) {
                case 0: characters[place] = other
                case 1: characters.insert(other, at: place)
                default: characters.remove(at: place)
                }
            }
            let name = String(characters)
            if let plan = DeliveryPlan(name: name), Array(plan.name.utf8) != Array(name.utf8) {
                Issue.record("\(name) was read as \(plan.name)")
                return
            }
        }
    }

    static let good = "p1-i20-tplain-mfull-w320-q60-h120-k30-ssquare-fwa-b60-cnight-z110-y2-otexts-aoff-n60"

    @Test("The name of a plan, by hand")
    func example() throws {
        let plan = try #require(DeliveryPlan(name: Self.good))
        #expect(plan.items == 20)
        #expect(plan.text == .plain)
        #expect(plan.pictures == .full)
        #expect(plan.thumbnail == PictureSpec(width: 120, quality: 30, shape: .square))
        #expect(plan.detail == PictureSpec(width: 320, quality: 60))
        #expect(plan.formats == [.webp, .avif])
        #expect(plan.budget == 60_000)
        #expect(plan.palette == .night && plan.textSize == 110 && plan.columns == 2)
        #expect(plan.textsFirst && !plan.offersAudio)
        #expect(plan.pause == 60)
        let short = try #require(DeliveryPlan(name: "p1-iall-theadline-moff-b8"))
        #expect(short.items == nil && short.pair == nil && short.pause == 15 && short.offersAudio)
    }

    @Test(
        "A name that no policy produces is not a plan",
        arguments: [
            "", "-", "--------", "10", "p1", "p2" + good.dropFirst(2), good + "-", "-" + good, good + "~3g", good + "~",
            good + "-r3g", "p1-i10-theadline-moff-b8-n15", "p1-i10-theadline-moff-b8-n20", "p1-i0-theadline-moff-b8",
            "p1-i201-theadline-moff-b8", "p1-i-1-theadline-moff-b8",
            "p1-i+5-theadline-moff-b8", "p1-i010-theadline-moff-b8", "p1-i10-tHeadline-moff-b8",
            "p1-theadline-i10-moff-b8", "p1-i10-theadline-moff-b9", "p1-i10-theadline-moff-b2",
            "p1-i10-theadline-moff-b9223372036854775807",
            "p1-i10-theadline-moff-b8-z70", "p1-i10-theadline-moff-b8-z105", "p1-i10-theadline-moff-b8-z210",
            "p1-i10-theadline-moff-b8-z100", "p1-i10-theadline-moff-b8-cauto", "p1-i10-theadline-moff-b8-y4",
            "p1-i10-theadline-moff-b8-y1", "p1-i10-theadline-moff-b8-fw", "p1-i10-theadline-moff-w320-q60-b8",
            "p1-i10-theadline-mfull-w321-q60-h120-k30-ssquare-b8",
            "p1-i10-theadline-mfull-w320-q61-h120-k30-ssquare-b8",
            "p1-i10-theadline-mfull-w320-q60-h640-k30-ssquare-b8", "p1-i10-theadline-mfull-w320-q60-h120-k30-sround-b8",
            "p1-i10-theadline-mfull-w320-q60-h120-k30-ssquare-faw-b8", String(repeating: "9", count: 10_000),
            good + String(repeating: "~edge~wifi", count: 10_000), String(repeating: "-a", count: 10_000),
        ])
    func refused(_ name: String) {
        #expect(DeliveryPlan(name: name) == nil)
    }

    @Test(
        "A plan named with its reasons, as names were before, has a name today",
        arguments: [
            ("p1-i10-tsummary-moff-b8-redge~battery50", "p1-i10-tsummary-moff-b8"), ("p1-i10-tsummary-moff-b8", nil),
            ("p1-i10-tsummary-moff-b8-redge-redge", nil), ("p1-i10-tsummary-moff-b9-redge", nil), ("-r", nil),
            ("r", nil),
        ] as [(String, String?)])
    func renamed(_ name: String, _ expected: String?) {
        #expect(DeliveryPlan.renamed(name) == expected)
    }

    /// The number given in docs/policy.md. Plans are quantised: links by row, batteries by factor, and screens
    /// by ladder.
    @Test("Devices that insist on nothing share a bounded number of plans")
    func bounded() {
        let plans = Set(EveryDevice.contexts.lazy.map { Policy.plan(for: $0) })
        #expect(plans.count == 3840)
        #expect(Set(plans.map(\.name)).count == plans.count)
    }

    @Test(
        "A page's pictures are no larger than it shows them",
        arguments: [
            (client: Client.desktop, ratio: 1.0, detail: 768, thumbnail: 480),
            (.desktop, 2, 1600, 640), (.web, 1, 768, 120), (.web, 2, 1600, 240),
        ])
    func shown(_ row: (client: Client, ratio: Double, detail: Int, thumbnail: Int)) {
        var context = DeviceContext()
        (context.client, context.network, context.pixelRatio) = (row.client, .wifi, row.ratio)
        (context.screenWidth, context.screenHeight) = (1280, 800)
        let plan = Policy.plan(for: context).shown(to: context, within: 730)
        #expect(plan.detail.width == row.detail)
        #expect(plan.thumbnail.width == row.thumbnail)
    }
}
