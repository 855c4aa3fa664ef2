import Archive
import Foundation
import News
import PostgreSQL
import Testing

/// The delivery of events to endpoints.
struct DeliveryTests {
    private let archive: TestArchive
    private let webhook: Webhook

    init() throws {
        let archive = try TestArchive()
        let draft = WebhookDraft(
            url: "https://example.org/hook", description: "", events: [.articlePublished, .articleWithdrawn])
        webhook = try archive.holdings.webhooks.insert(draft, secret: "whsec_1", by: archive.chief)
        self.archive = archive
    }

    private func take() throws -> [WebhookJob] {
        try archive.holdings.transaction { try $0.deliveries.take(limit: 9, each: 2, lease: 60, root: "https://news") }
    }

    @Test("An endpoint is told of what it asked for, with our address before the article's") func payload() throws {
        let article = try archive.published("The ferry")
        var draft = article.draft
        draft.headline = "The night ferry"
        _ = try archive.holdings.transaction {
            try $0.articles.change(article.id, revision: article.revision, to: draft, by: nil)
        }
        let jobs = try take()
        #expect(jobs.count == 1, "of the update it wants to know nothing")
        let job = try #require(jobs.first)
        #expect(job.url == "https://example.org/hook" && job.secrets == ["whsec_1"])
        #expect(job.tries == 1 && job.step == 1 && job.webhook == webhook.id)
        #expect(job.payload.contains(#""url": "https://news/articles/the-ferry""#))
        #expect(try take().isEmpty, "it is under way")
    }

    @Test(
        "A try ends in one of four ways",
        arguments: [
            (WebhookOutcome.delivered, WebhookDelivery.State.delivered, false, nil),
            (.retry(after: 60), .pending, true, nil), (.failed, .failed, false, nil), (.gone, .failed, false, .gone),
        ] as [(WebhookOutcome, WebhookDelivery.State, Bool, Webhook.Stop?)])
    func outcomes(
        outcome: WebhookOutcome, state: WebhookDelivery.State, isTriedAgain: Bool, stop: Webhook.Stop?
    ) throws {
        _ = try archive.published("The ferry")
        let job = try #require(try take().first)
        let entry = WebhookTry(at: Date(), status: 500, milliseconds: 7, answer: "no", error: "")
        try archive.holdings.transaction { try $0.deliveries.finish(job, entry, outcome) }
        let delivery = try #require(try archive.holdings.deliveries.find(job.delivery, to: webhook.id))
        #expect(delivery.state == state && (delivery.nextTryAt != nil) == isTriedAgain && delivery.tries == 1)
        #expect(delivery.event == job.event && delivery.type == "article.published")
        #expect(delivery.log.map(\.status) == [500] && delivery.log.map(\.answer) == ["no"])
        #expect(try archive.holdings.webhooks.find(webhook.id)?.stop == stop)
        #expect(try archive.holdings.deliveries.list(to: webhook.id, limit: 9, state: state).count == 1)
    }

    @Test("A delivery that another server has taken on meanwhile is its own; only a success counts all the same")
    func lease() throws {
        _ = try archive.published("The ferry")
        let job = try #require(try take().first)
        try archive.holdings.connection.query(
            "update webhook_deliveries set leased_until = now() - interval '1 second'")
        #expect(try take().first?.tries == 2)
        let entry = WebhookTry(at: Date(), status: nil, milliseconds: 7, answer: "", error: "late")
        for (outcome, state) in [(WebhookOutcome.failed, WebhookDelivery.State.pending), (.delivered, .delivered)] {
            try archive.holdings.deliveries.finish(job, entry, outcome)
            #expect(try archive.holdings.deliveries.find(job.delivery, to: webhook.id)?.state == state)
        }
    }
}
