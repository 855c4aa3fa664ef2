import Archive
import Foundation
import HTTPTypes
import News
import PostgreSQL
import Testing

extension NewsroomSiteTests {
    @Suite("Sections")
    struct SectionsTests {
        private let path = "/admin/sections"

        /// The slugs of a test's sections, in order.
        private func order(_ browser: RoomBrowser, _ prefix: String) async throws -> [String] {
            try await browser.get(path).text.matches(of: /id="section-([a-z0-9-]+)"/).map { String($0.1) }
                .filter { $0.hasPrefix(prefix) }
        }

        private func revision(_ browser: RoomBrowser, _ slug: String) async throws -> String {
            String(
                try #require(
                    try await browser.get("\(path)/\(slug)").text.firstMatch(of: /name="revision" value="(\d+)"/)
                ).1)
        }

        @Test("One comes, is named, placed, moved and goes") func life() async throws {
            let site = try SharedSite.site
            let browser = try await Room.person(site, .editor).browser()
            let made = try await browser.post(path, ["name": "Óbidos & <b>arredores</b>", "slug": "zz-obidos"])
            #expect(made.status == 303 && made["location"] == path + "?done=sectionMade")
            #expect(try await browser.post(path, ["name": "zz Second"]).status == 303)
            #expect(try await order(browser, "zz-") == ["zz-obidos", "zz-second"])
            #expect(try await browser.get(path).text.contains("Óbidos &amp; &lt;b&gt;arredores"))
            #expect(
                try await browser.post(path, ["do": "up", "move": "zz-second"])["location"] == path
                    + "#section-zz-second")
            #expect(try await order(browser, "zz-") == ["zz-second", "zz-obidos"])
            #expect(try await site.get("/sections/zz-second").status == 200)
            #expect(try await browser.post(path, ["do": "down", "move": "zz-none"]).status == 404)

            let page = path + "/zz-obidos"
            let offered = try await browser.post(
                page, ["do": "save", "revision": "1", "name": "Óbidos", "place_name": "Óbidos, PT"])
            #expect(offered.status == 422)
            let place = try #require(try offered.text.firstMatch(of: #/value="(place-39[^"]+)"/#)).1
            let filled = try await browser.post(
                page, ["do": String(place), "revision": "1", "name": "Óbidos", "place_name": "x"])
            #expect(try filled.status == 200 && filled.text.contains(#"name="latitude" value="39.3"#))
            let revision = try await revision(browser, "zz-obidos")
            let saved = [
                "do": "save", "revision": revision, "name": "Óbidos", "latitude": "39,36", "longitude": "-9.16",
                "radius": "12",
            ]
            #expect(try await browser.post(page, saved)["location"] == path + "?done=changed")
            // Somebody who began before changes only the alerts: both changes count.
            let begun = ["was_name": "Óbidos & <b>arredores</b>", "was_push_limit": "0"]
            let faulty = try await browser.post(page, begun.merging(["revision": revision, "name": ""]) { $1 })
            #expect(
                try faulty.text.contains("name=\"revision\" value=\"\(revision)\"")
                    && faulty.text.contains("name=\"was_latitude\" value=\"\""),
                "a fault does not hide that others have saved")
            let late = begun.merging([
                "do": "save", "revision": revision, "name": "Óbidos & <b>arredores</b>", "push_limit": "3",
            ]) { $1 }
            #expect(try await browser.post(page, late)["location"] == path + "?done=saveTogether")
            let both = try await browser.post(page, late.merging(["name": "Typed late"]) { $1 })
            #expect(
                try both.status == 422 && both.text.contains("Typed late")
                    && both.text.contains("</b> Óbidos</span>"))
            #expect(try both.text.contains("changed this meanwhile"))
            let back = saved.merging(["revision": try await self.revision(browser, "zz-obidos")]) { $1 }
            #expect(try await browser.post(page, back)["location"] == path + "?done=changed")
            let desk = try await Desk(site, .editor)
            let text = try await desk.send(.get, "sections/zz-obidos").text
            #expect(
                text.contains(#""latitude":39.36"#) && text.contains(#""radius":12"#)
                    && text.contains(#""name":"Óbidos""#))
            let told: SQL = """
                select count(*) from audit where subject = 'section/zz-obidos' and detail->>'place' = '– → 39.36, -9.16, 12 km'
                """
            #expect(try await site.number(told) == 1, "the audit trail says what changed")
            // A radius belongs to a place.
            let radius = ["do": "save", "revision": "9", "name": "Óbidos", "radius": "20"]
            let alone = try await browser.post(page, radius)
            #expect(try alone.status == 422 && alone.text.contains("A place needs two numbers"))

            let gone = try await browser.post(
                page, ["do": "delete", "revision": try await self.revision(browser, "zz-obidos")])
            #expect(gone["location"] == path + "?done=sectionGone")
            #expect(try await browser.get(page).status == 404)
        }

        @Test(
            "What is wrong is told, and nothing typed is lost",
            arguments: [
                (["name": ""], "at most 100 characters"), (["name": "Typed", "slug": "A b"], "lower-case letters"),
                (["name": "Typed", "slug": "place"], "lower-case letters"),
                (["name": "Typed", "slug": "city"], "already a section with this name or address"),
                (["name": "Typed", "latitude": "north", "longitude": "1"], "two numbers"),
                (["name": "Typed", "latitude": "1", "longitude": "1", "radius": "far"], "two numbers"),
            ])
        func faults(_ fields: [String: String], _ words: String) async throws {
            let site = try SharedSite.site
            try await Desk(site, .editor).section("city")
            let browser = try await Room.person(site, .editor).browser()
            let answer = try await browser.post(path, fields)
            let text = try answer.text
            #expect(answer.status == 422 && text.contains(words))
            #expect(fields.values.allSatisfy { text.contains(#"value="\#($0)""#) })
        }

        @Test("One with articles stays, and journalists see none of it") func guarded() async throws {
            let site = try SharedSite.site
            let desk = try await Desk(site, .editor)
            try await desk.section("zz-full")
            _ = try await desk.write(#"{"headline":"Anchor","section":"zz-full"}"#)
            let browser = try await Room.person(site, .editor).browser()
            let page = try await browser.get(path + "/zz-full").text
            #expect(!page.contains(#"value="delete""#) && page.contains("only if it has no articles"))
            #expect(try await browser.get(path).text.contains("1 article<"))
            let refused = try await browser.post(
                path + "/zz-full", ["do": "delete", "revision": try await revision(browser, "zz-full")])
            #expect(try refused.status == 422 && refused.text.contains("move them first"))
            #expect(try await browser.post(path, ["name": "Forged"], token: "forged").status == 403)
            let journalist = try await Room.person(site, .journalist).browser()
            #expect(try await journalist.get(path).status == 403)
            #expect(try await !journalist.get("/admin/").text.contains(#"href="/admin/sections""#))
            #expect(try await browser.get("/admin/").text.contains(#"href="/admin/sections""#))
        }
    }
}
