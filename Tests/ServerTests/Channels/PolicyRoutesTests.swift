import Archive
import Foundation
import HTTPTypes
import News
import PostgreSQL
import Testing

extension WritingSiteTests {
    /// Changing the policy through the API.
    @Suite(.serialized)
    struct PolicyRoutesTests {
        private struct Settings: Decodable {
            struct Line: Decodable {
                var rule: String
                var isOn: Bool
            }
            var version: Int
            var off: [String]
            var congestionHours: [Int]
            var timeZone: String
            var lines: [Line]
        }
        private struct Preview: Decodable {
            struct Change: Decodable {
                var context: [String: String]
                var before: String
                var after: String
                var rulesBefore: [String]
                var rulesAfter: [String]
                var budgetBefore: Int
                var budgetAfter: Int
            }
            var contexts: Int
            var changes: [Change]
        }
        private struct Versions: Decodable {
            struct Version: Decodable {
                var version: Int
                var note: String
                var editor: String?
            }
            var versions: [Version]
        }

        private func rules(_ query: String) async throws -> [String] {
            try await SharedSite.site.get("/ws?" + query).rules
        }

        @Test func aChangeHoldsFromTheNextRequestOn() async throws {
            let site = try SharedSite.site
            let chief = try await Desk(site, .chief)
            let dim = "network=wifi&light=1"
            #expect(try await rules(dim) == ["best", "dim"])
            let old: Settings = try await chief.send(.get, "policy").json()
            #expect(old.lines.map(\.rule) == PolicySettings.switchable.map(\.rawValue))

            let changed = try await chief.send(
                .put, "policy", #"{"off":["dim"],"note":"Too dark"}"#, ["If-Match": "\"\(old.version)\""])
            #expect(changed.status == 200 && changed["etag"] == "\"\(old.version + 1)\"")
            #expect(try await rules(dim) == ["best"])
            #expect(
                try await chief.send(.get, "policy").json(Settings.self).lines.filter { !$0.isOn }.map(\.rule) == [
                    "dim"
                ])
            // A client with the old version must read the policy again.
            let late = try await chief.send(.put, "policy", "{}", ["If-Match": "\"\(old.version)\""])
            #expect(late.status == 412)

            // Makes every hour a busy one.
            let hours = (0..<24).map(String.init).joined(separator: ",")
            let before = try await site.get("/ws?network=4g").channel.plan.budget
            _ = try await chief.send(
                .put, "policy", #"{"congestionHours":[\#(hours)],"timeZone":"Europe/Lisbon"}"#, ["If-Match": "*"])
            let busy = try await site.get("/ws?network=4g")
            #expect(try busy.rules == ["4g", "congestion"] && busy.channel.plan.budget < before)
            #expect(try await rules(dim) == ["best", "congestion", "dim"])

            let back = try await chief.send(.put, "policy", "{}", ["If-Match": "*"])
            #expect(back.status == 200)
            #expect(try await rules("network=4g") == ["4g"])
            let versions: Versions = try await chief.send(.get, "policy/versions").json()
            #expect(versions.versions.prefix(3).map(\.version) == [old.version + 3, old.version + 2, old.version + 1])
            #expect(versions.versions[2].note == "Too dark" && versions.versions[2].editor?.hasPrefix("chief") == true)
            #expect(try await site.number("select count(*) from audit where action = 'policy.change'") >= 3)
            for (change, version) in [("off", old.version + 1), ("on", old.version + 2)] {
                let told: SQL = """
                    select count(*) from audit where subject = \("policy/\(version)")
                        and detail -> \(change) = '["dim"]' and not detail ?| \(["on", "off"].filter { $0 != change })::text[]
                    """
                #expect(try await site.number(told) == 1, "the audit trail says what changed, not what is")
            }
        }

        @Test func aPreviewTellsWhatWouldChangeAndChangesNothing() async throws {
            let desk = try await Desk(SharedSite.site, .contributor)
            let nothing: Preview = try await desk.send(.post, "policy/preview", "{}").json()
            #expect(nothing.contexts > 100 && nothing.changes.isEmpty)
            let evening: Preview = try await desk.send(.post, "policy/preview", #"{"off":["evening"]}"#).json()
            #expect(!evening.changes.isEmpty)
            #expect(
                evening.changes.allSatisfy { $0.rulesBefore.contains("evening") && !$0.rulesAfter.contains("evening") })
            let recent: Preview = try await desk.send(.post, "policy/preview", #"{"off":["recent"]}"#).json()
            #expect(Set(recent.changes.compactMap { $0.context["network"] }) == ["gprs", "edge"])
            let busy: Preview = try await desk.send(.post, "policy/preview", #"{"congestionHours":[8]}"#).json()
            #expect(busy.changes.allSatisfy { $0.budgetAfter <= $0.budgetBefore })
            #expect(Set(busy.changes.compactMap { $0.context["local_time"]?.suffix(5) }) == ["08:30"])
            #expect(try await rules("network=wifi&local_time=2026-07-01T22:00") == ["best", "evening"])
        }

        @Test func onlyAChiefChangesItAndOnlyToWhatThereIs() async throws {
            let chief = try await Desk(SharedSite.site, .chief)
            let editor = try await Desk(SharedSite.site, .editor)
            #expect(try await editor.send(.put, "policy", "{}", ["If-Match": "*"]).status == 403)
            #expect(try await chief.send(.put, "policy", "{}").status == 428)
            for (json, field) in [
                (#"{"off":["edge"]}"#, "off"), (#"{"off":["nonsense"]}"#, "off"),
                (#"{"congestionHours":[24]}"#, "congestionHours"), (#"{"congestionHours":[-1]}"#, "congestionHours"),
                (#"{"timeZone":"Mars/Olympus"}"#, "timeZone"), (#"{"offf":["dim"]}"#, "offf"),
                (#"{"note":"\#(String(repeating: "x", count: 501))"}"#, "note"),
            ] {
                for answer in [
                    try await chief.send(.put, "policy", json, ["If-Match": "*"]),
                    try await chief.send(.post, "policy/preview", json),
                ] {
                    #expect(answer.status == 422)
                    #expect(try answer.problem().fields == [field])
                }
            }
            #expect(try await SharedSite.site.get("/api/v1/policy").status == 401)
        }
    }
}
