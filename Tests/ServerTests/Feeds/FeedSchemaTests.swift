import Foundation
import HTTPTypes
import News
import Syndication
import Testing

extension WritingSiteTests {
    /// Validates feeds and sitemaps against their schemas with libxml2's `xmllint`.
    @Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/xmllint")))
    struct FeedSchemaTests {
        private let schemas = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "Schemas")

        /// The official schema of NewsML-G2, which is not part of the project.
        private static let newsML = URL(
            filePath: #filePath + "/../../../../../shared/data/schemas/NewsML-G2_2.35-spec-All-Power.xsd"
        ).standardizedFileURL

        private func faults(of answer: Answer, _ grammar: String) async throws -> String {
            try await faults(of: answer, "--relaxng", schemas.appending(path: grammar))
        }

        private func faults(of answer: Answer, _ kind: String, _ schema: URL) async throws -> String {
            try #require(answer.status == 200 || answer.status == 226)
            return try await withFolder { folder in
                let file = folder.appending(path: "document.xml")
                try Data(answer.plain).write(to: file)
                let result = try await run("/usr/bin/xmllint", ["--noout", "--nonet", kind, schema.path, file.path])
                return result.status == 0 ? "" : "\(result.status): \(result.errors)"
            }
        }

        @Test(arguments: [
            "/rss.xml", "/rss.xml?page=2", "/rss.xml?network=edge", "/sections/city/rss.xml",
            "/search/rss.xml?q=harbour", "/search/rss.xml?q=nothing-of-this-name",
        ])
        func rssIsByItsSpecification(_ path: String) async throws {
            #expect(try await faults(of: SharedSite.site.get(path), "rss.rng") == "")
        }

        /// Also with what an editor can write, and a withdrawn article.
        @Test(.enabled(if: FileManager.default.fileExists(atPath: newsML.path)))
        func newsMLIsByItsSchema() async throws {
            let desk = try await Desk(SharedSite.site, .chief)
            try await desk.section("by-schema")
            let words = "<b>1</b> & \\u000b2 ]]> \\ud83d\\ude80"
            var stories: [WrittenArticle] = []
            for language in ["pt", "en"] {
                stories.append(
                    try await desk.write(
                        #"{"headline":"\#(words)","standfirst":"\#(words)","section":"by-schema","byline":"Ana & Rui","language":"\#(language)","body":"<p>\#(words)</p><ul><li>One</li></ul>","status":"published"}"#
                    ))
            }
            _ = try await desk.send(.delete, "articles/\(stories[0].id)", nil, ["If-Match": "*"])
            for path in ["wire/newsml", "wire/newsml?section=by-schema"] + stories.map({ "wire/newsml/\($0.id)" }) {
                #expect(try await faults(of: desk.send(.get, path), "--schema", Self.newsML) == "", "\(path)")
            }
        }

        @Test(arguments: [
            "/atom.xml", "/atom.xml?page=2", "/atom.xml?network=edge", "/sections/city/atom.xml",
            "/search/atom.xml?q=harbour", "/search/atom.xml?q=nothing-of-this-name",
        ])
        func atomIsByItsGrammar(_ path: String) async throws {
            #expect(try await faults(of: SharedSite.site.get(path), "atom.rng") == "")
        }

        /// Also with withdrawn articles, and for deltas.
        @Test func tombstonesAndDeltasAreByTheGrammarOfAtom() async throws {
            let desk = try await Desk(SharedSite.site, .chief)
            try await desk.section("by-grammar")
            let path = FeedAddress(.section("by-grammar"), .atom).path
            var stories: [WrittenArticle] = []
            for number in 1...3 {
                stories.append(
                    try await desk.write(
                        #"{"headline":"Grammar \#(number)","section":"by-grammar","body":"<p>Long water.</p>","byline":"By Ana Reis","status":"published"}"#
                    ))
            }
            let tag = try #require(try await SharedSite.site.get(path)["etag"])
            _ = try await desk.send(.delete, "articles/\(stories[0].id)", nil, ["If-Match": "*"])
            #expect(try await faults(of: SharedSite.site.get("/authors/ana-reis/atom.xml"), "atom.rng") == "")
            let whole = try await SharedSite.site.get(path)
            #expect(try whole.text.contains("deleted-entry"))
            #expect(try await faults(of: whole, "atom.rng") == "")
            let delta = try await SharedSite.site.get(path, ["If-None-Match": tag, "A-IM": "feed"])
            #expect(delta.status == 226)
            #expect(try await faults(of: delta, "atom.rng") == "")
        }

        @Test func sitemapsAreByTheirProtocol() async throws {
            let index = try await SharedSite.site.get("/sitemap.xml")
            #expect(try await faults(of: index, "sitemap.rng") == "")
            let addresses = try index.text.matches(of: /<loc>([^<]+)<\/loc>/).map { String($0.output.1) }
            #expect(!addresses.isEmpty)
            for address in addresses {
                let path = String(address.dropFirst(TestSite.publicURL.count))
                #expect(try await faults(of: SharedSite.site.get(path), "sitemap.rng") == "", "\(path)")
            }
        }
    }
}
