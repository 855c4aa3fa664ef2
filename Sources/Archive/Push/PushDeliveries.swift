package import Foundation
import News
package import PostgreSQL

/// Messages on their way to devices.
package struct PushDeliveries: Noun {
    package let connection: Connection
}

extension PushDeliveries {
    /// Takes on deliveries that are due, those to one server of a push service together. Each is decided on first, by what its reader wishes:
    /// what has to wait is put off, and collapses into one with what waits for the same device already.
    /// - Parameters:
    ///   - hosts: so many servers at most.
    ///   - busy: servers to leave alone.
    ///   - limit: so many deliveries to each at most.
    ///   - lease: seconds after which another server takes them on, should this one die.
    ///   - zone: the newspaper's time zone, for devices that name none.
    package func take(hosts: Int, besides busy: [String], limit: Int, lease: Int, zone: TimeZone) throws -> [[PushJob]]
    {
        // Plans are kept, and one made while nothing waits would read all rows once many do.
        try query("set local enable_seqscan = off")
        // For the same reason the deliveries of a host are not asked for by "exists", which such a plan would answer by reading all of them.
        let free: [String] = try query(
            """
            select host from push_hosts h where coalesce(held_until <= now(), true) and host <> all(\(busy)::text[])
                and (select true from push_deliveries d where d.host = h.host and d.next_try_at <= now() limit 1)
            order by random() limit \(hosts) for no key update skip locked
            """
        ).values()
        let batches = try free.map { host in try decide(due(at: host, limit, zone), lease) }
        try holdings.pushDeliveries.count(batches.flatMap(\.ended))
        return batches.map(\.jobs).filter { !$0.isEmpty }
    }

    private func due(at host: String, _ limit: Int, _ zone: TimeZone) throws -> [DuePush] {
        try query(
            """
            select d.subscription_id, d.message_id, d.tries, d.step, d.others, d.is_counted,
                m.kind, m.article_id, m.headline, m.text, m.tag, m.is_urgent, m.expires_at,
                s.endpoint, s.key_id, s.public_key, s.secret, s.quiet_from, s.quiet_to, s.cap, s.time_zone, s.day, s.count,
                s.device::text, s.device_class, s.is_short,
                case when m.state = 'cancelled' or m.kind <> 'removal' and a.status <> 'published' then 'withdrawn'
                    when m.expires_at <= now() or s.expires_at <= now() then 'expired'
                    when exists (select from push_deliveries n join push_messages o on o.id = n.message_id
                        where n.subscription_id = d.subscription_id and o.tag = m.tag and o.id > m.id and o.state <> 'cancelled') then 'replaced'
                    end as end
            from push_deliveries d join push_messages m on m.id = d.message_id
                join push_subscriptions s on s.id = d.subscription_id join articles a on a.id = m.article_id
            where d.host = \(host) and d.next_try_at <= now()
            order by d.next_try_at limit \(limit) for no key update of d, s skip locked
            """
        ).map { try DuePush($0, host: host, zone: zone) }
    }

    /// Decides on deliveries whose rows are locked, and records what was decided.
    private func decide(_ due: [DuePush], _ lease: Int) throws -> (jobs: [PushJob], ended: [Counted]) {
        let now = Date()
        var decisions = PushDecisions()
        for delivery in due { decisions.add(delivery, at: now) }
        try begin(decisions.jobs, lease)
        try setDays(decisions.days)
        try hold(decisions.held)
        let ended = decisions.ended.map { Counted($0.job, $0.outcome) }
        try end(ended)
        return (decisions.jobs, ended + (try collapse(Array(Set(decisions.held.map(\.job.subscription))))))
    }

    private func begin(_ jobs: [PushJob], _ lease: Int) throws {
        guard !jobs.isEmpty else { return }
        try query(
            """
            update push_deliveries d set tries = tries + 1, step = step + 1, is_held = false, is_counted = true,
                next_try_at = clock_timestamp() + make_interval(secs => \(lease))
            from unnest(\(jobs.map(\.subscription))::bigint[], \(jobs.map(\.message))::bigint[]) j(subscription, message)
            where d.subscription_id = j.subscription and d.message_id = j.message
            """)
    }

    /// Records how many messages devices got on their days.
    private func setDays(_ days: [Int: (day: Int, count: Int)]) throws {
        guard !days.isEmpty else { return }
        let all = days.sorted { $0.key < $1.key }
        try query(
            """
            update push_subscriptions s set day = n.day, count = least(n.count, 1000)
            from unnest(\(all.map(\.key))::bigint[], \(all.map(\.value.day))::int[], \(all.map(\.value.count))::int[]) n(id, day, count)
            where s.id = n.id
            """)
    }

    private func hold(_ held: [(job: PushJob, until: Date)]) throws {
        guard !held.isEmpty else { return }
        let waits = held.map { max(1, Int($0.until.timeIntervalSinceNow.rounded(.up))) }
        try query(
            """
            update push_deliveries d set is_held = true, next_try_at = clock_timestamp() + make_interval(secs => h.wait)
            from unnest(\(held.map(\.job.subscription))::bigint[], \(held.map(\.job.message))::bigint[], \(waits)::int[]) h(subscription, message, wait)
            where d.subscription_id = h.subscription and d.message_id = h.message
            """)
    }

    /// Leaves one of the messages that wait for a device, the newest; it stands for the others.
    private func collapse(_ subscriptions: [Int]) throws -> [Counted] {
        guard !subscriptions.isEmpty else { return [] }
        return try query(
            """
            with waiting as (
                select subscription_id, max(message_id) as kept, count(*) - 1 as more, sum(others) as others from push_deliveries
                where subscription_id = any(\(subscriptions)::bigint[]) and is_held and next_try_at is not null
                group by 1 having count(*) > 1
            ), kept as (
                update push_deliveries d set others = w.others + w.more from waiting w
                where d.subscription_id = w.subscription_id and d.message_id = w.kept
            ), gone as (
                update push_deliveries d set outcome = 'collapsed', ended_at = now(), next_try_at = null from waiting w
                where d.subscription_id = w.subscription_id and d.message_id <> w.kept and d.is_held and d.next_try_at is not null
                returning d.subscription_id, d.message_id
            ) select g.message_id, s.device_class from gone g join push_subscriptions s on s.id = g.subscription_id
            """
        ).map { Counted(message: try $0.get("message_id"), deviceClass: try $0.get("device_class"), what: "collapsed") }
    }

    private func end(_ ended: [Counted]) throws {
        guard !ended.isEmpty else { return }
        try query(
            """
            update push_deliveries d set outcome = e.outcome, ended_at = now(), next_try_at = null
            from unnest(\(ended.map(\.subscription))::bigint[], \(ended.map(\.message))::bigint[], \(ended.map(\.what))::text[])
                e(subscription, message, outcome)
            where d.subscription_id = e.subscription and d.message_id = e.message
            """)
    }
}
