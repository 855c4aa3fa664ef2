import Archive
import Credentials
import News
import Syndication

/// An endpoint as the API accepts it.
struct WebhookInput: Decodable, Sendable {
    var url: String?
    var description: String?
    var events: [String]?
    /// Unchanged if left out.
    var paused: Bool?

    /// The draft. Throws every fault found.
    func draft() throws -> WebhookDraft {
        let names = events ?? []
        let draft = WebhookDraft(
            url: url ?? "", description: description ?? "", events: names.compactMap(WebhookEvent.init))
        let unknown = names.filter { name in !WebhookEvent.offered.contains { $0.rawValue == name } }
        let faults =
            draft.faults
            + unknown.prefix(100).map {
                .init(field: "events", detail: "names \($0.prefix(40)), which is not an event")
            }
        guard faults.isEmpty else { throw ArchiveError.faults(faults) }
        return draft
    }
}

/// An endpoint as the API returns it.
struct WebhookOutput: Encodable {
    var id: Int
    var url: String
    var description: String
    var events: [String]
    /// `active`, `paused` or `gone`.
    var state: String
    var stoppedAt: String?
    var createdAt: String
    var revision: Int
    /// Only in the response to the request that created it.
    var secret: String?

    init(_ webhook: Webhook, _ secret: WebhookSecret? = nil) {
        (id, revision) = (webhook.id, webhook.revision)
        (url, description) = (webhook.draft.url, webhook.draft.description)
        events = webhook.draft.events.map(\.rawValue)
        state = webhook.stop?.rawValue ?? "active"
        stoppedAt = webhook.stoppedAt.map(RFC822.iso8601)
        createdAt = RFC822.iso8601(webhook.createdAt)
        self.secret = secret?.text
    }
}

struct WebhookList: Encodable {
    var webhooks: [WebhookOutput]
}

/// An event on its way to an endpoint.
struct DeliveryOutput: Encodable {
    struct Try: Encodable {
        var at: String
        var status: Int?
        var milliseconds: Int
        var answer: String
        var error: String?
    }

    var id: Int
    /// The value of the `webhook-id` header.
    var event: String
    var type: String
    var at: String
    var state: String
    var tries: Int
    var nextTryAt: String?
    /// The latest ten attempts, newest first.
    var log: [Try]

    init(_ delivery: WebhookDelivery) {
        (id, event, type, tries) = (delivery.id, delivery.event, delivery.type, delivery.tries)
        at = RFC822.iso8601(delivery.at)
        state = delivery.state.rawValue
        nextTryAt = delivery.nextTryAt.map(RFC822.iso8601)
        log = delivery.log.map {
            Try(
                at: RFC822.iso8601($0.at), status: $0.status, milliseconds: $0.milliseconds, answer: $0.answer,
                error: $0.error.isEmpty ? nil : $0.error)
        }
    }
}

struct DeliveryList: Encodable {
    var deliveries: [DeliveryOutput]
}
