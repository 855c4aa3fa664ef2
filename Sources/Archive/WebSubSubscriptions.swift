package import Foundation
package import PostgreSQL

/// A feed that somebody is told of.
package struct WebSubTopic: Sendable {
    /// Its address below the public one.
    package let path: String
    /// How many subscribers it has.
    package let subscribers: Int
    /// How many of them have yet to be told.
    package let waiting: Int
    /// How many of them could not be told when it was tried last.
    package let failing: Int
}

/// A server that subscribers are on.
package struct WebSubHost: Sendable {
    /// Its name.
    package let name: String
    /// How many subscriptions it has.
    package let subscriptions: Int
}

/// A subscriber that could not be told. What its callback says besides the host may be a secret.
package struct WebSubFailure: Sendable {
    /// The subscription's number.
    package let id: Int
    /// The feed, by its address below the public one.
    package let topic: String
    /// Of the callback.
    package let host: String
    /// Whether it is another hub.
    package let isHub: Bool
    /// Why the last try failed.
    package let fault: String
    /// Tries since the last success.
    package let tries: Int
    /// When it is tried next; nil where it waits for the next change.
    package let nextTryAt: Date?
}

extension Connection {
    /// The feeds that somebody is told of, those with most subscribers first.
    package func webSubTopics(limit: Int) throws -> [WebSubTopic] {
        try query(
            """
            select topic, count(*), count(*) filter (where next_try_at is not null), count(*) filter (where fault <> '')
            from websub_subscriptions where expires_at > now() group by topic order by 2 desc, 1 limit \(limit)
            """
        ).map { row in
            WebSubTopic(
                path: try row.get(0), subscribers: try row.get(1), waiting: try row.get(2), failing: try row.get(3))
        }
    }

    /// The servers that subscribers are on, those with most subscriptions first.
    package func webSubHosts(limit: Int) throws -> [WebSubHost] {
        try query(
            """
            select host, count(*) from websub_subscriptions where not is_hub and expires_at > now()
            group by host order by 2 desc, 1 limit \(limit)
            """
        ).map { WebSubHost(name: try $0.get(0), subscriptions: try $0.get(1)) }
    }

    /// Those that could not be told, who have failed for longest first.
    package func webSubFailures(limit: Int) throws -> [WebSubFailure] {
        try query(
            """
            select id, topic, host, is_hub, fault, step, next_try_at from websub_subscriptions
            where fault <> '' and coalesce(expires_at > now(), true) order by step desc, id limit \(limit)
            """
        ).map { row in
            WebSubFailure(
                id: try row.get(0), topic: try row.get(1), host: try row.get(2), isHub: try row.get(3),
                fault: try row.get(4), tries: try row.get(5), nextTryAt: try row.optional(6))
        }
    }

    /// Ends a subscription. Throws `notFound`; other hubs are the operator's.
    package func deleteSubscription(_ id: Int, by maker: Maker) throws {
        let removed = try query(
            "delete from websub_subscriptions where id = \(id)::bigint and not is_hub returning topic, host"
        ).first { (topic: try $0.get(0, as: String.self), host: try $0.get(1, as: String.self)) }
        guard let removed else { throw ArchiveError.notFound }
        try audit(
            "websub.delete", "subscription/\(id)", by: maker, detail: ["host": removed.host, "feed": removed.topic])
    }

    /// Ends all subscriptions of a host, and what it has asked for. Throws `notFound` where there are none.
    package func deleteSubscriptions(ofHost host: String, by maker: Maker) throws {
        // Requests first, as whoever confirms one has them.
        try query("delete from websub_requests where host = \(host)")
        let removed = try query("delete from websub_subscriptions where host = \(host) and not is_hub returning 1")
            .count
        guard removed > 0 else { throw ArchiveError.notFound }
        try audit("websub.delete", "host/\(host)", by: maker, detail: ["subscriptions": removed])
    }

    /// How many subscribers there are, and how many, other hubs included, have yet to be told.
    package func countSubscriptions() throws -> (live: Int, waiting: Int) {
        let row = try query(
            """
            select count(*) filter (where expires_at > now()),
                count(*) filter (where next_try_at is not null and coalesce(expires_at > now(), true))
            from websub_subscriptions
            """)[0]
        return (try row.get(0), try row.get(1))
    }
}
