import Archive
import ExchangeArchive
import Foundation
import HTTPTypes
import Hummingbird
import Imaging
import News
import PostgreSQL
import Syndication
import TestSupport
import Testing

/// Other people's feeds, from their server to the newspaper, on a separate server that may reach only 127.0.0.1.
@Suite(
    .serialized,
    SharedSite(options: ["outgoing_networks": "127.0.0.1"]) { site in try await Desk(site, .editor).section("city") })
struct SourceSiteTests {
    @Test("A source that is added is fetched by itself, and its entries become drafts") func bySelf() async throws {
        let desk = try await Desk(SharedSite.site, .editor)
        try await FeedServer.open { server in
            server.put("/self.xml", rss([item("urn:self:1", "The tide &lt;b&gt;came&lt;/b&gt; in")]))
            let answer = try await desk.send(
                .post, "sources", #"{"url":"\#(server.root)/self.xml","section":"city"}"#)
            #expect(answer.status == 201)
            let source: MadeSource = try answer.json()
            #expect(source.title == "The Wire" && source.site == "https://wire.example/" && source.language == "pt-PT")
            #expect(source.trust == "draft" && source.state == "active" && source.lastFetch == nil)
            #expect(try await eventually { try await desk.now(source).lastFetch != nil })
            let fetched = try await desk.now(source)
            #expect(fetched.articles == 1 && fetched.failures == 0 && fetched.lastFetch?.added == 1)
            #expect(fetched.lastFetch?.summary == "1 new" && fetched.nextFetchAt != nil)
            let article = try await desk.article("urn:self:1")
            #expect(article.headline == "The tide came in" && article.status == "unpublished")
            #expect(article.standfirst == "In short." && article.section == "city" && article.language == "pt-PT")
            #expect(article.byline == "The Wire")
            #expect(article.body.contains("<p>The text.</p>"))
            #expect(article.body.hasSuffix(#"<a href="https://wire.example/self-1">The Wire</a></p>"#))
            await desk.forget(source)
        }
    }

    @Test("What is published at once is seen by readers, and told to other servers") func published() async throws {
        let site = try SharedSite.site
        let (desk, chief) = (try await Desk(site, .editor), try await Desk(site, .chief))
        try await FeedServer.open { server in
            let webhook = try await chief.webhook("http://127.0.0.1:9/", [.articlePublished])
            let old = item("urn:out:0", "Seen before it was ours")
            server.put("/out.xml", rss([old]))
            let source = try await desk.source(server.root + "/out.xml", .publish)
            #expect(try await desk.fetch(source).added == 1)
            // Entries that were already there at the start are no news.
            #expect(try await desk.article("urn:out:0").status == "published")
            #expect(try await chief.deliveries(webhook).isEmpty)
            let new = item("urn:out:1", "Seen at once", more: "<dc:creator>Ana Sá</dc:creator>")
            server.put("/out.xml", rss([old, new, item("urn:out:2", "")]))
            let fetch = try await desk.fetch(source)
            #expect(fetch.added == 2 && fetch.refused == 0)
            let article = try await desk.article("urn:out:1")
            #expect(article.status == "published" && article.publishedAt == "2026-01-05T10:00:00Z")
            #expect(article.byline == "Ana Sá")
            #expect(try await site.places(of: "Seen at once", slug: article.slug) == TestSite.everywhere)
            #expect(try await chief.deliveries(webhook).count == 1)
            let draft = try await desk.article("urn:out:2")
            #expect(draft.status == "unpublished")
            let entry = try #require(try await desk.entries(source).first)
            #expect(entry.article == draft.id && entry.note.contains("headline is missing"))
            _ = try await chief.send(.delete, "webhooks/\(webhook.id)", nil, ["If-Match": "*"])
            await desk.forget(source)
        }
    }

    static let gaps: [(String, String, String)] = [
        (item("urn:gap:1", "No text", text: ""), "no text", "unpublished"),
        (item("urn:gap:2", "Year 9999", date: "Fri, 31 Dec 9999 23:59:59 GMT"), "cannot be read", "unpublished"),
        (item("urn:gap:3", "Year 1", date: "0001-01-01T00:00:00Z"), "cannot be read", "unpublished"),
        (item("urn:gap:5", "No date", date: nil, more: "<description>Whole.</description>"), "", "published"),
        (item("urn:gap:4", "Next week", date: RFC822.string(Date() + 604_800)), "date cannot be right", "unpublished"),
    ]

    @Test(
        "An entry that is not whole is a draft or comes without what is wrong, and the reason is told", arguments: gaps)
    func aGap(_ xml: String, _ reason: String, _ status: String) async throws {
        let desk = try await Desk(SharedSite.site, .editor)
        try await FeedServer.open { server in
            // Removes the description, which would replace a missing text.
            server.put("/gaps.xml", rss([xml.replacing("<description>In short.</description>", with: "")]))
            let source = try await desk.source(server.root + "/gaps.xml", .publish)
            #expect(try await desk.fetch(source).added == 1)
            if !reason.isEmpty {
                #expect(try #require(try await desk.entries(source).first).note.contains(reason))
            }
            let guid = try #require(xml.firstMatch(of: /urn:gap:\d/)).output
            #expect(try await desk.article(String(guid)).status == status)
            await desk.forget(source)
        }
    }

    @Test("Of a source that is trusted with headlines alone readers get these, and a link") func headlines()
        async throws
    {
        let desk = try await Desk(SharedSite.site, .editor)
        try await FeedServer.open { server in
            server.put("/heads.xml", rss([item("urn:head:1", "A headline", date: nil)]))
            let source = try await desk.source(server.root + "/heads.xml", .headline)
            #expect(try await desk.fetch(source).added == 1)
            let article = try await desk.article("urn:head:1")
            #expect(article.status == "published" && article.standfirst == "In short.")
            #expect(article.body == #"<p><a href="https://wire.example/head-1">The Wire</a></p>"#)
            await desk.forget(source)
        }
    }

    @Test("The same entry is one article, which follows its changes until somebody changes it here") func updates()
        async throws
    {
        let desk = try await Desk(SharedSite.site, .editor)
        try await FeedServer.open { server in
            func put(_ title: String) { server.put("/up.xml", rss([item("urn:up:1", title)])) }
            put("First")
            let source = try await desk.source(server.root + "/up.xml", .publish)
            #expect(try await desk.fetch(source).added == 1)
            #expect(try await desk.fetch(source).added == 0)
            put("Second")
            let second = try await desk.fetch(source)
            #expect(second.changed == 1 && second.added == 0)
            let article = try await desk.article("urn:up:1")
            #expect(article.headline == "Second" && article.revision == 2 && article.status == "published")

            let mine = #"{"headline":"Mine","section":"city","body":"<p>Mine.</p>"}"#
            #expect(try await desk.send(.put, "articles/\(article.id)", mine, ["If-Match": "*"]).status == 200)
            put("Third")
            let third = try await desk.fetch(source)
            #expect(third.changed == 0 && third.refused == 1 && third.notes.count == 1)
            #expect(try await desk.article("urn:up:1").headline == "Mine")
            #expect(try await desk.entries(source).first?.note.contains("stays as it is") == true)
            #expect(try await desk.fetch(source).refused == 0, "it is told once")

            // An article withdrawn here does not come back.
            #expect(try await desk.send(.delete, "articles/\(article.id)", nil, ["If-Match": "*"]).status == 200)
            put("Fourth")
            #expect(try await desk.fetch(source).refused == 1)
            #expect(try await desk.article("urn:up:1").status == "withdrawn")
            // An entry that leaves the feed stays here.
            server.put("/up.xml", rss([]))
            #expect(try await desk.fetch(source).error == "")
            #expect(try await desk.article("urn:up:1").status == "withdrawn")
            await desk.forget(source)
        }
    }

    @Test("What was held back is out as soon as it is whole, and what another source brought is not doubled")
    func held()
        async throws
    {
        let desk = try await Desk(SharedSite.site, .editor)
        try await FeedServer.open { server in
            let short = item("urn:held:1", "Short", text: "").replacing(
                "<description>In short.</description>", with: "")
            server.put("/held.xml", rss([short]))
            let source = try await desk.source(server.root + "/held.xml", .publish)
            #expect(try await desk.fetch(source).added == 1)
            #expect(try await desk.article("urn:held:1").status == "unpublished")
            server.put("/held.xml", rss([item("urn:held:1", "Whole")]))
            #expect(try await desk.fetch(source).changed == 1)
            let article = try await desk.article("urn:held:1")
            #expect(article.status == "published" && article.headline == "Whole")
            #expect(try await desk.entries(source).isEmpty)

            server.put("/other.xml", rss([item("urn:held:1", "Elsewhere"), item("7", "Its own"), item("7", "Twice")]))
            let other = try await desk.source(server.root + "/other.xml")
            let fetch = try await desk.fetch(other)
            #expect(fetch.found == 3 && fetch.added == 1 && fetch.refused == 0)
            #expect(fetch.notes == ["Already articles from elsewhere: 1."])
            #expect(try await desk.article("urn:held:1").headline == "Whole")
            for source in [source, other] { await desk.forget(source) }
        }
    }

    @Test("Pictures are fetched and made ours; one that cannot be had is left out, and told") func pictures()
        async throws
    {
        let desk = try await Desk(SharedSite.site, .editor)
        try await FeedServer.open { server in
            server.put(
                "/photo.jpg", bytes: try #require(Canvas(width: 400, height: 300)).jpeg(), .ok,
                [.contentType: "image/jpeg"])
            server.put("/broken.jpg", "no picture")
            func media(_ path: String) -> String { #"<media:content url="\#(server.root)\#(path)" medium="image"/>"# }
            server.put(
                "/pictures.xml",
                rss([
                    item("urn:pic:1", "With", more: media("/photo.jpg")),
                    item("urn:pic:2", "Broken", more: media("/broken.jpg")),
                    item("urn:pic:3", "Away", more: media("/away.jpg")),
                    item("urn:pic:4", "Within", text: "&lt;img src=\"/photo.jpg\" alt=\"Tide\"&gt;")
                        .replacing("https://wire.example", with: server.root),
                ]))
            let source = try await desk.source(server.root + "/pictures.xml", .publish)
            let fetch = try await desk.fetch(source)
            #expect(fetch.added == 4 && fetch.notes.count == 2)
            #expect(fetch.notes.contains { $0.contains("HTTP 404") })
            let picture = try #require(try await desk.article("urn:pic:1").picture)
            #expect(picture.credit == "The Wire" && picture.alt == "With")
            for guid in ["urn:pic:2", "urn:pic:3"] { #expect(try await desk.article(guid).picture == nil) }
            #expect(try await desk.article("urn:pic:4").body.contains(picture.hash))

            // The same picture is kept without fetching it again.
            server.put("/pictures.xml", rss([item("urn:pic:1", "Changed", more: media("/photo.jpg"))]))
            let before = server.asked("/photo.jpg").count
            #expect(try await desk.fetch(source).changed == 1)
            #expect(try await desk.article("urn:pic:1").picture?.hash == picture.hash)
            #expect(server.asked("/photo.jpg").count == before)
            await desk.forget(source)
        }
    }
}
