import Archive
import FeedReading
import Foundation
import PostgreSQL
@testable import Server
import Syndication
import Testing
import XML

extension DemoSiteTests {
    /// RSS 2.0 of the newspaper and each section.
    struct FeedRoutesTests {
        private let atom = "http://www.w3.org/2005/Atom"
        private let media = "http://search.yahoo.com/mrss/"

        @Test func theNewspapersFeed() async throws {
            let answer = try await SharedSite.site.get("/rss.xml")
            #expect(answer.status == 200 && answer["content-type"] == "application/rss+xml; charset=utf-8")
            let channel = try #require(try answer.xml.first("channel"))
            #expect(channel.first("title")?.text == "The Breakwater")
            let link = try #require(channel.first("link", atom))
            #expect(link.attribute("rel") == "self" && link.attribute("type") == "application/rss+xml")
            #expect(link.attribute("href") == TestSite.publicURL + "/rss.xml")
            let items = channel.all("item")
            #expect(items.count == 30)
            for item in items {
                #expect(item.first("encoded", "http://purl.org/rss/1.0/modules/content/")?.text.contains("<p>") == true)
                #expect(item.first("guid")?.attribute("isPermaLink") == "false")
                #expect(item.first("creator", "http://purl.org/dc/elements/1.1/")?.text.isEmpty == false)
                #expect(item.first("link")?.text.hasPrefix(TestSite.publicURL + "/articles/") == true)
            }
            let feed = try Feed(answer.plain)
            #expect(feed.items.allSatisfy { $0.published != nil })
            let guids = feed.items.map(\.guid)
            #expect(Set(guids).count == 30)
            #expect(try await SharedSite.site.backend.archive.read { try $0.articles.knownGuids(guids) } == Set(guids))
        }

        @Test func itsPicturesAreThere() async throws {
            let channel = try #require(try await SharedSite.site.get("/rss.xml").xml.first("channel"))
            let files = channel.all("item").compactMap { $0.first("content", media) }
            #expect(files.count >= 20)
            try await SharedSite.site.withWire { wire async throws in
                for file in files.prefix(6) {
                    let url = try #require(file.attribute("url"))
                    let picture = try await wire.get(String(url.dropFirst(TestSite.publicURL.count)))
                    #expect(picture.status == 200 && picture["content-type"] == file.attribute("type"))
                    #expect(file.attribute("fileSize") == String(picture.body.count))
                    #expect(
                        file.attribute("medium") == "image" && file.first("description", media)?.text.isEmpty == false)
                }
            }
        }

