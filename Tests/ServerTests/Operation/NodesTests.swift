import Archive
@testable import Exchange
import Foundation
import HTTPTypes
import News
import PostgreSQL
@testable import Server
import Testing

extension WritingSiteTests {
    /// Several servers on one database.
    struct NodesTests {
        @Test func aPublishOnOneIsSeenByTheOther() async throws {
            let site = try SharedSite.site
            let desk = try await Desk(site, .editor)
            try await site.withNode { node async throws in
                _ = try await node.places(of: "", slug: "x")
                let article = try await desk.write(#"{"headline":"From afar","section":"city","status":"published"}"#)
                #expect(
                    try await eventually {
                        try await node.places(of: "From afar", slug: article.slug) == TestSite.everywhere
                    })
                _ = try await desk.send(.delete, "articles/\(article.id)", nil, ["If-Match": "\"1\""])
                #expect(try await eventually { try await node.places(of: "From afar", slug: article.slug) == [] })
            }
        }

        /// LISTEN dies silently with its connection, so the node must reconnect and catch up.
        @Test func aLostListeningConnectionMissesNothing() async throws {
            let site = try SharedSite.site
            let desk = try await Desk(site, .editor)
            try await site.withNode { node async throws in
                for round in 0..<3 {
                    _ = try await node.places(of: "", slug: "x")
                    for one in [site, node] {
                        #expect(try await eventually { try await one.isListening }, "round \(round)")
                    }
                    // Ends the listening connections, along with those of the pools.
                    let ended = try await site.number(
                        "select count(pg_terminate_backend(pid)) from pg_stat_activity where usename = current_user and pid <> pg_backend_pid()"
                    )
                    #expect(ended >= 2)
                    let headline = "While nobody listened \(round)"
                    let article = try await desk.write(
                        #"{"headline":"\#(headline)","section":"city","status":"published"}"#)
                    #expect(
                        try await eventually {
                            try await node.places(of: headline, slug: article.slug) == TestSite.everywhere
                        })
                    #expect(try await site.places(of: headline, slug: article.slug) == TestSite.everywhere)
                }
            }
        }

        /// Commands work beside a running server, which shows their changes at once.
        @Test func anImportBesideTheServerIsSeen() async throws {
            let site = try SharedSite.site
            _ = try await site.places(of: "", slug: "x")
            let backend = try await Backend(
                try Options(TestSite.reader(site.folder, [:])), schema: .require, log: TestSite.log)
            do {
                _ = try await Importer(archive: backend.archive, pictures: backend.pictures).run(
                    Array(
                        "<rss version=\"2.0\"><channel><title>T</title><item><guid>beside</guid><title>Imported beside</title><category>City</category><pubDate>\(Date().formatted(.iso8601))</pubDate></item></channel></rss>"
                            .utf8),
                    media: nil
                ) { _, _ in }
            } catch {
                await backend.close()
                throw error
            }
            await backend.close()
            #expect(
                try await eventually {
                    try await site.places(of: "Imported beside", slug: "imported-beside") == TestSite.everywhere
                })
        }
    }
}

extension TestSite {
    /// Whether the node hears of new revisions: only then does it answer from the cache.
    fileprivate var isListening: Bool {
        get async throws { try await get("/ws?network=edge")["server-timing"] == "cache;desc=hit" }
    }
}
