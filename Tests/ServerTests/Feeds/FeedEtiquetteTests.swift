import Archive
import Foundation
import HTTPTypes
import News
import PostgreSQL
@testable import Server
import Syndication
import Testing
import XML

extension WritingSiteTests {
    /// The features that pollers rely on: tags and dates that change only with the feed, deltas and tombstones.
    struct FeedEtiquetteTests {
        private let atom = "http://www.w3.org/2005/Atom"
        private let tombstones = "http://purl.org/atompub/tombstones/1.0"

        /// Makes a section with some stories.
        private func newspaper(_ slug: String) async throws -> (desk: Desk, stories: [WrittenArticle]) {
            let desk = try await Desk(SharedSite.site, .chief)
            try await desk.section(slug)
            var stories: [WrittenArticle] = []
            for number in 1...3 { stories.append(try await write("\(slug) \(number)", in: slug, desk)) }
            return (desk, stories)
        }

        private func write(_ headline: String, in section: String, _ desk: Desk) async throws -> WrittenArticle {
            try await desk.write(
                #"{"headline":"\#(headline)","section":"\#(section)","body":"<p>Long water.</p>","byline":"By Ana Reis and Rui Sá","status":"published"}"#
            )
        }

        @Test(arguments: FeedFormat.allCases)
        func theTagChangesExactlyWhenTheFeedDoes(_ format: FeedFormat) async throws {
            let slug = "etag-\(format.rawValue)"
            let (desk, stories) = try await newspaper(slug)
            let path = FeedAddress(.section(slug), format).path
            let first = try await SharedSite.site.get(path)
            let (tag, date) = (try #require(first["etag"]), try #require(first["last-modified"]))
            // News in another section raises the newspaper's revision, but must not change this feed on any node.
            try await desk.section("elsewhere")
            _ = try await write("News of another section", in: "elsewhere", desk)
            let again = try await SharedSite.site.get(path, ["If-None-Match": tag])
            #expect(again.status == 304 && again["etag"] == tag && again["last-modified"] == date)
            #expect(try await SharedSite.site.get(path, ["If-Modified-Since": date]).status == 304)
            try await SharedSite.site.withNode { node in
                let other = try await node.get(path)
                #expect(other["etag"] == tag && other["last-modified"] == date)
            }
            _ = try await desk.send(
                .put, "articles/\(stories[0].id)", #"{"headline":"Changed","section":"\#(slug)","status":"published"}"#,
                ["If-Match": "*"])
            let changed = try await SharedSite.site.get(path, ["If-None-Match": tag])
            #expect(changed.status == 200 && changed["etag"] != tag)
        }

        @Test func aSaveThatChangesNothingToReadIsNoNews() async throws {
            let (desk, stories) = try await newspaper("unchanged")
            let path = "/sections/unchanged/atom.xml"
            let tag = try #require(try await SharedSite.site.get(path)["etag"])
            let saved = try await desk.send(
                .put, "articles/\(stories[0].id)",
                #"{"headline":"unchanged 1","section":"unchanged","body":"<p>Long water.</p>","byline":"By Ana Reis and Rui Sá","status":"published"}"#,
                ["If-Match": "*"])
            #expect(saved.status == 200)
            #expect(try await SharedSite.site.get(path, ["If-None-Match": tag]).status == 304)
        }

        @Test func whoHasAnEarlierCopyGetsOnlyWhatChanged() async throws {
            let (desk, stories) = try await newspaper("delta-feed")
            let path = "/sections/delta-feed/atom.xml"
            let tag = try #require(try await SharedSite.site.get(path)["etag"])
            let asked = ["If-None-Match": tag, "A-IM": "vcdiff, feed"]
            #expect(try await SharedSite.site.get(path, asked).status == 304)

            let new = try await write("New", in: "delta-feed", desk)
            _ = try await desk.send(.delete, "articles/\(stories[1].id)", nil, ["If-Match": "*"])
            let delta = try await SharedSite.site.get(path, asked)
            #expect(delta.status == 226 && delta["im"] == "feed" && delta["delta-base"] == tag)
            #expect(delta["cache-control"] == "no-store, im")
            let root = try delta.xml
            #expect(root.all("entry", atom).compactMap { $0.first("title", atom)?.text } == [new.headline])
            #expect(root.all("deleted-entry", tombstones).count == 1)
            let whole = try await SharedSite.site.get(path)
            #expect(whole["etag"] == delta["etag"] && whole.status == 200)
            #expect(try whole.xml.all("entry", atom).count == 3)
            // A client that does not ask for a delta, or whose copy is unknown, gets the whole feed.
            #expect(try await SharedSite.site.get(path, ["If-None-Match": tag]).status == 200)
            #expect(try await SharedSite.site.get(path, ["If-None-Match": "\"x\"", "A-IM": "feed"]).status == 200)
            #expect(
                try await SharedSite.site.get(path, ["If-None-Match": "\"7fffffffffffffff-1\"", "A-IM": "feed"])
                    .xml.all("entry", atom).count == 3)
        }

        @Test func whatIsWithdrawnIsToldOf() async throws {
            let (desk, stories) = try await newspaper("tombstones")
            _ = try await desk.send(.delete, "articles/\(stories[2].id)", nil, ["If-Match": "*"])
            let root = try await SharedSite.site.get("/sections/tombstones/atom.xml").xml
            let stone = try #require(root.first("deleted-entry", tombstones))
            #expect(stone.attribute("ref")?.hasPrefix("urn:uuid:") == true)
            #expect(RFC822.iso(stone.attribute("when") ?? "") != nil)
            #expect(root.all("entry", atom).allSatisfy { $0.first("id", atom)?.text != stone.attribute("ref") })
        }

        @Test func authorsHaveFeeds() async throws {
            _ = try await newspaper("authors-feed")
            for slug in ["ana-reis", "rui-sa"] {
                let channel = try #require(
                    try await SharedSite.site.get("/authors/\(slug)/rss.xml").xml.first("channel"))
                let names = channel.all("item").map { item in
                    item.all("creator", "http://purl.org/dc/elements/1.1/").map(\.text)
                }
                #expect(names.count >= 3 && names.allSatisfy { $0 == ["Ana Reis", "Rui Sá"] })
                #expect(try await SharedSite.site.get("/authors/\(slug)").text.contains("authors-feed 3"))
            }
            #expect(try await SharedSite.site.get("/authors/nobody-at-all/rss.xml").status == 404)
            #expect(try await SharedSite.site.get("/authors/nobody-at-all").status == 404)
        }

        @Test(
            arguments: [
                ("By Ana Reis, Rui Sá and Li Wei", ["Ana Reis", "Rui Sá", "Li Wei"]), ("Ana e Rui", ["Ana", "Rui"]),
                ("E. M. Forster", ["E. M. Forster"]), ("  ", []), ("Por  Ana   Reis", ["Ana Reis"]),
                ("Ana, Ana & Ana", ["Ana"]), ("Andy Anderson", ["Andy Anderson"]), ("von Berg", ["Berg"]),
            ] as [(String, [String])])
        func bylinesNamePeople(_ byline: String, _ names: [String]) async throws {
            let found: [String] = try await SharedSite.site.backend.archive.read {
                try $0.connection.query("select byline_names(\(byline))")[0].get(0)
            }
            #expect(found == names)
        }
    }
}
