import Archive
import Foundation
import Imaging
import HTTPTypes
import News
import Testing
@testable import WebEditions

extension WritingSiteTests {
    /// The page of an article.
    struct ArticlePageTests {
        private let browser = ["Accept": "text/html"]

        @Test(arguments: [
            ("<p>The <b>bridge</b> of the old harbour closes &amp; stays closed for the winter. More.</p>", true),
            ("<p>The bridge of the old harbour opens again, and stays open all winter.</p>", false),
            ("<p>The bridge</p>", false), ("", false),
        ])
        func aTextThatBeginsWithTheStandfirstRepeatsIt(_ text: String, _ isRepeated: Bool) {
            let standfirst = "The bridge of the old harbour closes & stays closed for the winter."
            #expect(text.repeats(standfirst) == isRepeated)
            #expect(!"<p>The bridgehead</p>".repeats("The bridge"))
        }

        /// Walks through all parts of a long article; each keeps the budget, and together they have every word.
        @Test(arguments: ["", "/edition", "/lite"], ["identity", "gzip", "br"])
        func aLongTextComesInParts(_ root: String, _ coding: String) async throws {
            for device in ["network=gprs&battery=5", "network=3g"] { try await walk(root, coding, device) }
        }

        private func walk(_ root: String, _ coding: String, _ device: String) async throws {
            let site = try SharedSite.site
            let article = try await Self.long(site)
            let budget = try await site.get("/ws?" + device).channel.plan.budget
            try await site.withWire { wire async throws in
                let headers = ["Accept": "text/html", "Accept-Encoding": coding]
                var (path, words, pages) = ("\(root)/articles/\(article.slug)", Set<String>(), 0)
                while pages < 100 {
                    let answer = try await wire.get(path + (path.contains("?") ? "&" : "?") + device, headers)
                    #expect(answer.status == 200 && answer.body.count <= budget, "\(answer.body.count) of \(budget)")
                    let text = try answer.text
                    words.formUnion(text.matches(of: /word\d+/).map { String($0.output) })
                    pages += 1
                    guard let next = text.firstMatch(of: /rel="next" href="([^"]+)"/) else { break }
                    #expect(text.contains("?whole=1") && text.contains(" kB"))
                    path = String(next.output.1)
                }
                #expect(words.count == 4000)
                if coding == "identity" { #expect((pages > 1) == (device.contains("gprs") || root == "/lite")) }
                let why = try await wire.get("\(root)/articles/\(article.slug)?why=1&" + device, headers).text
                #expect(
                    why.contains("whole=1\"") == (pages > 1)
                        && why.contains("You have the whole story.") == (pages == 1)
                )
                let whole = try await wire.get("\(root)/articles/\(article.slug)?whole=1&" + device, headers).text
                #expect(Set(whole.matches(of: /word\d+/).map { String($0.output) }).count == 4000)
            }
        }

        /// A page with all of the text has it as it was written.
        @Test func aLongListStaysOneList() async throws {
            let site = try SharedSite.site
            let items = (1...80).map { "<li>Item \($0) of a list that is longer than a piece.</li>" }.joined()
            let article = try await Desk(site, .editor).write(
                #"{"headline":"A long list","section":"city","status":"published","body":"<ol>\#(items)</ol>"}"#)
            let page = try await site.get("/articles/\(article.slug)?network=wifi", browser).text
            #expect(page.contains("<div class=\"text\"><ol>\(items)</ol></div>"))
        }

        private static func long(_ site: TestSite) async throws -> WrittenArticle {
            let body = (0..<200).map { paragraph in
                "<p>" + (0..<20).map { "word\(paragraph * 20 + $0)" }.joined(separator: " ") + ".</p>"
            }.joined()
            return try await Desk(site, .editor).write(
                #"{"headline":"A long read","section":"city","status":"published","body":"\#(body)"}"#)
        }

        @Test func tellsProgramsWhatItIs() async throws {
            let site = try SharedSite.site
            let article = try await Desk(site, .editor).write(
                #"{"headline":"Ends </script><b>\"here\"</b>","standfirst":"A & B","section":"city","body":"<p>One two.</p>","byline":"Ana Sol","status":"published","language":"pt-PT"}"#
            )
            let page = try await site.get("/articles/\(article.slug)", browser).text
            let data = try #require(
                page.firstMatch(of: /<script type="application\/ld\+json">(.*?)<\/script>/)?.output.1)
            let json = try #require(
                try JSONSerialization.jsonObject(with: Data(String(data).utf8)) as? [String: Any])
            #expect(json["@type"] as? String == "NewsArticle")
            #expect(json["headline"] as? String == #"Ends </script><b>"here"</b>"#)
            #expect(json["inLanguage"] as? String == "pt-PT")
            #expect(json["url"] as? String == "\(TestSite.publicURL)/articles/\(article.slug)")
            #expect(json["datePublished"] as? String == article.publishedAt)
            #expect(!data.contains("<"), "nothing in it ends it")
            for property in ["og:type", "og:title", "og:url", "og:description", "article:published_time"] {
                #expect(page.contains("<meta property=\"\(property)\" content=\""), "\(property)")
            }
            #expect(page.contains("content=\"A &amp; B\""))
            #expect(page.contains("<article class=\"full\" lang=\"pt-PT\">") && page.contains("1 minute to read"))
            #expect(page.contains("href=\"mailto:?subject=Ends%20%3C%2Fscript%3E"))
        }

