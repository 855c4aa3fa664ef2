import Archive
import ExchangeArchive
import Foundation
import HTTPTypes
import News
import PostgreSQL
import Syndication
import Testing

extension SourceSiteTests {
    /// How entries are matched to articles: by their IDs, by host, and by the IDs that we gave them ourselves.
    struct NamesTests {
        @Test("A number that two feeds of a host give to two stories parts them, and does not part one story")
        func numbers()
            async throws
        {
            let desk = try await Desk(SharedSite.site, .editor)
            try await FeedServer.open { server in
                server.put(
                    "/one.xml", rss([item("n1001", "Bakers strike for flour"), item("n1002", "Both have this")]))
                server.put(
                    "/two.xml",
                    rss([item("n1001", "A comet near Saturn"), item("n1002", "Both have this")])
                        .replacing("https://wire.example/n1001", with: "https://wire.example/comet"))
                let one = try await desk.source(server.root + "/one.xml", .publish)
                let two = try await desk.source(server.root + "/two.xml", .publish)
                #expect(try await desk.fetch(one).added == 2)
                let fetch = try await desk.fetch(two)
                #expect(fetch.added == 1 && fetch.notes.contains { $0.contains("elsewhere: 1.") })
                let site = try SharedSite.site
                for headline in ["Bakers strike for flour", "A comet near Saturn", "Both have this"] {
                    #expect(try await site.number("select count(*) from articles where headline = \(headline)") == 1)
                }
                // An edited entry stays the same story.
                server.put(
                    "/two.xml",
                    rss([item("n1001", "A comet nears Saturn")])
                        .replacing("https://wire.example/n1001", with: "https://wire.example/comet"))
                #expect(try await desk.fetch(two).changed == 1)
                // A changed headline does not turn another source's story into a second one.
                server.put(
                    "/two.xml",
                    rss([item("n1002", "Both had this")])
                        .replacing("https://wire.example/n1002", with: "https://wire.example/other"))
                #expect(try await desk.fetch(two).added == 0)
                #expect(try await site.number("select count(*) from articles where headline = 'Both had this'") == 0)
                // A source that is removed and added again recognises its earlier entries.
                await desk.forget(two)
                server.put(
                    "/two.xml",
                    rss([item("n1001", "A comet near Saturn")])
                        .replacing("https://wire.example/n1001", with: "https://wire.example/comet"))
                let again = try await desk.source(server.root + "/two.xml", .publish)
                #expect(try await desk.fetch(again).added == 0)
                for source in [one, again] { await desk.forget(source) }
            }
        }

        @Test("What was ours before is known again, whatever its name", arguments: FeedFormat.allCases)
        func oursComesBack(_ format: FeedFormat) async throws {
            let site = try SharedSite.site
            let desk = try await Desk(site, .editor)
            try await FeedServer.open { server in
                server.put("/number.xml", rss([item("no address \(format)", "Under a name \(format)")]))
                let first = try await desk.source(server.root + "/number.xml", .publish)
                #expect(try await desk.fetch(first).added == 1)
                let ours = try await site.get(FeedAddress(.section("city"), format).path)
                server.put("/ours", bytes: try ours.plain)
                let back = try await desk.source(server.root + "/ours", .publish)
                for _ in 0..<2 {
                    let fetch = try await desk.fetch(back)
                    #expect(
                        fetch.error.isEmpty && fetch.found > 0 && fetch.added == 0 && fetch.changed == 0, "\(fetch)")
                }
                for source in [first, back] { await desk.forget(source) }
            }
        }

        @Test("The newspaper is no source of itself") func itself() async throws {
            let desk = try await Desk(SharedSite.site, .editor)
            for url in [TestSite.publicURL, TestSite.publicURL + "/rss.xml", TestSite.publicURL.uppercased() + "?x=1"] {
                let answer = try await desk.send(.post, "sources", #"{"url":"\#(url)","section":"city"}"#)
                #expect(answer.status == 422)
                #expect(try answer.text.contains("the newspaper itself"))
            }
        }

        @Test("The name of a source is one author, and an address has a host for a name") func oneName() async throws {
            let site = try SharedSite.site
            let desk = try await Desk(site, .editor)
            try await FeedServer.open { server in
                server.put("/bread.xml", rss([item("urn:bread:1", "Bread is dear")]))
                let answer = try await desk.send(
                    .post, "sources",
                    #"{"url":"\#(server.root)/bread.xml","title":"Bread & Co","section":"city","trust":"publish","discover":false,"paused":true}"#
                )
                let source: MadeSource = try answer.json()
                #expect(try await desk.fetch(source).added == 1)
                #expect(try await desk.article("urn:bread:1").byline == "Bread & Co")
                #expect(try await site.number("select count(*) from authors where name = 'Bread & Co'") == 1)
                #expect(try await site.number("select count(*) from authors where name in ('Bread', 'Co')") == 0)
                await desk.forget(source)

                let plain = try await desk.send(
                    .post, "sources",
                    #"{"url":"\#(server.root)/bread.xml","section":"city","discover":false,"paused":true}"#)
                #expect(plain.status == 201)
                let named: MadeSource = try plain.json()
                #expect(named.title == "127.0.0.1")
                await desk.forget(named)
            }
        }
    }
}
