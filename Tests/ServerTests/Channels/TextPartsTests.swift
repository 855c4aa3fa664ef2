import Foundation
import News
import Testing

extension WritingSiteTests {
    /// Texts that are longer than a budget.
    struct TextPartsTests {
        private static let text = (1...400).map {
            "<p>Paragraph \($0): the ferry came back to the old quay at word\($0).</p>"
        }

        private static func long(_ site: TestSite) async throws -> WrittenArticle {
            try await Desk(site, .editor).write(
                #"{"headline":"A long read","standfirst":"In many parts.","section":"city","status":"published","body":"\#(text.joined())"}"#
            )
        }

        /// A list has the first paragraphs, and says what they leave out.
        @Test(arguments: ["xml", "json"])
        func aListHasItsOpening(_ format: String) async throws {
            let site = try SharedSite.site
            let article = try await Self.long(site)
            let answer = try await site.get("/ws?network=edge&text=html&images=off&format=\(format)")
            let item = try #require(try answer.channel.items.first { $0.id == article.id })
            let text = try #require(item.text)
            #expect(text.hasPrefix("Paragraph 1:") && text.utf8.count < 1000)
            let rest = try #require(item.rest)
            #expect(rest.part == 0 && rest.bytes > 20_000)
            #expect(answer.body.count <= (try answer.channel.plan.budget))
        }

        /// Walks through all parts; each keeps the budget, and together they are the text.
        @Test(arguments: ["xml", "json"], ["plain", "html"])
        func oneArticleComesInParts(_ format: String, _ text: String) async throws {
            let site = try SharedSite.site
            let article = try await Self.long(site)
            let context = "network=gprs&battery=5&text=\(text)&format=\(format)&articles=\(article.id)"
            let budget = try await site.get("/ws?" + context).channel.plan.budget
            for coding in ["identity", "gzip"] {
                try await site.withWire { wire async throws in
                    var (path, parts): (String?, [String]) = ("/ws?" + context, [])
                    while let next = path, parts.count < 100 {
                        let answer = try await wire.get(next, ["Accept-Encoding": coding])
                        #expect(
                            answer.status == 200 && answer.body.count <= budget, "\(answer.body.count) of \(budget)")
                        let item = try #require(try answer.channel.items.first)
                        parts.append(try #require(item.text))
                        path = answer.link()
                        #expect((item.rest?.part ?? 0 > 0) == (path != nil))
                        // The form's field does the same.
                        if let part = item.rest?.part, parts.count == 1 {
                            let asked = try await wire.get("/ws?\(context)&part=\(part)", ["Accept-Encoding": coding])
                            #expect(
                                try await wire.get(try #require(path), ["Accept-Encoding": coding]).plain
                                    == asked.plain)
                        }
                    }
                    let whole =
                        text == "html"
                        ? Self.text.joined() : Self.text.map { $0.dropFirst(3).dropLast(4) }.joined(separator: "\n\n")
                    #expect(parts.joined() == whole && parts.count > 1)
                }
            }
        }

        @Test func aPartBelongsToOneArticle() async throws {
            let site = try SharedSite.site
            let article = try await Self.long(site)
            let whole = try await site.get("/ws?network=wifi&images=off&articles=\(article.id)")
            #expect(try whole.channel.items.first?.text?.hasSuffix("word400.</p>") == true && whole.link() == nil)
            let list = try #require(try await site.get("/ws?network=edge&part=3")["content-location"])
            #expect(list == (try await site.get("/ws?network=edge")["content-location"]))
            let beyond = try await site.get("/ws?network=wifi&images=off&articles=\(article.id)&part=200").channel
            #expect(beyond.items.first?.text?.hasSuffix("word400.</p>") == true)
        }

        @Test(arguments: ["rss.xml", "atom.xml", "feed.json"])
        func aFeedForADeviceLeadsToTheRest(_ name: String) async throws {
            let site = try SharedSite.site
            let article = try await Self.long(site)
            let answer = try await site.get("/\(name)?network=edge&text=html&images=off&items=1")
            let text = try answer.text
            #expect(text.contains("word3.") && !text.contains("word40."))
            #expect(text.contains(" kB]") && text.contains("articles/\(article.slug)"))
        }
    }
}
