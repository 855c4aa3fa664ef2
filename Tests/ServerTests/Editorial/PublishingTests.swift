import Archive
import Foundation
import HTTPTypes
import News
import PostgreSQL
@testable import Server
import Testing
import XML

/// All tests that write through the API, on one server with an empty newspaper.
@Suite(
    .serialized,
    SharedSite { site in
        let desk = try await Desk(site, .editor)
        for slug in ["culture", "city"] { try await desk.section(slug) }
    })
struct WritingSiteTests {}

extension WritingSiteTests {
    struct PublishingTests {
        @Test func aPublishIsSeenOnTheNextRequest() async throws {
            let site = try SharedSite.site
            let desk = try await Desk(site, .editor)
            _ = try await site.places(of: "", slug: "x")  // fills the cache
            let headline = "The tide came in"
            var article = try await desk.write(
                #"{"headline":"\#(headline)","section":"city","body":"<p>Water.</p>","categories":["Sea","Weather"]}"#)
            #expect(
                article.status == "unpublished" && article.workflow == "draft" && article.url == nil
                    && article.revision == 1)
            #expect(try await site.places(of: headline, slug: article.slug) == [])

            let published = try await desk.send(
                .put, "articles/\(article.id)",
                #"{"headline":"\#(headline)","section":"city","body":"<p>Water.</p>","categories":["Sea"],"status":"published"}"#,
                ["If-Match": "\"1\""])
            #expect(published.status == 200 && published["etag"] == "\"2\"")
            article = try published.json()
            #expect(article.url == TestSite.publicURL + "/articles/the-tide-came-in")
            #expect(try await site.places(of: headline, slug: article.slug) == TestSite.everywhere)

            let changed = try await desk.send(
                .put, "articles/\(article.id)",
                #"{"headline":"The tide went out","section":"culture","status":"published"}"#, ["If-Match": "\"2\""])
            #expect(changed.status == 200)
            #expect(try await site.places(of: headline, slug: article.slug) == [])
            #expect(try await site.places(of: "The tide went out", slug: article.slug) == TestSite.everywhere)
            let after: WrittenArticle = try changed.json()
            #expect(
                after.guid == article.guid && after.slug == article.slug && after.edition == article.edition
                    && after.publishedAt == article.publishedAt)
            #expect(after.section == "culture" && after.categories.isEmpty)
        }

        @Test func aPublishIsSeenInItsSectionEditionAndCategory() async throws {
            let site = try SharedSite.site
            let article = try await Desk(site, .editor).write(
                #"{"headline":"Dated","section":"culture","status":"published","categories":["Old news"],"publishedAt":"2009-05-31T21:30:00Z","place":{"latitude":41.4502,"longitude":-8.2901},"language":"pt-PT","byline":"Ana","standfirst":"Short"}"#
            )
            #expect(article.place == .init(latitude: 41.45, longitude: -8.29))
            for query in [
                "edition=\(article.edition)", "edition=2009-05-31", "edition=2009-05-25",
                "sections=culture&edition=\(article.edition)", "categories=old-news",
            ] {
                #expect(try await site.get("/ws?" + query).channel.items.map(\.title) == ["Dated"], "\(query)")
            }
            for path in [
                "/sections/culture", "/categories/old-news", "/editions/\(article.edition)",
                "/sections/culture/rss.xml",
            ] {
                #expect(try await site.get(path).text.contains("Dated"), "\(path)")
            }
            let item = try #require(try await site.get("/ws?categories=old-news").channel.items.first)
            #expect(
                item.language == "pt-PT" && item.author == "Ana" && item.pubDate == "Sun, 31 May 2009 21:30:00 +0000")
        }

