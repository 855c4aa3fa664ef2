import Archive
import ExchangeArchive
import Foundation
import HTTPTypes
import Hummingbird
import News
import PostgreSQL
import Syndication
import Testing

/// Finding feeds in pages, reading pages like feeds, and taking the text from pages.
extension SourceSiteTests {
    private static let sentence =
        "The tide came in over the flats, and the ferry lay at its pier until the fog had gone. "

    private func page(_ head: String, _ body: String) -> String {
        "<!DOCTYPE html><html lang=\"en\"><head><title>The Paper</title>\(head)</head><body>\(body)</body></html>"
    }

    @Test("The feed that a page names is found, and the others are told") func discovery() async throws {
        let desk = try await Desk(SharedSite.site, .editor)
        let browser = try await Room.person(SharedSite.site, .editor).browser()
        try await FeedServer.open { server in
            server.put("/news/feed.xml", rss([item("urn:found:1", "Found")], title: "Its News"))
            server.put(
                "/news/",
                page(
                    #"<link rel="alternate" type="application/rss+xml" href="/gone.xml"><link rel="alternate" type="application/rss+xml" href="feed.xml">"#,
                    "Hello"), .ok, [.contentType: "text/html"])
            let json = #"{"url":"\#(server.root)/news/","section":"city","paused":true}"#
            let answer = try await desk.send(.post, "sources", json)
            #expect(answer.status == 201)
            let source: MadeSource = try answer.json()
            #expect(source.url == server.root + "/news/feed.xml" && source.title == "Its News")
            let found = try await browser.post("/admin/sources", ["do": "find", "address": server.root + "/news/"])
            #expect(try found.text.contains("Its News") && found.text.contains("/gone.xml"))
            await desk.forget(source)
        }
    }

    @Test("A page without a feed is read by a rule, and its entries get the text of their pages") func rule()
        async throws
    {
        let desk = try await Desk(SharedSite.site, .editor)
        let browser = try await Room.person(SharedSite.site, .editor).browser()
        try await FeedServer.open { server in
            let type: HTTPFields = [.contentType: "text/html; charset=utf-8"]
            let articles = (1...2).map { #"<div class="s"><h2>Story \#($0)</h2><a href="/story\#($0)">more</a></div>"# }
            server.put("/list", page("", articles.joined()), .ok, type)
            let text = (0..<12).map { _ in "<p>\(Self.sentence)</p>" }.joined()
            server.put(
                "/story1", page("", "<nav><a href='/'>Home</a></nav><article><h1>Story 1</h1>\(text)</article>"), .ok,
                type)

            let offered = try await browser.post("/admin/sources", ["do": "find", "address": server.root + "/list"])
            #expect(try offered.status == 422 && offered.text.contains(#"name="rule_items" value="//article""#))
            let path = "sources"
            let bad = #"{"url":"\#(server.root)/list","title":"L","section":"city","rule":{"items":"//div["}}"#
            #expect(try await desk.send(.post, path, bad).problem().fields == ["rule.items"])
            let good =
                bad.replacing(#""//div[""#, with: ##""//div[@class='s']""##).dropLast()
                + #","takesText":true,"trust":"publish","paused":true}"#
            let answer = try await desk.send(.post, path, String(good))
            #expect(answer.status == 201)
            let source: MadeSource = try answer.json()
            let fetch = try await desk.fetch(source)
            #expect(fetch.error == "" && fetch.found == 2 && fetch.added == 2)
            #expect(fetch.notes.contains { $0.contains("/story2") && $0.contains("HTTP 404") })
            let whole = try await desk.article(server.root + "/story1")
            #expect(
                whole.headline == "Story 1" && whole.status == "published" && whole.body.contains("The tide came in"))
            #expect(!whole.body.contains("Home"))
            #expect(try await desk.article(server.root + "/story2").status == "unpublished", "it has no text")
            // A different page at the address is reported, and nothing is written.
            server.put("/list", page("", "<p>Nothing</p>"), .ok, type)
            #expect(try await desk.fetch(source).error != "")
            await desk.forget(source)
        }
    }
}

/// Words that let entries of a source in or keep them out.
extension SourceSiteTests {
    @Test("Words keep entries out, the preview shows which, and what came in is followed") func words() async throws {
        let desk = try await Desk(SharedSite.site, .editor)
        let browser = try await Room.person(SharedSite.site, .editor).browser()
        try await FeedServer.open { server in
            let now = RFC822.string(Date())
            let items = [
                item("urn:words:1", "The Harbour opens", date: now),
                item("urn:words:2", "Sport: a harbour race", date: now),
                item("urn:words:3", "The council met", date: now),
            ]
            server.put("/words.xml", rss(items))
            let json =
                #"{"url":"\#(server.root)/words.xml","section":"city","categories":["Port news"],"includeWords":["HÁRBOUR\u0000"],"excludeWords":["sport"],"paused":true}"#
            let comma = json.replacing("HÁRBOUR", with: "harbour, port")
            #expect(try await desk.send(.post, "sources", comma).problem().fields == ["includeWords"])
            let answer = try await desk.send(.post, "sources", json)
            #expect(answer.status == 201)
            let source: MadeSource = try answer.json()
            let fetch = try await desk.fetch(source)
            #expect(fetch.added == 1 && fetch.notes.contains("Kept out by the words of the source: 2."))
            #expect(try await desk.article("urn:words:1").categories == ["Port news"])

            let path = "/admin/sources/\(source.id)"
            let fields = [
                "do": "preview", "revision": "\(source.revision)", "url": source.url, "title": source.title,
                "section": "city", "categories": "Port news, Weather", "includeWords": "counc*, harbour",
                "excludeWords": "race",
            ]
            let preview = try await browser.post(path, fields).text
            #expect(preview.contains("2 of 3 would have come in.") && preview.contains("kept out by “race”"))
            #expect(preview.contains("value=\"counc*, harbour\""))
            let long = fields.merging(["includeWords": "!", "do": "save"]) { $1 }
            #expect(try await browser.post(path, long).text.contains("At most 50 words or phrases"))
            let saved = fields.merging(["do": "save"]) { $1 }
            #expect(try await browser.post(path, saved)["location"] == path + "?done=changed")
            // An entry that came in is followed, even if its words are gone.
            server.put("/words.xml", rss([item("urn:words:1", "It opens", date: now)] + items.dropFirst()))
            let second = try await desk.fetch(source)
            #expect(second.added == 1 && second.changed == 1)
            let followed = try await desk.article("urn:words:1")
            #expect(followed.headline == "It opens" && followed.categories == ["Port news"])
            #expect(try await desk.article("urn:words:3").categories == ["Port news", "Weather"])
            await desk.forget(source)
        }
    }

