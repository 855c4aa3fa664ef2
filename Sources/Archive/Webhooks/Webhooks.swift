package import Foundation
package import News
package import PostgreSQL

/// The settings of an endpoint, as they are asked for.
package struct WebhookDraft: Sendable, Hashable {
    /// The address that is notified.
    package var url: String
    /// Its owner, in the chief's words.
    package var description: String
    /// The events of which it is notified.
    package var events: [WebhookEvent]

    /// A draft.
    package init(url: String, description: String, events: [WebhookEvent]) {
        self.url = url
        self.description = description
        self.events = WebhookEvent.offered.filter { events.contains($0) }
    }

    /// Everything that is wrong with it.
    package var faults: [ArticleDraft.Fault] {
        var faults: [ArticleDraft.Fault] = []
        if CallbackAddress(url) == nil {
            faults.append(
                .init(
                    field: "url",
                    detail:
                        "must be an address such as https://example.org/hook, without a name and password, of at most 2000 characters"
                ))
        }
        if description.unicodeScalars.count > 200 {
            faults.append(.init(field: "description", detail: "is longer than 200 characters"))
        }
        if events.isEmpty {
            let names = WebhookEvent.offered.map(\.rawValue).joined(separator: ", ")
            faults.append(.init(field: "events", detail: "must name at least one of \(names)"))
        }
        return faults
    }
}

/// An endpoint that is notified of events. Its secrets are shown to nobody.
package struct Webhook: Sendable {
    /// The reason why it is not notified.
    package enum Stop: String, Sendable {
        /// Somebody wanted so.
        case paused
        /// It answered 410 Gone.
        case gone
    }

    /// The number under which the archive knows it.
    package let id: Int
    /// Rises with every change; what `If-Match` names.
    package let revision: Int
    /// The settings that were asked for.
    package let draft: WebhookDraft
    /// When it was made.
    package let createdAt: Date
    /// The reason why it is not notified; nil while it is.
    package let stop: Stop?
    /// When notification stopped.
    package let stoppedAt: Date?
}

/// The endpoints of webhooks.
package struct Webhooks: Noun {
    package let connection: Connection
}

extension Webhooks {
    /// How many there may be.
    package static var limit: Int { 100 }

    /// Creates an endpoint. Throws `faults`.
    package func insert(_ draft: WebhookDraft, secret: String, by maker: Maker) throws -> Webhook {
        var faults = draft.faults
        if try query("select count(*) from webhooks").value() >= Self.limit {
            faults.append(.init(field: "url", detail: "cannot be: there are \(Self.limit) webhooks already"))
        }
        guard faults.isEmpty else { throw ArchiveError.faults(faults) }
        let id: Int = try query(
            """
            insert into webhooks (url, description, events, created_by)
            values (\(draft.url), \(draft.description), \(draft.events.map(\.rawValue))::text[], \(maker.editor)) returning id
            """
        ).value()
        try query("insert into webhook_secrets (webhook_id, secret) values (\(id), \(secret))")
        try holdings.audit.note("webhook.create", "webhook/\(id)", by: maker, detail: ["host": draft.host])
        return try existing(id)
    }

    /// The endpoints, the newest first, after an identifier if one is given.
    package func list(limit: Int, after id: Int? = nil) throws -> [Webhook] {
        try list("where \(id)::bigint is null or id < \(id)::bigint order by id desc limit \(limit)")
    }

    /// The endpoint with this number.
    package func find(_ id: Int) throws -> Webhook? { try list("where id = \(id)::bigint").first }

    private func list(_ condition: SQL) throws -> [Webhook] {
        try query(
            """
            select id, revision, url, description, events, created_at, disabled_reason, disabled_at from webhooks \(condition)
            """
        ).map { row in
            let events: [String] = try row.get("events")
            return Webhook(
                id: try row.get("id"), revision: try row.get("revision"),
                draft: WebhookDraft(
                    url: try row.get("url"), description: try row.get("description"),
                    events: events.compactMap(WebhookEvent.init)),
                createdAt: try row.get("created_at"),
                stop: try row.optional("disabled_reason").flatMap(Webhook.Stop.init),
                stoppedAt: try row.optional("disabled_at")
            )
        }
    }

    private func existing(_ id: Int) throws -> Webhook {
        guard let webhook = try find(id) else { throw ArchiveError.notFound }
        return webhook
    }

    /// Replaces an endpoint that has this revision, and sets whether it is notified. Throws `faults`,
    /// `notFound` and `outdated`.
    /// - Parameter isPaused: waiting deliveries stay and go out once it is notified again; it never learns of
    ///   events in between.
    package func update(_ id: Int, revision: Int, _ draft: WebhookDraft, isPaused: Bool, by maker: Maker) throws
        -> Webhook
    {
        guard draft.faults.isEmpty else { throw ArchiveError.faults(draft.faults) }
        let old = try lockedWebhook(id, revision: revision)
        let stop = isPaused ? old.stop ?? .paused : nil
        try query(
            """
            update webhooks set url = \(draft.url), description = \(draft.description),
                events = \(draft.events.map(\.rawValue))::text[], revision = revision + 1,
                disabled_reason = \(stop?.rawValue), disabled_at = case when \(isPaused) then coalesce(disabled_at, now()) end
            where id = \(id)
            """)
        try holdings.audit.note(
            "webhook.update", "webhook/\(id)", by: maker,
            detail: ["host": draft.host, "state": isPaused ? "paused" : "active"])
        return try existing(id)
    }

    /// Removes an endpoint that has this revision, with everything that waits for it. Throws `notFound` and
    /// `outdated`.
    package func delete(_ id: Int, revision: Int, by maker: Maker) throws {
        let old = try lockedWebhook(id, revision: revision)
        try query("delete from webhooks where id = \(id)")
        try holdings.audit.note("webhook.delete", "webhook/\(id)", by: maker, detail: ["host": old.draft.host])
    }

    /// Gives an endpoint that has this revision another secret; earlier ones go on signing for a day. Throws
    /// `notFound` and `outdated`, and `faults` if more than a few would sign.
    package func rotateSecret(of id: Int, revision: Int, _ secret: String, by maker: Maker) throws -> Webhook {
        _ = try lockedWebhook(id, revision: revision)
        try query("delete from webhook_secrets where webhook_id = \(id) and ends_at <= now()")
        try query(
            """
            update webhook_secrets set ends_at = now() + interval '24 hours' where webhook_id = \(id) and ends_at is null
            """)
        guard try query("select count(*) from webhook_secrets where webhook_id = \(id)").value() < 5 else {
            throw ArchiveError.faults([
                .init(field: "secret", detail: "was replaced too often today: earlier secrets sign for 24 hours")
            ])
        }
        try query("insert into webhook_secrets (webhook_id, secret) values (\(id), \(secret))")
        try query("update webhooks set revision = revision + 1 where id = \(id)")
        try holdings.audit.note("webhook.secret", "webhook/\(id)", by: maker)
        return try existing(id)
    }

    private func lockedWebhook(_ id: Int, revision: Int) throws -> Webhook {
        try query("select from webhooks where id = \(id) for update")
        let webhook = try existing(id)
        guard webhook.revision == revision else { throw ArchiveError.outdated(current: webhook.revision) }
        return webhook
    }
}

extension WebhookDraft {
    /// The part of the address that the audit trail may hold, since the path may be a secret.
    fileprivate var host: String { URLComponents(string: url)?.host ?? "" }
}
