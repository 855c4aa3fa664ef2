package import News
import PostgreSQL

/// Something that happened to a message at a device, for the counts.
struct Counted: Hashable {
    var subscription = 0
    let message: Int
    let deviceClass: String
    let what: String

    init(_ job: PushJob, _ what: String) {
        (subscription, message, deviceClass, self.what) = (job.subscription, job.message, job.deviceClass, what)
    }

    init(message: Int, deviceClass: String, what: String) {
        (self.message, self.deviceClass, self.what) = (message, deviceClass, what)
    }
}

extension PushDeliveries {
    /// Records how tries ended, except those that another server has taken on meanwhile. Returns how many subscriptions have ended.
    package func finish(_ results: [PushResult]) throws -> Int {
        let entries = results.map { Entry($0) }
        // With "outcome is null", a plan made while nothing waits would read every delivery that does, by the index of outcomes.
        let updated = try query(
            """
            update push_deliveries d set outcome = nullif(r.outcome, ''), ended_at = case when r.outcome <> '' then now() end,
                next_try_at = case when r.outcome = '' then clock_timestamp() + make_interval(secs => r.wait) end,
                step = greatest(d.step - r.step, 0)
            from unnest(\(results.map(\.job.subscription))::bigint[], \(results.map(\.job.message))::bigint[],
                \(results.map(\.job.tries))::int[], \(entries.map(\.outcome))::text[], \(entries.map(\.wait))::int[],
                \(entries.map(\.step))::int[]) r(subscription, message, tries, outcome, wait, step)
            where d.subscription_id = r.subscription and d.message_id = r.message and d.tries = r.tries
                and coalesce(d.outcome, '') = ''
            returning d.subscription_id, d.message_id
            """
        ).map { Ours(subscription: try $0.get("subscription_id"), message: try $0.get("message_id")) }
        let ours = Set(updated)
        let kept = results.filter { ours.contains(Ours(subscription: $0.job.subscription, message: $0.job.message)) }
        let short = kept.filter { $0.outcome == .short }.map(\.job.subscription)
        if !short.isEmpty {
            try query("update push_subscriptions set is_short = true where id = any(\(short)::bigint[])")
        }
        // Only the endpoint that was called: the device may have subscribed anew.
        let gone = kept.filter { $0.outcome == .gone }
        let ended =
            gone.isEmpty
            ? 0
            : try query(
                """
                delete from push_subscriptions s
                using unnest(\(gone.map(\.job.subscription))::bigint[], \(gone.map(\.job.endpoint))::text[]) g(id, endpoint)
                where s.id = g.id and s.endpoint = g.endpoint
                """
            ).affected
        try count(kept.map { Counted($0.job, Entry($0).outcome) }.filter { !$0.what.isEmpty })
        return ended
    }

    private struct Ours: Hashable {
        let subscription: Int
        let message: Int
    }

    /// A result as it is written.
    private struct Entry {
        /// Empty if there is another try.
        var outcome = ""
        var wait = 0
        /// Places in the schedule to go back.
        var step = 0

        init(_ result: PushResult) {
            switch result.outcome {
            case .sent: outcome = "sent"
            case .failed: outcome = "failed"
            case .gone: outcome = "gone"
            case .withdrawn: outcome = "withdrawn"
            case .short: step = 1
            case .retry(let seconds, let counts): (wait, step) = (seconds, counts ? 0 : 1)
            }
        }
    }

    /// Holds back everything to a server for some seconds, on all of our servers; or, with nil, records that it takes messages.
    package func hold(_ host: String, seconds: Int?) throws {
        guard let seconds else {
            try query(
                "update push_hosts set held_until = null, holds = 0 where host = \(host) and (holds > 0 or held_until is not null)"
            )
            return
        }
        try query(
            """
            update push_hosts set holds = holds + 1,
                held_until = greatest(held_until, clock_timestamp() + make_interval(secs => \(seconds)))
            where host = \(host)
            """)
    }

    /// Adds to the counts of messages; in one order, so that no two servers wait for each other.
    func count(_ events: [Counted]) throws {
        guard !events.isEmpty else { return }
        let sums = Dictionary(grouping: events) { Sum(message: $0.message, deviceClass: $0.deviceClass, what: $0.what) }
            .mapValues(\.count).sorted { $0.key < $1.key }
        try query(
            """
            insert into push_counts as c (message_id, device_class, what, devices)
            select n.message, n.class, n.what, n.devices
            from unnest(\(sums.map(\.key.message))::bigint[], \(sums.map(\.key.deviceClass))::text[], \(sums.map(\.key.what))::text[],
                \(sums.map(\.value))::int[]) n(message, class, what, devices)
            where exists (select from push_messages m where m.id = n.message)
            on conflict (message_id, device_class, what) do update set devices = c.devices + excluded.devices
            """)
    }

    private struct Sum: Hashable, Comparable {
        let message: Int
        let deviceClass: String
        let what: String

        static func < (left: Self, right: Self) -> Bool {
            (left.message, left.deviceClass, left.what) < (right.message, right.deviceClass, right.what)
        }
    }

    /// Counts what devices of a class did with messages.
    package func count(receipts: [(message: Int, deviceClass: PushDeviceClass, what: String)]) throws {
        try count(receipts.map { Counted(message: $0.message, deviceClass: $0.deviceClass.rawValue, what: $0.what) })
    }

    /// Forgets which devices got a message a week after it ended, up to a limit: the counts stay. Returns how many.
    package func deleteOld(limit: Int) throws -> Int {
        try query(
            """
            delete from push_deliveries where (subscription_id, message_id) in (
                select subscription_id, message_id from push_deliveries where ended_at < now() - interval '7 days'
                order by ended_at limit \(limit) for update skip locked)
            """
        ).affected
    }
}
