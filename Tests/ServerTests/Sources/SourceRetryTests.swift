import Archive
import Exchange
import ExchangeArchive
import Foundation
import HTTPTypes
import Imaging
import News
import PostgreSQL
@testable import Server
import Syndication
import TestSupport
import Testing

extension SourceSiteTests {
    /// Entries whose page or picture could not be fetched when they came.
    struct RetryTests {
        private static let sentence =
            "The ferry lay at its pier until the fog had gone, and then it took the whole town across the water. "

        private static func put(_ path: String, _ server: FeedServer) {
            let text = (0..<10).map { _ in "<p>\(sentence)</p>" }.joined()
            server.put(
                path,
                "<!DOCTYPE html><html><head><title>P</title></head><body><article><h1>P</h1>\(text)</article></body></html>",
                .ok, [.contentType: "text/html"])
        }

        private static func putPicture(_ path: String, _ server: FeedServer) throws {
            server.put(
                path, bytes: try #require(Canvas(width: 320, height: 240)).jpeg(), .ok, [.contentType: "image/jpeg"])
        }

        /// A feed of one entry with a page and a picture on the server, which answers 304 from the second time on.
        private static func putFeed(_ name: String, _ server: FeedServer, text: String = "") {
            let media = #"<media:content url="\#(server.root)/\#(name).jpg" medium="image"/>"#
            let entry = item("urn:\(name):1", "The fog over \(name)", text: text, more: media)
                .replacing("https://wire.example", with: server.root)
                .replacing("<description>In short.</description>", with: "")
            server.put("/\(name).xml", rss([entry]), .ok, [.eTag: "\"one\""])
        }

        /// A source that takes texts from pages; only the test fetches it.
        private static func source(_ name: String, _ server: FeedServer, _ desk: Desk) async throws -> MadeSource {
            let json =
                #"{"url":"\#(server.root)/\#(name).xml","title":"The Wire","section":"city","trust":"publish","#
                + #""takesText":true,"discover":false,"paused":true}"#
            return try await desk.send(.post, "sources", json).json()
        }

        @Test("A page and a picture that failed once are fetched later, though the feed has not changed")
        func later() async throws {
            let desk = try await Desk(SharedSite.site, .editor)
            try await FeedServer.open { server in
                Self.putFeed("later", server)
                server.put("/later-1", "busy", .serviceUnavailable)
                server.put("/later.jpg", "busy", .tooManyRequests)
                let source = try await Self.source("later", server, desk)
                #expect(try await desk.fetch(source).added == 1)
                let bare = try await desk.article("urn:later:1")
                #expect(bare.picture == nil && bare.status == "unpublished", "it has no text yet")
                #expect(try await desk.now(source).waiting?.entries == 1)
                let note = try #require(try await desk.entries(source).first).note
                #expect(note.contains("HTTP 503") && note.contains("is tried again"))

                // Only the page is there at the second try, and the feed answers 304.
                Self.put("/later-1", server)
                _ = try await desk.fetch(source)
                let half = try await desk.article("urn:later:1")
                #expect(half.body.contains("The ferry lay") && half.status == "published" && half.picture == nil)
                #expect(try await desk.now(source).waiting?.entries == 1)

                let pages = server.asked("/later-1").count
                try Self.putPicture("/later.jpg", server)
                #expect(try await desk.fetch(source).status == 304)
                let whole = try await desk.article("urn:later:1")
                #expect(whole.picture?.credit == "The Wire" && whole.body == half.body)
                #expect(server.asked("/later-1").count == pages, "what is there is not fetched again")
                #expect(try await desk.now(source).waiting == nil)
                #expect(try await desk.entries(source).isEmpty)
                await desk.forget(source)
            }
        }

        @Test("The server tries again by itself once the pause is over, and a paused source waits")
        func bySelf() async throws {
            let site = try SharedSite.site
            let desk = try await Desk(site, .editor)
            try await FeedServer.open { server in
                Self.putFeed("alone", server, text: "&lt;p&gt;Short.&lt;/p&gt;")
                server.put("/alone-1", "busy", .serviceUnavailable)
                try Self.putPicture("/alone.jpg", server)
                let source = try await Self.source("alone", server, desk)
                #expect(try await desk.fetch(source).added == 1)
                #expect(try await desk.article("urn:alone:1").body.contains("Short."))
                Self.put("/alone-1", server)
                let asked = server.asked("/alone-1").count
                try await site.backend.archive.write {
                    _ = try $0.connection.query(
                        "update source_retries set next_try_at = now() where source_id = \(source.id)")
                }
                let due = try await site.backend.archive.write { try $0.sources.takeRetries(limit: 100, lease: 0) }
                #expect(!due.contains { $0.source == source.id }, "it is paused")
                #expect(server.asked("/alone-1").count == asked)
                let resumed = try await desk.send(
                    .put, "sources/\(source.id)", #"{"paused":false}"#, ["If-Match": "*"])
                #expect(resumed.status == 200)
                #expect(try await eventually { try await desk.now(source).waiting == nil })
                #expect(try await desk.article("urn:alone:1").body.contains("The ferry lay"))
                await desk.forget(source)
            }
        }

        @Test("An article that an editor changed since stays as it is, and nothing is fetched for it any more")
        func edited() async throws {
            let desk = try await Desk(SharedSite.site, .editor)
            try await FeedServer.open { server in
                Self.putFeed("edited", server, text: "&lt;p&gt;Short.&lt;/p&gt;")
                server.put("/edited-1", "busy", .serviceUnavailable)
                try Self.putPicture("/edited.jpg", server)
                let source = try await Self.source("edited", server, desk)
                _ = try await desk.fetch(source)
                let article = try await desk.article("urn:edited:1")
                let mine = #"{"headline":"Mine","section":"city","body":"<p>Mine.</p>"}"#
                #expect(try await desk.send(.put, "articles/\(article.id)", mine, ["If-Match": "*"]).status == 200)
                Self.put("/edited-1", server)
                let asked = server.asked("/edited-1").count
                _ = try await desk.fetch(source)
                #expect(server.asked("/edited-1").count == asked)
                let kept = try await desk.article("urn:edited:1")
                #expect(kept.headline == "Mine" && kept.body == "<p>Mine.</p>")
                #expect(try await desk.now(source).waiting == nil)
                #expect(try await desk.entries(source).first?.note.contains("stays as it is") == true)
                await desk.forget(source)
            }
        }

        @Test(
            "What is gone for good is not tried again, and the entry says so",
            arguments: [HTTPResponse.Status.notFound, .gone, .forbidden, .ok])
        func lasting(_ status: HTTPResponse.Status) async throws {
            let desk = try await Desk(SharedSite.site, .editor)
            let name = "gone\(status.code)"
            try await FeedServer.open { server in
                Self.putFeed(name, server, text: "&lt;p&gt;Short.&lt;/p&gt;")
                server.put("/\(name)-1", "{}", status, [.contentType: "application/json"])
                server.put("/\(name).jpg", "no picture", status)
                let source = try await Self.source(name, server, desk)
                #expect(try await desk.fetch(source).added == 1)
                #expect(try await desk.now(source).waiting == nil)
                let note = try #require(try await desk.entries(source).first).note
                #expect(note.contains("is not tried again"), "\(note)")
                let asked = server.asked("/\(name)-1").count
                _ = try await desk.fetch(source)
                #expect(server.asked("/\(name)-1").count == asked)
                await desk.forget(source)
            }
        }

        @Test("Pictures in a text come later too, and those that came before stay") func within() async throws {
            let desk = try await Desk(SharedSite.site, .editor)
            try await FeedServer.open { server in
                let text =
                    #"&lt;p&gt;Two&lt;/p&gt;&lt;img src="/in1.jpg" alt="1"&gt;&lt;img src="/in2.jpg" alt="2"&gt;"#
                let entry = item("urn:within:1", "Two pictures", text: text)
                    .replacing("https://wire.example", with: server.root)
                server.put("/within.xml", rss([entry]), .ok, [.eTag: "\"one\""])
                try Self.putPicture("/in1.jpg", server)
                server.put("/in2.jpg", "busy", .badGateway)
                let source = try await desk.source(server.root + "/within.xml", .publish)
                _ = try await desk.fetch(source)
                #expect(try await desk.now(source).waiting?.entries == 1)
                let before = try await desk.article("urn:within:1").body
                #expect(before.components(separatedBy: "<img").count == 2)
                server.put("/in1.jpg", "busy", .serviceUnavailable)
                server.put(
                    "/in2.jpg", bytes: try #require(Canvas(width: 300, height: 240)).jpeg(), .ok,
                    [.contentType: "image/jpeg"])
                _ = try await desk.fetch(source)
                let after = try await desk.article("urn:within:1").body
                #expect(after.components(separatedBy: "<img").count == 3)
                #expect(try await desk.now(source).waiting == nil)
                await desk.forget(source)
            }
        }

        @Test("After six tries nothing more is fetched, and the entry says so") func enough() async throws {
            let desk = try await Desk(SharedSite.site, .editor)
            try await FeedServer.open { server in
                Self.putFeed("enough", server, text: "&lt;p&gt;Short.&lt;/p&gt;")
                server.put("/enough-1", "busy", .serviceUnavailable)
                try Self.putPicture("/enough.jpg", server)
                let source = try await Self.source("enough", server, desk)
                for fetch in 0...8 {
                    _ = try await desk.fetch(source)
                    let waits = try await desk.now(source).waiting != nil
                    #expect(waits == (fetch < 6))
                }
                #expect(server.asked("/enough-1").count == 7)
                #expect(try await desk.entries(source).first?.note.contains("is not tried again") == true)
                await desk.forget(source)
            }
        }

        @Test("Retry-After is respected") func retryAfter() async throws {
            let site = try SharedSite.site
            let desk = try await Desk(site, .editor)
            try await FeedServer.open { server in
                Self.putFeed("asks", server, text: "&lt;p&gt;Short.&lt;/p&gt;")
                server.put("/asks-1", "busy", .serviceUnavailable, [.retryAfter: "7200"])
                try Self.putPicture("/asks.jpg", server)
                let source = try await Self.source("asks", server, desk)
                _ = try await desk.fetch(source)
                let wait = try await site.number(
                    "select extract(epoch from next_try_at - now())::int from source_retries where source_id = \(source.id)"
                )
                #expect((7100...7200).contains(wait))
                await desk.forget(source)
            }
        }

        @Test("What waits is in the list of sources, and on the page of the source") func told() async throws {
            let site = try SharedSite.site
            let desk = try await Desk(site, .editor)
            let browser = try await Room.person(site, .editor).browser()
            try await FeedServer.open { server in
                Self.putFeed("told", server, text: "&lt;p&gt;Short.&lt;/p&gt;")
                server.put("/told-1", "busy", .serviceUnavailable)
                server.put("/told.jpg", "busy", .serviceUnavailable)
                let source = try await Self.source("told", server, desk)
                _ = try await desk.fetch(source)
                let listed = try await desk.site.backend.archive.read { try $0.sources.find(source.id) }
                let summary = try #require(listed).summary(now: Date())
                #expect(summary.hasPrefix("1 new; 1 entry waits for its page or picture"), "\(summary)")
                let page = try await browser.get("/admin/sources/\(source.id)").text
                #expect(page.contains("1 entry waits for its page or picture"))
                await desk.forget(source)
            }
        }

        @Test("A server takes on what another left when it died, and no entry is tried by two at a time")
        func leases() async throws {
            let site = try SharedSite.site
            let desk = try await Desk(site, .editor)
            try await FeedServer.open { server in
                Self.putFeed("lease", server, text: "&lt;p&gt;Short.&lt;/p&gt;")
                server.put("/lease-1", "busy", .serviceUnavailable)
                try Self.putPicture("/lease.jpg", server)
                let source = try await Self.source("lease", server, desk)
                _ = try await desk.fetch(source)
                let archive = site.backend.archive
                func take() async throws -> SourceRetryJob? {
                    try await archive.write { holdings in
                        try holdings.sources.hurryRetries(of: source.id)
                        return try holdings.sources.takeRetry(of: source.id, lease: 600)
                    }
                }
                let lost = try #require(try await take())
                #expect(try await take() == nil)
                try await archive.write {
                    _ = try $0.connection.query(
                        "update source_retries set leased_until = now() where source_id = \(source.id)")
                }
                let taken = try #require(try await take())
                #expect(taken.tries == 2, "the death counts as a try")
                #expect(try await archive.write { try $0.sources.holds(lost) } == false)
                #expect(try await archive.write { try $0.sources.holds(taken) })
                await desk.forget(source)
            }
        }
    }
}
