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

        private func faults(of answer: Answer, _ schema: String) async throws -> String {
            try #require(answer.status == 200 || answer.status == 226)
            return try await withFolder { folder in
                let file = folder.appending(path: "document.xml")
                try Data(answer.plain).write(to: file)
                let result = try await run(
                    "/usr/bin/xmllint",
                    ["--noout", "--nonet", "--relaxng", schemas.appending(path: schema).path, file.path])
                return result.status == 0 ? "" : "\(result.status): \(result.errors)"
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
