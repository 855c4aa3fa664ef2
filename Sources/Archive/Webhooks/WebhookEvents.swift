import Foundation
import News
import PostgreSQL

/// The events of which other servers are notified.
package enum WebhookEvent: String, Sendable, CaseIterable {
    case articlePublished = "article.published"
    case articleUpdated = "article.updated"
    case articleCorrected = "article.corrected"
    case articleWithdrawn = "article.withdrawn"
    case articleKilled = "article.killed"
    case editionPublished = "edition.published"
    /// Only ever sent by hand, to one endpoint.
    case test = "webhook.test"

    /// The events that an endpoint may ask for.
    package static let offered = allCases.filter { $0 != .test }

    /// The event that readers see in a change of an article's state; nil if they see none.
    /// - Parameter move: the move that was made; nil for a save.
    init?(from old: Publication, to new: Publication, by move: Move?) {
        switch (old.isOut, new.isOut) {
        case _ where new == .killed && old.wasOut: self = .articleKilled
        case _ where move == .correct: self = .articleCorrected
        case (false, true): self = .articlePublished
        case (true, true): self = .articleUpdated
        case (true, false): self = .articleWithdrawn
        case (false, false): return nil
        }
    }
}

extension Webhooks {
    /// Stores an event with a delivery for every endpoint that wants it, and nothing if none does.
    func note(_ event: WebhookEvent, _ data: some Encodable) throws {
        // Waits for an endpoint that is being removed: its removal must not make the change itself fail.
        let wanted: [Int] = try query(
            """
            select id from webhooks where disabled_at is null and \(event.rawValue)::text = any(events) order by id for key share
            """
        ).values()
        if !wanted.isEmpty { try insertEvent(event, data, for: wanted) }
    }

    /// Stores a `webhook.test` for one endpoint. Throws `notFound`.
    package func insertTest(of webhook: Int, by maker: Maker) throws -> WebhookDelivery {
        guard try query("select from webhooks where id = \(webhook) for key share").count == 1 else {
            throw ArchiveError.notFound
        }
        try holdings.audit.note("webhook.test", "webhook/\(webhook)", by: maker)
        guard
            let made = try holdings.deliveries.find(
                try insertEvent(.test, ["id": webhook], for: [webhook]), to: webhook)
        else {
            throw ArchiveError.notFound
        }
        return made
    }

    @discardableResult
    private func insertEvent(_ event: WebhookEvent, _ data: some Encodable, for webhooks: [Int]) throws -> Int {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        let json = String(decoding: try encoder.encode(data), as: UTF8.self)
        return try query(
            """
            with event as (
                insert into webhook_events (type, payload)
                values (\(event.rawValue), jsonb_build_object('type', \(event.rawValue)::text, 'data', \(json)::jsonb,
                    'timestamp', to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))
                returning id
            )
            insert into webhook_deliveries (event_id, webhook_id)
            select event.id, w from event, unnest(\(webhooks)::int[]) w returning id
            """
        ).value()
    }

    /// Forgets events older than 30 days with their deliveries, up to a limit. Returns how many.
    package func deleteOldEvents(limit: Int) throws -> Int {
        try query(
            """
            delete from webhook_events where id in (
                select id from webhook_events where at < now() - interval '30 days' order by at limit \(limit)
                for update skip locked)
            """
        ).affected
    }
}
