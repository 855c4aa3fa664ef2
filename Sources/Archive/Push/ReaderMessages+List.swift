import Foundation
import News
import PostgreSQL

extension ReaderMessages {
    /// A message with its counts.
    package func find(_ id: Int) throws -> ReaderMessage? {
        try counted(list("m.id = \(id)::bigint", limit: 1)).first
    }

    /// Adds the counts to messages.
    package func counted(_ messages: [ReaderMessage]) throws -> [ReaderMessage] {
        let ids = messages.map(\.id)
        let waiting = try devicesWaiting(for: ids)
        let counts = Dictionary(
            grouping: try query(
                """
                select message_id, device_class, what, devices from push_counts where message_id = any(\(ids)::bigint[])
                order by 1, 2, 3
                """
            ).map { row in
                (
                    try row.get("message_id", as: Int.self),
                    ReaderMessage.Count(
                        deviceClass: try row.get("device_class"), what: try row.get("what"),
                        devices: try row.get("devices"))
                )
            }, by: \.0
        ).mapValues { $0.map(\.1) }
        return messages.map { message in
            var message = message
            message.counts = counts[message.id] ?? []
            guard message.state != .cancelled, let waiting = waiting[message.id] else { return message }
            (message.waiting, message.held, message.heldUntil) = (waiting.devices, waiting.held, waiting.until)
            return message
        }
    }

    /// The seconds after which a delivery is tried again that somebody waits for: twice what a server may be at it.
    private static let heldSeconds = 120

    private typealias Waiting = (devices: Int, held: Int, until: Date?)

    /// The devices that messages have not reached yet, by message.
    private func devicesWaiting(for messages: [Int]) throws -> [Int: Waiting] {
        let held: SQL = "next_try_at > now() + make_interval(secs => \(Self.heldSeconds))"
        let rows = try query(
            """
            select message_id, count(*) as devices, count(*) filter (where \(held)) as held,
                min(next_try_at) filter (where \(held)) as until
            from push_deliveries where message_id = any(\(messages)::bigint[]) and outcome is null group by 1
            """)
        return Dictionary(
            uniqueKeysWithValues: try rows.map { row in
                let waiting: Waiting = (try row.get("devices"), try row.get("held"), try row.optional("until"))
                return (try row.get("message_id"), waiting)
            })
    }

    /// The messages, the newest first, after a number if one is given; without counts.
    /// - Parameter article: nil for those about any article.
    package func list(limit: Int, after id: Int? = nil, of article: Int? = nil) throws -> [ReaderMessage] {
        try list(
            """
            (\(id)::bigint is null or m.id < \(id)::bigint) and (\(article)::bigint is null or m.article_id = \(article)::bigint)
            """, limit: limit)
    }

    private func list(_ condition: SQL, limit: Int) throws -> [ReaderMessage] {
        try query(
            """
            select m.id, article_id, kind, coalesce(m.headline, a.headline) as headline,
                m.headline is not null as has_own_headline, audience, m.text, tag, is_series, is_urgent, send_at, expires_at, state,
                e.name as maker, m.created_at
            from push_messages m join articles a on a.id = m.article_id left join editors e on e.id = m.made_by
            where \(condition) order by m.id desc limit \(limit)
            """
        ).map { row in
            guard let kind = ReaderMessage.Kind(rawValue: try row.get("kind")),
                let state = ReaderMessage.State(rawValue: try row.get("state"))
            else { throw PostgresError.noRow }
            return ReaderMessage(
                id: try row.get("id"), article: try row.get("article_id"), kind: kind,
                headline: try row.get("headline"), hasOwnHeadline: try row.get("has_own_headline"),
                audience: try row.get("audience"), text: try row.get("text"),
                tag: try row.get("tag"), isSeries: try row.get("is_series"), isUrgent: try row.get("is_urgent"),
                sendAt: try row.get("send_at"), expiresAt: try row.get("expires_at"), state: state,
                maker: try row.optional("maker"), createdAt: try row.get("created_at"))
        }
    }
}