    @Test("Entries go into the section of the first rule that matches, and the preview says so") func sectionRules()
        async throws
    {
        let desk = try await Desk(SharedSite.site, .editor)
        let browser = try await Room.person(SharedSite.site, .editor).browser()
        let other = "ruled-" + UUID().uuidString.prefix(8).lowercased()
        for section in ["city", "culture", other] { try await desk.section(section) }
        try await FeedServer.open { server in
            let now = RFC822.string(Date())
            let word = other.dropFirst(6)
            server.put(
                "/sections.xml",
                rss([
                    item("urn:\(word):1", "The Harbour concert", date: now),
                    item("urn:\(word):2", "A concert", date: now),
                    item("urn:\(word):3", "The council met", date: now),
                ]))
            func json(_ rules: String) -> String {
                #"{"url":"\#(server.root)/sections.xml","section":"city","paused":true,"sectionRules":\#(rules)}"#
            }
            for bad in [
                #"[{"words":[],"section":"city"}]"#, #"[{"words":["!"],"section":"city"}]"#,
                #"[{"words":["a"],"section":"nowhere"}]"#, #"[{"words":["a,b"],"section":"city"}]"#,
                "[" + (0..<31).map { _ in #"{"words":["a"],"section":"city"}"# }.joined(separator: ",") + "]",
            ] {
                let refused = try await desk.send(.post, "sources", json(bad))
                #expect(try refused.problem().fields == ["sectionRules"], "\(bad)")
            }
            let rules =
                #"[{"words":["harbour","quay*"],"section":"\#(other)"},{"words":["concert"],"section":"Culture"}]"#
            let answer = try await desk.send(.post, "sources", json(rules))
            #expect(answer.status == 201)
            #expect(try answer.text.contains(#"{"section":"culture","words":["concert"]}"#))
            let source: MadeSource = try answer.json()
            #expect(try await desk.fetch(source).added == 3)
            for (number, section) in [(1, other), (2, "culture"), (3, "city")] {
                #expect(try await desk.article("urn:\(word):\(number)").section == section)
            }
            #expect(try await desk.send(.delete, "sections/\(other)", nil, ["If-Match": "*"]).status == 409)

            let path = "/admin/sources/\(source.id)"
            #expect(
                try await browser.get(path).text.contains("harbour, quay* → \(other)&#10;concert → culture</textarea>"))
            let fields = [
                "revision": "\(source.revision)", "url": source.url, "title": source.title, "section": "city",
                "sectionRules": "council -> Culture\r\n\r\nconcert=>city",
            ]
            let preview = try await browser.post(path, fields.merging(["do": "preview"]) { $1 }).text
            #expect(preview.matches(of: /into Culture/).count == 1 && preview.matches(of: /into City/).count == 2)
            for bad in ["council", "→ city", "council → Atlantis", "! → city"] {
                let refused = try await browser.post(path, fields.merging(["do": "save", "sectionRules": bad]) { $1 })
                #expect(try refused.status == 422 && refused.text.contains("At most 30 lines"), "\(bad)")
            }
            #expect(
                try await browser.post(path, fields.merging(["do": "save"]) { $1 })["location"] == path
                    + "?done=changed")
            #expect(try await browser.get(path).text.contains("council → culture&#10;concert → city</textarea>"))
            await desk.forget(source)
        }
    }
}
