import Archive
import Credentials
import Editorial
import Foundation
import News
import Web

/// The page of all endpoints.
struct WebhooksPage: Sendable {
    struct Row: Sendable {
        var id: Int
        var name: String
        var url: String
        var state: String
    }

    var rows: [Row]
    var form: WebhookForm

    init(_ visit: NewsroomDesk.Visit, _ webhooks: [Webhook], typed: WebhookDraft?) {
        let strings = visit.strings
        rows = webhooks.map {
            Row(id: $0.id, name: strings.name(of: $0), url: $0.draft.url, state: strings.state(of: $0))
        }
        form = WebhookForm(
            typed ?? WebhookDraft(url: "", description: "", events: WebhookEvent.offered), strings)
    }
}

/// The fields of an endpoint.
struct WebhookForm: Sendable {
    struct Event: Sendable {
        var type: String
        var name: String
        var isChosen: Bool
    }

    var url: String
    var description: String
    var events: [Event]

    init(_ draft: WebhookDraft, _ strings: Strings) {
        (url, description) = (draft.url, draft.description)
        events = WebhookEvent.offered.map {
            Event(type: $0.rawValue, name: strings.event($0.rawValue), isChosen: draft.events.contains($0))
        }
    }
}

/// The page of one endpoint.
struct WebhookPage: Sendable {
    struct Delivery: Sendable {
        var delivery: Int
        var event: String
        var type: String
        var at: String
        var facts: [String]
        var log: [Try]
        var hasLog: Bool
    }
    struct Try: Sendable {
        var text: String
        var answer: String?
    }

    /// The number of deliveries on a page.
    static let logLength = 50

    var id: Int
    var revision: Int
    var state: String
    var isStopped: Bool
    var form: WebhookForm
    var deliveries: [Delivery]
    /// The address of the next part of the log.
    var older: String?
    /// Shown once.
    var newSecret: String?

    init(
        _ visit: NewsroomDesk.Visit, _ webhook: Webhook, _ log: [WebhookDelivery], typed: WebhookDraft?,
        secret: WebhookSecret?
    ) {
        let strings = visit.strings
        (id, revision) = (webhook.id, webhook.revision)
        state = strings.state(of: webhook)
        isStopped = webhook.stop != nil
        form = WebhookForm(typed ?? webhook.draft, strings)
        deliveries = log.prefix(Self.logLength).map { delivery in
            var facts = [
                strings["room_delivery_" + delivery.state.rawValue], strings("room_tries", delivery.tries),
            ]
            if delivery.state == .pending {
                facts.append(
                    delivery.nextTryAt.map { strings("room_nextTry", Moment($0, strings).text) }
                        ?? strings["room_underWay"])
            }
            if delivery.state != .delivered, let last = delivery.log.last, last.status == nil {
                facts.append(strings.text(ofFetching: last.error))
            }
            return Delivery(
                delivery: delivery.id, event: strings.event(delivery.type), type: delivery.type,
                at: Moment(delivery.at, strings).text, facts: facts,
                log: delivery.log.map {
                    let what = $0.status.map { "HTTP \($0)" } ?? strings.text(ofFetching: $0.error)
                    return Try(
                        text: "\(Moment($0.at, strings).text) · \(what) · \($0.milliseconds) ms",
                        answer: $0.answer.isEmpty ? nil : $0.answer)
                }, hasLog: !delivery.log.isEmpty)
        }
        older =
            log.count > Self.logLength
            ? log.prefix(Self.logLength).last.map { "\(NewsroomLinks.webhooks)/\(webhook.id)?before=\($0.id)" } : nil
        newSecret = secret?.text
    }
}

extension Strings {
    func name(of webhook: Webhook) -> String {
        webhook.draft.description.isEmpty
            ? URLComponents(string: webhook.draft.url)?.host ?? webhook.draft.url : webhook.draft.description
    }

    fileprivate func state(of webhook: Webhook) -> String {
        let name = "room_webhook_" + (webhook.stop?.rawValue ?? "active")
        return webhook.stoppedAt.map { self(name, Moment($0, self).text) } ?? self[name]
    }

    fileprivate func event(_ type: String) -> String { self["room_event_" + type.replacing(".", with: "_")] }

    /// The faults of a form, in words.
    func webhookFault(_ faults: [ArticleDraft.Fault]) -> String {
        let known = [
            "url": "room_webhookURLFault", "events": "room_webhookEventsFault", "secret": "room_webhookSecretFault",
        ]
        return faults.compactMap { fault in
            fault.detail.contains("webhooks already") ? "room_webhooksFull" : known[fault.field]
        }.map { self[$0] }.joined(separator: " ")
    }
}
