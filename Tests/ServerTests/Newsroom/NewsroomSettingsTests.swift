import Archive
import Foundation
import HTTPTypes
import Imaging
import News
@testable import Pictures
import PostgreSQL
@testable import Server
import TestSupport
import Testing
@testable import Web

/// The settings of a newspaper of its own, since they change every page.
@Suite("Settings in the newsroom", SharedSite(), .serialized)
struct NewsroomSettingsTests {
    private let path = "/admin/settings"

    private func fields(_ browser: RoomBrowser, _ changes: [String: String]) async throws -> [String: String] {
        let usual = [
            "do": "save", "title": "The Mole", "description": "News from the mole", "language": "en-GB",
            "timeZone": "Asia/Tokyo", "accent": "#0b5f66", "header_city": "on",
            "link_name_0": "Jobs & more", "link_address_0": "https://jobs.example/?a=1&b=2",
            "revision": try await browser.revision(path),
        ]
        return usual.merging(changes) { $1 }
    }

    @Test("What a chief sets is on every page at once") func life() async throws {
        let site = try SharedSite.site
        let desk = try await Desk(site, .editor)
        for section in ["city", "sport"] { try await desk.section(section) }
        _ = try await desk.write(
            #"{"status":"published","headline":"Tide","section":"city","kicker":"Sea","publishedAt":"2026-01-02T22:30:00Z"}"#
        )
        let browser = try await Room.person(site, .chief).browser()
        let saved = try await browser.post(path, try await fields(browser, [:]))
        #expect(saved.status == 303 && saved["location"] == path + "?done=changed")

        for page in ["/m/", "/edition/", "/articles/tide"] {
            let answer = try await site.get(page + "?network=wifi&palette=day")
            let text = try answer.text
            #expect(text.contains("The Mole") && text.contains("#0b5f66") && !text.contains("#a01c1c"), "\(page)")
            #expect(text.contains(#"<a href="https://jobs.example/?a=1&amp;b=2">Jobs &amp; more</a>"#), "\(page)")
            // The policy allows the style that stands in the page, and no other.
            let style = try #require(text.firstMatch(of: /<style>(.*?)<\/style>/)).1
            let allowed = answer["content-security-policy"] ?? ""
            #expect(allowed.contains(Style.source(String(style))), "\(page)")
        }
        let front = try await site.get("/m/?network=wifi").text
        #expect(front.contains(#"href="/sections/city""#) && !front.contains(#"href="/sections/sport">"#))
        #expect(try await site.get("/sections").text.contains("/sections/sport"))
        #expect(try await site.get("/lite/").text.contains("Jobs &amp; more"))
        #expect(try await site.get("/news/?network=wifi").text.contains("Jobs &amp; more"))
        #expect(
            try await site.get("/articles/tide?language=en").text.contains("3 Jan 2026, 07:30"), "it is Tokyo's time")
        #expect(try await site.get("/rss.xml").text.contains("<title>The Mole</title>"))
        #expect(try await site.get("/news/?network=wifi").text.contains(#"data-slug="sport" data-behind hidden>"#))
        let audit = try await browser.get("/admin/audit?what=newspaper.change").text
        #expect(audit.contains("→ The Mole") && audit.contains("Jobs &amp; more (https://jobs.example/?a=1&amp;b=2)"))

