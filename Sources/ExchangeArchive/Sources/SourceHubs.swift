package import Archive
package import Foundation
package import PostgreSQL

/// A hub that is to be asked to announce news in a source.
package struct SourceHub: Sendable {
    /// The source's number.
    package let source: Int
    /// The address at which it is asked.
    package let hub: String
    /// The feed as the hub knows it.
    package let topic: String
    /// The last part of the address that the hub is to call.
    package let token: String
    /// The secret with which it is to sign.
    package let secret: String
    /// How often it was asked since it last confirmed, this time included.
    package let tries: Int
}

/// The state of a source's hub.
package struct SourceHubState: Sendable, Equatable {
    /// Its address.
    package let hub: String
    /// The time until which it announces news; nil if it does not.
    package let until: Date?
    /// The reason why it does not announce news; empty if it does, or has not answered yet.
    package let fault: String
}

/// The hub that a feed names.
package struct SourceHubLink: Sendable, Equatable {
    /// The address of the hub.
    package let hub: CallbackAddress
    /// The feed as the hub knows it.
    package let topic: String

    /// Nil if the feed has an address that no hub can know.
    package init?(hub: CallbackAddress, topic: String) {
        guard CallbackAddress(topic) != nil else { return nil }
        (self.hub, self.topic) = (hub, topic)
    }
}

/// Hubs that notify us of news in sources (WebSub, section 5).
package struct SourceHubs: Noun {
    package let connection: Connection
}

// Sources whose hubs announce news to us (WebSub, section 5).
extension SourceHubs {
    /// The least seconds between two fetches that a hub's calls cause.
    private static let pingGap = 30

    /// Remembers the hub that a feed names now; none if it names none.
    /// - Parameters:
    ///   - token: for the address that the hub is to call, if it is another hub than before.
    ///   - secret: the secret with which it is to sign then.
    package func set(_ link: SourceHubLink?, of source: Int, token: String, secret: String) throws {
        guard let link else {
            try query("delete from source_hubs where source_id = \(source)")
            return
        }
        try query(
            """
            insert into source_hubs as h (source_id, hub, topic, token, secret)
            values (\(source), \(link.hub.text), \(link.topic), \(token), \(secret))
            on conflict (source_id) do update set hub = excluded.hub, topic = excluded.topic, token = excluded.token,
                secret = excluded.secret, expires_at = null, next_ask_at = now(), leased_until = null, tries = 0, fault = '',
                called_at = null, is_pinged = false
            where (h.hub, h.topic) <> (excluded.hub, excluded.topic)
            """)
    }

    /// Takes on hubs that are to be asked, or asked again before their announcements end.
    package func take(limit: Int, lease: Int) throws -> [SourceHub] {
        try query(
            """
            with due as (
                select source_id from source_hubs h join sources s on s.id = h.source_id
                where next_ask_at <= now() and coalesce(h.leased_until <= now(), true) and s.stopped_at is null
                order by next_ask_at limit \(limit) for update of h skip locked)
            update source_hubs h set tries = tries + 1, leased_until = clock_timestamp() + make_interval(secs => \(lease))
            from due where h.source_id = due.source_id
            returning h.source_id, h.hub, h.topic, h.token, h.secret, h.tries
            """
        ).map { row in
            SourceHub(
                source: try row.get("source_id"), hub: try row.get("hub"), topic: try row.get("topic"),
                token: try row.get("token"),
                secret: try row.get("secret"), tries: try row.get("tries"))
        }
    }

    /// Records a hub's answer. Whether it announces news shows when it calls.
    /// - Parameter wait: seconds until it is asked again, unless it confirms before.
    package func finish(_ hub: SourceHub, fault: String, wait: Int) throws {
        try query(
            """
            update source_hubs set leased_until = null, fault = case when expires_at > now() then fault else \(fault) end,
                next_ask_at = clock_timestamp() + make_interval(secs => \(wait))
            where token = \(hub.token) and tries = \(hub.tries)
            """)
    }

    /// Answers a hub that asks whether it is to announce a feed: true if it is. It is asked again when four
    /// fifths of its time are over.
    /// - Parameter seconds: the time for which it announces news.
    package func confirm(_ token: String, topic: String, seconds: Int) throws -> Bool {
        try query(
            """
            update source_hubs set expires_at = now() + make_interval(secs => \(seconds)), tries = 0, fault = '', leased_until = null,
                next_ask_at = now() + make_interval(secs => \(seconds * 4 / 5))
            where token = \(token) and topic = \(topic)
            """
        ).affected == 1
    }

    /// Records that a hub does not announce a feed. It is asked again in a day.
    package func deny(_ token: String, topic: String, reason: String) throws -> Bool {
        try query(
            """
            update source_hubs set expires_at = null, fault = \(String(reason.unicodeScalars.prefix(300))),
                next_ask_at = now() + interval '1 day'
            where token = \(token) and topic = \(topic)
            """
        ).affected == 1
    }

    /// The secret with which the hub that has this address of ours signs; nil if we asked none to call it.
    package func secret(_ token: String) throws -> String? {
        try query("select secret from source_hubs where token = \(token)").firstValue()
    }

    /// Acts on a hub's call: its source is fetched at once, or as soon as it may be again; a source that
    /// failed waits its time.
    package func ping(_ token: String) throws {
        try query("update source_hubs set is_pinged = true, called_at = now() where token = \(token)")
        try query(
            """
            update sources s set next_fetch_at = least(s.next_fetch_at, greatest(now(), (
                select max(at) from source_fetches where source_id = s.id) + make_interval(secs => \(Self.pingGap))))
            from source_hubs h where h.token = \(token) and s.id = h.source_id and s.failures = 0
                and coalesce(s.leased_until <= now(), true)
            """)
    }

    /// Takes the calls for these sources, which are about to be fetched. Returns the sources that were called
    /// for.
    func takePings(of sources: [Int]) throws -> Set<Int> {
        Set(
            try query(
                """
                update source_hubs set is_pinged = false where source_id = any(\(sources)::int[]) and is_pinged
                returning source_id
                """
            ).values())
    }

    /// Records that there was news which the hub did not announce: it is not relied on until it calls again.
    func missNews(of source: Int) throws {
        try query("update source_hubs set called_at = null where source_id = \(source) and not is_pinged")
    }

    /// The seconds until a source is fetched next: few if its hub has called meanwhile.
    func wait(_ seconds: Int, for source: Int) throws -> Int {
        let isPinged = try query("select from source_hubs where source_id = \(source) and is_pinged").count == 1
        return isPinged ? min(seconds, Self.pingGap) : seconds
    }
}
