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
                    for words in [
                        "How much did this page cost?", "Why do I get this much?", "EDGE or 2G",
                        "Battery between 10 and 19 %",
                        "Why are there no pictures?", "What would I get on Wi-Fi?", "40 stories at most",
                        "How do I get all of it?",
                    ] { #expect(text.contains(words), "\(words) at \(path)") }
                }
                let cost = try await wire.get(home + "?network=edge&battery=15&why=1", headers).text
                #expect(cost.contains("<b>\(Double(page.body.count / 100) / 10) kB</b> / 6.0 kB"))
                let wifi = try await wire.get(home + "?network=wifi&why=1", headers).text
                #expect(
                    wifi.contains("Why are there no pictures?") == (root == "/lite")
                        && !wifi.contains("What would I get on Wi-Fi?"))
            }
        }
    }
}