        let late = try await browser.post(path, try await fields(browser, ["revision": "1", "title": "Typed late"]))
        #expect(try late.status == 422 && late.text.contains("Typed late") && late.text.contains("meanwhile"))
        #expect(try await site.number("select count(*) from audit where action = 'newspaper.change'") == 1)
    }

    @Test("What two change at once is merged; what both changed is shown, and neither is lost") func together()
        async throws
    {
        let site = try SharedSite.site
        try await Desk(site, .editor).section("city")
        let browser = try await Room.person(site, .chief).browser()
        let begun = try await fields(browser, [:])
        #expect(try await browser.post(path, begun).status == 303)
        var first = try await fields(browser, ["description": "Theirs & new"])
        var second = try await fields(browser, ["title": "Mine"])
        for name in ["title", "description", "language", "timeZone", "accent"] {
            (first["was_" + name], second["was_" + name]) = (begun[name], begun[name])
        }
        for (was, value) in [("was_header", "city"), ("was_footer", "Jobs & more https://jobs.example/?a=1&b=2")] {
            (first[was], second[was]) = (value, value)
        }
        #expect(try await browser.get(path).text.contains(#"name="was_footer" value="Jobs &amp; more https://jobs"#))
        #expect(try await browser.post(path, first).status == 303)
        #expect(try await browser.post(path, second)["location"] == path + "?done=saveTogether")
        let merged = try await browser.get(path).text
        #expect(merged.contains(#"value="Mine""#) && merged.contains(#"value="Theirs &amp; new""#))
        #expect(merged.contains(#"<option value="en-GB" selected>English (United Kingdom)</option>"#))
        #expect(merged.contains(#"<option value="Asia/Tokyo" selected>Tokyo (UTC+9)</option>"#))
        // The same field: the second sees what the first has saved.
        second["description"] = "Mine too"
        let collision = try await browser.post(path, second)
        let text = try collision.text
        #expect(collision.status == 422 && text.contains(#"value="Mine too""#))
        #expect(text.contains("<b>Saved meanwhile:</b> Theirs &amp; new") && text.contains(#"value="Mine""#))
    }

    @Test(
        "What is wrong is told, and nothing typed is lost",
        arguments: [
            (["title": ""], "at most 100 characters"), (["language": "Portuguese!"], "no such language"),
            (["language": "zz"], "no such language"),
            (["timeZone": "Atlantis/City"], "no such time zone"), (["accent": "#ffcc00"], "too light to read"),
            (["accent": "red"], "Choose a colour"),
            (["link_address_0": "javascript:alert(1)"], "begins with https://"),
            (["link_address_0": "//evil.example"], "begins with https://"),
            (["link_name_0": ""], "60 characters at most"),
        ])
    func faults(_ changes: [String: String], _ words: String) async throws {
        let site = try SharedSite.site
        try await Desk(site, .editor).section("city")
        let browser = try await Room.person(site, .chief).browser()
        let answer = try await browser.post(path, try await fields(browser, changes))
        let text = try answer.text
        #expect(answer.status == 422 && text.contains(words))
        #expect(changes.values.allSatisfy { text.contains(#"value="\#($0)""#) })
    }

    @Test("Links of the footer are completed as people type them") func typedLinks() async throws {
        let site = try SharedSite.site
        try await Desk(site, .editor).section("city")
        let browser = try await Room.person(site, .chief).browser()
        let links = [
            "www.jobs.example/a": "https://www.jobs.example/a", "tel:123": "tel:123", "/pages/x": "/pages/x",
            "desk@harbour.example": "mailto:desk@harbour.example",
        ]
        for (typed, saved) in links {
            let fields = try await fields(browser, ["link_address_0": typed])
            #expect(try await browser.post(path, fields).status == 303)
            #expect(try await browser.get(path).text.contains(#"name="link_address_0" value="\#(saved)""#))
        }
    }

    @Test("A light colour comes with one that can be read") func readable() async throws {
        let browser = try await Room.person(try SharedSite.site, .chief).browser()
        let tried = try await browser.post(path, try await fields(browser, ["do": "color", "accent": "#ffcc00"]))
        let offered = try #require(try tried.text.firstMatch(of: /value="color (#[0-9a-f]{6})"/)).1
        let color = try #require(AccentColor(String(offered)))
        #expect(tried.status == 200 && color.contrast >= AccentColor.leastContrast)
        let taken = try await browser.post(path, try await fields(browser, ["do": "color \(offered)"]))
        #expect(try taken.text.contains(#"type="color" value="\#(offered)""#))
    }

    @Test("A logo stands for the name where there is room, and stays as long as it is used") func logo() async throws {
        let site = try SharedSite.site
        let bytes = try #require(Canvas(width: 600, height: 150)).jpeg()
        let hash = try await site.backend.pictures.add(bytes, by: nil).record.hash
        let browser = try await Room.person(site, .chief).browser()
        let picture = "/admin/pictures/\(hash)"
        #expect(try await browser.post(picture + "/logo", ["do": "logo"])["location"] == picture + "?done=changed")
        for page in ["/m/", "/edition/", "/articles/tide", "/search?q=tide"] {
            let query = page.contains("?") ? "&" : "?"
            let rich = try await site.get(page + query + "network=wifi").text
            let name = try #require(rich.firstMatch(of: /(?s)<p class="name".*?<\/p>/), "\(page)").0
            #expect(name.contains("/media/\(hash)/") && name.contains(#"height="40""#), "\(page)")
            #expect(try await !site.get(page + query + "network=gprs").text.contains(hash), "\(page)")
        }
        #expect(try await !site.get("/lite/?network=wifi").text.contains(hash))
        let revision = try await browser.revision(picture)
        #expect(try await browser.post(picture + "/delete", ["revision": revision]).status == 422)
        #expect(try await Desk(site, .chief).send(.delete, "pictures/\(hash)", nil, ["If-Match": "*"]).status == 409)
        #expect(try await browser.get("/admin/settings").text.contains(hash))
        let editor = try await Room.person(site, .editor).browser()
        #expect(try await editor.post(picture + "/logo", ["do": "none"]).status == 403)
        #expect(try await browser.post(picture + "/logo", ["do": "none"]).status == 303)
        #expect(try await !site.get("/m/?network=wifi").text.contains(hash))
    }

    @Test("A logo can be uploaded with the settings, kept with other changes, and removed") func upload() async throws {
        let site = try SharedSite.site
        let browser = try await Room.person(site, .chief).browser()
        try await Desk(site, .editor).section("city")
        let bytes = try #require(Canvas(width: 500, height: 125)).jpeg()
        let hash = PictureStore.hash(of: bytes)
        let file = ChosenFile(name: "logo.jpg", bytes: bytes)
        // With a fault elsewhere it need not be chosen again.
        let faulty = try await browser.send(
            path, try await fields(browser, ["title": ""]), files: [file], field: "logo_file")
        #expect(try faulty.status == 422 && faulty.text.contains(#"name="logo" value="\#(hash)""#))
        let saved = try await browser.send(path, try await fields(browser, [:]), files: [file], field: "logo_file")
        #expect(saved.status == 303)
        #expect(try await site.get("/m/?network=wifi").text.contains("/media/\(hash)/"))
        let text = ChosenFile(name: "logo.jpg", bytes: Array("none".utf8))
        let kept = ["logo": hash]
        let refused = try await browser.send(
            path, try await fields(browser, kept), files: [text], field: "logo_file")
        #expect(try refused.status == 422 && refused.text.contains(#"id="fault-logo""#))
        #expect(try await browser.post(path, try await fields(browser, kept)).status == 303)
        #expect(try await site.get("/m/?network=wifi").text.contains("/media/\(hash)/"))
        #expect(
            try await browser.post(path, try await fields(browser, kept.merging(["logo_none": "1"]) { $1 })).status
                == 303)
        #expect(try await !site.get("/m/?network=wifi").text.contains("/media/\(hash)/"))
    }

    @Test("Nobody but chiefs sees or changes any of it", arguments: ["", "/pages", "/pages/x", "/policy"])
    func guarded(_ page: String) async throws {
        let site = try SharedSite.site
        let editor = try await Room.person(site, .editor).browser()
        #expect(try await editor.get(path + page).status == 403)
        #expect(try await editor.post(path + page, ["title": "x"]).status == 403)
        let chief = try await Room.person(site, .chief).browser()
        #expect(try await chief.post(path + page, ["title": "x"], token: "forged").status == 403)
        #expect(try await !editor.get("/admin/").text.contains(#"href="/admin/settings""#))
    }

    @Test("Programs do the same") func api() async throws {
        let site = try SharedSite.site
        let chief = try await Desk(site, .chief)
        try await Desk(site, .editor).section("city")
        let old = try await chief.send(.get, "newspaper")
        let tag = try #require(old["etag"])
        let body =
            #"{"title":"By the API","description":"","language":"en","timeZone":null,"accent":null,"logo":null,"header":["city"],"footer":[]}"#
        #expect(try await chief.send(.put, "newspaper", body).status == 428)
        #expect(try await chief.send(.put, "newspaper", body, ["If-Match": "\"999\""]).status == 412)
        let changed = try await chief.send(.put, "newspaper", body, ["If-Match": tag])
        let now = try await chief.send(.get, "newspaper")
        #expect(try changed.status == 200 && changed.text == now.text)
        let bad = body.replacing(#""header":["city"]"#, with: #""header":["none"]"#)
        #expect(try await chief.send(.put, "newspaper", bad, ["If-Match": "*"]).status == 422)
        #expect(try await Desk(site, .editor).send(.put, "newspaper", body, ["If-Match": "*"]).status == 403)

        let made = try await chief.send(.post, "pages", #"{"title":"Privacy","body":"<p onclick=x>All</p>"}"#)
        #expect(try made.status == 201 && made.text.contains(#""body":"<p>All</p>""#))
        #expect(made["location"] == "/api/v1/pages/privacy")
        #expect(try await chief.send(.post, "pages", #"{"title":"Privacy","body":"x"}"#).status == 409)
        #expect(try await chief.send(.post, "pages", #"{"title":"Empty"}"#).status == 422)
        let both = #"{"title":"Both","body":"a","markdown":"b"}"#
        #expect(try await chief.send(.post, "pages", both).status == 422)
        let put = #"{"title":"Privacy","markdown":"- one","inFooter":false}"#
        let replaced = try await chief.send(.put, "pages/privacy", put, ["If-Match": "\"1\""])
        #expect(try replaced.status == 200 && replaced.text.contains("<li>one</li>") && replaced["etag"] == "\"2\"")
        #expect(try await chief.send(.get, "pages").text.contains(#""inFooter":false"#))
        #expect(try await chief.send(.delete, "pages/privacy", nil, ["If-Match": "\"2\""]).status == 204)
        #expect(try await chief.send(.get, "pages/privacy").status == 404)
    }
}

extension RoomBrowser {
    /// A number in a hidden field of a page, by which the server tells whether a form is outdated.
    func revision(_ path: String, _ name: String = "revision") async throws -> String {
        String(
            try #require(
                try await get(path).text.firstMatch(of: Regex(#"name="\#(name)" value="(\d+)""#)))[1].substring ?? "")
    }
}
