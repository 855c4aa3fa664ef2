import Testing

@testable import News

@Suite("Surroundings")
struct SurroundingsTests {
    private func plan(_ fields: [(String, String)]) -> DeliveryPlan {
        var context = DeviceContext()
        #expect(readForm([("network", "wifi")] + fields, into: &context).isEmpty)
        return Policy.plan(for: context)
    }

    @Test(
        "The hour of the device",
        arguments: [
            // Friday, 27 November 2026; then Saturday and Sunday.
            ("2026-11-27T20:59", nil), ("2026-11-27T21:00", Rule.evening), ("2026-11-28T05:59", .evening),
            ("2026-11-28T06:00", nil),
            ("2026-11-27T08:59", nil), ("2026-11-27T09:00", .working), ("2026-11-27T16:59", .working),
            ("2026-11-27T17:00", nil),
            ("2026-11-28T12:00", nil), ("2026-11-29T12:00", nil), ("2024-02-29T12:00", .working),
            ("0001-01-01T12:00", .working),
            ("9999-12-31T12:00", .working),
        ] as [(String, Rule?)])
    func hour(_ time: String, _ rule: Rule?) {
        let plan = plan([("local_time", time)])
        #expect(plan.reasons == [.best] + (rule.map { [$0] } ?? []))
        #expect(plan.palette == (rule == .evening ? .night : .auto) && plan.textSize == (rule == .evening ? 110 : 100))
        #expect(plan.text == (rule == .working ? .plain : .html))
    }

    @Test(
        "The light",
        arguments: [
            ("0", Palette.night), ("9.9", .night), ("10", .auto), ("9999", .auto), ("10000", .contrast),
            ("120000", .contrast),
        ])
    func light(_ lux: String, _ palette: Palette) { #expect(plan([("light", lux)]).palette == palette) }

    @Test("The sun is brighter than the clock is late")
    func sun() {
        let plan = plan([("local_time", "2026-06-21T21:30"), ("light", "20000")])
        #expect(plan.palette == .contrast && plan.textSize == 110 && plan.reasons == [.best, .evening, .bright])
    }

    @Test("On the move")
    func moving() {
        let plan = plan([("moving", "1")])
        #expect(plan.items == 10 && plan.text == .summary && plan.textSize == 130)
        #expect(self.plan([("moving", "0")]).reasons == [.best])
    }

    @Test(
        "Little memory",
        arguments: [("4", 1200, nil), ("1", 1200, nil), ("0.99", 640, 30), ("0.5", 640, 30), ("0.25", 320, 20)]
            as [(String, Int, Int?)])
    func memory(_ gibibytes: String, _ width: Int, _ items: Int?) {
        let plan = plan([("memory", gibibytes), ("client", "android"), ("screen_width", "400"), ("dpr", "3")])
        #expect(plan.detail.width == width && plan.items == items)
        #expect(DeliveryPlan(name: plan.name) == plan)
    }

    @Test("What the reader insists on stands above it")
    func insistence() {
        let plan = plan([
            ("moving", "1"), ("light", "0"), ("local_time", "2026-11-27T23:00"), ("palette", "day"), ("text", "html"),
            ("items", "50"),
            ("text_size", "0.8"),
        ])
        #expect(plan.palette == .day && plan.text == .html && plan.items == 50 && plan.textSize == 80)
        #expect(plan.reasons == [.best, .evening, .dim, .moving, .items, .text, .textSize, .palette])
    }
}
