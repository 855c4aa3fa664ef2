import Archive
import ExchangeArchive
import Foundation
import HTTPTypes
import Hummingbird
import News
import PostgreSQL
import Testing

/// The health of sources after various answers of their servers.
extension SourceSiteTests {
    /// Bad answers, each with the error reported.
    static let garbage: [(String, HTTPResponse.Status, String)] = [
        ("garbage", .ok, "not well-formed XML"), ("<html><body>No feed</body></html>", .ok, "HTML page"),
        ("<rss><channel><item><guid>urn:half:1</guid><title>Half", .ok, "ends in the middle"),
        (#"<!DOCTYPE rss [<!ENTITY a "b">]><rss><channel><title>&a;</title></channel></rss>"#, .ok, "refused"),
        ("", .ok, ""), ("away", .notFound, "HTTP 404"), ("later", .serviceUnavailable, "HTTP 503"),
    ]

    @Test("Whatever a server answers, the reason is told, and nothing is written", arguments: garbage)
    func isNoFeed(_ body: String, _ status: HTTPResponse.Status, _ reason: String) async throws {
        let site = try SharedSite.site
        let desk = try await Desk(site, .editor)
        try await FeedServer.open { server in
            server.put("/bad.xml", body, status)
            let source = try await desk.source(server.root + "/bad.xml", .publish)
            let articles = try await site.number("select count(*) from articles")
            let fetch = try await desk.fetch(source)
            #expect(!fetch.error.isEmpty && (fetch.error.contains(reason) || reason.isEmpty), "\(fetch.error)")
            let now = try await desk.now(source)
            #expect(now.failures == 1 && now.lastFetch?.error == fetch.error)
            #expect(now.lastFetch?.status == Int(status.code))
            #expect(try await site.number("select count(*) from articles") == articles)
            // The source recovers.
            server.put("/bad.xml", rss([]))
            #expect(try await desk.fetch(source).error == "")
            #expect(try await desk.now(source).failures == 0)
            await desk.forget(source)
        }
    }

    @Test("A host that nobody knows, or that is of no open network, is told") func unreachable() async throws {
        let desk = try await Desk(SharedSite.site, .editor)
        for (url, reason) in [
            ("http://nowhere.invalid/feed", "No server was found"),
            ("http://10.255.255.1/feed", "not on the open internet"),
        ] {
            let source = try await desk.source(url)
            #expect(try await desk.fetch(source).error.contains(reason))
            #expect(try await desk.now(source).lastFetch?.status == nil)
            await desk.forget(source)
        }
    }

    @Test("What has not changed is not sent again, and asked for ever less often") func conditional() async throws {
        let desk = try await Desk(SharedSite.site, .editor)
        try await FeedServer.open { server in
            let headers: HTTPFields = [.eTag: "\"a\"", .lastModified: "Mon, 05 Jan 2026 10:00:00 GMT"]
            server.put("/same.xml", rss([item("urn:same:1", "Same")]), .ok, headers)
            let source = try await desk.source(server.root + "/same.xml")
            #expect(try await desk.fetch(source).added == 1)
            let first = try #require(try await desk.now(source).interval)
            let second = try await desk.fetch(source)
            #expect(second.status == 304 && second.error.isEmpty && second.bytes == 0)
            #expect(try await desk.now(source).interval == first * 5 / 4)
            let asked = server.asked("/same.xml")
            #expect(asked.count == 2 && asked[0][.ifNoneMatch] == nil)
            #expect(asked[1][.ifNoneMatch] == "\"a\"" && asked[1][.ifModifiedSince] == headers[.lastModified])
            #expect(asked[1][.userAgent]?.contains(TestSite.publicURL) == true)
            await desk.forget(source)
        }
    }

    @Test("Retry-After and max-age are kept to") func wishes() async throws {
        let site = try SharedSite.site
        let desk = try await Desk(site, .editor)
        try await FeedServer.open { server in
            server.put("/busy.xml", "", .tooManyRequests, [.retryAfter: "7000"])
            let source = try await desk.source(server.root + "/busy.xml")
            func wait() async throws -> Int {
                try await site.number(
                    "select extract(epoch from next_fetch_at - now())::int from sources where id = \(source.id)")
            }
            _ = try await desk.fetch(source)
            #expect((6900...7000).contains(try await wait()))
            server.put("/busy.xml", rss([]), .ok, [.cacheControl: "max-age=20000"])
            _ = try await desk.fetch(source)
            #expect((19_900...22_000).contains(try await wait()))
            await desk.forget(source)
        }
    }

    @Test("A permanent redirect is taken over after three times in a row, and no other is") func moves() async throws {
        let desk = try await Desk(SharedSite.site, .editor)
        try await FeedServer.open { server in
            server.put("/new.xml", rss([item("urn:move:1", "Moved")]))
            let source = try await desk.source(server.root + "/old.xml")
            func lead(_ status: HTTPResponse.Status) { server.put("/old.xml", "", status, [.location: "/new.xml"]) }
            func fetch(_ times: Int) async throws {
                for _ in 0..<times { #expect(try await desk.fetch(source).error == "") }
            }
            lead(.temporaryRedirect)
            try await fetch(4)
            lead(.movedPermanently)
            try await fetch(2)
            // A temporary redirect interrupts the row.
            lead(.found)
            try await fetch(1)
            lead(.permanentRedirect)
            try await fetch(2)
            #expect(try await desk.now(source).url == server.root + "/old.xml")
            let third = try await desk.fetch(source)
            #expect(try await desk.now(source).url == server.root + "/new.xml")
            #expect(third.error.isEmpty)
            let asked = server.asked("/old.xml").count
            #expect(try await desk.fetch(source).added == 0)
            #expect(server.asked("/old.xml").count == asked)

            // A source that would move to another source's address keeps its own, and says so.
            lead(.movedPermanently)
            let other = try await desk.source(server.root + "/old.xml")
            for _ in 0..<3 { _ = try await desk.fetch(other) }
            let now = try await desk.now(other)
            #expect(now.url == server.root + "/old.xml")
            #expect(now.lastFetch?.notes.contains { $0.contains("another source") } == true)
            for source in [source, other] { await desk.forget(source) }
        }
    }

    @Test("410 Gone ends it until somebody resumes it") func gone() async throws {
        let desk = try await Desk(SharedSite.site, .editor)
        try await FeedServer.open { server in
            server.put("/gone.xml", "", .gone)
            let answer = try await desk.send(
                .post, "sources",
                #"{"url":"\#(server.root)/gone.xml","title":"Gone","section":"city","discover":false}"#)
            let source: MadeSource = try answer.json()
            #expect(try await eventually { try await desk.now(source).state == "gone" })
            #expect(try await desk.now(source).nextFetchAt == nil)
            #expect(try await desk.send(.post, "sources/\(source.id)/refresh").status == 409)
            server.put("/gone.xml", rss([]))
            let resumed = try await desk.send(
                .put, "sources/\(source.id)", #"{"paused":false}"#, ["If-Match": "*"])
            #expect(try resumed.json(MadeSource.self).state == "active")
            #expect(try await eventually { try await desk.now(source).lastFetch?.status == 200 })
            await desk.forget(source)
        }
    }

    @Test("Of its history the latest fifty are kept") func history() async throws {
        let site = try SharedSite.site
        let desk = try await Desk(site, .editor)
        try await FeedServer.open { server in
            server.put("/long.xml", rss([]))
            let source = try await desk.source(server.root + "/long.xml")
            for _ in 0..<53 { _ = try await desk.fetch(source) }
            struct List: Decodable { var fetches: [MadeSource.Fetch] }
            #expect(try await desk.send(.get, "sources/\(source.id)/fetches").json(List.self).fetches.count == 50)
            #expect(try await site.number("select count(*) from source_fetches where source_id = \(source.id)") == 50)
            await desk.forget(source)
        }
    }
}
