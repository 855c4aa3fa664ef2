import Foundation
import HTTPTypes
import News
import PostgreSQL
@testable import Server
import Testing

/// The topics that readers follow: their stories, the feed at an address of its own, and the lists to take along.
@Suite("Readers' own news", .serialized)
struct OwnNewsTests {
    /// Posts as a browser does, from this site's own page.
    private static func post(
        _ path: String, _ form: String, _ session: [String: String], _ site: TestSite
    ) async throws -> Answer {
        let own = ["Content-Type": "application/x-www-form-urlencoded", "Sec-Fetch-Site": "same-origin"]
        return try await site.send(.post, path, own.merging(session) { $1 }, body: Array(form.utf8))
    }

    private static func play(_ body: (TestSite, [String: String]) async throws -> Void) async throws {
        try await SyncTests.play { site, _ in
            let desk = try await Desk(site, .chief)
            for (section, headline) in [("sport", "Match"), ("world", "Summit")] {
                try await desk.section(section)
                _ = try await desk.write(
                    #"{"headline":"\#(headline)","section":"\#(section)","categories":["Boats"],"authors":[],"status":"published"}"#
                )
            }
            try await body(site, try await SyncTests.logIn(site).session)
        }
    }

    @Test("The stories of what is followed, of any kind and each once, and a feed of the same") func followed()
        async throws
    {
        try await Self.play { site, session in
            let none = try await site.get("/me/news", session).text
            #expect(none.contains("Choose sections") && !none.contains("/me/feed/") && !none.contains("Tide 1"))
            let asked = try await site.get("/me/news?follow=section/sport", session).text
            #expect(
                asked.contains("value=\"section/sport\" checked") && !asked.contains("value=\"section/city\" checked"))

            let form =
                "topic=section/city&topic=section/sport&topic=category/boats&topic=section/no&topic=all&topic=%27"
            let kept = try await Self.post("/me/news", form, session, site)
            #expect(kept.status == 303 && kept["location"] == "/me/news?done=kept")
            let page = try await site.get("/me/news", session).text
            for headline in ["Tide 1", "Tide 3", "Match", "Summit"] {
                #expect(page.components(separatedBy: "<b>\(headline)</b>").count == 2, "\(headline)")
            }
            let address = try #require(page.firstMatch(of: /href="([^"]+\/me\/feed\/[^"]+\.xml)"/)?.output.1)
            let path = String(address.drop { $0 != "/" }.dropFirst(2).drop { $0 != "/" })
            let feed = try await site.get(path)
            #expect(feed.status == 200 && feed["content-type"]?.hasPrefix("application/rss+xml") == true)
            #expect(feed["cache-control"] == "private, max-age=300" && feed["x-robots-tag"] == "noindex")
            #expect(try feed.text.contains("<title>Summit</title>") && feed.text.contains("rel=\"self\""))
            #expect(try feed.text.contains("href=\"\(address)\"") && !feed.text.contains("ana@example.org"))
            #expect(try await site.get(path, ["If-None-Match": feed["etag"] ?? ""]).status == 304)

            // Neither has stories of a topic that is no longer followed.
            _ = try await Self.post("/me/news", "topic=section/sport", session, site)
            let now = try await site.get(path).text
            #expect(now.contains("<title>Match</title>") && !now.contains("Tide 1") && !now.contains("Summit"))
        }
    }

    @Test("A new address ends the old one, and made-up ones lead nowhere") func addresses() async throws {
        try await Self.play { site, session in
            _ = try await Self.post("/me/news", "topic=section/city", session, site)
            func path() async throws -> String {
                let page = try await site.get("/me/news", session).text
                let address = try #require(page.firstMatch(of: /\/me\/feed\/[^"]+\.xml/)?.output)
                return String(address)
            }
            let old = try await path()
            #expect(try await site.get(old).status == 200)
            let renewed = try await Self.post("/me/news", "do=renew", session, site)
            #expect(renewed["location"] == "/me/news?done=renewed")
            let new = try await path()
            #expect(new != old)
            #expect(try await site.get(old).status == 404)
            #expect(try await site.get(new).status == 200)
            let parts = new.split(separator: ".").map(String.init)
            for made in [
                "/me/feed/1.2.xml", "/me/feed/\(Int.max).1.AAAAAAAAAAAAAAAAAAAAAA.xml", "/me/feed/x",
                "/me/feed/-1.-1.x.xml",
                new.replacing(parts[2], with: parts[2].lowercased() + "x"), new.dropLast(4) + ".atom",
            ] { #expect(try await site.get(String(made)).status == 404, "\(made)") }
        }
    }

    @Test("What is followed is taken along, counted, kept and deleted with the reader") func takenAlong() async throws {
        try await Self.play { site, session in
            _ = try await Self.post("/me/news", "topic=section/city&topic=category/boats&topic=front", session, site)
            #expect(try await site.get("/me", session).text.contains("You follow 2 topics"))
            let data = try await Self.post("/me/export", "", session, site).text
            #expect(data.contains("\"section/city\"") && data.contains("/me/feed/"))
            let list = try await Self.post("/me/export", "do=opml", session, site)
            #expect(list["content-disposition"] == "attachment; filename=\"my-feeds.opml\"")
            let text = try list.text
            #expect(text.contains("/me/feed/") && text.contains("/sections/city/rss.xml"))
            #expect(text.contains("/categories/boats/rss.xml") && !text.contains("/sections/sport/"))
            let path = try #require(text.firstMatch(of: /\/me\/feed\/[^"]+\.xml/)?.output)
            // Who only follows something is not forgotten at the log-out.
            _ = try await Self.post("/me/log-out", "", session, site)
            #expect(try await site.get(String(path)).status == 200)
            let again = try await SyncTests.logIn(site).session
            #expect(try await site.get("/me/news", again).text.contains("value=\"section/city\" checked"))
            _ = try await Self.post("/me/delete", "", again, site)
            #expect(try await site.get(String(path)).status == 404)
        }
    }

    @Test("Keywords and places are typed; of several places of a name the reader ticks one") func typed() async throws {
        try await Self.play { site, session in
            let desk = try await Desk(site, .chief)
            for (headline, more) in [
                ("Quay", #""keywords":["Old Quay"]"#), ("Hill", #""place":{"latitude":39.46,"longitude":-8.2}"#),
                ("Far", #""place":{"latitude":10,"longitude":10},"keywords":["Camels"]"#),
            ] {
                _ = try await desk.write(
                    #"{"headline":"\#(headline)","section":"world","status":"published",\#(more)}"#)
            }
            let kept = try await Self.post("/me/news", "keywords=old+quays,+,%21&place=abrantes", session, site)
            #expect(kept["location"] == "/me/news?done=kept")
            let page = try await site.get("/me/news", session).text
            #expect(page.contains("<b>Quay</b>") && page.contains("<b>Hill</b>") && !page.contains("<b>Far</b>"))
            #expect(page.contains("value=\"keyword/old quays\" checked"))
            #expect(page.contains("value=\"place/39.5,-8.2/Abrantes\" checked"))

            let several = try await Self.post("/me/news", "topic=keyword/old+quays&place=lagos", session, site)
            #expect(several["location"] == "/me/news?done=kept&place=lagos#places")
            let choice = try await site.get("/me/news?done=kept&place=lagos", session).text
            #expect(choice.contains("Several places have this name"))
            #expect(choice.matches(of: /value="place\/[^"]+\/Lagos">/).count == 2)
            #expect(choice.contains("value=\"keyword/old quays\" checked") && !choice.contains("Abrantes"))
            let none = try await Self.post("/me/news", "place=Xyzzy", session, site)
            #expect(none["location"] == "/me/news?done=kept&place=Xyzzy#places")

            let many = (0..<11).map { "topic=place/\($0).0,1.0/X" }.joined(separator: "&")
            #expect(try await Self.post("/me/news", many, session, site).status == 422)
            for bad in ["place/91,0/X", "place/1.0,2.0/", "place/1.0,2.0", "keyword/", "keyword/%2C", "section/A B"] {
                _ = try await Self.post("/me/news", "topic=" + bad.replacing(" ", with: "+"), session, site)
                #expect(try await site.number("select count(*)::int from reader_topics where is_kept") == 0, "\(bad)")
            }
        }
    }

    @Test("Strangers and foreign pages change nothing") func strangers() async throws {
        try await Self.play { site, session async throws in
            #expect(try await site.get("/me/news")["location"] == "/me")
            #expect(try await Self.post("/me/news", "topic=section/city", [:], site)["location"] == "/me")
            let foreign = session.merging(["Sec-Fetch-Site": "cross-site"]) { $1 }
            #expect(try await Self.post("/me/news", "topic=section/city", foreign, site).status == 403)
            let many = (0..<60).map { "topic=section/s\($0)" }.joined(separator: "&")
            #expect(try await Self.post("/me/news", many, session, site).status == 422)
            #expect(try await site.number("select count(*)::int from reader_topics where is_kept") == 0)
        }
    }
}
