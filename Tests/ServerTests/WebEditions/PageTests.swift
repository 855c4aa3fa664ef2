import Foundation
import Testing

extension DemoSiteTests {
    /// The mobile web edition.
    struct PageTests {
        private let browser = ["Accept": "text/html,application/xhtml+xml,*/*;q=0.8"]

        @Test("Older stories begin with those in the reader's language", arguments: ["/m/", "/lite/"])
        func olderStories(_ home: String) async throws {
            let front = try await SharedSite.site.get(home + "?network=3g", ["Accept": "text/html"]).text
            let link = try #require(front.firstMatch(of: /rel="next" href="([^"]+)"/)?.output.1)
            let older = try await SharedSite.site.get(
                String(link).replacing("&amp;", with: "&"), ["Accept": "text/html", "Accept-Language": "en"]
            ).text
            let parts = older.split(separator: "In other languages</h2>")
            try #require(parts.count == 2)
            func languages(_ part: Substring) -> Set<Substring> {
                Set(part.matches(of: #/<(?:article|h2)[^>]* lang="(\w+)[^>]*>/#).map(\.output.1))
            }
            let main = try #require(parts[0].split(separator: "<main").last)
            #expect(languages(main) == ["en"])
            #expect(try languages(#require(parts[1].split(separator: "<footer").first)) == ["pt"])
        }

        @Test func theFirstStoryLeadsEvenWithoutPicture() async throws {
            let text = try await SharedSite.site.get("/m/?network=gprs", browser).text
            #expect(text.contains("<article class=\"lead\"") && !text.contains("<img"))
            #expect(text.components(separatedBy: "class=\"lead\"").count == 2)
            let thumbnails = try await SharedSite.site.get("/m/?network=wifi&images=thumbnails", browser).text
            let lead = try #require(
                thumbnails.split(separator: "class=\"lead\"").last?.split(separator: "</article>").first)
            #expect(lead.contains("<img"))
        }

        @Test(arguments: [
            ("/m/", ["The Breakwater", "<article class=\"lead\"", "Older stories"]), ("/m", ["The Breakwater"]),
            (
                "/sections/culture",
                ["<h1 class=\"label\">Culture</h1>", "/sections/culture/rss.xml", "aria-current=\"page\""]
            ),
            ("/sections/city", ["<p class=\"kicker\">Editorial</p>"]),
            ("/categories/sea", ["<h1 class=\"label\">Sea</h1>"]),
            ("/sections", ["/sections/culture", "Near you"]), ("/categories", ["/categories/sea"]),
            ("/others", ["/m/pictures", "/m/thumbnails", "/editions", "/settings"]),
            ("/m/pictures", ["<ol class=\"swipe\"", "<img"]), ("/m/thumbnails", ["<ol class=\"grid\"", "<img"]),
            ("/editions", ["/editions/1", "/editions/2", "stories", "Week of ", "<b lang=\"en\">Night ferry returns"]),
            ("/editions/1", ["Edition No. 1", "<a href=\"/editions/2\">No. 2 ›</a>"]),
            ("/editions/2", ["Edition No. 2", "<a href=\"/editions/1\">‹ No. 1</a>"]),
            ("/lite/editions/2", ["<a href=\"/lite/editions/1\">‹ No. 1</a>"]),
            (
                "/articles/night-ferry-returns-to-the-old-quay-after-eleven-years",
                [
                    "<h1 tabindex=\"-1\">Night ferry returns", "Marta Quintal", "minutes to read",
                    "<p>At ten minutes to one", "geo:38.71,-9.15",
                    "/editions/2",
                ]
            ),
        ])
        func areThere(_ path: String, _ words: [String]) async throws {
            let answer = try await SharedSite.site.get(path, browser)
            #expect(answer.status == 200)
            #expect(answer["content-type"] == "text/html; charset=utf-8")
            let text = try answer.text
            for word in words { #expect(text.contains(word), "\(path): \(word)") }
            #expect(text.hasPrefix("<!DOCTYPE html>") && text.hasSuffix("</html>\n"))
            #expect(text.contains("<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">"))
            #expect(text.contains("<link rel=\"canonical\" href=\"\(TestSite.publicURL)/"))
            #expect(text.contains("href=\"/rss.xml\""))
            #expect(!text.contains("{{"), "no tag of a template left")
            // Structured data is no script, and the page works without the script for sharing.
            let scripts = text.matches(of: /<script[^>]*>/).map { String($0.output) }
            #expect(
                scripts.allSatisfy { $0.contains("application/ld+json") || $0.contains(/\/static\/(page|story)\./) })
            let isOfPictures = path.hasPrefix("/m/p") || path.hasPrefix("/m/t")
            #expect(
                text.contains("<style>") && text.contains("rel=\"stylesheet\"") == isOfPictures,
                "the style is in the page")
            for image in text.matches(of: /<img [^>]*>/) {
                #expect(image.output.contains(#/ alt="[^"]+"/#) && image.output.contains(#/ width="\d+" height="\d+"/#))
            }
        }

