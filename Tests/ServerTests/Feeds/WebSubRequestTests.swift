import Archive
import FeedReading
import Foundation
import HTTPTypes
import News
import PostgreSQL
@testable import Server
import Testing
import XML

// Requests that the hub accepts or refuses, and how feeds announce it.
extension WebSubSiteTests {
    private static let good = [
        ("hub.mode", "subscribe"), ("hub.callback", "http://127.0.0.1:9/callback"),
        ("hub.topic", TestSite.publicURL + "/rss.xml"),
    ]

    private func with(_ name: String, _ value: String?) -> [(String, String)] {
        Self.good.filter { $0.0 != name } + (value.map { [(name, $0)] } ?? [])
    }

    private static let wrong: [(String, String?)] = [
        ("hub.mode", nil), ("hub.mode", "publish"), ("hub.mode", "denied"), ("hub.callback", nil),
        ("hub.callback", ""), ("hub.callback", "ftp://a.example/"), ("hub.callback", "file:///etc/passwd"),
        ("hub.callback", "https://me:secret@a.example/"), ("hub.callback", "https://a.example/#part"),
        ("hub.callback", "https://a.example/\r\nX: y"), ("hub.callback", "https://ação.example/"),
        ("hub.callback", "https://a.example/" + String(repeating: "a", count: 2000)),
        ("hub.callback", "http://10.0.0.1/"), ("hub.callback", "http://[::1]/"),
        ("hub.callback", "http://169.254.169.254/latest"), ("hub.topic", nil), ("hub.topic", "/rss.xml"),
        ("hub.topic", "https://elsewhere.example/rss.xml"), ("hub.topic", site),
        ("hub.topic", site + ".evil.example/rss.xml"), ("hub.topic", site + "//rss.xml"),
        ("hub.topic", site + "/sections/nowhere/rss.xml"),
        ("hub.topic", site + "/categories/nothing/feed.json"),
        ("hub.topic", site + "/authors/nobody/atom.xml"),
        ("hub.topic", site + "/search/rss.xml?q=harbour"),
        ("hub.topic", site + "/places/41.1,-8.6/rss.xml"),
        ("hub.topic", site + "/rss.xml?network=edge"), ("hub.lease_seconds", "-1"),
        ("hub.lease_seconds", "ten"), ("hub.lease_seconds", "1.5"),
        ("hub.secret", String(repeating: "é", count: 100)), ("hub.secret", "a\0b"),
    ]
    private static let site = TestSite.publicURL

    @Test("What is wrong is told in plain text, and nothing is asked of anybody", arguments: wrong)
    func faults(_ name: String, _ value: String?) async throws {
        let site = try SharedSite.site
        let before = try await site.number("select count(*) from websub_requests")
        let answer = try await site.hub(with(name, value))
        #expect(answer.status == 400 && answer["content-type"] == "text/plain; charset=utf-8")
        #expect(try answer.text.hasPrefix(name))
        #expect(try await site.number("select count(*) from websub_requests") == before)
    }

