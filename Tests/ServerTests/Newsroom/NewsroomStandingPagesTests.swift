import Foundation
import News
@testable import Server
import Testing
@testable import Web

/// The standing pages of a newspaper of its own.
@Suite("Standing pages in the newsroom", SharedSite(), .serialized)
struct NewsroomStandingPagesTests {
    private let path = "/admin/settings"

    @Test("A page is seen as readers will see it before it is saved") func preview() async throws {
        let site = try SharedSite.site
        let browser = try await Room.person(site, .chief).browser()
        let typed = [
            "do": "preview", "title": "Draft", "slug": "draft", "body": "## Who\n\n<script>x()</script>\n\n*we* are",
        ]
        let shown = try await browser.post(path + "/pages", typed)
        let text = try shown.text
        #expect(shown.status == 200 && text.contains("<h2>Who</h2>") && text.contains("<em>we</em>"))
        #expect(!text.contains("<script>x") && text.contains(#"value="Draft""#))
        #expect(try await site.get("/pages/draft").status == 404)
        #expect(try await browser.post(path + "/pages", typed.merging(["title": ""]) { $1 }).status == 422)
    }

    @Test("A page comes, is linked everywhere, changes and goes") func pages() async throws {
        let site = try SharedSite.site
        let browser = try await Room.person(site, .chief).browser()
        let list = path + "/pages"
        let text = "Who & what\n\n<script>alert(1)</script>\n\n" + String(repeating: "Word by word. ", count: 2000)
        let made = try await browser.post(
            list, ["title": "Our <b>imprint</b>", "slug": "imprint", "body": text, "in_footer": "on"])
        #expect(made.status == 303 && made["location"] == list + "/imprint?done=pageMade")
        #expect(try await browser.post(list, ["title": "Again", "slug": "imprint", "body": "x"]).status == 422)
        #expect(try await browser.post(list, ["title": "", "body": "Typed"]).text.contains("Typed"))
        #expect(try await browser.post(list, ["title": "Lost", "body": ""]).text.contains("Enter some text."))
        for body in ["[our site](www.example.org)", "[us](//example.org)"] {
            let refused = try await browser.post(list, ["title": "Lost", "body": body])
            #expect(try refused.status == 422 && refused.text.contains("Links need an address"), "\(body)")
        }
        #expect(
            try await browser.post(list, ["title": "P", "body": "![x](picture:1)"]).status == 303, "it has no picture")
        #expect(try await site.get("/m/?network=wifi").text.contains(#"<a href="/pages/imprint">Our &lt;b&gt;imprint"#))
        #expect(try await site.get("/lite/").text.contains(#"<a href="/lite/pages/imprint">"#))
        for page in ["/pages/imprint", "/edition/pages/imprint", "/lite/pages/imprint"] {
            let whole = try await site.get(page + "?network=wifi").text
            #expect(whole.contains("Who &amp; what") && !whole.contains("alert(1)"), "\(page)")
            let part = try await site.get(page + "?network=gprs")
            #expect(try part.body.count <= 8000 && part.text.contains("?from="), "\(page)")
        }
        #expect(try await site.get("/pages/none").status == 404)

        let page = list + "/imprint"
        let revision = try await browser.revision(page)
        let changed = ["title": "Imprint", "body": "New", "revision": revision]
        #expect(try await browser.post(page, changed)["location"] == page + "?done=changed")
        #expect(try await !site.get("/m/?network=wifi").text.contains("/pages/imprint"), "it left the footer")
        #expect(try await browser.post(page, changed.merging(["do": "delete"]) { $1 }).status == 422)
        let gone = try await browser.post(
            page, ["do": "delete", "revision": try await browser.revision(page)])
        #expect(gone["location"] == list + "?done=pageGone")
        #expect(try await site.get("/pages/imprint").status == 404)
    }

    @Test("Earlier texts of a page are kept, those of deleted ones too") func versions() async throws {
        let browser = try await Room.person(try SharedSite.site, .chief).browser()
        let (list, page) = (path + "/pages", path + "/pages/history")
        #expect(try await browser.post(list, ["title": "History", "slug": "history", "body": "*First*"]).status == 303)
        func save(_ changes: [String: String]) async throws -> Answer {
            let form = ["title": "History", "body": "Second", "revision": try await browser.revision(page)]
            return try await browser.post(page, form.merging(changes) { $1 })
        }
        #expect(try await save([:]).status == 303)
        #expect(try await save(["in_footer": "on"]).status == 303, "the same text is kept once")
        let text = try await browser.get(page).text
        #expect(text.matches(of: /value="restore-\d+"/).count == 1 && text.contains("<em>First</em>"))
        let version = try #require(text.firstMatch(of: /value="(restore-\d+)"/)).1
        #expect(try await save(["do": String(version)]).text.contains(">\n*First*</textarea>"))
        #expect(try await browser.get(page).text.contains(">\nSecond</textarea>"), "it is only in the form")
        // That of another page is not put into the form.
        #expect(try await browser.post(list, ["title": "Other", "slug": "other", "body": "Other"]).status == 303)
        let foreign = try await browser.post(list + "/other", ["do": String(version), "body": "Mine"])
        #expect(try foreign.text.contains(">\nMine</textarea>"))
        #expect(try await save(["do": "delete"]).status == 303)
        #expect(try await browser.get(list).text.contains("?deleted=history"))
        let again = try await browser.get(list + "?deleted=history").text
        #expect(again.contains(#"value="history""#) && again.contains(">\nSecond</textarea>"))
    }

    @Test("A page that two change at once is merged, and one that is deleted meanwhile is kept") func pagesTogether()
        async throws
    {
        let browser = try await Room.person(try SharedSite.site, .chief).browser()
        let made = try await browser.post(path + "/pages", ["title": "House", "body": "One", "in_footer": "on"])
        let page = try #require(made["location"]?.split(separator: "?").first.map(String.init))
        var begun = ["do": "save", "title": "House", "body": "One", "in_footer": "on", "was_title": "House"]
        begun["revision"] = try await browser.revision(page)
        let form = try await browser.get(page).text
        let checksum = try #require(form.firstMatch(of: /name="was_body" value="([0-9a-f]+)"/))
        (begun["was_body"], begun["was_footer"]) = (String(checksum.1), "on")
        #expect(try await browser.post(page, begun.merging(["title": "Our house"]) { $1 }).status == 303)
        let second = try await browser.post(page, begun.merging(["body": "Two"]) { $1 })
        #expect(second["location"] == page + "?done=saveTogether")
        #expect(try await browser.get(page).text.contains(#"value="Our house""#))
        let third = try await browser.post(page, begun.merging(["body": "Three"]) { $1 })
        let text = try third.text
        #expect(
            third.status == 422 && text.contains(">\nThree</textarea>") && text.contains(#"<span class="said">Two"#))
        #expect(
            try await browser.post(page, ["do": "delete", "revision": try await browser.revision(page)]).status == 303)
        let gone = try await browser.post(page, begun.merging(["body": "Mine"]) { $1 })
        #expect(try gone.status == 422 && gone.text.contains(">\nMine</textarea>") && gone.text.contains("has deleted"))
    }
}