        @Test(arguments: [
            "/m/", "/articles/night-ferry-returns-to-the-old-quay-after-eleven-years", "/articles/nothing", "/ws/form",
        ])
        func letNothingForeignIn(_ path: String) async throws {
            let answer = try await SharedSite.site.get(path, browser)
            let policy = try #require(answer["content-security-policy"])
            for part in [
                "default-src 'none'", "script-src 'self'", "base-uri 'none'", "frame-ancestors 'none'",
                "form-action 'self'",
            ] { #expect(policy.contains(part)) }
            #expect(!policy.contains("unsafe-eval") && policy.firstMatch(of: /script-src[^;]*unsafe-inline/) == nil)
            #expect(answer["x-content-type-options"] == "nosniff")
            #expect(answer["referrer-policy"] != nil)
        }

        @Test func faultsAreNamedInTheReadersLanguage() async throws {
            let answer = try await SharedSite.site.get(
                "/rss.xml/", browser.merging(["Accept-Language": "pt-PT,pt;q=0.9"]) { $1 })
            #expect(answer.status == 400)
            #expect(try answer.text.contains("Pedido incorreto"))
        }

        @Test func theFrontPageHasTwentyStories() async throws {
            let text = try await SharedSite.site.get("/m/", browser).text
            #expect(text.matches(of: /<article/).count == 20)
            let next = try #require(text.firstMatch(of: /<a class="more" rel="next" href="([^"]+)"/)?.output.1)
            let second = try await SharedSite.site.get(String(next), browser).text
            #expect(second.matches(of: /<article/).count == 10)
            func links(_ text: String) -> Set<String> {
                Set(text.matches(of: /<h[23]><a href="([^"]+)"/).map { String($0.output.1) })
            }
            #expect(links(text).count == 20 && links(second).count == 10 && links(text).isDisjoint(with: links(second)))
        }

        @Test func everyLinkLeadsSomewhere() async throws {
            try await SharedSite.site.withWire { wire async throws in
                var waiting = ["/m/"]
                var seen: Set<String> = ["/m/"]
                while let path = waiting.popLast() {
                    let answer = try await wire.get(path, ["Accept": "text/html"])
                    #expect(answer.status == 200, "\(path)")
                    guard answer["content-type"]?.hasPrefix("text/html") == true else { continue }
                    for link in try answer.text.matches(of: /(?:href|src)="(\/[^"]*)"/) {
                        let next = String(link.output.1.prefix { $0 != "#" }).replacing("&amp;", with: "&")
                        if seen.insert(next).inserted { waiting.append(next) }
                    }
                }
                #expect(seen.count > 60)
            }
        }

        @Test func thePlanIsObeyed() async throws {
            try await SharedSite.site.withWire { wire async throws in
                #expect(try await !wire.get("/m/?network=gprs").text.contains("<img"))
                #expect(try await !wire.get("/m/", ["ECT": "2g"]).text.contains("<img"))
                let packed = try await wire.get("/m/?network=gprs", ["Accept-Encoding": "gzip"])
                #expect(try packed.text.matches(of: /<article/).count == 5)
                #expect(try await wire.get("/m/?network=4g").text.contains("<img"))
                #expect(try await wire.get("/m/?palette=night").text.contains("class=\"night\""))
                #expect(try await wire.get("/m/?text_size=1.5").text.contains("font-size:150%"))
                #expect(
                    try await !wire.get("/articles/night-ferry-returns-to-the-old-quay-after-eleven-years?images=off")
                        .text.contains("<img"))
                #expect(
                    try await wire.get("/articles/night-ferry-returns-to-the-old-quay-after-eleven-years?network=4g")
                        .text.contains("<img"))
            }
        }

        @Test(arguments: [
            "/nowhere", "/articles/nothing", "/edition/articles/nothing", "/lite/articles/nothing",
            "/articles/No%20Slug", "/sections/nowhere", "/categories/nothing",
            "/editions/99", "/editions/x", "/m/m", "/articles/%00", "/%FF",
        ])
        func whatIsNotThereIsToldToPeopleAndPrograms(_ path: String) async throws {
            let page = try await SharedSite.site.get(path, browser)
            #expect(page.status == 404 && page["content-type"] == "text/html; charset=utf-8")
            #expect(try page.text.contains("Go to the front page"))
            #expect(page["cache-control"] == "no-store")
            let answer = try await SharedSite.site.get(path)
            #expect(answer.status == 404)
            _ = try answer.problem()
        }

        @Test func anErrorPageEscapesTheAddress() async throws {
            let answer = try await SharedSite.site.get("/%3Cscript%3Ealert(1)%3C/script%3E", browser)
            #expect(answer.status == 404)
            #expect(try !answer.text.contains("<script"))
        }

        @Test func headersBeyondReasonAreRefused() async throws {
            var many: [String: String] = [:]
            for index in 0..<120 { many["X-Header-\(index)"] = "x" }
            let site = try SharedSite.site
            for headers in [many, ["X-Long": String(repeating: "x", count: 40_000)]] {
                let status = try? await site.get("/m/", headers).status
                #expect(status == nil || [400, 413, 431].contains(status))
            }
            #expect(try await site.get("/m/").status == 200)
        }
    }
}
