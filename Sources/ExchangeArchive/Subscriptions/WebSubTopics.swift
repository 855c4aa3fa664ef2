package import Archive
import PostgreSQL

// The feeds that have subscribers, and whether they have changed.
extension Subscriptions {
    /// Takes on feeds that have subscribers and have not been checked since the newspaper's last change.
    /// - Returns: their addresses below the public one.
    package func takeTopics(limit: Int, lease: Int) throws -> [String] {
        try query(
            """
            with taken as (
                select path from websub_topics t
                where checked < (select revision from newspaper) and coalesce(leased_until <= now(), true) and exists (
                    select from websub_subscriptions s where s.topic = t.path and coalesce(s.expires_at > now(), true))
                order by checked, path limit \(limit) for update skip locked)
            update websub_topics t set leased_until = clock_timestamp() + make_interval(secs => \(lease))
            from taken where t.path = taken.path returning t.path
            """
        ).values()
    }

    /// Records that a feed is as `feed_states` says, as of a revision of the newspaper: subscribers with an
    /// older one are notified.
    package func finishTopic(_ path: String, checked revision: Int) throws {
        try query(
            """
            update websub_topics set checked = greatest(checked, \(revision)::bigint), leased_until = null where path = \(path)
            """)
        try query(
            """
            update websub_subscriptions s set next_try_at = now() from feed_states f
            where f.path = \(path) and s.topic = f.path and s.delivered < f.revision and s.next_try_at is null
            """)
    }

    /// Puts off a feed that could not be checked for changes: it is checked again after this many seconds.
    package func releaseTopic(_ path: String, wait: Int) throws {
        try query(
            "update websub_topics set leased_until = clock_timestamp() + make_interval(secs => \(wait)) where path = \(path)"
        )
    }

    /// Ends a feed that no longer exists: its subscriptions end, and its subscribers are told so.
    package func endTopic(_ path: String) throws {
        try query("select from websub_topics where path = \(path) for update")
        try query(
            """
            insert into websub_requests as r (topic, callback, host, mode, lease_seconds, revision)
            select topic, callback, host, 'denied', 0, 0 from websub_subscriptions
            where topic = \(path) and not is_hub and expires_at > now()
            on conflict (topic, callback) do update set mode = 'denied', secret = null, asked_at = now(), version = r.version + 1
            """)
        try query("delete from websub_topics where path = \(path)")
    }

    /// Sets the other hubs that are notified of these feeds from now on, and no others.
    package func setHubs(_ hubs: [CallbackAddress], topics: [String]) throws {
        let callbacks = hubs.map(\.text)
        try query(
            """
            delete from websub_subscriptions
            where is_hub and not (callback = any(\(callbacks)::text[]) and topic = any(\(topics)::text[]))
            """)
        guard !hubs.isEmpty else { return }
        try query("insert into websub_topics (path) select unnest(\(topics)::text[]) on conflict do nothing")
        try query(
            """
            insert into websub_subscriptions (topic, callback, host, is_hub)
            select topic, callback, host, true from unnest(\(topics)::text[]) topic,
                unnest(\(callbacks)::text[], \(hubs.map(\.host))::text[]) hubs(callback, host)
            on conflict do nothing
            """)
    }

    /// Forgets subscriptions whose lease has expired, and requests that nobody confirmed within a day, up to a
    /// limit. Returns how many.
    package func deleteExpired(limit: Int) throws -> Int {
        let requests = try query(
            """
            delete from websub_requests where id in (select id from websub_requests where asked_at < now() - interval '1 day'
                order by id limit \(limit) for update skip locked)
            """
        ).affected
        return try query(
            """
            delete from websub_subscriptions where id in (select id from websub_subscriptions where expires_at <= now()
                order by expires_at limit \(limit) for update skip locked)
            """
        ).affected + requests
    }
}
