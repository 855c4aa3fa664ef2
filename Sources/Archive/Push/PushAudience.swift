package import Foundation
package import News
import PostgreSQL

/// Devices for which one decision is made alike.
package struct PushGroup: Sendable {
    package let deviceClass: PushDeviceClass
    /// Nil for devices whose topics are others.
    package let wishes: PushWishes?
    package let devices: Int
}

extension ReaderMessages {
    /// The subscriptions `s` that a message about the article `a` is for. What is near an article is within the radius of its place, plus
    /// the distance by which the centre of a reader's cell may be off.
    static func isMeant(_ audience: [String]) -> SQL {
        let plain = audience.filter { $0 != PushTopic.near.name }
        guard !plain.contains(PushTopic.all.name) else { return "true" }
        guard plain.count < audience.count else { return "s.topics && \(plain)::text[]" }
        return """
            (s.topics && \(plain)::text[] or s.topics && array['near'] and s.latitude is not null and a.latitude is not null
                and kilometres(a.latitude::float8, a.longitude::float8, s.latitude::float8, s.longitude::float8)
                    <= coalesce(a.radius, \(Area.usualRadius)::int) + \(Area.cellRadius)::int)
            """
    }

    /// All devices, in groups of those for which a message is decided on alike.
    /// - Parameter zone: the newspaper's own, for devices that name none.
    package func groups(_ audience: [PushTopic], article: Int, zone: TimeZone) throws -> [PushGroup] {
        try query(
            """
            select device_class, time_zone, quiet_from, quiet_to, cap, day, count, coalesce(\(Self.isMeant(audience.map(\.name))), false) as is_meant,
                count(*) as devices
            from push_subscriptions s left join articles a on a.id = \(article)::bigint
            where s.expires_at > now() group by 1, 2, 3, 4, 5, 6, 7, 8
            """
        ).map { row in
            PushGroup(
                deviceClass: PushDeviceClass(rawValue: try row.get("device_class")) ?? .other,
                wishes: try row.get("is_meant") ? try PushWishes(row, zone: zone) : nil,
                devices: try row.get("devices"))
        }
    }

    /// The number of devices whose readers chose a topic, or are near an article.
    package func reach(_ topic: PushTopic, article: Int) throws -> Int {
        try query(
            """
            select count(*) from push_subscriptions s left join articles a on a.id = \(article)::bigint
            where s.expires_at > now() and \(Self.isMeant([topic.name]))
            """
        ).value()
    }

    /// Adds the deliveries of a message that is due, for a number of devices at most, in the transaction: whoever locks its row does so.
    /// - Returns: the number of the message; nil if none is due.
    package func spread(limit: Int) throws -> Int? {
        guard
            let message = try query(
                """
                select id, article_id, kind, audience, tag, spread_to from push_messages
                where state = 'open' and send_at <= now()
                    and not exists (select from articles a where a.id = article_id and a.status = 'scheduled')
                order by send_at, id limit 1 for update skip locked
                """
            ).first({ try Spread($0) })
        else { return nil }
        let last: Int? = try query(
            """
            with part as (\(try recipients(message, limit))), busy as (\(busy(message))), added as (
                insert into push_deliveries (subscription_id, message_id, host, next_try_at)
                select id, \(message.id)::bigint, host, coalesce(until, now())
                from part left join busy on busy.subscription_id = part.id on conflict do nothing)
            select case when count(*) = \(limit)::int then max(id) end from part
            """
        ).optionalValue()
        try query(
            """
            update push_messages set spread_to = coalesce(\(last)::bigint, spread_to),
                state = case when \(last)::bigint is null then 'spread' else state end
            where id = \(message.id)
            """)
        return message.id
    }

    private func recipients(_ message: Spread, _ limit: Int) throws -> SQL {
        switch message.kind {
        case .story:
            """
            select s.id, s.host from push_subscriptions s join articles a on a.id = \(message.article)::bigint
            where s.id > \(message.from)::bigint and s.expires_at > now() and a.status = 'published'
                and \(Self.isMeant(message.audience))
            order by s.id limit \(limit)
            """
        // Those that have it, or may have.
        case .correction, .removal:
            """
            select distinct s.id, s.host from push_messages m join push_deliveries d on d.message_id = m.id
                join push_subscriptions s on s.id = d.subscription_id
            where m.tag = \(message.tag) and m.id < \(message.id)::bigint and s.id > \(message.from)::bigint
                and (d.outcome = 'sent' or d.outcome is null and d.tries > 0)
            order by s.id limit \(limit)
            """
        }
    }

    /// The devices to which a try of a predecessor is under way, and when it is over: the message would else come before it, and then be
    /// replaced by it.
    private func busy(_ message: Spread) -> SQL {
        """
        select d.subscription_id, max(least(d.next_try_at, now() + interval '60 seconds')) as until
        from push_messages m join push_deliveries d on d.message_id = m.id
        where m.tag = \(message.tag) and m.id < \(message.id)::bigint and d.tries > 0 and d.next_try_at > now() and not d.is_held
        group by 1
        """
    }
}

/// A message of which deliveries are made.
private struct Spread {
    let id: Int
    let article: Int
    let kind: ReaderMessage.Kind
    let audience: [String]
    let tag: String
    let from: Int

    init(_ row: Row) throws {
        guard let kind = ReaderMessage.Kind(rawValue: try row.get("kind")) else { throw PostgresError.noRow }
        (id, article, self.kind) = (try row.get("id"), try row.get("article_id"), kind)
        (audience, tag, from) = (try row.get("audience"), try row.get("tag"), try row.get("spread_to"))
    }
}

extension PushWishes {
    /// The wishes in the columns of a subscription.
    init(_ row: Row, zone: TimeZone) throws {
        let name: String = try row.get("time_zone")
        self.init(
            quiet: try QuietHours(row), cap: try row.optional("cap"), zone: TimeZone(identifier: name) ?? zone,
            day: try row.get("day"), count: try row.get("count"))
    }
}
