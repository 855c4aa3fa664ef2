import Foundation
import Testing

@testable import News

@Suite("Push")
struct PushTests {
    private static func moment(_ text: String) throws -> Date {
        try #require(ISO8601DateFormatter().date(from: text))
    }

    @Test(
        "Quiet hours end by the clock of the device, also where clocks are changed",
        arguments: [
            ("22:00", "07:00", "UTC", "2026-07-01T23:30:00Z", "2026-07-02T07:00:00Z"),
            ("22:00", "07:00", "UTC", "2026-07-02T06:59:59Z", "2026-07-02T07:00:00Z"),
            ("22:00", "07:00", "UTC", "2026-07-02T07:00:00Z", nil),
            ("22:00", "07:00", "UTC", "2026-07-02T21:59:59Z", nil),
            ("09:00", "17:30", "UTC", "2026-07-02T12:00:10Z", "2026-07-02T17:30:00Z"),
            ("09:00", "17:30", "UTC", "2026-07-02T08:59:00Z", nil),
            ("22:00", "07:00", "America/New_York", "2026-07-02T03:00:00Z", "2026-07-02T11:00:00Z"),
            ("22:00", "07:00", "Asia/Kolkata", "2026-07-02T18:00:00Z", "2026-07-03T01:30:00Z"),
            // The night of 25 October 2026 has 25 hours in Lisbon, that of 29 March 23.
            ("22:00", "07:00", "Europe/Lisbon", "2026-10-24T23:00:00Z", "2026-10-25T07:00:00Z"),
            ("22:00", "07:00", "Europe/Lisbon", "2026-03-28T23:00:00Z", "2026-03-29T06:00:00Z"),
        ] as [(String, String, String, String, String?)])
    func quiet(_ from: String, _ to: String, _ zone: String, _ now: String, _ end: String?) throws {
        let hours = try #require(QuietHours(from: from, to: to))
        let zone = try #require(TimeZone(identifier: zone))
        #expect(hours.end(at: try Self.moment(now), in: zone) == (try end.map(Self.moment)))
        #expect(hours.names == (from, to))
    }

    @Test(arguments: [("22:00", "22:00"), ("24:00", "07:00"), ("7:00", "08:00"), ("", "07:00"), ("22:60", "07:00")])
    func noQuietHours(_ from: String, _ to: String) { #expect(QuietHours(from: from, to: to) == nil) }

    private static let night = QuietHours(from: 22 * 60, to: 7 * 60)

    @Test(
        "A message comes now, later or never",
        arguments: [
            // Quiet, cap, got today, lasts hours, silent: at noon or at night.
            (false, nil, 9, 24.0, false, "12", PushVerdict.now),
            (true, 3, 2, 24, false, "12", .now), (true, 3, 9, 24, true, "23", .now),
            (true, nil, 0, 24, false, "23", .later(Date(timeIntervalSince1970: 1_782_975_600), .quiet)),
            (false, 3, 3, 24, false, "12", .later(Date(timeIntervalSince1970: 1_782_950_400), .cap)),
            // The next day begins in quiet hours.
            (true, 3, 3, 24, false, "12", .later(Date(timeIntervalSince1970: 1_782_975_600), .cap)),
            (true, nil, 0, 2, false, "23", .never(.quiet)), (false, 1, 1, 2, false, "12", .never(.cap)),
        ] as [(Bool, Int?, Int, Double, Bool, String, PushVerdict)])
    func verdicts(
        _ isQuiet: Bool, _ cap: Int?, _ count: Int, _ hours: Double, _ isSilent: Bool, _ hour: String,
        _ verdict: PushVerdict
    ) throws {
        let now = try Self.moment("2026-07-01T\(hour):00:00Z")
        let wishes = PushWishes(
            quiet: isQuiet ? Self.night : nil, cap: cap, zone: .gmt, day: now.dayNumber(in: .gmt), count: count)
        #expect(
            PushVerdict(at: now, isSilent: isSilent, until: now.addingTimeInterval(hours * 3600), wishes) == verdict)
        var yesterday = wishes
        yesterday.day -= 1
        if hour == "12" { #expect(PushVerdict(at: now, until: now.addingTimeInterval(86_400), yesterday) == .now) }
    }

    @Test(
        "Urgency follows the battery",
        arguments: [
            (nil, nil, nil, false, PushUrgency.normal), (24, nil, nil, false, .low), (9, nil, nil, false, .veryLow),
            (9, true, nil, false, .normal), (90, nil, true, false, .low), (9, nil, true, true, .high),
        ] as [(Int?, Bool?, Bool?, Bool, PushUrgency)])
    func urgency(_ battery: Int?, _ charging: Bool?, _ saves: Bool?, _ isUrgent: Bool, _ urgency: PushUrgency) {
        var context = DeviceContext()
        (context.battery, context.isCharging, context.saveData) = (battery, charging, saves)
        #expect(PushUrgency(isUrgent: isUrgent, for: context) == urgency)
    }

    @Test(
        "A contact is one that push services take",
        arguments: [
            ("mailto:push@example.org", nil), ("https://news.example.org/contact", nil),
            ("mailto:push@localhost", PushContact.Fault.host("localhost")),
            ("https://localhost:8080/", .host("localhost")),
            ("mailto:a@printer.local", .host("printer.local")), ("https://n4md.invalid", .host("n4md.invalid")),
            ("https://127.0.0.1/", .host("127.0.0.1")), ("https://[::1]/", .host("::1")),
            ("http://example.org/", .form),
            ("tel:+351", .form), ("mailto:example.org", .form), ("push@example.org", .form), ("", .form),
            ("mailto:a b@example.org", .form), ("mailto:@example.org", .form),
            ("https://x.localhost", .host("x.localhost")),
        ] as [(String, PushContact.Fault?)])
    func contacts(_ text: String, _ fault: PushContact.Fault?) {
        do throws(PushContact.Fault) {
            #expect(try PushContact(text).text == text && fault == nil)
        } catch {
            #expect(error == fault)
        }
    }

    @Test(arguments: ["all", "front", "breaking", "near", "section/city", "category/opinion", "author/eva-1"])
    func topics(_ name: String) { #expect(PushTopic(name)?.name == name) }

    @Test(arguments: ["", "section", "section/", "section/A", "front/x", "section/a/b", "tag/x", "ALL"])
    func noTopics(_ name: String) { #expect(PushTopic(name) == nil) }
}
