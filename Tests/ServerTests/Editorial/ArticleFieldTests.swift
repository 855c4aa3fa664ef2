import Foundation
import HTTPTypes
import News
@testable import Server
import Testing

extension WritingSiteTests {
    /// A field passes through many layers, and one that forgets it would lose the text silently.
    @Suite("Fields of articles")
    struct ArticleFieldTests {
        /// The free-text fields, each with different words.
        private static let texts = ArticleField.texts.map(\.name).filter { $0 != "language" }

        private func words(_ field: String) -> String { "Words of the \(field)" }

        private func article(_ more: [String: String] = [:]) throws -> String {
            let texts = Dictionary(uniqueKeysWithValues: Self.texts.map { ($0, words($0)) })
            let fields = texts.merging(["section": "city", "body": "<p>Text.</p>"]) { $1 }.merging(more) { $1 }
            return String(decoding: try JSONEncoder().encode(fields), as: UTF8.self)
        }

        @Test("The API gives back what it was given, in the article and in its revision", arguments: texts)
        func roundTrip(_ field: String) async throws {
            let desk = try await Desk(try SharedSite.site, .editor)
            let written = try await desk.write(try article())
            for path in ["articles/\(written.id)", "articles/\(written.id)/revisions/1"] {
                #expect(try await desk.send(.get, path).text.contains("\"\(field)\":\"\(words(field))\""), "\(path)")
            }
        }

        @Test("A change shows in the newsroom's form, in the revision and in its comparison", arguments: texts)
        func newsroom(_ field: String) async throws {
            let site = try SharedSite.site
            let desk = try await Desk(site, .editor)
            let written = try await desk.write(try article())
            let changed = try await desk.send(
                .put, "articles/\(written.id)", try article([field: "Changed"]), ["If-Match": "\"1\""])
            #expect(changed.status == 200)
            #expect(try await desk.send(.get, "articles/\(written.id)/revisions").text.contains("\"\(field)\""))
            let browser = try await Room.person(site, .editor).browser()
            let page = "/admin/articles/\(written.id)"
            #expect(try await browser.get(page).text.contains("name=\"\(field)\""))
            let comparison = try await browser.get(page + "/revisions/1").text
            #expect(comparison.contains("Words of the \(field)") && comparison.contains("<ins>Changed"))
        }

        @Test("A fault of a text names its field", arguments: texts) func fault(_ field: String) async throws {
            let desk = try await Desk(try SharedSite.site, .editor)
            let answer = try await desk.send(
                .post, "articles", try article([field: String(repeating: "x", count: 2001)]))
            #expect(answer.status == 422)
            #expect(try answer.text.contains(field))
        }

        @Test("The kicker stands above the headline wherever readers see it") func kicker() async throws {
            let site = try SharedSite.site
            let desk = try await Desk(site, .editor)
            let kicker = "Lighthouses & keepers"
            let written = try await desk.write(
                try article(["kicker": kicker, "headline": "The lamp is lit again", "status": "published"]))
            #expect(
                try await site.get("/ws?network=wifi&items=50").text.contains("<n4md:kicker>Lighthouses &amp; keepers<")
            )
            let json = try await site.get("/ws?network=wifi&items=50", ["Accept": "application/json"]).text
            #expect(json.contains("\"kicker\":\"\(kicker)\""))
            #expect(try await site.get("/feed.json").text.contains("\"_n4md\":{\"kicker\":\"\(kicker)\"}"))
            for path in [
                "/m/", "/lite/", "/reader/", "/news/", "/articles/\(written.slug)", "/lite/articles/\(written.slug)",
                "/sections/city",
            ] {
                let page = try await site.get(path, ["Accept": "text/html"]).text
                #expect(page.contains(">Lighthouses &amp; keepers</small> The lamp is lit again"), "\(path)")
            }
            let found = try await site.get("/search?q=lighthouses", ["Accept": "text/html"]).text
            #expect(found.contains("The lamp is lit again"))
        }
    }
}
