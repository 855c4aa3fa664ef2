import Foundation
import HTTPTypes
import News
import Testing
import XML

extension WritingSiteTests {
    /// The news wire for partners.
    struct WireTests {
        private let news = "http://iptc.org/std/nar/2006-10-01/"

        private struct Item: Decodable {
            struct Text: Decodable {
                var role: String
                var contenttype: String
                var value: String
            }
            struct Named: Decodable { var name: String }
            var uri, type, pubstatus: String
            var headlines, bodies: [Text]?
            var subjects, people: [Named]?
        }
        private struct Page: Decodable { var items: [Item] }

        private func story(_ headline: String, _ desk: Desk) async throws -> WrittenArticle {
            try await desk.section("wire")
            return try await desk.write(
                #"{"headline":"\#(headline)","section":"wire","body":"<p>Long &amp; <b>water</b>.</p>","byline":"Ana Reis and Rui Sá","status":"published"}"#
            )
        }

        @Test func partnersGetNinjs() async throws {
            let desk = try await Desk(SharedSite.site, .chief)
            let (first, second) = (try await story("Wire <1>", desk), try await story("Wire 2", desk))
            let page = try await desk.send(.get, "wire/ninjs?section=wire&limit=1")
            let item = try #require(try page.json(Page.self).items.first)
            #expect(item.headlines?.map(\.value) == ["Wire 2"] && item.type == "text" && item.pubstatus == "usable")
            #expect(item.bodies?.first { $0.contenttype == "text/html" }?.value == "<p>Long &amp; <b>water</b>.</p>")
            #expect(item.bodies?.first { $0.contenttype == "text/plain" }?.value == "Long & water.")
            #expect(item.people?.map(\.name) == ["Ana Reis", "Rui Sá"] && item.subjects?.first?.name == "Wire")
            let next = try #require(page.link())
            let rest = try await desk.send(.get, String(next.dropFirst("/api/v1/".count)))
            #expect(try rest.json(Page.self).items.map { $0.headlines?.first?.value } == ["Wire <1>"])
            let one = try await desk.send(.get, "wire/ninjs/\(first.id)")
            #expect(try one.json(Item.self).headlines?.first?.value == "Wire <1>")
            // A withdrawn article is canceled, both by itself and in the list.
            _ = try await desk.send(.delete, "articles/\(first.id)", nil, ["If-Match": "*"])
            #expect(try await desk.send(.get, "wire/ninjs/\(first.id)").json(Item.self).pubstatus == "canceled")
            _ = second
        }

        @Test func partnersGetNewsML() async throws {
            let desk = try await Desk(SharedSite.site, .chief)
            let written = try await story("Wire in XML", desk)
            let root = try await desk.send(.get, "wire/newsml/\(written.id)").xml
            #expect(root.name == "newsItem" && root.namespace == news && root.attribute("standardversion") == "2.35")
            let meta = try #require(root.first("contentMeta", news))
            #expect(meta.first("headline", news)?.text == "Wire in XML")
            #expect(meta.all("creator", news).compactMap { $0.first("name", news)?.text } == ["Ana Reis", "Rui Sá"])
            let texts = try #require(root.first("contentSet", news)).all("inlineData", news)
            #expect(texts.map(\.text) == ["<p>Long &amp; <b>water</b>.</p>", "Long & water."])
            let message = try await desk.send(.get, "wire/newsml?section=wire").xml
            let items = try #require(message.first("itemSet", news)).all("newsItem", news)
            #expect(items.contains { $0.attribute("guid") == root.attribute("guid") })
        }

        @Test func onlyWhoHasATokenGetsIt() async throws {
            #expect(try await SharedSite.site.get("/api/v1/wire/ninjs").status == 401)
            let desk = try await Desk(SharedSite.site, .contributor)
            #expect(try await desk.send(.get, "wire/ninjs").status == 200)
            for (path, status) in [
                ("wire/ninjs?section=nowhere-at-all", 404), ("wire/ninjs?before=x", 400), ("wire/newsml?limit=0", 400),
                ("wire/newsml/99999999", 404),
            ] {
                #expect(try await desk.send(.get, path).status == status, "\(path)")
            }
        }
    }
}
