import Foundation
import News
@testable import Server
import Testing
@testable import Web

/// The delivery policy of a newspaper of its own.
@Suite("The policy in the newsroom", SharedSite(), .serialized)
struct NewsroomPolicyTests {
    private let policy = "/admin/settings/policy"

    @Test("The policy tells what a rule does before it is switched off") func policy() async throws {
        let site = try SharedSite.site
        let browser = try await Room.person(site, .chief).browser()
        let rules = PolicySettings.switchable.filter { $0 != .dim }.map { ("on_" + $0.rawValue, "on") }
        let version = try await browser.revision(policy, "version")
        // Busy hours have an effect at once: these are twelve hours away.
        let hour = (Int(Date().timeIntervalSince1970) / 3600 + 12) % 24
        func name(_ hour: Int) -> String { (hour < 10 ? "0" : "") + String(hour) }
        let fields = Dictionary(uniqueKeysWithValues: rules + [("version", version), ("hour_\(hour)", "on")])
        let preview = try await browser.post(policy, fields.merging(["do": "preview"]) { $1 }).text
        let section = try #require(preview.firstMatch(of: /(?s)id="preview".*?<\/section>/)).0
        #expect(
            section.contains("dark colours") && section.contains("\(name(hour))–\(name(hour + 1))")
                && !section.contains("sunlight"))
        #expect(try await site.get("/ws?network=wifi&light=1").rules == ["best", "dim"], "nothing has changed yet")
        let saved = try await browser.post(policy, fields.merging(["do": "save", "note": "Too <dark>"]) { $1 })
        #expect(saved["location"] == policy + "?done=changed")
        #expect(try await site.get("/ws?network=wifi&light=1").rules == ["best"])
        #expect(try await browser.get(policy).text.contains("Too &lt;dark&gt;"))
        #expect(try await browser.post(policy, fields.merging(["do": "save"]) { $1 }).status == 422, "it is outdated")
        let history = try await browser.get(policy).text
        #expect(history.contains("Switched off: ") && !history.contains("TemplateObject"))
        // Somebody who began before that switches off another one: both changes are in the form.
        var others = fields.merging(["do": "save", "on_dim": "on"]) { $1 }
        others["on_bright"] = nil
        let merged = try await browser.post(policy, others)
        let text = try merged.text
        #expect(merged.status == 422 && text.contains("together with yours"))
        for rule in PolicySettings.switchable {
            let isOn = text.contains(#"name="on_\#(rule.rawValue)" value="on" checked"#)
            #expect(isOn == (rule != .dim && rule != .bright), "\(rule)")
        }
        let zone = fields.merging(["do": "save", "timeZone": "Nowhere"]) { $1 }
        #expect(try await browser.post(policy, zone).text.contains("no such time zone"))
    }

    @Test("What sample devices get is told, and an earlier version is put into the form") func restore() async throws {
        let browser = try await Room.person(try SharedSite.site, .chief).browser()
        let begun = try await browser.get(policy).text
        #expect(begun.contains("<dt>Feature phone on GPRS</dt>") && begun.contains("no pictures, at most 8 kB"))
        #expect(
            begun.contains("<li>Feature phone on GPRS: at most 8 kB → at most 6 kB</li>"),
            "without busy hours, and in them")
        func form(_ command: String, without rule: Rule? = nil) async throws -> [String: String] {
            let version = try await browser.revision(policy, "version")
            let rules = PolicySettings.switchable.filter { $0 != rule }.map { ("on_" + $0.rawValue, "on") }
            return Dictionary(uniqueKeysWithValues: rules + [("version", version), ("do", command)])
        }
        let off = try await browser.post(policy, try await form("save", without: .moving))
        #expect(off.status == 303)
        let first = try await browser.revision(policy, "version")
        let on = try await browser.post(policy, try await form("save"))
        #expect(on.status == 303)
        let text = try await browser.get(policy).text
        #expect(
            text.contains("value=\"restore-\(first)\"") && !text.contains("value=\"restore-\((Int(first) ?? 0) + 1)\""))
        let taken = try await browser.post(policy, try await form("restore-\(first)")).text
        #expect(taken.contains(#"name="on_moving" value="on">"#) && taken.contains(#"id="preview""#))
        #expect(try await browser.get(policy).text.contains(#"name="on_moving" value="on" checked"#), "only the form")
    }
}
