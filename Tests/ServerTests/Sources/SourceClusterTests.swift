import Archive
import ExchangeArchive
import Foundation
import HTTPTypes
import News
import Testing

extension SourceSiteTests {
    /// The same story from several sources.
    @Suite("Doubles of sources") struct SourceClusterTests {
        private struct Cluster: Decodable {
            struct Member: Decodable { var id: Int }
            var members: [Member]
            var ids: [Int] { members.map(\.id) }
        }

        /// A text of words that no other story has.
        private static func text(_ seed: String) -> String {
            (0..<120).map { "\(seed)\(($0 * $0 + 7 * $0) % 997)" }.joined(separator: " ")
        }

        private func cluster(_ desk: Desk, _ article: WrittenArticle) async throws -> [Int] {
            try await desk.send(.get, "articles/\(article.id)/cluster").json(Cluster.self).ids
        }

        @Test("They become one story, and what an editor parts stays parted at the next fetch", .timeLimit(.minutes(2)))
        func parted() async throws {
            let site = try SharedSite.site
            let desk = try await Desk(site, .editor)
            try await FeedServer.open { server in
                let (headline, text) = ("Dredger frees the mouth of the river", Self.text("dredge"))
                func put(_ path: String, _ guid: String, _ title: String, _ text: String, by name: String) {
                    server.put(
                        path, rss([item(guid, title, text: text)], title: name, link: "https://\(name).example/"))
                }
                put("/one.xml", "urn:double:1", headline, text, by: "One")
                put("/two.xml", "urn:double:2", "River mouth: " + headline, text, by: "Two")
                let one = try await desk.source(server.root + "/one.xml", .publish)
                _ = try await desk.fetch(one)
                let two = try await desk.source(server.root + "/two.xml", .publish)
                _ = try await desk.fetch(two)
                let (first, second) = (
                    try await desk.article("urn:double:1"), try await desk.article("urn:double:2")
                )
                #expect(try await eventually { try await cluster(desk, second).count == 2 })
                let lead = try #require(try await cluster(desk, second).first)
                let slug = lead == first.id ? first.slug : second.slug
                let page = try await site.get("/articles/" + slug, ["Accept": "text/html"]).text
                #expect(page.contains("The Wire: "))
                let answer = try await desk.send(
                    .delete, "articles/\(second.id)/cluster", nil, ["If-Match": "*"])
                #expect(answer.status == 200)
                put("/two.xml", "urn:double:2", headline, text + " end", by: "Two")
                #expect(try await desk.fetch(two).changed == 1)
                #expect(try await cluster(desk, second) == [second.id])
                // A new entry is a double as soon as readers see it.
                put("/one.xml", "urn:double:3", "Mouth of the river: " + headline, text, by: "One")
                #expect(try await desk.fetch(one).added == 1)
                #expect(try await cluster(desk, try await desk.article("urn:double:3")).count == 2)
                await desk.forget(one)
                await desk.forget(two)
            }
        }
    }
}