        @Test func isConditionalByDate() async throws {
            try await SharedSite.site.withWire { wire async throws in
                let first = try await wire.get("/rss.xml")
                let modified = try #require(first["last-modified"])
                #expect(RFC822.date(modified) != nil && modified.hasSuffix("GMT"))
                #expect(try await wire.get("/rss.xml", ["If-Modified-Since": modified]).status == 304)
                #expect(
                    try await wire.get("/rss.xml", ["If-Modified-Since": "Fri, 01 Jan 2100 00:00:00 GMT"]).status == 304
                )
                #expect(
                    try await wire.get("/rss.xml", ["If-Modified-Since": "Thu, 01 Jan 1970 00:00:00 GMT"]).status == 200
                )
                #expect(try await wire.get("/rss.xml", ["If-Modified-Since": "nonsense"]).status == 200)
                // A tag that does not match takes precedence over a date.
                #expect(
                    try await wire.get("/rss.xml", ["If-Modified-Since": modified, "If-None-Match": "\"other\""]).status
                        == 200)
            }
        }

        @Test(arguments: ["city", "world", "science", "culture", "sport"])
        func aSectionsFeed(_ slug: String) async throws {
            let answer = try await SharedSite.site.get("/sections/\(slug)/rss.xml")
            #expect(answer.status == 200)
            let channel = try #require(try answer.xml.first("channel"))
            #expect(channel.first("link", atom)?.attribute("href") == "\(TestSite.publicURL)/sections/\(slug)/rss.xml")
            #expect(channel.first("title")?.text.lowercased() == "the breakwater – " + slug)
            let items = channel.all("item")
            #expect(!items.isEmpty && items.allSatisfy { $0.first("category")?.text.lowercased() == slug })
        }

        @Test(
            arguments: [
                "network=edge", "network=gprs&battery=5", "network=3g", "network=4g&save_data=1", "network=wifi",
                "network=edge&images=full&items=3",
            ], FeedFormat.allCases)
        func aFeedForADeviceKeepsItsBudget(_ context: String, _ format: FeedFormat) async throws {
            let site = try SharedSite.site
            struct Decision: Decodable {
                struct Bytes: Decodable { var bytes: Int }
                var budget: Bytes
            }
            let explained = try await site.get("/ws/explain?format=json&" + context, ["Accept": "application/json"])
            let budget = try explained.json(Decision.self).budget.bytes
            let answer = try await site.get("/\(format.fileName)?\(context)", ["Accept-Encoding": "gzip"])
            #expect(answer.status == 200 && answer["cache-control"] == "private, no-cache")
            let text = try answer.text
            let addresses = Set(text.matches(of: /\/media\/[0-9a-f]{64}\/[a-z0-9-]+\.[a-z]+/).map { String($0.output) })
            let files = try await site.withWire { wire async throws in
                var files = 0
                for address in addresses { files += try await wire.get(address).body.count }
                return files
            }
            let bytes = answer.body.count + files
            #expect(bytes <= budget, "\(bytes) of \(budget)")
            #expect(text.contains("night-ferry"))
        }

        @Test func fieldsThatAreNotUnderstoodAreNamed() async throws {
            let answer = try await SharedSite.site.get("/rss.xml?network=carrier-pigeon&battery=half&unknown=1")
            #expect(answer.status == 200 && answer["n4md-ignored"] == "battery, network")
            #expect(try await SharedSite.site.get("/rss.xml?network=edge&battery=half&strict=1").status == 400)
        }

        @Test(arguments: FeedFormat.allCases)
        func pagesGoOnUntilThereAreNoMore(_ format: FeedFormat) async throws {
            var (path, ids): (String?, [String]) = ("/" + format.fileName, [])
            for _ in 0..<10 {
                guard let next = path else { break }
                let answer = try await SharedSite.site.get(next)
                if format == .json {
                    let page = try answer.json(JSONFeedPage.self)
                    ids += page.items.map(\.id)
                    path = page.next_url
                } else {
                    let root = try answer.xml
                    ids += try Feed(answer.plain).items.map(\.guid)
                    path = (root.first("channel") ?? root).all("link", atom).first { $0.attribute("rel") == "next" }?
                        .attribute("href")
                }
                path = path.map { String($0.dropFirst(TestSite.publicURL.count)) }
            }
            let all: Int = try await SharedSite.site.backend.archive.read {
                try $0.connection.query("select count(*) from articles where status = 'published'")[0].get(0)
            }
            #expect(path == nil && ids.count == all && Set(ids).count == all)
        }

        private struct JSONFeedPage: Decodable {
            struct Item: Decodable { var id: String }
            var items: [Item]
            var next_url: String?
        }

        @Test func aSearchHasAFeedTheNewestFirst() async throws {
            let feed = try Feed(try await SharedSite.site.get("/search/rss.xml?q=harbour").plain)
            #expect(
                !feed.items.isEmpty && feed.items.map(\.published) == feed.items.map(\.published).sorted { $0! > $1! })
            #expect(try await SharedSite.site.get("/search/rss.xml").status == 400)
            #expect(try await SharedSite.site.get("/search/rss.xml?q=x&from=yesterday").status == 400)
        }

        @Test func aBrowserIsShownAPage() async throws {
            let site = try SharedSite.site
            let window = ["Sec-Fetch-Dest": "document"]
            for path in ["/rss.xml", "/sections/city/atom.xml", "/authors/hugo-sequeira/feed.json"] {
                let page = try await site.get(path, window)
                #expect(page.status == 200 && page["content-type"] == "text/html; charset=utf-8")
                #expect(page["vary"]?.contains("Sec-Fetch-Dest") == true)
                #expect(try page.text.contains("<code>\(TestSite.publicURL + path)</code>"))
                let plain = try await site.get(path + "?plain=1", window)
                #expect(plain["content-type"]?.contains("html") == false)
            }
            let search = try await site.get("/search/rss.xml?q=harbour", window)
            #expect(search.status == 307 && search["location"] == TestSite.publicURL + "/search?q=harbour")
        }

        @Test func anUnknownSectionHasNone() async throws {
            let answer = try await SharedSite.site.get("/sections/nowhere/rss.xml")
            #expect(answer.status == 404)
            #expect(try answer.problem().available?.count == 5)
        }

        @Test(
            .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/newsboat")),
            arguments: ["/rss.xml", "/atom.xml", "/search/rss.xml?q=harbour"])
        func newsboatSubscribes(_ path: String) async throws {
            let site = try SharedSite.site
            let count = try Feed(try await site.get(path).plain).items.count
            try await withFolder { folder in
                try Data("http://127.0.0.1:\(site.port)\(path)\n".utf8).write(to: folder.appending(path: "urls"))
                try Data().write(to: folder.appending(path: "config"))
                let arguments = ["-u", "urls", "-c", "cache.db", "-C", "config", "-x", "reload", "print-unread"].map {
                    ["urls", "cache.db", "config"].contains($0) ? folder.appending(path: $0).path : $0
                }
                let result = try await run("/usr/bin/newsboat", arguments, home: folder.path)
                #expect(result.output.contains("\(count) unread articles"), "\(result)")
            }
        }

        /// sfeed prints a line for each story: time, title, link, text, type, ID, author, enclosure and categories, separated by tabs.
        @Test(
            .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/sfeed")),
            arguments: ["/rss.xml", "/atom.xml"])
        func sfeedShowsEverything(_ path: String) async throws {
            let answer = try await SharedSite.site.get(path)
            try await withFolder { folder in
                let file = folder.appending(path: "feed.xml")
                try Data(answer.plain).write(to: file)
                let result = try await run("/bin/sh", ["-c", "sfeed < '\(file.path)'"])
                let lines = result.output.split(separator: "\n").map {
                    $0.split(separator: "\t", omittingEmptySubsequences: false)
                }
                #expect(lines.count == 30)
                for fields in lines {
                    try #require(fields.count == 9)
                    #expect(fields.indices.allSatisfy { $0 == 7 || !fields[$0].isEmpty }, "\(fields[1])")
                }
                #expect(lines.count { !$0[7].isEmpty } >= 20)
            }
        }
    }
}
