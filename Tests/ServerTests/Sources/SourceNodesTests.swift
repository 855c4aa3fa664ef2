import Archive
@testable import Exchange
import ExchangeArchive
import Foundation
import HTTPTypes
import Hummingbird
import News
import PostgreSQL
@testable import Server
import Synchronization
import Testing

/// How servers share the work on sources.
extension SourceSiteTests {
    @Test("What a server had under way when it died another takes on, and the dead one's word comes too late")
    func death() async throws {
        let site = try SharedSite.site
        let desk = try await Desk(site, .editor)
        try await FeedServer.open { server in
            server.put("/death.xml", rss([item("urn:death:1", "Alive")]))
            let source = try await desk.source(server.root + "/death.xml")
            // Leaves the source as a server killed while fetching would.
            let job = try await site.backend.archive.write {
                try $0.sources.take(source.id, lease: 600)
            }
            let lost = try #require(job)
            let (paused, resumed) = (#"{"paused":true}"#, #"{"paused":false}"#)
            let path = "sources/\(source.id)"
            #expect(try await desk.send(.put, path, resumed, ["If-Match": "*"]).status == 200)
            #expect(try await desk.now(source).nextFetchAt == nil, "it is being fetched")
            try await site.backend.archive.write {
                _ = try $0.connection.query("update sources set leased_until = now() where id = \(source.id)")
            }
            #expect(try await eventually { try await desk.now(source).lastFetch?.added == 1 })
            #expect(try await desk.send(.put, path, paused, ["If-Match": "*"]).status == 200)
            // The first server was not dead after all.
            #expect(try await site.backend.archive.write { try $0.sources.holds(lost, lease: 60) } == false)
            let reader = SourceReader(
                archive: site.backend.archive,
                importer: Importer(archive: site.backend.archive, pictures: site.backend.pictures),
                fetcher: .forSources(agent: site.backend.options.agent, mayReach: site.backend.options.mayReach))
            #expect(try await reader.read(lost) == nil)
            #expect(try await site.number("select count(*) from source_fetches where source_id = \(source.id)") == 1)
            #expect(try await site.number("select count(*) from articles where guid = 'urn:death:1'") == 1)
            await desk.forget(source)
        }
    }

    @Test("Several servers share the work, and each source is fetched once; a broken one stops nobody") func nodes()
        async throws
    {
        let site = try SharedSite.site
        let desk = try await Desk(site, .editor)
        try await site.withNode(["outgoing_networks": "127.0.0.1"]) { _ in
            try await FeedServer.open { server in
                var sources: [MadeSource] = []
                for number in 0..<12 {
                    let path = "/node\(number).xml"
                    server.put(path, number % 3 == 0 ? "broken" : rss([item("urn:node:\(number)", "Number \(number)")]))
                    let json = #"{"url":"\#(server.root)\#(path)","title":"N","section":"city","discover":false}"#
                    sources.append(try await desk.send(.post, "sources", json).json())
                }
                for (number, source) in sources.enumerated() {
                    #expect(try await eventually { try await desk.now(source).lastFetch != nil })
                    let now = try await desk.now(source)
                    #expect(now.articles == (number % 3 == 0 ? 0 : 1) && now.failures == (number % 3 == 0 ? 1 : 0))
                    #expect(server.asked("/node\(number).xml").count == 1)
                }
                for source in sources { await desk.forget(source) }
            }
        }
    }

    @Test("Two sources that bring the same at the same time bring it once") func same() async throws {
        let site = try SharedSite.site
        let desk = try await Desk(site, .editor)
        try await FeedServer.open { server in
            let items = (0..<20).map { item("urn:both:\($0)", "Number \($0)") }
            server.put("/one.xml", rss(items))
            server.put("/two.xml", rss(items.reversed()))
            let sources = [
                try await desk.source(server.root + "/one.xml", .publish),
                try await desk.source(server.root + "/two.xml", .publish),
            ]
            let added = Atomic<Int>(0)
            try await Commands(site.backend).refreshSources(sources.map(\.id)) { _, fetch in
                #expect(fetch?.error == "")
                added.add(fetch?.added ?? 0, ordering: .relaxed)
            }
            #expect(added.load(ordering: .relaxed) == 20)
            #expect(try await site.number("select count(*) from articles where guid like 'urn:both:%'") == 20)
            for source in sources { await desk.forget(source) }
        }
    }
}
