import Foundation
import News
import PostgreSQL
import Testing
@testable import WebEditions

extension DemoSiteTests {
    /// Search as readers see it, and an article's related stories.
    struct SearchPageTests {
        private func page(_ path: String, _ headers: [String: String] = [:]) async throws -> String {
            let answer = try await SharedSite.site.get(path, headers)
            #expect(answer.status == 200, "\(path)")
            #expect(answer["content-type"] == "text/html; charset=utf-8")
            let text = try answer.text
            #expect(text.contains("<meta name=\"robots\" content=\"noindex\">"))
            #expect(!text.contains("{{") || path.contains("%7B%7B"))
            #expect(!text.contains("{}"))
            return text
        }

        @Test("The newest come first if the reader wants it, with their pictures") func newest() async throws {
            func dates(_ query: String) async throws -> [String] {
                try await page("/search?network=wifi&q=harbour" + query).matches(of: /<time datetime="([^"]+)"/).map {
                    String($0.output.1)
                }
            }
            let (best, newest) = (try await dates(""), try await dates("&sort=newest"))
            #expect(newest == newest.sorted(by: >) && newest.count > 2)
            #expect(best.sorted() == newest.sorted() && best != newest)
            let text = try await page("/search?network=wifi&q=harbour&sort=newest")
            #expect(text.contains("value=\"newest\" selected") && text.contains("<p class=\"thumb\">"))
        }

        private func asked(_ words: String) -> String {
            "q=" + (words.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")
        }

        @Test(arguments: ["", "/edition", "/lite"]) func itFindsAndMarks(_ root: String) async throws {
            let text = try await page("\(root)/search?q=night+ferries")
            #expect(text.contains("<mark>Night</mark> <mark>ferry</mark> returns"))
            #expect(text.contains("href=\"\(root)/articles/night-ferry-returns-to-the-old-quay-after-eleven-years\""))
            #expect(text.contains("value=\"night ferries\"") && text.contains("action=\"\(root)/search\""))
            #expect(text.contains(#/\d stor(y|ies)</#))
        }

        @Test func theFormStandsAloneWhereNothingWasAsked() async throws {
            for path in ["/search", "/search?", "/search?q=", "/search?q=%20", "/search?x=y", "/search?start=5"] {
                let text = try await page(path)
                #expect(text.contains("name=\"q\"") && text.contains("<option value=\"culture\">"))
                #expect(text.contains("Use “quotation marks” for a phrase") && !text.contains("<article"))
            }
        }

        @Test func itSpeaksTheReadersLanguage() async throws {
            let text = try await page("/search?q=zzzz", ["Accept-Language": "pt-PT"])
            #expect(text.contains("Não encontrámos nada para «zzzz»") && text.contains("Filtros"))
        }

        @Test func storiesInAnotherLanguageAreMarked() async throws {
            let text = try await page("/search?q=orquestra+or+ferry&network=wifi")
            #expect(text.contains("hreflang=\"pt\">A orquestra") || text.contains("hreflang=\"pt\">A <mark>orquestra"))
            #expect(!text.contains("hreflang=\"en\""))
            #expect(try await page("/lite/search?q=orquestra").contains("</a> (pt)</h2>"))
        }

        @Test func aNarrowedSearchShowsByWhat() async throws {
            let text = try await page("/search?q=ferry&section=city&category=Sea&from=2009&author=Quintal")
            #expect(text.contains("<option value=\"\">All</option>"))
            #expect(text.contains("Filters: City, Sea, Quintal, from 2009-01-01</summary>"))
            #expect(text.contains("value=\"city\" selected") && text.contains("value=\"sea\" selected"))
            #expect(text.contains("value=\"2009-01-01\"") && text.contains("value=\"Quintal\""))
            #expect(text.matches(of: /<article/).count == 1)
            #expect(!text.contains("<details open>"))
            #expect(try await page("/search?q=ferry").contains("Filters</summary>"))
            let nothing = try await page("/search?q=ferry&section=sport")
            #expect(nothing.contains("Nothing was found for “ferry” with these filters"))
        }

        @Test(arguments: [
            ("q=transport", "href=\"/categories/transport\">Category: Transport<"),
            ("q=Marta+Quintal", "href=\"/authors/marta-quintal\">Author: Marta Quintal<"),
            ("q=Quintl", "These are the results for “quintal”"),
            ("q=ferry&author=Martha+Quintal", "These are the results for “ferry, Marta Quintal”"),
            ("q=feri", "These are the results for “ferry”"),
            ("q=trasport", "href=\"/categories/transport\">Category: Transport<"),
            ("author=Qintal", "These are the results for “Quintal”"),
            ("q=ferry+zzzz", "No story has all of these words: “ferry zzzz”."),
            ("q=transport+ferry", "night-ferry-returns-to-the-old-quay-after-eleven-years"),
            ("q=porto", "No story has exactly “porto”"),
            ("q=the", "These words are in nearly every story"),
        ])
        func itHelpsToFind(_ asked: String, _ help: String) async throws {
            #expect(try await page("/search?" + asked).contains(help))
        }

        @Test(arguments: [
            ("section=nowhere", "There is no such section"), ("category=nothing", "There is no such category"),
            ("from=yesterday", "We do not recognise one of the dates"), ("from=2010&to=2009", "before the first"),
            ("author=" + String(repeating: "x", count: 200), "at most 100 characters"),
            ("section=%00", "There is no such section"),
        ])
        func whatIsMalformedIsTold(_ field: String, _ note: String) async throws {
            let text = try await page("/search?q=ferry&" + field)
            #expect(text.contains(note) && text.contains("value=\"ferry\"") && !text.contains("<article"))
            #expect(text.contains("<details open>"))
        }

        @Test(arguments: [
            "-ferry", "\"", "'\"><script>alert(1)</script>", "a & | ! :* <-> ferry", "\u{0}ferry", "\u{202E}ferry", "🙂",
            "\\", "%",
            "ferry\" or (", "';drop table articles;--", "<mark>ferry</mark>", "{{t.search}}", "&lt;b&gt;", "\u{FFFD}",
        ])
        func oddWordsGetAnAnswer(_ words: String) async throws {
            for root in ["", "/lite"] {
                let text = try await page("\(root)/search?\(asked(words))")
                #expect(!text.contains("<script>") && !text.contains("<mark>ferry</mark></mark>"))
            }
        }

        @Test(arguments: ["ferry ", "\"", "-a ", "é", "🙂", "x", "( ", "a or "]) func tenKilobytes(_ piece: String)
            async throws
        {
            let address = "/search?" + asked(String(repeating: piece, count: 10_000 / piece.utf8.count))
            let text = try await page(address)
            #expect(text.contains("Too long: we searched only"))
            #expect(text.utf8.count < 40_000)
        }

        @Test func bytesThatAreNoTextGetAnAnswer() async throws {
            _ = try await page("/search?q=%FF%FE%00%C0%AF&author=%ED%A0%80&from=%FF")
        }

        @Test func nothingToLookForIsSaid() async throws {
            #expect(try await page("/search?q=-ferry").contains("-word only excludes"))
        }

        @Test func theNextPageGoesOn() async throws {
            var path = "/search?from=2009&network=wifi"
            var links: [String] = []
            while true {
                let text = try await page(path)
                links += text.matches(of: /<h2><a href="([^"]+)"/).map { String($0.output.1) }
                guard let next = text.firstMatch(of: /<a class="more" rel="next" href="([^"]+)"/) else { break }
                path = String(next.output.1).replacing("&amp;", with: "&") + "&network=wifi"
                #expect(links.count < 100)
            }
            let stories = try await SharedSite.site.number("select count(*) from articles where status = 'published'")
            #expect(links.count == stories && Set(links).count == stories)
        }

        @Test(arguments: ["gprs", "edge", "3g", "4g", "wifi"], ["", "/lite"])
        func theBudgetIsKept(_ network: String, _ root: String) async throws {
            let site = try SharedSite.site
            for words in ["q=the+or+o+or+de+or+city", "q=ferry", "q=zzz", "from=2009"] {
                let answer = try await site.get(
                    "\(root)/search?\(words)&network=\(network)", ["Accept-Encoding": "gzip"])
                let plan = try await site.get("/ws?network=\(network)&items=1").channel.plan
                #expect(answer.status == 200 && answer.body.count <= plan.budget)
                if root == "/lite" { #expect(answer.body.count <= WebEdition.liteBudget) }
            }
        }

        @Test func anArticleLeadsOnToOthersAboutTheSame() async throws {
            let text = try await SharedSite.site.get(
                "/articles/night-ferry-returns-to-the-old-quay-after-eleven-years", ["Accept": "text/html"]
            ).text
            let related = try #require(text.firstMatch(of: #/(?s)id="related">.*?</section>/#)).output
            let links = related.matches(of: /href="\/articles\/([^"]+)"/).map { String($0.output.1) }
            #expect((1...4).contains(links.count))
            #expect(!links.contains("night-ferry-returns-to-the-old-quay-after-eleven-years"))
        }
    }
}
