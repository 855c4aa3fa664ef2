import Archive
import Foundation
import HTTPTypes
import News
import PostgreSQL
@testable import Server
import Testing

extension NewsroomSiteTests {
    /// The table of articles: what narrows it, its orders and its pages.
    @Suite("Table of articles")
    struct ArticleTableTests {
        /// Articles that have a word of their own, by which nothing else is found.
        struct Shelf {
            let word = "zq" + UUID().uuidString.prefix(8).lowercased()
            let desk: Desk
            let browser: RoomBrowser
            var ids: [String: Int] = [:]

            init() async throws {
                let site = try SharedSite.site
                desk = try await Desk(site, .editor)
                browser = try await Room.person(site, .editor).browser()
                for section in ["city", "culture"] { try await desk.section(section) }
            }

            /// Writes an article; `more` are members of the API.
            mutating func put(_ name: String, _ more: String = "") async throws {
                let section = more.contains("section") ? "" : #","section":"city""#
                let json = #"{"headline":"\#(name) \#(word)","body":"<p>T.</p>"\#(section)\#(more)}"#
                ids[name] = try await desk.write(json).id
            }

            /// Five articles that differ in everything by which the table is narrowed.
            mutating func fill() async throws {
                try await put("Alpha", #","byline":"Ana Reis_Sá","language":"pt-PT","status":"published""#)
                try await put("Bravo", #","byline":"Rui 100%","section":"culture""#)
                try await put("Charlie", #","canonicalAddress":"https://wire.example/c","status":"published""#)
                try await put("Delta", #","planned":"2031-03-09""#)
                try await put("Echo", #","language":"de","section":"culture","byline":"ANA Lopes""#)
                let (alpha, echo) = (ids["Alpha"] ?? 0, ids["Echo"] ?? 0)
                _ = try await desk.send(.post, "articles/\(echo)/moves", #"{"move":"submit"}"#, ["If-Match": "*"])
                let site = try SharedSite.site
                try await site.run("update articles set published_at = '2019-05-04 12:00Z' where id = \(alpha)")
                try await site.run("update articles set updated_at = '2020-02-29 23:30Z' where id = \(echo)")
            }

            /// The names on a page, in order.
            func names(_ page: String) -> [String] {
                page.matches(of: #/aria-label="Choose: (\w+) (\w+)"/#)
                    .map { String($0.1) }
            }
        }

        @Test("What was deleted for good is listed only where that state is chosen") func deleted() async throws {
            var shelf = try await Shelf()
            try await shelf.put("Kept")
            try await shelf.put("Gone")
            let gone = "articles/\(shelf.ids["Gone"] ?? 0)/moves"
            #expect(try await shelf.desk.send(.post, gone, #"{"move":"kill"}"#, ["If-Match": "*"]).status == 200)
            for (query, names) in [("", ["Kept"]), ("&state=killed", ["Gone"])] {
                let page = try await shelf.browser.get("/admin/articles?q=\(shelf.word)\(query)").text
                #expect(shelf.names(page) == names)
            }
        }

        @Test(
            "Each filter finds what it says, in the table and in the API",
            arguments: [
                ("", "ABCDE"), ("byline=ana", "AE"), ("byline=ana+re", "A"), ("byline=reis_s%C3%A1", "A"),
                ("byline=a_l", ""), ("byline=100%25", "B"), ("byline=0%250", ""), ("byline=%5C", ""),
                ("section=culture", "BE"), ("source=own", "ABDE"), ("source=elsewhere", "C"), ("source=999999", ""),
                ("language=pt-PT", "A"), ("language=de", "E"), ("edition=999999", ""),
                ("edition=9223372036854775807", ""), ("from=2020-03-01", "ABCD"),
                ("to=2020-02-29", "E"),
                ("from=2020-02-29&to=2020-02-29", "E"), ("order=published&to=2019-05-04", "A"),
                ("section=culture&byline=ana&language=de", "E"), ("section=culture&source=elsewhere", ""),
            ])
        func filters(_ query: String, _ expected: String) async throws {
            var shelf = try await Shelf()
            try await shelf.fill()
            let page = try await shelf.browser.get("/admin/articles?q=\(shelf.word)&\(query)").text
            #expect(shelf.names(page).map { String($0.prefix(1)) }.sorted().joined() == expected)
            #expect(page.contains(">\(expected.count) article\(expected.count == 1 ? "" : "s")<"))
            let api = try await shelf.desk.send(.get, "articles?q=\(shelf.word)&\(query)")
            struct List: Decodable { var articles: [WrittenArticle] }
            let found: List = try api.json()
            #expect(found.articles.map { String($0.headline.prefix(1)) }.sorted().joined() == expected)
        }

        @Test("The editions to choose from narrow the table") func editions() async throws {
            var shelf = try await Shelf()
            try await shelf.put("Alpha")
            let site = try SharedSite.site
            let alpha = shelf.ids["Alpha"] ?? 0
            let edition = try await site.number("select edition from articles where id = \(alpha)")
            let list = "/admin/articles?q=\(shelf.word)&edition="
            let page = try await shelf.browser.get(list + "\(edition)").text
            #expect(shelf.names(page) == ["Alpha"])
            #expect(page.contains("<option value=\"\(edition)\" selected>") && page.contains("> Edition: "))
            #expect(try await shelf.names(shelf.browser.get(list + "\(edition + 1)").text).isEmpty)
            #expect(try await shelf.browser.get(list + "none").status == 400)
        }

        @Test(
            "States and whose it is narrow the table",
            arguments: [
                ("state=draft", "BD"), ("state=submitted", "E"), ("state=published", "AC"), ("state=withdrawn", ""),
                ("mine=1", ""), ("state=mine", ""), ("state=draft&section=culture", "B"), ("state=all", "ABCDE"),
            ])
        func states(_ query: String, _ expected: String) async throws {
            var shelf = try await Shelf()
            try await shelf.fill()
            let page = try await shelf.browser.get("/admin/articles?q=\(shelf.word)&\(query)").text
            #expect(shelf.names(page).map { String($0.prefix(1)) }.sorted().joined() == expected)
        }

        @Test("Articles of a source are found by it, and say its name") func sources() async throws {
            var shelf = try await Shelf()
            try await shelf.fill()
            let article = try #require(shelf.ids["Charlie"])
            let title = "Wire of \(shelf.word)"
            let site = try SharedSite.site
            let source = try await site.changed(
                """
                insert into sources (url, host, title, section_id, next_fetch_at)
                values (\("https://\(shelf.word).example/feed"), \(shelf.word + ".example:443"), \(title),
                    (select id from sections where slug = 'city'), now() + interval '1 year') returning id
                """)
            try await site.run(
                """
                insert into source_entries (source_id, guid, hash, article_id)
                values (\(source), 'c', sha256('c'), \(article)::bigint)
                """)
            let page = try await shelf.browser.get("/admin/articles?source=\(source)").text
            #expect(shelf.names(page) == ["Charlie"] && page.contains("others\">\(title)<"))
            #expect(page.contains("Source: \(title)"))
            try await site.run("delete from sources where id = \(source)")
        }

        @Test(
            "Orders page by page, and nothing is left out or twice",
            arguments: [
                ("order=headline", ["Alpha", "Bravo", "Charlie", "Delta", "Echo"]),
                ("order=published", ["Echo", "Delta", "Charlie", "Bravo", "Alpha"]),
                ("order=changed", ["Delta", "Charlie", "Bravo", "Alpha", "Echo"]),
            ])
        func orders(_ query: String, _ expected: [String]) async throws {
            var shelf = try await Shelf()
            try await shelf.fill()
            let page = try await shelf.browser.get("/admin/articles?q=\(shelf.word)&\(query)").text
            #expect(shelf.names(page) == expected)
            struct List: Decodable { var articles: [WrittenArticle] }
            var (path, seen): (String?, [String]) = ("articles?limit=2&q=\(shelf.word)&\(query)", [])
            while let next = path, seen.count <= 5 {
                let answer = try await shelf.desk.send(.get, next)
                let list: List = try answer.json()
                seen += list.articles.map { String($0.headline.prefix { $0 != " " }) }
                path = answer["link"].flatMap { $0.firstMatch(of: /api\/v1\/([^>]+)>/).map { String($0.1) } }
            }
            #expect(seen == expected)
        }

        @Test("The table goes on after fifty, and what was changed meanwhile does not shift it") func pages()
            async throws
        {
            var shelf = try await Shelf()
            try await shelf.put("Seed")
            let seed = try #require(shelf.ids["Seed"])
            let (site, word) = (try SharedSite.site, shelf.word)
            try await site.run(
                """
                insert into articles (guid, slug, headline, section_id, edition, updated_at)
                select \(word) || n, \(word) || '-' || n, 'N' || n || ' ' || \(word), section_id, edition,
                    '2021-01-01'::timestamptz + n * interval '1 minute'
                from articles, generate_series(1, 60) n where id = \(seed)
                """)
            let first = try await shelf.browser.get("/admin/articles?q=\(shelf.word)").text
            let names = shelf.names(first)
            #expect(names.count == 50 && names.prefix(2) == ["Seed", "N60"] && first.contains(">61 articles<"))
            let next = try #require(first.firstMatch(of: #/href="([^"]+)" rel="next"/#)).1
            try await site.run("update articles set updated_at = now() where guid = \(word + "20")")
            let second = try await shelf.browser.get(String(next).replacing("&amp;", with: "&")).text
            #expect(shelf.names(second) == (1...11).reversed().map { "N\($0)" })
            #expect(second.contains("First page") && !second.contains("rel=\"next\""))
        }

        @Test(
            "What is no filter is told, and does no harm",
            arguments: [
                "section=nowhere", "state=zombie", "order=random", "from=yesterday", "to=2021-02-30", "after=7",
                "after=%00", "source=-1", "source=x", "language=%3Cscript%3E", "order=headline&after=x_y",
                "from=99999-01-01", "section=%27%20or%201%3D1--",
            ])
        func hostile(_ query: String) async throws {
            let browser = try await Room.person(try SharedSite.site, .contributor).browser()
            let answer = try await browser.get("/admin/articles?" + query)
            #expect(try answer.status == 400 && answer.text.contains("One of the filters is not valid."))
            #expect(try !answer.text.contains("<script>"))
        }

        @Test(
            "Words and names with signs of their own are only words",
            arguments: ["%25", "_", "%5C%25", "%3Cb%3E", "%00", "'--"])
        func signs(_ words: String) async throws {
            let browser = try await Room.person(try SharedSite.site, .contributor).browser()
            let answer = try await browser.get("/admin/articles?q=\(words)&byline=\(words)")
            #expect(try answer.status == 200 && !answer.text.contains("<b>\u{3c}"))
        }

        @Test("Filters that are on are named, and each can be removed") func chips() async throws {
            let browser = try await Room.person(try SharedSite.site, .editor).browser()
            let page = try await browser.get("/admin/articles?section=city&byline=%3Ci%3E&order=headline").text
            #expect(page.contains("Author: &lt;i&gt;") && page.contains("Section: City"))
            #expect(page.contains(#"href="/admin/articles?order=headline&amp;section=city""#))
            #expect(page.contains(#"href="/admin/articles?byline=%3Ci%3E&amp;order=headline""#))
            #expect(page.contains(#"href="/admin/articles?order=headline">Remove all filters"#))
        }

        @Test(
            "Each filter can be answered from an index",
            arguments: [
                ("words", "articles_words"), ("byline", "articles_byline"), ("section", "articles_of_section"),
                ("language", "articles_of_language"), ("state", "articles_of_state"), ("mine", "articles_begun"),
                ("changed", "articles_by_change"), ("published", "articles_by_publication"),
                ("headline", "articles_by_headline"),
            ])
        func indexes(_ name: String, _ index: String) async throws {
            var (filter, order) = (ArticleFilter(), ArticleOrder.number)
            switch name {
            case "words": filter.words = "harbour"
            case "byline": filter.byline = "lopes"
            // One of a few articles: where nearly all are of one section, reading them in order is faster.
            case "section": (filter.section, order) = (999_999, .changed)
            case "language": (filter.language, order) = ("de", .changed)
            case "state": (filter.publication, filter.workflow, order) = (.unpublished, .inReview, .changed)
            case "mine": (filter.author, order) = (1, .changed)
            default: order = ArticleOrder(rawValue: name) ?? .number
            }
            let plan = try await SharedSite.site.backend.archive.write { [filter, order] holdings in
                try holdings.connection.query("set local enable_seqscan = off")
                if name == "words" || name == "byline" {
                    try holdings.connection.query("set local enable_indexscan = off")
                }
                return try holdings.articles.plan(filter, in: order)
            }
            #expect(plan.contains(index), "\(plan)")
        }
    }
}

extension TestSite {
    /// Runs a statement.
    func run(_ statement: SQL) async throws {
        try await backend.archive.write { _ = try $0.connection.query(statement) }
    }

    /// The single number that a changing statement returns.
    func changed(_ statement: SQL) async throws -> Int {
        try await backend.archive.write { try $0.connection.query(statement)[0].get(0) }
    }
}
