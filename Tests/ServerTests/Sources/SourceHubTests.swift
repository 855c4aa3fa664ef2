import Archive
import Credentials
@testable import Exchange
@testable import Fetching
import Foundation
import HTTPTypes
import HummingbirdCore
import News
import Syndication
import Testing
@testable import Web

extension SourceSiteTests {
    /// Sources with a hub, which tells us about news.
    @Suite("Hubs of sources") struct SourceHubTests {
        private struct Hubbed: Decodable {
            struct Hub: Decodable {
                var url: String
                var until: String?
                var fault: String?
            }
            var hub: Hub?
            var nextFetchAt: String?
        }

        private func hubbed(_ desk: Desk, _ source: MadeSource) async throws -> Hubbed {
            try await desk.send(.get, "sources/\(source.id)").json()
        }

        /// The seconds until its next fetch.
        private func wait(_ desk: Desk, _ source: MadeSource) async throws -> TimeInterval {
            let next = try #require(try await hubbed(desk, source).nextFetchAt.flatMap(RFC822.iso))
            return next.timeIntervalSinceNow
        }

        /// Opens a hub and a feed that names it; passes on the form that the hub received.
        private func subscribed(
            _ desk: Desk, status: HTTPResponse.Status = .accepted,
            _ body: @escaping @Sendable (MadeSource, [String: String]) async throws -> Void
        ) async throws {
            try await FeedServer.open { server in
                try await Subscriber.open(answer: { _, _ in .init(status: status) }) { hub in
                    let topic = server.root + "/told.xml"
                    // Most feeds name their hub in the header.
                    let links = #"<\#(hub.root)/hub>; rel="hub", <\#(topic)>; rel="self""#
                    server.put("/told.xml", rss([item("urn:told:\(UUID())", "Told")]), .ok, [.link: links])
                    let answer = try await desk.send(
                        .post, "sources", #"{"url":"\#(topic)","section":"city","discover":false,"title":"Told"}"#)
                    let source: MadeSource = try answer.json()
                    let ping = try #require(try await hub.wait(1, "/hub").first)
                    #expect(ping.type == "application/x-www-form-urlencoded")
                    let fields = Dictionary(
                        FormFields.parse(ping.text).map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
                    #expect(fields["hub.mode"] == "subscribe" && fields["hub.topic"] == topic)
                    #expect(try await hubbed(desk, source).hub?.url == hub.root + "/hub")
                    try await body(source, fields)
                    await desk.forget(source)
                }
            }
        }

        @Test("They are asked to tell, believed when they know what we asked, and a signed call has the source fetched")
        func told() async throws {
            let site = try SharedSite.site
            let desk = try await Desk(site, .editor)
            try await subscribed(desk) { source, fields in
                let callback = try #require(fields["hub.callback"])
                let (topic, secret) = (try #require(fields["hub.topic"]), try #require(fields["hub.secret"]))
                try #require(callback.hasPrefix(TestSite.publicURL + "/websub/sources/"))
                let path = String(callback.dropFirst(TestSite.publicURL.count))
                func asks(_ topic: String) async throws -> Answer {
                    let query = "hub.mode=subscribe&hub.lease_seconds=600&hub.challenge=c%26d&hub.topic="
                    return try await site.get(path + "?" + query + topic.escapedForQuery)
                }
                #expect(try await asks("https://example.org/other").status == 404)
                #expect(try await hubbed(desk, source).hub?.until == nil)
                let yes = try await asks(topic)
                #expect(try yes.status == 200 && yes.text == "c&d")
                let until = try #require(try await hubbed(desk, source).hub?.until.flatMap(RFC822.iso))
                #expect((500...601).contains(until.timeIntervalSinceNow))

                func calls(_ signature: String?) async throws -> Int {
                    let headers = signature.map { ["X-Hub-Signature": $0] } ?? [:]
                    return try await site.send(.post, path, headers, body: Array("news".utf8)).status
                }
                for signature in [nil, "sha256=00", "md5=00", HubSignature.text(of: Array("news".utf8), secret: "x")] {
                    #expect(try await calls(signature) == 202)
                    #expect(try await wait(desk, source) > 200)
                }
                #expect(try await calls(HubSignature.text(of: Array("news".utf8), secret: secret)) == 202)
                #expect(try await wait(desk, source) <= 31)
                let denied = "?hub.mode=denied&hub.reason=Gone%3Cb%3E&hub.topic=" + topic.escapedForQuery
                #expect(try await site.get(path + denied).status == 204)
                let hub = try #require(try await hubbed(desk, source).hub)
                #expect(hub.until == nil && hub.fault == "The hub denied the subscription. Gone<b>")
            }
        }

        static let links: [(String, [String])] = [
            (#"<https://hub.example/>; rel="hub""#, ["https://hub.example/"]),
            (
                #"</hub>;rel=hub, <x>; title="a, b; <c>"; rel="next HUB""#,
                ["http://a.example/hub", "http://a.example/b/x"]
            ),
            (#"<https://a.example/>; rel="self"; rel="hub""#, []), ("<a; rel=hub", []), (">; rel=hub", []), ("", []),
            (String(repeating: "<", count: 3990), []), (String(repeating: "<>; a", count: 790), []),
            (String(repeating: "<a>;rel=hub,", count: 400), []),
        ]

        @Test(
            "Headers are read as RFC 8288 has them, and hostile ones cost little", .timeLimit(.minutes(1)),
            arguments: links)
        func headers(_ header: String, _ hubs: [String]) {
            var answer = FetchAnswer(url: "http://a.example/b/feed")
            answer.headers = [("link", header)]
            #expect(answer.links["hub", default: []] == hubs)
        }

        @Test("One that refuses is asked again later, and said to be so") func refused() async throws {
            let desk = try await Desk(SharedSite.site, .editor)
            try await subscribed(desk, status: .forbidden) { source, _ in
                let isSaid = try await eventually { try await hubbed(desk, source).hub?.fault == "HTTP 403" }
                #expect(isSaid)
            }
        }

        @Test(
            "An address that we gave to nobody is none",
            arguments: [
                (HTTPRequest.Method.get, "?hub.mode=subscribe&hub.topic=x&hub.challenge=y", 404),
                (.get, "?hub.mode=denied&hub.topic=x", 404), (.get, "?hub.mode=unsubscribe", 404), (.get, "", 404),
                (.post, "", 410),
            ])
        func nobodys(_ method: HTTPRequest.Method, _ query: String, _ status: Int) async throws {
            let answer = try await SharedSite.site.send(method, "/websub/sources/nobody" + query)
            #expect(answer.status == status)
        }
    }
}