        @Test func aWithdrawalTakesItFromEverywhere() async throws {
            let site = try SharedSite.site
            let desk = try await Desk(site, .editor)
            let article = try await desk.write(#"{"headline":"Soon gone","section":"city","status":"published"}"#)
            #expect(try await site.places(of: "Soon gone", slug: article.slug) == TestSite.everywhere)
            let gone = try await desk.send(.delete, "articles/\(article.id)", nil, ["If-Match": "\"1\""])
            #expect(gone.status == 200 && gone["etag"] == "\"2\"")
            #expect(try gone.json(WrittenArticle.self).status == "withdrawn")
            #expect(try await site.places(of: "Soon gone", slug: article.slug) == [])
            #expect(try await site.get("/articles/" + article.slug).status == 410)
            #expect(try await desk.send(.get, "articles/\(article.id)").status == 200, "editors still have it")
        }

        @Test func aChangeSaysWhatItChanges() async throws {
            let desk = try await Desk(SharedSite.site, .editor)
            let article = try await desk.write(#"{"headline":"Contended","section":"city"}"#)
            let path = "articles/\(article.id)"
            let body = #"{"headline":"Mine","section":"city"}"#
            for method in ["PUT", "DELETE"] {
                let method = try #require(HTTPRequest.Method(method))
                #expect(try await desk.send(method, path, body).status == 428)
                for tag in ["\"0\"", "\"2\"", "\"x\"", "2", "W/\"1\""] {
                    let answer = try await desk.send(method, path, body, ["If-Match": tag])
                    #expect(answer.status == 412, "\(method) \(tag)")
                    _ = try answer.problem()
                }
            }
            #expect(try await desk.send(.put, path, body, ["If-Match": "\"1\""]).status == 200)
            let late = try await desk.send(
                .put, path, #"{"headline":"Theirs","section":"city"}"#, ["If-Match": "\"1\""])
            #expect(late.status == 412 && late["etag"] == "\"2\"")
            #expect(try await desk.send(.get, path).json(WrittenArticle.self).headline == "Mine")
        }

        /// If several clients change the same revision at once, exactly one succeeds.
        @Test func ofManyAtOnceOneWins() async throws {
            let desk = try await Desk(SharedSite.site, .editor)
            let article = try await desk.write(#"{"headline":"Race","section":"city"}"#)
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for index in 0..<8 {
                    group.addTask {
                        try await desk.send(
                            .put, "articles/\(article.id)", #"{"headline":"Race \#(index)","section":"city"}"#,
                            ["If-Match": "\"1\""]
                        ).status
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses.count { $0 == 200 } == 1 && statuses.count { $0 == 412 } == 7, "\(statuses)")
        }

        /// Drafts may be secret, so neither browsers nor caches keep them.
        @Test(arguments: ["articles", "sections", "pictures", "sources.opml"])
        func readsAreNotStored(_ path: String) async throws {
            let desk = try await Desk(SharedSite.site, .editor)
            #expect(try await desk.send(.get, path)["cache-control"] == "no-store")
        }

        @Test func validationTellsEveryFault() async throws {
            let desk = try await Desk(SharedSite.site, .editor)
            let hash = String(repeating: "a", count: 64)
            let bad = """
                {"headline":" ","standfirst":"\(String(repeating: "x", count: 2001))","byline":"\(String(repeating: "x", count: 501))","slug":"Not a slug",
                "language":"english","categories":["","ok"],"status":"done","edition":"soon","place":{"latitude":91,"longitude":0},
                "publishedAt":"yesterday","picture":{"hash":"zz","alt":""}}
                """.replacing("\n", with: " ")
            let answer = try await desk.send(.post, "articles", bad)
            #expect(answer.status == 422)
            #expect(
                try answer.problem().fields == [
                    "status", "edition", "place", "publishedAt", "standfirst", "byline", "slug", "language", "section",
                    "categories", "picture.hash",
                ])
            let dangling = try await desk.send(
                .post, "articles",
                #"{"headline":"x","section":"nowhere","edition":"999","picture":{"hash":"\#(hash)","alt":"x"}}"#)
            #expect(dangling.status == 422)
            #expect(try dangling.problem().fields == ["section", "edition", "picture.hash"])
        }

        @Test(arguments: ["", "{", "[]", "null", #"{"headline":1}"#, #"{"place":{"latitude":"x"}}"#, "\u{FF}"])
        func whatIsNoArticleIsRefused(_ body: String) async throws {
            let answer = try await Desk(SharedSite.site, .editor).send(.post, "articles", body)
            #expect(answer.status == 400)
            #expect(try answer.problem().detail.count > 20)
        }

        @Test func aTakenSlugOrGuidIsRefusedAndAHeadlineIsNot() async throws {
            let desk = try await Desk(SharedSite.site, .editor)
            let first = try await desk.write(#"{"headline":"Twice told","section":"city","guid":"g-1"}"#)
            let second = try await desk.write(#"{"headline":"Twice told","section":"city"}"#)
            #expect(first.slug == "twice-told" && second.slug == "twice-told-2")
            for (field, value) in [("slug", "twice-told"), ("guid", "g-1")] {
                let answer = try await desk.send(
                    .post, "articles", #"{"headline":"Other","section":"city","\#(field)":"\#(value)"}"#)
                #expect(answer.status == 422)
                #expect(try answer.problem().fields == [field])
            }
        }

        @Test func hostileTextIsHarmless() async throws {
            let site = try SharedSite.site
            let desk = try await Desk(site, .editor)
            let article = try await desk.write(
                #"{"headline":"<script>alert(1)</script> & \"more\"","standfirst":"<img src=x onerror=alert(2)>","byline":"</p><script>","section":"city","status":"published","slug":"hostile","categories":["<b>Bold</b>"],"body":"<p onclick=alert(3)>Fine <script>alert(4)</script><a href=\"javascript:alert(5)\">link</a><iframe src=x></iframe></p><svg onload=alert(6)>"}"#
            )
            #expect(
                !article.body.contains("script") && !article.body.contains("onclick")
                    && !article.body.contains("iframe") && !article.body.contains("svg"))
            #expect(article.body.contains("<p>Fine"))
            for path in ["/m/", "/articles/hostile", "/sections/city", "/ws/explain?network=wifi"] {
                let text = try await site.get(path, ["Accept": "text/html"]).text
                #expect(text.contains("&lt;script&gt;alert(1)&lt;/script&gt; &amp; "), "\(path)")
                for bad in ["<script>", "onerror=alert(2)>\"", "<img src=x", "javascript:", "onclick="] {
                    #expect(!text.contains(bad), "\(path): \(bad)")
                }
            }
            let item = try #require(
                try await site.get("/ws?network=wifi").channel.items.first { $0.link.hasSuffix("/hostile") })
            #expect(item.title == "<script>alert(1)</script> & \"more\"")
            #expect(try await site.get("/rss.xml").xml.first("channel") != nil)
            let json = try await site.get("/ws?network=wifi&format=json").channel
            #expect(json.items.contains(item))
        }

        @Test func theListIsPaged() async throws {
            let site = try SharedSite.site
            let desk = try await Desk(site, .contributor)
            for index in 0..<5 { _ = try await desk.write(#"{"headline":"Listed \#(index)","section":"city"}"#) }
            struct List: Decodable { var articles: [WrittenArticle] }
            for filter in ["", "&status=unpublished", "&status=published"] {
                var seen: [Int] = []
                var path: String? = "articles?limit=2" + filter
                while let next = path {
                    let answer = try await desk.send(.get, next)
                    try #require(answer.status == 200)
                    let page = try answer.json(List.self).articles
                    #expect(page.count <= 2)
                    if filter == "&status=unpublished" { #expect(page.allSatisfy { $0.status == "unpublished" }) }
                    seen += page.map(\.id)
                    path = answer.link().map { String($0.dropFirst("/api/v1/".count)) }
                }
                let ids = try await site.backend.archive.read { holdings in
                    try holdings.connection.query(
                        "select id from articles where \(filter.isEmpty ? "true" : SQL(script: "status = '\(filter.dropFirst(8))'")) order by id desc"
                    ).map { try $0.get(0, as: Int.self) }
                }
                #expect(seen == ids)
            }
        }

        /// An article keeps its guid in the feed for ever.
        @Test func theGuidIsStable() async throws {
            let site = try SharedSite.site
            let desk = try await Desk(site, .editor)
            let article = try await desk.write(#"{"headline":"Named","section":"city","status":"published"}"#)
            func guid(_ headline: String) async throws -> String? {
                try await site.get("/rss.xml").xml.first("channel")?.all("item").first {
                    $0.first("title")?.text == headline
                }?.first("guid")?.text
            }
            #expect(try await guid("Named") == article.guid)
            _ = try await desk.send(
                .put, "articles/\(article.id)",
                #"{"headline":"Renamed","slug":"elsewhere","section":"city","status":"published"}"#,
                ["If-Match": "\"1\""])
            #expect(try await guid("Renamed") == article.guid)
        }
    }
}
