import Archive
import Foundation
import HTTPTypes
import Hummingbird
import News
import PostgreSQL
@testable import Server
import Synchronization
import Testing

/// Webhooks from the change to the receiver, on a separate server that may reach only 127.0.0.1.
@Suite(
    .serialized,
    SharedSite(options: ["outgoing_networks": "127.0.0.1"]) { site in try await Desk(site, .editor).section("city") })
struct WebhookSiteTests {
    func published(_ headline: String) -> String {
        #"{"headline":"\#(headline)","section":"city","status":"published"}"#
    }

    @Test("A publication is told at once, thin, signed") func published() async throws {
        let site = try SharedSite.site
        let desk = try await Desk(site, .chief)
        try await Inbox.open { inbox in
            let webhook = try await desk.webhook(inbox.root + "/a?key=1", [.articlePublished])
            let article = try await desk.write(published("The tide — came in"))
            let message = try #require(try await inbox.wait(1, "/a").first)
            #expect(message.isSigned(by: try #require(webhook.secret)) && message.signatures.count == 1)
            #expect(abs(Double(message.timestamp) - Date().timeIntervalSince1970) < 120)
            #expect(message.id.wholeMatch(of: /msg_[0-9a-f]{32}/) != nil)
            let payload = try message.payload
            #expect(payload.type == "article.published")
            #expect(payload.data.id == article.id && payload.data.revision == 1 && payload.data.slug == article.slug)
            #expect(payload.data.headline == "The tide — came in" && payload.data.at != nil)
            #expect(payload.data.url == TestSite.publicURL + "/articles/" + article.slug)
            #expect(payload.timestamp.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/) != nil)
            let delivery = try await desk.delivery(webhook, "delivered", tries: 1)
            #expect(delivery.event == message.id && delivery.log[0].status == 204 && delivery.nextTryAt == nil)
            let shown = try await desk.send(.get, "webhooks/\(webhook.id)").text
            #expect(!shown.contains("whsec_"), "a secret is shown once")
            _ = try await desk.send(.delete, "webhooks/\(webhook.id)", nil, ["If-Match": "*"])
        }
    }

    @Test("Each change that readers see is told, and no other") func life() async throws {
        let site = try SharedSite.site
        let desk = try await Desk(site, .chief)
        try await Inbox.open { inbox in
            let webhook = try await desk.webhook(inbox.root + "/life")
            let put = ["If-Match": "*"]
            let draft = try await desk.write(#"{"headline":"A","section":"city"}"#)
            let path = "articles/\(draft.id)"
            for json in [
                #"{"headline":"B","section":"city"}"#, published("C"), published("D"),
                #"{"headline":"E","section":"city","status":"withdrawn"}"#, published("F"),
            ] {
                #expect(try await desk.send(.put, path, json, put).status == 200)
            }
            #expect(try await desk.send(.delete, path, nil, put).status == 200)
            let messages = try await inbox.wait(5, "/life")
            let told = try messages.map { try $0.payload }.filter { $0.data.id == draft.id && $0.data.slug != nil }
            #expect(
                told.sorted { $0.data.revision ?? 0 < $1.data.revision ?? 0 }.map {
                    "\($0.type) \($0.data.headline ?? "")"
                }
                    == [
                        "article.published C", "article.updated D", "article.withdrawn E", "article.published F",
                        "article.withdrawn F",
                    ])
            _ = try await desk.send(.delete, "webhooks/\(webhook.id)", nil, put)
        }
    }

    @Test("Of an edition its first article, of a killed article its number alone") func others() async throws {
        let site = try SharedSite.site
        let desk = try await Desk(site, .chief)
        try await Inbox.open { inbox in
            let webhook = try await desk.webhook(
                inbox.root + "/others", [.editionPublished, .articleKilled, .articleCorrected])
            let number = 700_001
            #expect(
                try await desk.send(.post, "editions", #"{"number":\#(number),"date":"1999-01-04","title":"Winter"}"#)
                    .status == 201)
            let json = #"{"headline":"In it","section":"city","status":"published","edition":"\#(number)"}"#
            let first = try await desk.write(json)
            _ = try await desk.write(json)
            // An article moved into an empty edition is also its first article.
            _ = try await desk.send(.post, "editions", #"{"number":\#(number + 1),"date":"1999-01-11"}"#)
            let moved = json.replacing("\(number)", with: "\(number + 1)")
            #expect(try await desk.send(.put, "articles/\(first.id)", moved, ["If-Match": "*"]).status == 200)
            try await site.backend.archive.write { holdings in
                let article = try #require(try holdings.articles.find(first.id))
                try holdings.articles.note(.articleKilled, of: article)
                try holdings.articles.note(.articleCorrected, of: article)
                try holdings.articles.note(.articleUpdated, of: article)
            }
            let payloads = try await inbox.wait(4, "/others").map { ($0.body, try $0.payload) }
            #expect(
                payloads.map(\.1.type).sorted() == [
                    "article.corrected", "article.killed", "edition.published", "edition.published",
                ])
            let killed = try #require(payloads.first { $0.1.type == "article.killed" })
            #expect(killed.0.contains(#""data": {"id": \#(first.id)}"#))
            let edition = try #require(payloads.first { $0.1.data.id == number }).1.data
            #expect(edition.id == number && edition.headline == "Winter")
            #expect(edition.url == TestSite.publicURL + "/editions/\(number)")
            _ = try await desk.send(.delete, "webhooks/\(webhook.id)", nil, ["If-Match": "*"])
        }
    }

