import Archive
import Foundation
import News
import PostgreSQL
@testable import Server
import Testing

extension NewsroomSiteTests {
    @Suite("Subscribers of feeds")
    struct SubscribersTests {
        @Test("The chief sees who cannot be told, but no callback, and ends the subscription") func failing()
            async throws
        {
            let site = try SharedSite.site
            let browser = try await Room.person(site, .chief).browser()
            let host = UUID().uuidString.lowercased() + ".example"
            try await site.backend.archive.write { holdings in
                try holdings.connection.query(
                    "insert into websub_topics (path) values ('/rss.xml') on conflict do nothing")
                try holdings.connection.query(
                    """
                    insert into websub_subscriptions (topic, callback, host, expires_at, next_try_at, step, fault) values
                    ('/rss.xml', 'https://' || \(host) || '/secret', \(host), now() + interval '1 day',
                        now() + interval '1 day', 7, 'HTTP 500 <b>')
                    """)
            }
            let page = try await browser.get("/admin/websub").text
            #expect(page.contains(host) && page.contains("HTTP 500 &lt;b&gt;") && !page.contains("/secret"))
            let id = try await site.number("select id from websub_subscriptions where host = \(host)")
            let path = "/admin/websub/\(id)"
            let answer = try await browser.post(path)
            #expect(answer.status == 303 && answer["location"] == "/admin/websub?done=subscriberGone")
            #expect(try await browser.get("/admin/websub").text.contains(host) == false)
            #expect(try await browser.post(path).status == 404)
            let detail: String = try await site.backend.archive.read {
                try $0.connection.query(
                    "select detail::text from audit where action = 'websub.delete' and subject = \("subscription/\(id)")"
                )[0]
                .get(0)
            }
            #expect(detail.contains(host) && !detail.contains("secret"))
        }

        @Test("The chief ends all subscriptions of a host, and what it asks for") func wholeHost() async throws {
            let site = try SharedSite.site
            let browser = try await Room.person(site, .chief).browser()
            let (host, other) = (
                UUID().uuidString.lowercased() + ".example", UUID().uuidString.lowercased() + ".example"
            )
            try await site.backend.archive.write { holdings in
                try holdings.connection.query(
                    "insert into websub_topics (path) values ('/rss.xml') on conflict do nothing")
                for (number, host) in [(1, host), (2, host), (3, other)] {
                    let callback = "https://\(host)/secret/\(number)"
                    try holdings.connection.query(
                        """
                        insert into websub_subscriptions (topic, callback, host, expires_at)
                        values ('/rss.xml', \(callback), \(host), now() + interval '1 day')
                        """)
                    try holdings.connection.query(
                        """
                        insert into websub_requests (topic, callback, host, mode, lease_seconds, revision, leased_until)
                        values ('/atom.xml', \(callback), \(host), 'subscribe', 60, 1, now() + interval '1 day')
                        """)
                }
            }
            let page = try await browser.get("/admin/websub").text
            #expect(page.contains(host) && page.contains("<span>2 subscriptions</span>") && !page.contains("/secret"))
            #expect(page.contains(" subscribers</span>"))
            let answer = try await browser.post("/admin/websub", ["host": host])
            #expect(answer.status == 303 && answer["location"] == "/admin/websub?done=subscriberGone")
            let left = try await browser.get("/admin/websub").text
            #expect(!left.contains(host) && left.contains(other))
            #expect(try await site.number("select count(*) from websub_requests where host = \(host)") == 0)
            #expect(try await site.number("select count(*) from websub_requests where host = \(other)") == 1)
            #expect(try await browser.post("/admin/websub", ["host": host]).status == 404)
            #expect(try await browser.post("/admin/websub").status == 404)
            _ = try await browser.post("/admin/websub", ["host": other])
        }
    }
}