        @Test("A story's page leads to a QR code of its address; what readers cannot see has none") func code()
            async throws
        {
            let site = try SharedSite.site
            let desk = try await Desk(site, .editor)
            let fields = #""headline":"By camera","section":"city","body":"<p>x</p>""#
            let article = try await desk.write("{\(fields),\"status\":\"published\"}")
            let path = "/articles/\(article.slug)/code.svg"
            for root in ["", "/edition"] {
                let page = try await site.get("\(root)/articles/\(article.slug)", browser).text
                #expect(page.contains("<a href=\"\(path)\">QR code</a>"))
            }
            let picture = try await site.get(path)
            #expect(picture.status == 200 && picture["content-type"] == "image/svg+xml")
            let address = "\(TestSite.publicURL)/articles/\(article.slug)"
            let code = try #require(QRCode(address))
            #expect(try picture.text.contains(code.path) && picture.text.contains("<title>\(address)</title>"))
            let draft = try await desk.write("{\(fields),\"slug\":\"not-by-camera\"}").slug
            for slug in [draft, "no-such", "No_Such"] {
                #expect(try await site.get("/articles/\(slug)/code.svg").status == 404)
            }
        }

        @Test func whatAnEditorChoseAsRelatedComesFirst() async throws {
            let site = try SharedSite.site
            let desk = try await Desk(site, .editor)
            struct Related: Decodable { var related: [String]; var revision: Int }
            for name in ["Chosen one", "Chosen two"] {
                _ = try await desk.write(
                    #"{"headline":"\#(name)","section":"city","body":"<p>x</p>","status":"published"}"#)
            }
            _ = try await desk.write(#"{"headline":"Chosen later","section":"city"}"#)
            let article = try await desk.write(
                #"{"headline":"Leads on","section":"city","status":"published","related":["chosen-two","chosen-later","chosen-one","chosen-two"]}"#
            )
            let path = "articles/\(article.id)"
            let said = try await desk.send(.get, path).json(Related.self)
            #expect(said.related == ["chosen-two", "chosen-later", "chosen-one"])
            for root in ["", "/lite", "/edition"] {
                let text = try await site.get("\(root)/articles/leads-on", browser).text
                let (two, one) = (text.firstRange(of: "Chosen two"), text.firstRange(of: "Chosen one"))
                #expect(two != nil && one != nil && two!.lowerBound < one!.lowerBound, "\(root)")
                #expect(!text.contains("Chosen later"))
            }
            for bad in [
                #"["leads-on"]"#, #"["never-was"]"#,
                "[\(Array(repeating: #""chosen-one""#, count: 11).joined(separator: ","))]",
            ] {
                let refused = try await desk.send(
                    .put, path, #"{"headline":"Leads on","section":"city","slug":"leads-on","related":\#(bad)}"#,
                    ["If-Match": "*"])
                #expect(refused.status == 422)
            }
            let without = try await desk.send(
                .put, path, #"{"headline":"Leads on","section":"city"}"#, ["If-Match": "*"])
            #expect(try without.json(Related.self).related.isEmpty)
        }

        @Test func withdrawnArticlesAreGone() async throws {
            let site = try SharedSite.site
            let desk = try await Desk(site, .editor)
            let article = try await desk.write(
                #"{"headline":"Taken back","section":"city","body":"<p>x</p>","status":"published"}"#)
            for root in ["", "/lite", "/edition"] {
                #expect(try await site.get("\(root)/articles/\(article.slug)", browser).status == 200)
            }
            _ = try await desk.send(.delete, "articles/\(article.id)", nil, ["If-Match": "\"1\""])
            for root in ["", "/lite", "/edition"] {
                let answer = try await site.get("\(root)/articles/\(article.slug)", browser)
                #expect(answer.status == 410)
                let text = try answer.text
                #expect(
                    text.contains("This story was withdrawn") && text.contains("Taken back")
                        && !text.contains("<p>x</p>"))
                #expect(text.contains("noindex"))
            }
            #expect(
                try await site.get("/articles/\(article.slug)", ["Accept": "application/json"]).problem().status == 410)
            let portuguese = try await site.get(
                "/articles/\(article.slug)", browser.merging(["Accept-Language": "pt"]) { $1 })
            #expect(try portuguese.text.contains("Esta notícia foi retirada"))
        }

        @Test func draftsWereNeverThere() async throws {
            let site = try SharedSite.site
            let article = try await Desk(site, .editor).write(#"{"headline":"Not yet","section":"city"}"#)
            #expect(try await site.get("/articles/\(article.slug)", browser).status == 404)
        }

        @Test(
            "Scripts from right to left say so, and have readable addresses",
            arguments: [
                ("ar", "عودة العبّارة", "wdt-albart", true), ("he", "שלום", "slwm", true), ("ru", "Мост", "most", false),
            ])
        func direction(_ language: String, _ headline: String, _ slug: String, _ isRightToLeft: Bool) async throws {
            let site = try SharedSite.site
            let desk = try await Desk(site, .editor)
            let article = try await desk.write(
                #"{"headline":"\#(headline)","section":"city","language":"\#(language)","status":"published"}"#)
            #expect(article.slug == slug)
            let wanted = isRightToLeft ? "lang=\"\(language)\" dir=\"rtl\"" : "lang=\"\(language)\">"
            for path in ["/articles/", "/edition/articles/", "/lite/articles/"] {
                #expect(try await site.get(path + slug, browser).text.contains(wanted))
            }
            for path in ["/m/", "/lite/", "/edition/", "/news/", "/reader/"] {
                let list = try await site.get(path + "?network=wifi", browser).text
                #expect(list.contains("lang=\"\(language)\""), "\(path)")
                #expect(list.contains("lang=\"\(language)\" dir=\"rtl\"") == isRightToLeft, "\(path)")
            }
        }

        @Test func translationsNameEachOther() async throws {
            let site = try SharedSite.site
            let desk = try await Desk(site, .editor)
            let original = try await desk.write(
                #"{"headline":"The harbour","section":"city","language":"en","status":"published"}"#)
            #expect(
                try await !site.get("/articles/\(original.slug)", browser).text.contains(
                    "<link rel=\"alternate\" hreflang"))
            let translation = try await desk.write(
                #"{"headline":"O porto","section":"city","language":"pt","translationOf":"\#(original.slug)","status":"published"}"#
            )
            for (slug, other) in [(original.slug, translation.slug), (translation.slug, original.slug)] {
                let page = try await site.get("/articles/\(slug)", browser).text
                for (language, name) in [("en", original.slug), ("pt", translation.slug)] {
                    #expect(
                        page.contains(
                            #"<link rel="alternate" hreflang="\#(language)" href="\#(TestSite.publicURL)/articles/\#(name)">"#
                        ))
                }
                #expect(page.contains(#"<a href="/articles/\#(other)" hreflang="#))
            }
            let strange = try await desk.send(
                .post, "articles", #"{"headline":"X","section":"city","translationOf":"no-such-article"}"#)
            #expect(strange.status == 422)
            #expect(try strange.problem().fields == ["translationOf"])
        }
    }
}
