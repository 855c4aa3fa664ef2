import Archive
@testable import Credentials
import Foundation
import HTTPTypes
import News
import PostgreSQL
@testable import Server
import Testing

extension NewsroomSiteTests {
    @Suite("Sessions")
    struct SessionTests {
        @Test("A session is dead after logging out, a new password elsewhere, and being shut out") func ends()
            async throws
        {
            let site = try SharedSite.site
            let room = try await Room.person(site, .editor)
            let (first, second, third) = (try await room.browser(), try await room.browser(), try await room.browser())
            let out = try await first.post("/admin/log-out")
            #expect(out.status == 303)
            #expect(out["set-cookie"]?.contains("Max-Age=0") == true)
            #expect(try await first.get("/admin/").status == 401)
            #expect(try await second.get("/admin/").status == 200)
            let changed = try await second.post(
                "/admin/account/password",
                ["present": Room.password, "password": "tram at midnight", "again": "tram at midnight"])
            #expect(changed.status == 303)
            #expect(try await third.get("/admin/").status == 401)
            #expect(try await second.get("/admin/").status == 200)
            let chief = try await Room.person(site, .chief).browser()
            #expect(try await chief.post("/admin/people/\(room.id)", ["do": "disable"]).status == 303)
            #expect(try await second.get("/admin/").status == 401)
        }

        @Test("Each is ended from any other") func revoke() async throws {
            let site = try SharedSite.site
            let room = try await Room.person(site, .journalist)
            let (here, there) = (try await room.browser(), try await room.browser())
            let page = try await here.get("/admin/account").text
            let ids = page.matches(of: /account\/sessions\/(\d+)/).map { String($0.1) }
            #expect(ids.count == 2)
            let buttons = page.components(separatedBy: "/admin/account/sessions/").filter {
                $0.contains("Log out there")
            }
            let other = try #require(buttons.first).prefix { $0.isNumber }
            #expect(try await here.post("/admin/account/sessions/\(other)").status == 303)
            #expect(try await there.get("/admin/").status == 401)
            #expect(try await here.get("/admin/").status == 200)
            let stranger = try await Room.person(site, .chief).browser()
            for id in ids { #expect(try await stranger.post("/admin/account/sessions/\(id)").status == 303) }
            #expect(try await here.get("/admin/").status == 200, "nobody else's is ended")
        }

        @Test(
            "They end unused, and at the latest after two weeks",
            arguments: [
                ("used_at = now() - interval '13 hours'", 401), ("used_at = now() - interval '11 hours'", 200),
                ("created_at = now() - interval '15 days'", 401), ("is_complete = false", 401),
            ])
        func expiry(_ change: String, _ status: Int) async throws {
            let site = try SharedSite.site
            let room = try await Room.person(site, .editor)
            let browser = try await room.browser()
            try await site.backend.archive.write {
                _ = try $0.connection.query("update sessions set \(.init(script: change)) where editor_id = \(room.id)")
            }
            #expect(try await browser.get("/admin/account").status == status)
        }

        @Test("A form of no session, another session or another site changes nothing") func forgery() async throws {
            let site = try SharedSite.site
            let chief = try await Room.person(site, .chief)
            let (browser, other) = (try await chief.browser(), try await chief.browser())
            let fields = ["name": "Forged", "role": "chief"]
            #expect(try await browser.post("/admin/people", fields, token: other.token()).status == 403)
            #expect(try await browser.post("/admin/people", fields, token: "").status == 403)
            let crossSite = try await site.post(
                "/admin/people", form: "name=Forged&role=chief&form_token=\(browser.token())",
                ["Cookie": browser.cookie, "Sec-Fetch-Site": "cross-site"])
            #expect(crossSite.status == 403)
            let foreign = try await site.post(
                "/admin/log-in", form: "name=\(chief.name)&password=\(Room.password)", ["Sec-Fetch-Site": "cross-site"])
            #expect(foreign.status == 403 && foreign["set-cookie"] == nil)
            #expect(try await !browser.get("/admin/people").text.contains("Forged"))
            let out = try await site.post("/admin/log-out", form: "", ["Sec-Fetch-Site": "cross-site"])
            #expect(out.status == 403 && out["set-cookie"] == nil, "nor does it log anybody out")
            let old = try await site.post(
                "/admin/log-in", form: "name=\(chief.name)&password=\(Room.password)",
                ["Origin": "https://evil.example"])
            #expect(old.status == 403)
            let same = try await site.post(
                "/admin/log-in", form: "name=\(chief.name)&password=\(Room.password)",
                ["Origin": "http://localhost", "X-Forwarded-For": Room.anyAddress()])
            #expect(same.status == 303)
        }
    }
}
