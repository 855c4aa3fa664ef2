import Archive
import ExchangeArchive
import Foundation
import HTTPTypes
import Hummingbird
import News
import PostgreSQL
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
