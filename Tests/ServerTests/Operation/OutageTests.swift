import Archive
import Foundation
import HTTPTypes
import News
@testable import Server
import Testing

/// The database of a running server dies and comes back.
@Suite(
    .serialized,
    SharedSite(watchesCluster: false) { site in
        let desk = try await Desk(site, .editor)
        try await desk.section("city")
        for index in 0..<3 {
            _ = try await desk.write(#"{"headline":"Before \#(index)","section":"city","status":"published"}"#)
        }
    })
struct OutageTests {
    private static let known = [
        "/ws?network=edge", "/ws?network=wifi&format=json", "/m/", "/rss.xml", "/articles/before-1",
    ]

    private static let device = String(repeating: "A", count: 22)

    @Test func readsGoOnFromTheCacheAndItComesBackByItself() async throws {
        let site = try SharedSite.site
        let desk = try await Desk(site, .editor)
        for path in Self.known { #expect(try await site.get(path).status == 200) }
        let bodies = try await Self.known.asyncMap { try await site.get($0).body }

        #expect(kill(try #require(site.postmaster), SIGKILL) == 0)
        #expect(try await eventually { try await site.get("/health/ready").status == 503 })
        for (path, body) in zip(Self.known, bodies) {
            #expect(
                try await eventually { try await site.get(path)["cache-status"]?.contains("stale") == true }, "\(path)")
            let answer = try await site.get(path)
            #expect(answer.status == 200 && answer.body == body)
            #expect(answer["warning"]?.hasPrefix("110") == true && answer["cache-control"] == "no-cache")
        }
        try await whatNeedsTheDatabaseIsTold(desk)
        #expect(try await site.get("/health/live").status == 200)

        let watch = Task { try await ClusterWatch(backend: site.backend, log: TestSite.log).run() }
        defer { watch.cancel() }
        #expect(try await eventually { try await site.get("/health/ready").status == 200 })
        let article = try await desk.write(#"{"headline":"After the storm","section":"city","status":"published"}"#)
        #expect(try await site.places(of: "After the storm", slug: article.slug) == TestSite.everywhere)
        #expect(
            try await eventually {
                _ = try await site.get("/ws?network=edge")
                let answer = try await site.get("/ws?network=edge")
                return answer["cache-status"] == nil && answer["server-timing"] == "cache;desc=hit"
            })
        #expect(try await site.get("/articles/before-1").status == 200, "what was committed is there")
    }

    private func whatNeedsTheDatabaseIsTold(_ desk: Desk) async throws {
        let site = desk.site
        let answers = try await [
            site.get("/ws?network=hspa&items=2"), site.get("/sections/city/rss.xml"),
            site.get("/media/\(String(repeating: "0", count: 64))/320q60.jpg"),
            desk.send(.post, "articles", #"{"headline":"Lost","section":"city","status":"published"}"#),
            desk.send(.get, "articles"),
            desk.send(.delete, "articles/1", nil, ["If-Match": "\"1\""]),
            desk.send(.post, "sections", #"{"name":"Lost"}"#),
            site.post("/devices", form: "model=iPhone"), site.get("/devices/" + Self.device),
            site.send(.delete, "/devices/" + Self.device),
        ]
        for answer in answers {
            #expect(answer.status == 503)
            #expect(answer["retry-after"].flatMap { Int($0) } ?? 0 > 0)
            #expect(try !answer.problem().detail.contains(NSTemporaryDirectory()), "nothing of the inside is told")
        }
        // The device's report cannot be read now, so the device is not reported as unknown.
        let named = try await site.get("/ws?network=edge&strict=1&device=" + Self.device)
        #expect(named.status == 200 && named["n4md-ignored"] == nil)
        let page = try await site.get("/sections/city", ["Accept": "text/html"])
        #expect(page.status == 503 && page["retry-after"] != nil && page["content-type"] == "text/html; charset=utf-8")
    }
}
