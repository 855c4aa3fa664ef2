import Archive
@testable import Documents
import Foundation
import HTTPTypes
import News
import PostgreSQL
@testable import Server
import Testing

extension WritingSiteTests {
    /// The states of articles, and which of them readers see.
    struct WorkflowTests {
        private func move(
            _ desk: Desk, _ id: Int, _ move: String, _ more: String = "", match: String = "*"
        ) async throws -> Answer {
            try await desk.send(.post, "articles/\(id)/moves", #"{"move":"\#(move)"\#(more)}"#, ["If-Match": match])
        }

        private func soon(_ seconds: Double) -> String { Date().addingTimeInterval(seconds).ISO8601Format() }

        @Test func anArticleGoesItsWay() async throws {
            let site = try SharedSite.site
            let (journalist, editor) = (try await Desk(site, .journalist), try await Desk(site, .editor))
            let article = try await journalist.write(#"{"headline":"On its way","section":"city","body":"<p>So.</p>"}"#)
            #expect(article.moves == ["save", "submit", "kill"])
            let way: [(Desk, String, String, String, String)] = [
                (journalist, "submit", "", "submitted", "unpublished"),
                (journalist, "recall", "", "draft", "unpublished"),
                (journalist, "submit", "", "submitted", "unpublished"),
                (editor, "review", "", "in review", "unpublished"),
                (editor, "send-back", #","text":"Who says so?""#, "draft", "unpublished"),
                (editor, "approve", "", "approved", "unpublished"),
                (editor, "schedule", #","at":"\#(soon(3600))""#, "approved", "scheduled"),
                (editor, "unschedule", "", "approved", "unpublished"), (editor, "publish", "", "approved", "published"),
                (editor, "correct", #","text":"It was <b>so</b>.""#, "approved", "corrected"),
                (editor, "withdraw", #","text":"It was not so.""#, "approved", "withdrawn"),
                (editor, "restore", "", "approved", "corrected"), (editor, "kill", "", "approved", "killed"),
            ]
            for (step, (desk, name, more, workflow, status)) in way.enumerated() {
                let answer = try await move(desk, article.id, name, more, match: "\"\(step + 1)\"")
                let now: WrittenArticle = try answer.json()
                #expect(answer.status == 200 && now.workflow == workflow && now.status == status, "\(name)")
                let isOut = try await !site.places(of: "On its way", slug: article.slug).isEmpty
                #expect(isOut == ["published", "corrected"].contains(status), "\(name)")
            }
            let history = try await site.backend.archive.read { try $0.articles.revisions(of: article.id, limit: 50) }
            #expect(history.map(\.number) == Array((1...way.count + 1).reversed()))
            #expect(history.contains { $0.action == "article.send-back" && $0.text == "Who says so?" })
        }

        @Test func whatIsNotLegalIsRefusedWithWhatIs() async throws {
            let site = try SharedSite.site
            let (journalist, editor) = (try await Desk(site, .journalist), try await Desk(site, .editor))
            let article = try await journalist.write(#"{"headline":"Stays","section":"city"}"#)
            for name in ["review", "withdraw", "restore", "correct", "unschedule"] {
                let answer = try await move(editor, article.id, name, #","text":"x""#)
                #expect(answer.status == 409, "\(name)")
                let text = try answer.text
                #expect(
                    text.contains(#""available":["save","submit","approve","schedule","publish","kill"]"#), "\(text)")
            }
            for name in ["approve", "publish", "schedule"] {
                #expect(try await move(journalist, article.id, name).status == 403, "\(name)")
            }
            let stranger = try await Desk(site, .contributor)
            #expect(
                try await stranger.send(
                    .put, "articles/\(article.id)", #"{"headline":"Mine","section":"city"}"#, ["If-Match": "*"]
                ).status == 403)
            #expect(try await move(editor, article.id, "fly").problem().fields == ["move"])
            #expect(try await move(editor, article.id, "schedule").problem().fields == ["at"])
            #expect(
                try await move(editor, article.id, "schedule", #","at":"2001-01-01T00:00:00Z""#).problem().fields == [
                    "at"
                ])
            #expect(try await move(editor, 999_999_999, "publish").status == 404)
            #expect(
                try await editor.send(.post, "articles/\(article.id)/moves", #"{"move":"publish"}"#).status == 428)
        }

        @Test func whatIsMissingKeepsItFromReaders() async throws {
            let desk = try await Desk(SharedSite.site, .editor)
            let article = try await desk.write(#"{"section":"city"}"#)
            for name in ["submit", "approve", "publish"] {
                #expect(try await move(desk, article.id, name).problem().fields == ["headline"], "\(name)")
            }
        }

        @Test func correctionsAreToldEverywhere() async throws {
            let site = try SharedSite.site
            let desk = try await Desk(site, .editor)
            let article = try await desk.write(
                #"{"headline":"In error","section":"city","language":"pt-PT","body":"<p>Two.</p>","status":"published"}"#
            )
            #expect(try await move(desk, article.id, "correct").problem().fields == ["text"])
            #expect(try await move(desk, article.id, "correct", #","text":"Três & <não> dois""#).status == 200)
            let note = "Três &amp; &lt;não&gt; dois"
            for path in [
                "/articles/\(article.slug)", "/lite/articles/\(article.slug)", "/edition/articles/\(article.slug)",
            ] {
                let text = try await site.get(path, ["Accept": "text/html"]).text
                #expect(text.contains(#/Correção, \d+ de \w+\.? de \d{4}: /#) && text.contains(note), "\(path)")
            }
            let feed = try await site.get("/rss.xml").text
            #expect(feed.contains("Três &amp;amp; &amp;lt;não&amp;gt; dois") || feed.contains("<![CDATA["))
            for query in ["network=wifi", "network=3g"] {
                let items = try await site.get("/ws?\(query)").channel.items
                let item = try #require(items.first { $0.title == "In error" })
                #expect(item.text?.contains("Correção, ") == true && item.text?.contains("dois") == true, "\(query)")
            }
            let again: WrittenArticle = try await desk.send(.get, "articles/\(article.id)").json()
            #expect(again.status == "corrected" && !again.body.contains("Correção"))
        }

        @Test func whatWasKilledIsInNoCache() async throws {
            let site = try SharedSite.site
            let desk = try await Desk(site, .editor)
            let article = try await desk.write(#"{"headline":"Must go","section":"city","status":"published"}"#)
            _ = try await site.places(of: "Must go", slug: article.slug)
            let before = try await site.backend.archive.read { try $0.newspaper.revision() }
            try await site.withNode { node async throws in
                _ = try await node.places(of: "Must go", slug: article.slug)
                #expect(try await move(desk, article.id, "kill").status == 200)
                for one in [site, node] {
                    #expect(try await eventually { one.server.revisions.isPurged(before) })
                    #expect(try await eventually { try await one.places(of: "Must go", slug: article.slug) == [] })
                    let answer = try await one.get("/articles/\(article.slug)", ["Accept": "text/html"])
                    #expect(try answer.status == 410 && !answer.text.contains("Must go"))
                }
            }
            #expect(try await move(desk, article.id, "restore").status == 409)
        }

        /// No page or feed shows an article under embargo, even though it is scheduled to the minute.
        @Test func anEmbargoIsKept() async throws {
            let site = try SharedSite.site
            let desk = try await Desk(site, .editor)
            let until = soon(3600)
            let article = try await desk.write(
                #"{"headline":"Hushed gazelle","section":"city","body":"<p>Zanzibarian.</p>","categories":["Hush"],"embargoUntil":"\#(until)"}"#
            )
            let refused = try await move(desk, article.id, "publish")
            #expect(try refused.status == 409 && refused.text.contains("embargo"))
            #expect(try await move(desk, article.id, "schedule", #","at":"\#(soon(60))""#).problem().fields == ["at"])
            #expect(try await move(desk, article.id, "schedule", #","at":"\#(soon(3601))""#).status == 200)
            let early = try await desk.send(
                .put, "articles/\(article.id)",
                #"{"headline":"Hushed gazelle","section":"city","embargoUntil":"\#(soon(7200))"}"#, ["If-Match": "*"])
            #expect(try early.problem().fields == ["embargoUntil"])
            #expect(try await site.places(of: "Hushed gazelle", slug: article.slug) == [])
            for path in [
                "/", "/m/", "/news/", "/reader/", "/edition/", "/lite/", "/ws", "/ws?network=wifi", "/ws?format=json",
                "/ws/explain", "/rss.xml", "/sections/city", "/sections/city/rss.xml", "/search?q=gazelle",
                "/search?q=zanzibarian",
                "/articles/\(article.slug)", "/news/articles/\(article.slug)", "/categories/hush",
                "/editions/\(article.edition)", "/ws?categories=hush", "/api/v1/articles",
            ] {
                let answer = try await site.get(path, ["Accept": "text/html"])
                let text = try answer.text.lowercased().replacing("value=\"hushed gazelle\"", with: "")
                #expect(!text.contains("hushed gazelle") && !text.contains("<p>zanzibarian"), "\(path)")
            }
            #expect(try await site.get("/articles/\(article.slug)").status == 404)
            #expect(try await site.number("select count(*) from search_entries where article_id = \(article.id)") == 0)
        }

        /// Scheduled articles are published once, however many nodes there are, and never early. `benchmarks/publishing`
        /// measures how late they are.
        @Test func whatIsScheduledComesOnceAndNotEarly() async throws {
            let site = try SharedSite.site
            let desk = try await Desk(site, .editor)
            try await site.withNode { node async throws in
                var ids: [Int] = []
                for number in 0..<12 {
                    let article = try await desk.write(
                        #"{"headline":"By the clock \#(number)","section":"city","status":"scheduled","publishAt":"\#(soon(5))"}"#
                    )
                    #expect(article.status == "scheduled")
                    ids.append(article.id)
                }
                let list = ids
                #expect(
                    try await eventually {
                        try await site.number(
                            "select count(*) from articles where id = any(\(list)::bigint[]) and status = 'published'"
                        ) == 12
                    })
                let facts = try await site.backend.archive.read { holdings in
                    try holdings.connection.query(
                        """
                        select count(*), min(extract(epoch from r.created_at - a.published_at))::float8 from articles a
                            join article_revisions r on r.article_id = a.id and r.revision > 1
                        where a.id = any(\(list)::bigint[])
                        """
                    ).first { (try $0.get(0, as: Int.self), try $0.get(1, as: Double.self)) } ?? (0, 0)
                }
                #expect(facts.0 == 12, "one revision each beside the first")
                #expect(facts.1 >= 0, "seconds late")
                #expect(
                    try await eventually {
                        try await !node.places(of: "By the clock 7", slug: "by-the-clock-7").isEmpty
                    })
            }
        }

        /// An article that is due is published by only one transaction, and stays scheduled if that is rolled back.
        @Test func twoPublishersShareTheWork() async throws {
            let site = try SharedSite.site
            let desk = try await Desk(site, .editor)
            var ids: [Int] = []
            for number in 0..<6 {
                ids.append(
                    try await desk.write(
                        #"{"headline":"Shared \#(number)","section":"city","status":"scheduled","publishAt":"\#(soon(3600))"}"#
                    ).id)
            }
            let list = ids
            struct Broken: Error {}
            await #expect(throws: Broken.self) {
                try await site.backend.archive.write { holdings in
                    try holdings.connection.query(
                        "update articles set publish_at = now() where id = any(\(list)::bigint[])")
                    #expect(try holdings.articles.publishDue(limit: 20).sorted() == list)
                    throw Broken()
                }
            }
            #expect(
                try await site.number(
                    "select count(*) from articles where status = 'scheduled' and headline like 'Shared %'") == 6)
        }
    }
}
