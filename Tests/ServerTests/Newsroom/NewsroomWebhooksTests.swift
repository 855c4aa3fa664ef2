import Archive
import Foundation
import HTTPTypes
import News
import PostgreSQL
import Testing

extension NewsroomSiteTests {
    @Suite("Webhooks")
    struct WebhooksTests {
        private let path = "/admin/webhooks"

        /// Adds a webhook; returns its page and secret.
        private func add(_ browser: RoomBrowser, _ name: String) async throws -> (page: String, secret: String) {
            let answer = try await browser.post(
                path, ["url": "http://127.0.0.1:9/hook", "description": name, "article.published": "on"])
            #expect(answer.status == 200 && answer["cache-control"] == "no-store")
            let page = try #require(try answer.text.firstMatch(of: #/action="(/admin/webhooks/\d+)"/#)).1
            return (String(page), try browser.value("secret", of: answer))
        }

        private func revision(_ browser: RoomBrowser, _ page: String) async throws -> String {
            String(try #require(try await browser.get(page).text.firstMatch(of: /name="revision" value="(\d+)"/)).1)
        }

        @Test("One is added with a secret that is shown once, changed, paused and removed") func life() async throws {
            let site = try SharedSite.site
            let browser = try await Room.person(site, .chief).browser()
            let (page, secret) = try await add(browser, "Partner <b>&</b>")
            #expect(secret.hasPrefix("whsec_"))
            let shown = try await browser.get(page).text
            #expect(!shown.contains("whsec_") && shown.contains("Partner &lt;b&gt;&amp;&lt;/b&gt;"))
            #expect(shown.contains(#"name="article.published" value="on" checked"#))
            #expect(!shown.contains(#"name="article.killed" value="on" checked"#))
            #expect(try await browser.get(path).text.contains("href=\"\(page)\""))

            let saved = try await browser.post(
                page,
                [
                    "do": "save", "revision": "1", "url": "https://b.example/", "description": "B",
                    "article.killed": "on",
                ])
            #expect(saved.status == 303 && saved["location"] == page + "?done=changed")
            // A save based on an old revision is refused with a reason, and nothing typed is lost.
            let late = try await browser.post(
                page,
                ["do": "save", "revision": "1", "url": "https://late.example/", "article.updated": "on"])
            #expect(late.status == 422)
            #expect(try late.text.contains("https://late.example/") && late.text.contains("role=\"alert\""))

            #expect(try await browser.post(page, ["do": "pause", "revision": "2"]).status == 303)
            #expect(try await browser.get(page).text.contains("paused since"))
            #expect(try await browser.post(page, ["do": "resume", "revision": "3"]).status == 303)
            let rotated = try await browser.post(page, ["do": "secret", "revision": "4"])
            #expect(rotated.status == 200)
            #expect(try browser.value("secret", of: rotated) != secret)
            #expect(try await revision(browser, page) == "5")
            #expect(try await browser.post(page, ["do": "nonsense"]).status == 400)
            #expect(try await browser.post(page, ["do": "delete", "revision": "5"], token: "forged").status == 403)
            let gone = try await browser.post(page, ["do": "delete", "revision": "5"])
            #expect(gone.status == 303 && gone["location"] == path + "?done=webhookGone")
            #expect(try await browser.get(page).status == 404)
            #expect(try await browser.post(page, ["do": "test"]).status == 404)
        }

        @Test(
            "What is wrong is told, and nothing typed is lost",
            arguments: [
                (
                    ["url": "https://me:secret@a.example/", "article.published": "on"],
                    "Enter an address that begins with"
                ),
                (["url": "https://a.example/typed"], "at least one"),
                (["url": "\" onfocus=alert(1) x=\""], "Enter an address that begins with"),
            ])
        func faults(_ fields: [String: String], _ words: String) async throws {
            let browser = try await Room.person(try SharedSite.site, .chief).browser()
            let answer = try await browser.post(path, fields.merging(["description": "Typed <i>"]) { $1 })
            #expect(answer.status == 422)
            let text = try answer.text
            #expect(text.contains(words) && text.contains("Typed &lt;i&gt;") && !text.contains("\" onfocus"))
            let typed = try #require(fields["url"])
            if !typed.contains("\"") { #expect(text.contains("value=\"\(typed)\"")) }
        }

        @Test("A test is in the log with what came of it, and is sent again") func log() async throws {
            let site = try SharedSite.site
            let browser = try await Room.person(site, .chief).browser()
            let (page, _) = try await add(browser, "Log")
            #expect(try await browser.post(page, ["do": "test"])["location"] == page + "?done=webhookSent")
            #expect(
                try await eventually { try await browser.get(page).text.contains("is not on the open internet") })
            let text = try await browser.get(page).text
            #expect(text.contains("1 attempt") && text.contains("next attempt"))
            let delivery = String(try #require(text.firstMatch(of: /name="delivery" value="(\d+)"/)).1)
            #expect(try await browser.post(page, ["do": "resend", "delivery": delivery]).status == 303)
            #expect(try await eventually { try await browser.get(page).text.contains("2 attempts") })
            let (other, _) = try await add(browser, "Other")
            #expect(try await browser.post(other, ["do": "resend", "delivery": delivery]).status == 404)
            for page in [page, other] {
                _ = try await browser.post(page, ["do": "delete", "revision": "1"])
            }
        }

        @Test("The page of one is the chief's alone") func rights() async throws {
            let site = try SharedSite.site
            let chief = try await Room.person(site, .chief).browser()
            let (page, _) = try await add(chief, "Rights")
            #expect(try await site.get(page).status == 401)
            for role in [EditorRole.contributor, .journalist, .editor] {
                let browser = try await Room.person(site, role).browser()
                #expect(try await browser.get(page).status == 403)
                for there in ["/admin/", "/admin/sections"] {
                    #expect(try await browser.get(there).text.contains(path) == false, "no tab either")
                }
            }
            #expect(try await chief.get("/admin/settings").text.contains("href=\"\(path)\""))
            _ = try await chief.post(page, ["do": "delete", "revision": "1"])
        }
    }
}
