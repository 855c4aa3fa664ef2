import Archive
import Foundation
import News
import PostgreSQL
@testable import Server
import Syndication
import Testing
import XML

extension DemoSiteTests {
    /// Sitemaps and other lists for programs.
    struct CatalogueTests {
        private let sitemap = "http://www.sitemaps.org/schemas/sitemap/0.9"

        @Test func everyFeedOfTheListIsThere() async throws {
            let root = try await SharedSite.site.get("/opml.xml").xml
            #expect(root.name == "opml" && root.attribute("version") == "2.0")
            let body = try #require(root.first("body"))
            let outlines = body.all("outline").flatMap { $0.attribute("xmlUrl") == nil ? $0.all("outline") : [$0] }
            #expect(outlines.count > 20)
            try await SharedSite.site.withWire { wire async throws in
                for outline in outlines {
                    let url = try #require(outline.attribute("xmlUrl"))
                    let feed = try await wire.get(String(url.dropFirst(TestSite.publicURL.count)))
                    #expect(feed.status == 200 && outline.attribute("type") == "rss", "\(url)")
                    #expect(try feed.xml.first("channel")?.first("title")?.text == outline.attribute("title"))
                    let page = try #require(outline.attribute("htmlUrl"))
                    #expect(try await wire.get(String(page.dropFirst(TestSite.publicURL.count))).status == 200)
                }
            }
        }

        @Test func everyAddressOfTheSitemapIsThere() async throws {
            let index = try await SharedSite.site.get("/sitemap.xml").xml
            let files = index.all("sitemap", sitemap).compactMap { $0.first("loc", sitemap)?.text }
            #expect(index.name == "sitemapindex" && files.count == 2)
            var addresses: [String] = []
            for file in files {
                let answer = try await SharedSite.site.get(String(file.dropFirst(TestSite.publicURL.count)))
                addresses += try answer.xml.all("url", sitemap).compactMap { $0.first("loc", sitemap)?.text }
            }
            #expect(Set(addresses).count == addresses.count)
            let articles: Int = try await SharedSite.site.backend.archive.read {
                try $0.connection.query("select count(*) from articles where status = 'published'")[0].get(0)
            }
            #expect(addresses.count { $0.contains("/articles/") } == articles)
            try await SharedSite.site.withWire { [addresses] wire async throws in
                for address in addresses {
                    #expect(
                        try await wire.get(String(address.dropFirst(TestSite.publicURL.count))).status == 200,
                        "\(address)")
                }
            }
            #expect(try await SharedSite.site.get("/sitemaps/7.xml").status == 404)
            #expect(try await SharedSite.site.get("/sitemaps/x.xml").status == 404)
        }

        @Test func crawlersAreToldWhereTheSitemapsAre() async throws {
            let text = try await SharedSite.site.get("/robots.txt").text
            #expect(
                text.hasPrefix("User-agent: *\n") && text.contains("\nSitemap: \(TestSite.publicURL)/sitemap.xml\n"))
        }

        @Test func whoFindsAHoleIsToldWhereToSaySo() async throws {
            #expect(try await SharedSite.site.get("/.well-known/security.txt").status == 404)
            try await SharedSite.site.withNode(["security_contact": "mailto:security@example.org"]) { node in
                let lines = try await node.get("/.well-known/security.txt").text.split(separator: "\n")
                #expect(lines.contains("Contact: mailto:security@example.org"))
                let expires = try #require(lines.first { $0.hasPrefix("Expires: ") }?.dropFirst(9))
                let left = try #require(RFC822.iso(String(expires))).timeIntervalSinceNow / 86_400
                #expect((100...300).contains(left))
            }
        }

        @Test func anArticleCanBeEmbedded() async throws {
            let url = TestSite.publicURL + "/articles/night-ferry-returns-to-the-old-quay-after-eleven-years"
            let answer = try await SharedSite.site.get("/oembed?url=\(url.escapedForQuery)&maxwidth=400")
            struct Embedded: Decodable {
                var version, type, title, html, provider_name, thumbnail_url: String
                var width, height, thumbnail_width: Int
            }
            let embedded = try answer.json(Embedded.self)
            #expect(embedded.version == "1.0" && embedded.type == "rich" && embedded.provider_name == "The Breakwater")
            #expect(embedded.width <= 400 && embedded.thumbnail_width <= 400 && embedded.html.contains(url))
            #expect(
                try await SharedSite.site.get("/oembed?format=xml&url=\(url.escapedForQuery)").xml.first("type")?.text
                    == "rich")
            #expect(
                try await SharedSite.site.get("/articles/" + url.split(separator: "/").last!).text.contains(
                    "json+oembed"))
        }

        @Test(
            arguments: [
                ("", 404), ("url=https%3A%2F%2Felsewhere.example%2Farticles%2Fx", 404),
                ("url=https%3A%2F%2Fnews.example.org%2Farticles%2Fnowhere", 404),
                ("url=https%3A%2F%2Fnews.example.org%2Farticles%2Fnowhere&format=yaml", 501),
                ("url=https%3A%2F%2Fnews.example.org%2Farticles%2Fnowhere&maxwidth=-1", 400),
            ])
        func whatCannotBeEmbeddedIsRefused(_ query: String, _ status: Int) async throws {
            #expect(try await SharedSite.site.get("/oembed?" + query).status == status)
        }
    }
}

extension WritingSiteTests {
    struct NewsSitemapTests {
        /// Publishes a story, since the demo's newest may be a week old.
        @Test func theNewsSitemapHasTheNewsOfTwoDays() async throws {
            let desk = try await Desk(try SharedSite.site, .editor)
            let fresh = try await desk.write(
                #"{"headline":"The harbour master resigns","section":"city","body":"<p>Today.</p>","status":"published"}"#
            )
            let site = "http://www.sitemaps.org/schemas/sitemap/0.9"
            let news = "http://www.google.com/schemas/sitemap-news/0.9"
            let root = try await SharedSite.site.get("/sitemaps/news.xml").xml
            let urls = root.all("url", site)
            let dates = urls.compactMap { url in
                url.first("news", news)?.first("publication_date", news).flatMap { RFC822.iso($0.text) }
            }
            #expect(dates.count == urls.count)
            #expect(dates.allSatisfy { $0.timeIntervalSinceNow > -2 * 86_400 - 3600 })
            #expect(urls.contains { $0.first("loc", site)?.text == fresh.url })
        }
    }
}
