package import Archive
import PostgreSQL

/// A subscriber, or another hub, that a server has taken on to notify.
package struct WebSubJob: Sendable {
    /// The subscription's number.
    package let subscription: Int
    /// The feed, by its address below the public one.
    package let topic: String
    /// Where to.
    package let callback: CallbackAddress
    /// Whether it is another hub.
    package let isHub: Bool
    /// The secret that signs; nil if nothing is signed.
    package let secret: String?
    /// The feed revision last delivered to this subscriber.
    package let delivered: Int
    /// The step of the schedule, from 1.
    package let step: Int
    fileprivate let tries: Int
}

extension Subscriptions {
    /// Takes on subscriptions that are due. Each has at most one request in progress, and each host at most
    /// `each`, on all servers together, so that a slow host holds up nobody else. Subscribers that took the
    /// last delivery come before those that did not.
    /// - Parameters:
    ///   - limit: so many at most.
    ///   - lease: seconds after which another server takes them on, should this one die.
    package func take(limit: Int, each: Int, lease: Int) throws -> [WebSubJob] {
        // One server at a time; the others try again later.
        guard try query("select pg_try_advisory_xact_lock(hashtext('websub jobs'))").value() else { return [] }
        return try query(
            """
            with busy as (
                select host, count(*) as requests from websub_subscriptions where leased_until > now() group by host
            ), due as (
                select s.id, s.fault, s.next_try_at, coalesce(b.requests, 0) as requests,
                    row_number() over (partition by s.host order by s.next_try_at, s.id) as place
                from (
                    select id, host, fault, next_try_at from websub_subscriptions
                    where next_try_at <= now() and coalesce(leased_until <= now(), true) and coalesce(expires_at > now(), true)
                        and host not in (select host from busy where requests >= \(each))
                    order by fault <> '', next_try_at, id limit \(limit * 4)
                ) s left join busy b on b.host = s.host
            ), taken as (select id from due where place <= \(each) - requests order by fault <> '', next_try_at, id limit \(limit))
            update websub_subscriptions s set tries = tries + 1, step = step + 1,
                leased_until = clock_timestamp() + make_interval(secs => \(lease))
            from taken where s.id = taken.id
            returning s.id, topic, callback, is_hub, secret, delivered, step, tries
            """
        ).map { row in
            guard let callback = CallbackAddress(try row.get("callback")) else { throw PostgresError.noRow }
            return WebSubJob(
                subscription: try row.get("id"), topic: try row.get("topic"), callback: callback,
                isHub: try row.get("is_hub"),
                secret: try row.optional("secret"), delivered: try row.get("delivered"), step: try row.get("step"),
                tries: try row.get("tries"))
        }
    }

    /// Puts off a job that could not be tried because the feed could not be had here: by this many
    /// seconds, and without counting it.
    package func release(_ job: WebSubJob, wait: Int) throws {
        try query(
            """
            update websub_subscriptions set leased_until = null, step = greatest(step - 1, 0),
                next_try_at = clock_timestamp() + make_interval(secs => \(wait))
            where id = \(job.subscription) and tries = \(job.tries)
            """)
    }

    /// Records how a try ended, unless another server has taken the subscription on meanwhile. A subscriber
    /// that has failed to the end of the schedule, or says that it is gone, loses its subscription; another
    /// hub waits for the next change.
    /// - Parameters:
    ///   - revision: the revision of the feed that was sent.
    ///   - fault: the reason why it failed; empty if it did not.
    /// - Returns: whether the subscription has ended.
    @discardableResult
    package func finish(_ job: WebSubJob, revision: Int, _ outcome: WebhookOutcome, fault: String) throws -> Bool {
        let ours: SQL = "s.id = \(job.subscription) and s.tries = \(job.tries)"
        switch outcome {
        case .failed where !job.isHub, .gone where !job.isHub:
            return try query("delete from websub_subscriptions s where \(ours) returning 1").count == 1
        case .retry(let seconds):
            try query(
                """
                update websub_subscriptions s set leased_until = null, fault = left(\(fault), 200),
                    next_try_at = clock_timestamp() + make_interval(secs => \(seconds))
                where \(ours)
                """)
        case .delivered, .failed, .gone:
            // Changes made while it was being sent are sent next.
            try query(
                """
                update websub_subscriptions s set leased_until = null, fault = left(\(fault), 200), step = 0,
                    delivered = greatest(delivered, \(revision)::bigint),
                    next_try_at = case when (select f.revision from feed_states f where f.path = s.topic) > \(revision)::bigint
                        then now() end
                where \(ours)
                """)
        }
        return false
    }
}