    @Test("All that is wrong is told at once; fields of others are left alone") func allFaults() async throws {
        let site = try SharedSite.site
        let answer = try await site.hub([("hub.verify", "sync"), ("hub.lease_seconds", "x")])
        #expect(try answer.text.split(separator: "\n").count == 4)
        #expect(try await site.hub(Self.good + [("hub.topic", "x")]).status == 400)
        #expect(try await site.hub(Self.good + [("foo", "bar"), ("hub.verify", "sync")]).status == 202)
        #expect(try await site.hub(with("hub.secret", String(repeating: "é", count: 99))).status == 202)
        #expect(try await eventually { try await site.requests(Self.good[1].1) == 0 })
        #expect(try await site.subscriptions(Self.good[1].1) == 0)
        let json = try await site.send(
            .post, "/websub", ["Content-Type": "application/json"], body: Array(#"{"hub.mode":"subscribe"}"#.utf8))
        #expect(json.status == 415)
        let long = try await site.hub(Self.good + [("x", String(repeating: "x", count: 10_000))])
        #expect(long.status == 413)
        #expect(try await site.get("/websub").status == 405)
    }

    @Test(
        "Names and spellings of what may not be reached are refused at the socket",
        arguments: [
            "http://0x7f000003/", "http://2130706435/", "http://127.3/", "http://localhost:1/",
            "http://[::ffff:10.0.0.1]/",
        ])
    func forbidden(_ callback: String) async throws {
        let site = try SharedSite.site
        let answer = try await site.hub(with("hub.callback", callback))
        #expect([202, 400].contains(answer.status))
        #expect(try await eventually { try await site.requests(callback) == 0 })
        #expect(try await site.subscriptions(callback) == 0)
    }

    @Test("Of a host and of a callback there are so many subscriptions, and of renewals as many as there are")
    func limits()
        async throws
    {
        let site = try SharedSite.site
        let host = "full.example"
        try await site.backend.archive.write { holdings in
            // Marked as checked, so that no server looks for these feeds, which do not exist.
            try holdings.connection.query(
                "insert into websub_topics (path, checked) select '/full' || n, 1000000000 from generate_series(0, 100) n"
            )
            try holdings.connection.query(
                """
                insert into websub_subscriptions (topic, callback, host, expires_at)
                select '/full0', 'https://full.example/' || n, \(host), now() + interval '1 day' from generate_series(1, 1000) n
                """)
            try holdings.connection.query(
                """
                insert into websub_subscriptions (topic, callback, host, expires_at)
                select '/full' || n, 'https://one.example/', 'one.example', now() + interval '1 day'
                from generate_series(1, 100) n
                """)
        }
        #expect(try await site.hub(with("hub.callback", "https://full.example/new")).status == 403)
        #expect(try await site.hub(with("hub.callback", "https://one.example/")).status == 403)
        try await site.backend.archive.write {
            _ = try $0.connection.query("delete from websub_topics where path like '/full%'")
            _ = try $0.connection.query(
                """
                insert into websub_requests (topic, callback, host, mode, lease_seconds, revision, leased_until)
                select '/full0', 'https://full.example/' || n, \(host), 'subscribe', 300, 0, now() + interval '1 hour'
                from generate_series(1, 100) n
                """)
        }
        let waiting = try await site.hub(with("hub.callback", "https://full.example/new"))
        #expect(waiting.status == 503 && waiting["retry-after"] == "60")
        try await site.backend.archive.write {
            _ = try $0.connection.query("delete from websub_requests where host = \(host)")
        }
    }

    @Test("A host is asked one question at a time") func oneQuestion() async throws {
        let site = try SharedSite.site
        let (releases, release) = AsyncStream<Void>.makeStream()
        try await Subscriber.open(confirm: { question in
            for await _ in releases { break }
            return question.yes
        }) { subscriber in
            let callbacks = (0..<3).map { "\(subscriber.root)/question/\($0)" }
            for callback in callbacks { try await site.ask(callback, topic: "/rss.xml") }
            func asked() -> Int { (0..<3).map { subscriber.questions("/question/\($0)").count }.reduce(0, +) }
            #expect(await eventually { asked() == 1 })
            let leased = try await site.number(
                "select count(*) from websub_requests where host = '127.0.0.1' and leased_until > now()")
            #expect(leased == 1 && asked() == 1)
            release.finish()
            for callback in callbacks {
                #expect(try await eventually { try await site.subscriptions(callback) == 1 })
                try await site.shift(callback, "expires_at = now()")
            }
        }
    }

    @Test("Who asks too often is put off, by the address") func floods() async throws {
        let site = try await TestSite.open(options: ["api_strangers": "3"])
        do {
            for _ in 0..<3 { #expect(try await site.hub(with("hub.mode", nil)).status == 400) }
            let answer = try await site.hub(Self.good)
            #expect(answer.status == 429 && answer["content-type"]?.hasPrefix("text/plain") == true)
            #expect(Int(answer["retry-after"] ?? "") ?? 0 > 0)
            #expect(try await site.number("select count(*) from websub_requests") == 0)
        } catch {
            await site.close()
            throw error
        }
        await site.close()
    }

    @Test("Feeds name the hub and themselves, but not those of a device, of a search and later pages") func links()
        async throws
    {
        let site = try SharedSite.site
        _ = try await Desk(site, .chief).write(published("By its feed"))
        let (hub, atom) = (TestSite.publicURL + "/websub", "http://www.w3.org/2005/Atom")
        for path in ["/rss.xml", "/sections/city/rss.xml", "/atom.xml", "/sections/city/atom.xml"] {
            let answer = try await site.get(path)
            #expect(answer["link"] == "<\(hub)>; rel=\"hub\", <\(TestSite.publicURL + path)>; rel=\"self\"")
            let root = try answer.xml
            let links = (root.first("channel") ?? root).all("link", atom)
            #expect(links.filter { $0.attribute("rel") == "hub" }.map { $0.attribute("href") } == [hub])
            #expect(links.filter { $0.attribute("rel") == "self" }.count == 1)
            let known = try await site.get(path, ["If-None-Match": answer["etag"] ?? ""])
            #expect(known.status == 304 && known["link"] == answer["link"])
        }
        struct Feed: Decodable {
            struct Hub: Decodable, Equatable { var type, url: String }
            var hubs: [Hub]?
        }
        #expect(try await site.get("/feed.json").json(Feed.self).hubs == [.init(type: "WebSub", url: hub)])
        let cursor = Cursor(publishedAt: Date(timeIntervalSince1970: 1_000_000_000), id: 1).token
        for path in [
            "/rss.xml?network=edge", "/feed.json?before=\(cursor)", "/search/rss.xml?q=feed",
            "/places/41.1,-8.6/rss.xml",
        ] {
            let answer = try await site.get(path)
            #expect(answer.status == 200 && answer["link"] == nil, "\(path)")
            #expect(try answer.text.contains("/websub") == false, "\(path)")
        }
    }

    @Test("Operators see how many there are") func metrics() async throws {
        let text = try await SharedSite.site.get("/metrics").text
        #expect(text.contains("n4md_websub_subscriptions ") && text.contains("n4md_websub_waiting "))
    }
}