    @Test("A change that is taken back tells nobody, and nothing is written where nobody wants it") func outbox()
        async throws
    {
        let site = try SharedSite.site
        let desk = try await Desk(site, .chief)
        let article = try await desk.write(published("Nobody listens"))
        func events() async throws -> Int { try await site.number("select count(*) from webhook_events") }
        let before = try await events()
        _ = try await desk.write(published("Nobody listens either"))
        #expect(try await events() == before)
        let webhook = try await desk.webhook("http://192.0.2.1/", [.articleUpdated])
        struct Second: Error {}
        await #expect(throws: Second.self) {
            try await site.backend.archive.write { holdings in
                let article = try #require(try holdings.articles.find(article.id))
                try holdings.articles.note(.articleUpdated, of: article)
                throw Second()
            }
        }
        #expect(
            try await desk.send(.put, "articles/\(article.id)", published("Too late"), ["If-Match": "\"9\""]).status
                == 412)
        #expect(try await events() == before)
        #expect(
            try await desk.send(.put, "articles/\(article.id)", published("In time"), ["If-Match": "\"1\""]).status
                == 200)
        #expect(try await events() == before + 1)
        _ = try await desk.send(.delete, "webhooks/\(webhook.id)", nil, ["If-Match": "*"])
    }

    @Test("What fails is tried again by the schedule, under the same id, and then no more") func retries() async throws
    {
        let site = try SharedSite.site
        let desk = try await Desk(site, .chief)
        try await Inbox.open { _, count in
            switch count {
            case 1: Response(status: .internalServerError, body: .init(byteBuffer: .init(string: "no\u{0} é")))
            case 2: Response(status: .found, headers: [.location: "/elsewhere"])
            case 3: Response(status: .serviceUnavailable, headers: [.retryAfter: "9000"])
            case 4: Response(status: .ok, body: .init(byteBuffer: .init(string: String(repeating: "é", count: 5000))))
            default: Response(status: .badGateway)
            }
        } _: { inbox in
            let webhook = try await desk.webhook(inbox.root + "/retries", [.articlePublished])
            func wait() async throws -> Int {
                try await site.number(
                    """
                    select extract(epoch from d.next_try_at - t.at)::int from webhook_deliveries d
                    join webhook_tries t on t.delivery_id = d.id where d.webhook_id = \(webhook.id) order by t.id desc limit 1
                    """)
            }
            /// Makes the next try due now, unless a slow machine has already reached it.
            func hurry(after tries: Int) async throws {
                _ = try await site.number(
                    """
                    with u as (update webhook_deliveries set next_try_at = now()
                        where webhook_id = \(webhook.id) and tries = \(tries) returning 1) select count(*) from u
                    """)
            }
            _ = try await desk.write(published("Again and again"))
            var delivery = try await desk.delivery(webhook, "pending", tries: 1)
            #expect(delivery.log[0].status == 500 && delivery.log[0].answer == "no é" && delivery.nextTryAt != nil)
            for (tries, range) in [(2, 299...332), (3, 8999...9002)] {
                if delivery.tries == 1 { #expect((4...7).contains(try await wait())) }
                try await hurry(after: tries - 1)
                delivery = try await desk.delivery(webhook, "pending", tries: tries)
                #expect(range.contains(try await wait()))
            }
            try await hurry(after: 3)
            delivery = try await desk.delivery(webhook, "delivered", tries: 4)
            #expect(delivery.log.map(\.status) == [200, 503, 302, 500] && delivery.log[0].answer.utf8.count >= 1024)
            #expect(
                Set(inbox.messages("/retries").map(\.id)) == [delivery.event] && inbox.messages("/elsewhere").isEmpty)
            #expect(Set(inbox.messages("/retries").map(\.body)).count == 1, "the same body each time")

            // Resending by hand starts the schedule again; after its last step the delivery has failed.
            #expect(
                try await desk.send(.post, "webhooks/\(webhook.id)/deliveries/\(delivery.id)/resend").status == 202)
            delivery = try await desk.delivery(webhook, "pending", tries: 5)
            if delivery.tries == 5 { #expect((4...7).contains(try await wait())) }
            let isOver = try await eventually {
                _ = try await site.number(
                    """
                    with u as (update webhook_deliveries set step = 9, next_try_at = now()
                        where webhook_id = \(webhook.id) and state = 'pending' returning 1) select count(*) from u
                    """)
                return try await desk.deliveries(webhook).first?.state == "failed"
            }
            #expect(isOver)
            delivery = try await desk.delivery(webhook, "failed", tries: 6)
            #expect(delivery.nextTryAt == nil && Set(inbox.messages("/retries").map(\.id)).count == 1)
            _ = try await desk.send(.delete, "webhooks/\(webhook.id)", nil, ["If-Match": "*"])
        }
    }

    @Test("410 Gone stops an endpoint until somebody resumes it") func gone() async throws {
        let site = try SharedSite.site
        let desk = try await Desk(site, .chief)
        try await Inbox.open { _, count in
            Response(status: count == 1 ? .gone : .ok)
        } _: { inbox in
            let webhook = try await desk.webhook(inbox.root + "/gone", [.articlePublished])
            #expect(try await desk.send(.post, "webhooks/\(webhook.id)/test").status == 202)
            _ = try await desk.delivery(webhook, "failed", tries: 1)
            let stopped: MadeWebhook = try await desk.send(.get, "webhooks/\(webhook.id)").json()
            #expect(stopped.state == "gone" && stopped.revision == 2)
            #expect(try await desk.send(.post, "webhooks/\(webhook.id)/test").status == 409)
            _ = try await desk.write(published("Nobody there"))
            #expect(try await desk.deliveries(webhook).count == 1)
            let resumed: MadeWebhook = try await desk.send(
                .put, "webhooks/\(webhook.id)",
                #"{"url":"\#(webhook.url)","events":["article.published"],"paused":false}"#, ["If-Match": "\"2\""]
            ).json()
            #expect(resumed.state == "active" && resumed.secret == nil)
            _ = try await desk.write(published("Somebody there"))
            _ = try await desk.delivery(webhook, "delivered", tries: 1)
            _ = try await desk.send(.delete, "webhooks/\(webhook.id)", nil, ["If-Match": "*"])
        }
    }

    @Test("A new secret signs beside the old one for a day") func rotation() async throws {
        let site = try SharedSite.site
        let desk = try await Desk(site, .chief)
        try await Inbox.open { inbox in
            let webhook = try await desk.webhook(inbox.root + "/rotate")
            let first = try #require(webhook.secret)
            let path = "webhooks/\(webhook.id)"
            #expect(try await desk.send(.post, path + "/secret").status == 428)
            let rotated: MadeWebhook = try await desk.send(.post, path + "/secret", nil, ["If-Match": "\"1\""]).json()
            let second = try #require(rotated.secret)
            #expect(second != first && rotated.revision == 2)
            _ = try await desk.send(.post, path + "/test")
            let both = try #require(try await inbox.wait(1, "/rotate").last)
            #expect(both.signatures.count == 2 && both.isSigned(by: first) && both.isSigned(by: second))
            let hours = try await site.number(
                """
                select round(extract(epoch from ends_at - now()) / 3600)::int from webhook_secrets
                where webhook_id = \(webhook.id) and ends_at is not null
                """)
            #expect(hours == 24)
            _ = try await site.number(
                "with u as (update webhook_secrets set ends_at = now() where ends_at is not null returning 1) select count(*) from u"
            )
            _ = try await desk.send(.post, path + "/test")
            let one = try #require(try await inbox.wait(2, "/rotate").last)
            #expect(one.signatures.count == 1 && one.isSigned(by: second))
            for _ in 0..<4 { _ = try await desk.send(.post, path + "/secret", nil, ["If-Match": "*"]) }
            #expect(try await desk.send(.post, path + "/secret", nil, ["If-Match": "*"]).status == 422)
            _ = try await desk.send(.delete, path, nil, ["If-Match": "*"])
        }
    }

    @Test("After 30 days everything is forgotten, in steps") func age() async throws {
        let site = try SharedSite.site
        let desk = try await Desk(site, .chief)
        let webhook = try await desk.webhook("http://192.0.2.1/", [.articlePublished])
        for number in 0..<3 { _ = try await desk.write(published("Old \(number)")) }
        _ = try await site.number(
            """
            with u as (update webhook_events set at = now() - interval '31 days' where id in
                (select event_id from webhook_deliveries where webhook_id = \(webhook.id)) returning 1) select count(*) from u
            """)
        let steps = try await site.backend.archive.write { holdings in
            try (0..<3).map { _ in try holdings.webhooks.deleteOldEvents(limit: 2) }
        }
        #expect(steps == [2, 1, 0])
        #expect(try await desk.deliveries(webhook).isEmpty)
        _ = try await desk.send(.delete, "webhooks/\(webhook.id)", nil, ["If-Match": "*"])
    }
}
