import Archive
import Foundation
import HTTPTypes
import Hummingbird
import News
import PostgreSQL
@testable import Server
import Testing

extension WebhookSiteTests {
    @Test("Several servers share the work, and each message comes once") func nodes() async throws {
        let site = try SharedSite.site
        let desk = try await Desk(site, .chief)
        try await site.withNode(["outgoing_networks": "127.0.0.1"]) { _ async throws in
            try await Inbox.open { inbox in
                let webhooks = [
                    try await desk.webhook(inbox.root + "/n1", [.articlePublished]),
                    try await desk.webhook(inbox.root + "/n2", [.articlePublished]),
                ]
                for number in 0..<12 { _ = try await desk.write(published("Number \(number)")) }
                for webhook in webhooks {
                    #expect(
                        try await eventually {
                            try await desk.deliveries(webhook, "?state=delivered").count == 12
                        })
                }
                for path in ["/n1", "/n2"] {
                    let ids = inbox.messages(path).map(\.id)
                    #expect(ids.count == 12 && Set(ids).count == 12)
                }
                for webhook in webhooks {
                    _ = try await desk.send(.delete, "webhooks/\(webhook.id)", nil, ["If-Match": "*"])
                }
            }
        }
    }

    @Test("What a server had under way when it died another sends under the same id") func death() async throws {
        let site = try SharedSite.site
        let desk = try await Desk(site, .chief)
        try await Inbox.open { inbox in
            let webhook = try await desk.webhook(inbox.root + "/death", [.articleCorrected])
            let article = try await desk.write(published("Under way"))
            // Leaves the delivery as a server killed while sending would.
            let job = try await site.backend.archive.write { holdings in
                let article = try #require(try holdings.articles.find(article.id))
                try holdings.articles.note(.articleCorrected, of: article)
                return try holdings.deliveries.take(limit: 9, each: 2, lease: 600, root: TestSite.publicURL).first {
                    $0.webhook == webhook.id
                }
            }
            let lost = try #require(job)
            // Meanwhile another message overtakes it.
            _ = try await desk.send(.post, "webhooks/\(webhook.id)/test")
            #expect(try await inbox.wait(1, "/death").map(\.id) != [lost.event])
            _ = try await site.number(
                "with u as (update webhook_deliveries set leased_until = now() where id = \(lost.delivery) returning 1) select count(*) from u"
            )
            let messages = try await inbox.wait(2, "/death")
            #expect(messages[1].id == lost.event && messages[1].body == lost.payload)
            #expect(
                try await eventually {
                    try await desk.deliveries(webhook).last.map { $0.state == "delivered" && $0.tries == 2 } == true
                })
            // The first server was not dead after all, but its result comes too late.
            try await site.backend.archive.write {
                try $0.deliveries.finish(
                    lost, .init(at: Date(), status: 500, milliseconds: 1, answer: "", error: ""), .retry(after: 5))
            }
            let last = try #require(try await desk.deliveries(webhook).last)
            #expect(last.state == "delivered" && last.log.count == 2)
            _ = try await desk.send(.delete, "webhooks/\(webhook.id)", nil, ["If-Match": "*"])
        }
    }

    @Test("An endpoint that hangs holds up nobody else, and has two requests at most") func slow() async throws {
        let site = try SharedSite.site
        let desk = try await Desk(site, .chief)
        let (releases, release) = AsyncStream<Void>.makeStream()
        try await Inbox.open { message, _ in
            if message.path == "/slow" { for await _ in releases { break } }
            return Response(status: .ok)
        } _: { inbox in
            let slow = try await desk.webhook(inbox.root + "/slow", [.articlePublished])
            let quick = try await desk.webhook(inbox.root + "/quick", [.articlePublished])
            for number in 0..<6 { _ = try await desk.write(published("Slow \(number)")) }
            #expect(try await inbox.wait(6, "/quick").count == 6)
            _ = try await inbox.wait(2, "/slow")
            // Counts leases, not arrivals: on a slow machine the first requests time out, and others follow.
            let underWay: Int = try await site.backend.archive.read {
                try $0.connection.query(
                    "select count(*) from webhook_deliveries where webhook_id = \(slow.id)::bigint and leased_until > now()"
                )[0]
                .get(0)
            }
            #expect(underWay <= 2)
            release.finish()
            for webhook in [slow, quick] {
                #expect(try await eventually { try await desk.deliveries(webhook, "?state=delivered").count == 6 })
                _ = try await desk.send(.delete, "webhooks/\(webhook.id)", nil, ["If-Match": "*"])
            }
        }
    }

    @Test(
        "What is not of the open internet is not asked, and the log says so",
        arguments: ["127.0.0.2", "[::1]", "169.254.169.254", "10.0.0.1", "0.0.0.0"])
    func forbidden(_ host: String) async throws {
        let desk = try await Desk(SharedSite.site, .chief)
        let webhook = try await desk.webhook("http://\(host):9/")
        _ = try await desk.send(.post, "webhooks/\(webhook.id)/test")
        let delivery = try await desk.delivery(webhook, "pending", tries: 1)
        #expect(delivery.log[0].status == nil && delivery.log[0].error?.contains("not on the open internet") == true)
        _ = try await desk.send(.delete, "webhooks/\(webhook.id)", nil, ["If-Match": "*"])
    }
}
