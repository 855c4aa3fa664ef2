import Archive
import Foundation
import News
import PostgreSQL
@testable import Server
import Testing

extension DemoSiteTests {
    /// Pages keep the budget of the poorest device, compressed or not, and answer what readers ask about it.
    struct PageBudgetTests {
        static let pages = [
            "/m/", "/reader/", "/edition/", "/lite/", "/settings", "/search", "/search?q=harbour", "/feeds",
            "/sections",
            "/categories", "/others", "/editions", "/m/pictures", "/m/thumbnails", "/ws/explain", "/lite/others",
            "/m/?why=1",
            "/lite/?why=1", "/edition/latest", "/rss.xml", "/feed.json", "/atom.xml", "/nothing",
        ]

        @Test(arguments: pages, ["identity", "gzip", "br"])
        func theLeastBudgetIsKept(_ page: String, _ coding: String) async throws {
            try await SharedSite.site.withWire { wire async throws in
                for device in ["network=gprs&battery=5&language=pt", "network=edge&save_data=1"] {
                    let answer = try await wire.get(
                        page + (page.contains("?") ? "&" : "?") + device,
                        ["Accept": "text/html,*/*", "Accept-Encoding": coding])
                    #expect(answer.body.count <= 6000, "\(answer.body.count) for \(device)")
                    #expect(answer.status == (page == "/nothing" ? 404 : 200))
                }
            }
        }

        /// Walks through all pages of a list that one page has no room for.
        @Test(arguments: ["categories", "editions"], ["identity", "br"])
        func aLongListComesInPages(_ list: String, _ coding: String) async throws {
            let site = try await TestSite.open()
            try await site.backend.archive.write { holdings in
                try holdings.sections.insert(slug: "city", name: "City")
                for number in 1...120 {
                    var draft = ArticleDraft()
                    (draft.headline, draft.section) = ("Story \(number)", "city")
                    draft.categories = ["Category with a rather long name \(number)"]
                    draft.publishedAt = Date(timeIntervalSince1970: 1_600_000_000 + Double(number) * 86_400)
                    _ = try holdings.articles.insert(draft, .init(.publish), by: nil)
                }
                try holdings.connection.query(
                    """
                    insert into editions (number, date, title)
                    select n, date '2020-01-01' + n::int, 'An edition with a title ' || n from generate_series(1001, 1129) n
                    """)
                try holdings.connection.query("update articles set edition = 1001 + id % 129")
                try holdings.newspaper.bump()
            }
            try await site.withWire { wire async throws in
                var (path, found): (String?, Set<String>) = ("/\(list)", [])
                while let next = path, found.count < 1000 {
                    let answer = try await wire.get(
                        next + (next.contains("?") ? "&" : "?") + "network=gprs&battery=5",
                        ["Accept": "text/html", "Accept-Encoding": coding])
                    #expect(answer.status == 200 && answer.body.count <= 6000, "\(answer.body.count)")
                    let text = try answer.text
                    found.formUnion(
                        text.matches(of: /href="\/(?:categories|editions)\/([^"]+)"/).map { String($0.output.1) })
                    path = text.firstMatch(of: /rel="next" href="([^"]+)"/).map { String($0.output.1) }
                }
                #expect(found.count >= 120)
            }
            await site.close()
        }

        @Test(
            "An edition without pictures neither tells of them nor leads to a page without",
            arguments: ["/reader/", "/lite/"])
        func anEditionWithoutPictures(_ home: String) async throws {
            let text = try await SharedSite.site.get(home + "?network=4g&why=1", ["Accept": "text/html"]).text
            #expect(text.contains("href=\"/m/?network=4g&amp;images=full\""))
            #expect(!text.contains("stories at most, summaries, pictures"))
            #expect(!text.contains("items=all"))
        }

