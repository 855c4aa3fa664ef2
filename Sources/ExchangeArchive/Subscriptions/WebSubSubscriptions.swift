package import Archive
package import Foundation
package import PostgreSQL

/// A feed that has subscribers.
package struct WebSubTopic: Sendable {
    /// Its address below the public one.
    package let path: String
    /// The number of its subscribers.
    package let subscribers: Int
    /// The number of them that have yet to be notified.
    package let waiting: Int
    /// The number of them whose last notification failed.
    package let failing: Int
}

/// A server that subscribers are on.
package struct WebSubHost: Sendable {
    /// Its name.
    package let name: String
    /// The number of subscriptions on it.
    package let subscriptions: Int
}

/// A subscriber that could not be notified. Everything in its callback except the host may be a secret.
package struct WebSubFailure: Sendable {
    /// The subscription's number.
    package let id: Int
    /// The feed, by its address below the public one.
    package let topic: String
    /// The host of the callback.
    package let host: String
    /// Whether it is another hub.
    package let isHub: Bool
    /// The reason why the last try failed.
    package let fault: String
    /// Tries since the last success.
    package let tries: Int
    /// When it is tried next; nil if it waits for the next change.
    package let nextTryAt: Date?
}

/// Subscribers to our feeds (WebSub).
package struct Subscriptions: Noun {
    package let connection: Connection
}

extension Subscriptions {
    /// The feeds that have subscribers, those with the most first.
    package func topics(limit: Int) throws -> [WebSubTopic] {
        try query(
            """
            select topic, count(*) as subscribers, count(*) filter (where next_try_at is not null) as waiting,
                count(*) filter (where fault <> '') as failing
            from websub_subscriptions where expires_at > now() group by topic order by 2 desc, 1 limit \(limit)
            """
        ).map { row in
            WebSubTopic(
                path: try row.get("topic"), subscribers: try row.get("subscribers"), waiting: try row.get("waiting"),
                failing: try row.get("failing"))
        }
    }

    /// The servers that subscribers are on, those with the most subscriptions first.
    package func hosts(limit: Int) throws -> [WebSubHost] {
        try query(
            """
            select host, count(*) as subscriptions from websub_subscriptions where not is_hub and expires_at > now()
            group by host order by 2 desc, 1 limit \(limit)
            """
        ).map { WebSubHost(name: try $0.get("host"), subscriptions: try $0.get("subscriptions")) }
    }

    /// The subscribers that could not be notified, those that have failed for longest first.
    package func failures(limit: Int) throws -> [WebSubFailure] {
        try query(
            """
            select id, topic, host, is_hub, fault, step, next_try_at from websub_subscriptions
            where fault <> '' and coalesce(expires_at > now(), true) order by step desc, id limit \(limit)
            """
        ).map { row in
            WebSubFailure(
                id: try row.get("id"), topic: try row.get("topic"), host: try row.get("host"),
                isHub: try row.get("is_hub"),
                fault: try row.get("fault"), tries: try row.get("step"), nextTryAt: try row.optional("next_try_at"))
        }
    }

    /// Ends a subscription. Throws `notFound`; other hubs are the operator's.
    package func delete(_ id: Int, by maker: Maker) throws {
        let removed = try query(
            "delete from websub_subscriptions where id = \(id)::bigint and not is_hub returning topic, host"
        ).first { (topic: try $0.get("topic", as: String.self), host: try $0.get("host", as: String.self)) }
        guard let removed else { throw ArchiveError.notFound }
        try holdings.audit.note(
            "websub.delete", "subscription/\(id)", by: maker, detail: ["host": removed.host, "feed": removed.topic])
    }

    /// Ends all subscriptions of a host, and its pending requests. Throws `notFound` if there are none.
    package func delete(ofHost host: String, by maker: Maker) throws {
        // Requests first, in the order in which a confirmation takes the rows.
        try query("delete from websub_requests where host = \(host)")
        let removed = try query("delete from websub_subscriptions where host = \(host) and not is_hub returning 1")
            .count
        guard removed > 0 else { throw ArchiveError.notFound }
        try holdings.audit.note("websub.delete", "host/\(host)", by: maker, detail: ["subscriptions": removed])
    }

    /// The number of subscribers, and the number, other hubs included, that have yet to be notified.
    package func count() throws -> (live: Int, waiting: Int) {
        let row = try query(
            """
            select count(*) filter (where expires_at > now()) as live,
                count(*) filter (where next_try_at is not null and coalesce(expires_at > now(), true)) as waiting
            from websub_subscriptions
            """)[0]
        return (try row.get("live"), try row.get("waiting"))
    }
}
