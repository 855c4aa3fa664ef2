import News
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

    @Test("A changed name is no plan, or the plan that is called so")
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

    static let good = "10.summary.off.120q30-square.320q60.webp-avif.8.auto.100.edge~battery50"

    @Test("The name of a plan, by hand")
    func example() throws {
        let plan = try #require(DeliveryPlan(name: Self.good))
        #expect(plan.items == 10)
        #expect(plan.text == .summary)
        #expect(plan.pictures == .off)
        #expect(plan.thumbnail == PictureSpec(width: 120, quality: 30, shape: .square))
        #expect(plan.detail == PictureSpec(width: 320, quality: 60))
        #expect(plan.formats == [.webp, .avif])
        #expect(plan.budget == 8000)
        #expect(plan.reasons == [.edge, .half])
    }

    @Test(
        "What no policy decides is no plan",
        arguments: [
            "", ".", "........", "10", good + ".", "." + good, good + "~edge", good + "~", good + "~nonsense",
            "0.summary.off.120q30.320q60.jpeg.8.auto.100.edge", "201.summary.off.120q30.320q60.jpeg.8.auto.100.edge",
            "-1.summary.off.120q30.320q60.jpeg.8.auto.100.edge", "+5.summary.off.120q30.320q60.jpeg.8.auto.100.edge",
            "010.summary.off.120q30.320q60.jpeg.8.auto.100.edge", "10.Summary.off.120q30.320q60.jpeg.8.auto.100.edge",
            "10.summary.off.121q30.320q60.jpeg.8.auto.100.edge", "10.summary.off.120q31.320q60.jpeg.8.auto.100.edge",
            "10.summary.off.640q30-square.320q60.jpeg.8.auto.100.edge",
            "10.summary.off.120q30.320q60.avif-webp.8.auto.100.edge",
            "10.summary.off.120q30.320q60.png.8.auto.100.edge", "10.summary.off.120q30.320q60..8.auto.100.edge",
            "10.summary.off.120q30.320q60.jpeg.9.auto.100.edge",
            "10.summary.off.120q30.320q60.jpeg.9223372036854775807.auto.100.edge",
            "10.summary.off.120q30.320q60.jpeg.8.auto.70.edge", "10.summary.off.120q30.320q60.jpeg.8.auto.105.edge",
            "10.summary.off.120q30.320q60.jpeg.8.auto.210.edge", String(repeating: "9", count: 10_000),
            good + String(repeating: "~edge~wifi", count: 10_000),
        ])
    func refused(_ name: String) {
        #expect(DeliveryPlan(name: name) == nil)
    }
}