        @Test(
            "What a way to another version costs is as much as that page, or less",
            arguments: [
                "/m/?network=edge&battery=15", "/lite/?network=3g", "/search?q=ferry&network=edge", "/m/?network=gprs",
                "/articles/night-ferry-returns-to-the-old-quay-after-eleven-years?network=edge",
            ])
        func theCostOfAWay(_ path: String) async throws {
            let headers = ["Accept": "text/html", "Accept-Encoding": "gzip", "User-Agent": "Mozilla/5.0 (iPhone)"]
            try await SharedSite.site.withWire { wire async throws in
                let page = try await wire.get(
                    path + "&why=1", ["Accept": "text/html", "User-Agent": "Mozilla/5.0 (iPhone)"]
                ).text
                let ways = page.matches(of: /<li><a href="([^"]+)">[^<]*<\/a>: [^<]*?([0-9.]+)\u{A0}kB at most/)
                #expect(!ways.isEmpty)
                for way in ways {
                    let address = String(way.output.1).replacing("&amp;", with: "&")
                    let answer = try await wire.get(address, headers)
                    let files = try answer.text.matches(of: /"(\/(?:static|media)\/[^" ]+\.(?:js|css|jpg|png))"/)
                    var bytes = answer.body.count
                    for file in Set(files.map { String($0.output.1) }) where !file.hasSuffix("icon.svg") {
                        bytes += try await wire.get(file, headers).body.count
                    }
                    let most = (Double(way.output.2) ?? 0) * 1000
                    #expect(Double(bytes) <= most, "\(address)")
                }
            }
        }

        @Test(
            "A picture that takes a while to load is announced by a smaller one, and one that is there at once is not")
        func announcedPictures() async throws {
            let path = "/articles/night-ferry-returns-to-the-old-quay-after-eleven-years"
            for (device, isAnnounced) in [
                ("network=wifi&client=desktop", true),
                ("network=3g&battery=5&client=android&dpr=1&screen_width=240", false),
            ] {
                let page = try await SharedSite.site.get("\(path)?\(device)", ["Accept": "text/html"]).text
                #expect(
                    page.contains("<figure class=\"wide\">") && page.contains("url(data:image/png") == isAnnounced,
                    "\(device)")
            }
        }

        @Test("Other versions of a story are that story", arguments: ["", "/edition", "/lite"], ["", "?why=1"])
        func versionsOfAStory(_ root: String, _ query: String) async throws {
            let path = "/articles/night-ferry-returns-to-the-old-quay-after-eleven-years"
            let page = try await SharedSite.site.get(root + path + query, ["Accept": "text/html"]).text
            for other in ["", "/edition", "/lite"] { #expect(page.contains("href=\"\(other)\(path)\""), "\(other)") }
            #expect(page.contains("href=\"/news/\""))
        }

        @Test("The way to pictures leads to some, and a page whose budget has no room for any says so")
        func theWayToPictures() async throws {
            let headers = ["Accept": "text/html"]
            for path in ["/m/?network=edge&client=android", "/lite/?network=edge&client=feature"] {
                let page = try await SharedSite.site.get(path + "&why=1", headers).text
                let way = try #require(page.firstMatch(of: /href="([^"]+images=full)"/)?.output.1)
                let shown = try await SharedSite.site.get(String(way).replacing("&amp;", with: "&"), headers).text
                #expect(shown.contains("<img"), "\(way)")
            }
            let full = try await SharedSite.site.get("/search?q=ferry&network=gprs&images=full&why=1", headers).text
            #expect(full.contains("None fits into the data allowed"))
        }

        @Test("What a low battery does to pictures is told on Wi-Fi too, and where an article's other pictures are")
        func savingsOnWiFi() async throws {
            let headers = ["Accept": "text/html"]
            let list = try await SharedSite.site.get("/m/?network=wifi&battery=15", headers).text
            let slug = try #require(list.firstMatch(of: /articles\/([a-z0-9-]+)"/)?.output.1)
            for path in ["/m/", "/edition/", "/articles/\(slug)"] {
                for (battery, quality) in [(15, "medium"), (5, "low")] {
                    let why = try await SharedSite.site.get(path + "?network=wifi&battery=\(battery)&why=1", headers)
                        .text
                    #expect(why.contains("in \(quality) quality"), "\(path) \(battery)")
                }
            }
            // The screen, which the rules do not change, is told after them: each says what those before it left.
            let sized = "/m/?network=3g&battery=15&screen_width=390&screen_height=844&dpr=1&why=1"
            #expect(
                try await SharedSite.site.get(sized, headers).text.contains("12 stories at most (instead of 20)"))
            let low = try await SharedSite.site.get("/m/?network=3g&battery=5&why=1", headers).text
            #expect(low.contains("8 stories at most (instead of 20), pictures at most 480 pixels wide, in low quality"))
            let story = try await SharedSite.site.get("/articles/\(slug)?network=3g&battery=15&why=1", headers).text
            #expect(story.contains("Less than 150 kB is allowed"))
        }

        @Test("A page asked about keeps its fields on the ways to more, and leads to nothing that is no more")
        func theWaysToMore() async throws {
            let headers = ["Accept": "text/html"]
            let path = "/search?q=ferry&client=android&network=edge&rtt=900&why=1"
            let search = try await SharedSite.site.get(path, headers).text
            // Its own link names what is searched for, and the page from which it is followed the device, too.
            let followed = headers.merging(["Referer": "http://localhost/search?q=ferry&network=edge"]) { $1 }
            let asked = try await SharedSite.site.get("/search?q=ferry&why=1", followed)
            #expect(asked["location"] == "/search?q=ferry&network=edge&why=1")
            #expect(search.contains("href=\"/search?q=ferry&amp;client=android&amp;network=wifi"))
            let list = try await SharedSite.site.get("/m/?network=wifi&why=1", headers).text
            #expect(!list.contains("items=all") && list.contains("follow at the end of the list"))
            #expect(list.contains("lists at most 24 stories on a page") && !list.contains("cable: 24 stories"))
            let article = try await SharedSite.site.get("/m/?network=wifi", headers).text
            let slug = try #require(article.firstMatch(of: /articles\/([a-z0-9-]+)"/)?.output.1)
            let story = try await SharedSite.site.get("/articles/\(slug)?network=edge&why=1", headers).text
            #expect(!story.contains("stories on a page") && !story.contains("items=all"))
        }

        @Test(arguments: ["", "/edition", "/lite"])
        func everyPageAnswersWhatReadersAsk(_ root: String) async throws {
            let home = root.isEmpty ? "/m/" : root + "/"
            let headers = ["Accept": "text/html", "Accept-Encoding": "gzip"]
            try await SharedSite.site.withWire { wire async throws in
                let page = try await wire.get(home + "?network=edge&battery=15", headers)
                let slug = try #require(try page.text.firstMatch(of: /articles\/([a-z0-9-]+)"/)?.output.1)
                #expect(try page.text.contains("href=\"?why=1\""))
                for path in [home, "\(root)/articles/\(slug)", "\(root)/search", "\(root)/editions"] {
                    let answer = try await wire.get(path + "?network=edge&battery=15&why=1", headers)
                    let text = try answer.text
                    #expect(answer.status == 200 && answer.body.count <= 6000)
                    // A search without words and a list of editions are the same on every link, but for the design.
                    let isSame = path.hasSuffix("/search") || path.hasSuffix("/editions")
                    let always = ["How much data does this page use?", "Why this version?", "How do I get more?"]
                    // An article of the text-only edition has all of its text on every link.
                    let isLimited = !isSame && (root != "/lite" || !path.contains("/articles/"))
                    let isPlain = text.contains("without their design")
                    let limits = [
                        ("Slow connection (EDGE or 2G): ", isLimited || isPlain),
                        (root == "/lite" ? ">As on Wi-Fi</a>" : "s on Wi-Fi</a>", isLimited),
                    ]
                    for words in always + (isSame ? [] : ["Why are there no pictures?"]) {
                        #expect(text.contains(words), "\(words) at \(path)")
                    }
                    #expect(
                        text.contains("<li>Battery between 10 and 19%: ") == (isLimited || root != "/lite"), "\(path)")
                    for (words, isTold) in limits { #expect(text.contains(words) == isTold, "\(words) at \(path)") }
                }
                let cost = try await wire.get(home + "?network=edge&battery=15&why=1", headers).text
                var bytes = page.body.count
                for file in try page.text.matches(of: #/"(/static/[^"]+\.(css|js))"/#) {
                    bytes += try await wire.get(String(file.output.1), headers).body.count
                }
                #expect(cost.contains("<b>\((Double(bytes) / 100).rounded() / 10)\u{A0}kB</b>, "))
                // The link to it names no device: the page from which it was followed does.
                var followed = headers
                followed["Referer"] = "http://localhost" + home + "?network=edge&battery=15"
                let asked = try await wire.get(home + "?why=1", followed)
                #expect(asked["location"] == home + "?network=edge&battery=15&why=1")
                for other in [
                    "http://localhost" + "/other?network=edge", "http://evil.test" + home + "?network=edge",
                    "http://localhost" + home + "?why=1",
                ] {
                    followed["Referer"] = other
                    #expect(try await wire.get(home + "?why=1", followed).status == 200)
                }
                #expect(cost.contains("\"\(home)?network=edge&amp;battery=15\""))
                let wifi = try await wire.get(home + "?network=wifi&why=1", headers).text
                #expect(
                    wifi.contains("Why are there no pictures?") == (root == "/lite")
                        && !wifi.contains("s on Wi-Fi</a>: "))
            }
        }
    }
}
