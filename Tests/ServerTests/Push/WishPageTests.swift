import Archive
import Foundation
import News
import PostgreSQL
@testable import Server
import Testing

extension PushSiteTests {
    @Suite("The page for choosing messages") struct WishPage {
        private static let browser = ["Accept": "text/html"]

        /// Publishes stories of so many authors and categories; returns the last one's number.
        private func publish(_ count: Int) async throws -> Int {
            try await SharedSite.site.backend.archive.write { holdings in
                if try holdings.sections.find(slug: "harbour") == nil {
                    try holdings.sections.insert(slug: "harbour", name: "Harbour")
                }
                var last = 0
                for number in 1...count {
                    var draft = ArticleDraft()
                    (draft.headline, draft.section) = ("A pier <\(number)>", "harbour")
                    draft.byline = "Eva Sousa and Author with a long name \(number)"
                    draft.categories = ["Harbour", "Boats & <piers> \(number)"]
                    last = try holdings.articles.insert(draft, .init(.publish), by: nil).id
                }
                try holdings.newspaper.bump()
                return last
            }
        }

        /// The topics that stand first, with their names as the page has them.
        private func asked(_ query: String) async throws -> [String] {
            let text = try await SharedSite.site.get("/news/messages?" + query, Self.browser).text
            let first = try #require(
                text.split(separator: "id=\"followed\"").last?.split(separator: "</fieldset>").first)
            return first.matches(of: /value="([^"]+)"><span[^>]*>([^<]*)</).map { "\($0.output.1) \($0.output.2)" }
        }

        @Test("What the reader has just seen stands first") func asked() async throws {
            let article = try await publish(1)
            #expect(
                try await asked("article=\(article)") == [
                    "author/eva-sousa Eva Sousa", "author/author-with-a-long-name-1 Author with a long name 1",
                    "section/harbour Harbour", "category/boats-piers-1 Boats &amp; &lt;piers&gt; 1",
                ])
            #expect(try await asked("author=eva-sousa") == ["author/eva-sousa Eva Sousa"])
            #expect(try await asked("section=harbour") == ["section/harbour Harbour"])
            for query in ["", "author=nobody", "author=%00", "article=999999999", "article=-1", "section=none", "near"]
            {
                #expect(try await asked(query).isEmpty, "\(query)")
            }
        }

        @Test("Lists lead to it") func lists() async throws {
            _ = try await publish(1)
            for topic in ["author/eva-sousa", "section/harbour", "category/boats-piers-1"] {
                let kind =
                    topic.hasPrefix("author") ? "authors" : topic.hasPrefix("section") ? "sections" : "categories"
                let path = "/\(kind)/\(topic.split(separator: "/")[1])"
                for root in ["", "/edition"] {
                    let text = try await SharedSite.site.get(root + path, Self.browser).text
                    let link = "href=\"/news/messages?\(topic.replacing("/", with: "="))\" data-topic=\"\(topic)\""
                    #expect(text.contains(link), "\(root + path)")
                }
                #expect(try await !SharedSite.site.get("/lite" + path, Self.browser).text.contains("/news/messages"))
            }
        }

        @Test("The least budget has room for it, whatever there is to choose", arguments: ["identity", "br"])
        func budget(_ coding: String) async throws {
            _ = try await publish(60)
            try await SharedSite.site.withWire { wire async throws in
                for query in ["", "?author=eva-sousa"] {
                    let page = "/news/messages" + query + (query.isEmpty ? "?" : "&") + "network=gprs&battery=5"
                    let answer = try await wire.get(page, ["Accept": "text/html", "Accept-Encoding": coding])
                    #expect(answer.status == 200 && answer.body.count <= 6000, "\(answer.body.count)")
                    let text = try answer.text
                    #expect(coding == "br" || text.contains("<a class=\"more\" href=\"/authors\">"))
                }
                let all = try await wire.get("/news/messages?network=wifi", ["Accept": "text/html"]).text
                #expect(all.contains("author-with-a-long-name-60") && !all.contains("href=\"/authors\">More"))
            }
        }
    }
}

extension DemoSiteTests {
    @Test("Without push nothing leads to messages") func noMessages() async throws {
        #expect(try await SharedSite.site.get("/news/messages").status == 404)
        for page in [
            "/m/", "/settings", "/news/", "/authors/hugo-sequeira", "/articles/water-in-cordoaria-safe-to-drink-again",
        ] {
            #expect(
                try await !SharedSite.site.get(page, ["Accept": "text/html"]).text.contains("/news/messages"), "\(page)"
            )
        }
    }
}
