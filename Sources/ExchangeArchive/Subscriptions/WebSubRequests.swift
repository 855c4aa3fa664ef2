package import Archive
import PostgreSQL

/// A request to the hub for a subscriber, before the subscriber has confirmed it.
package struct WebSubRequest: Sendable {
    /// The kind of request.
    package enum Mode: String, Sendable {
        case subscribe, unsubscribe
        /// Asked by nobody: the subscriber is told that the feed no longer exists.
        case denied
    }

    /// The kind of request.
    package var mode: Mode
    /// The feed, by its address below the public one.
    package var topic: String
    /// The subscriber.
    package var callback: CallbackAddress
    /// The secret that signs what is sent; nil if nothing is signed.
    package var secret: String?
    /// The duration of the subscription.
    package var leaseSeconds: Int
    /// The revision of the feed as the subscriber can read it now.
    package var revision: Int

    /// A request.
    package init(
        _ mode: Mode, topic: String, callback: CallbackAddress, secret: String?, leaseSeconds: Int, revision: Int
    ) {
        self.mode = mode
        self.topic = topic
        self.callback = callback
        self.secret = secret
        self.leaseSeconds = leaseSeconds
        self.revision = revision
    }
}

/// A request that a server has taken on to verify with the subscriber.
package struct WebSubVerification: Sendable {
    /// The request to verify.
    package let request: WebSubRequest
    fileprivate let id: Int
    fileprivate let version: Int
    fileprivate let tries: Int
}

/// The limits on subscriptions, so that neither a flood of them nor one subscriber takes the hub from the
/// others.
package enum WebSubLimit: Sendable {
    /// Requests that wait to be confirmed, in all and for one host.
    case requests, requestsOfHost
    /// Subscriptions, in all, of one host, and of one callback.
    case subscriptions, subscriptionsOfHost, subscriptionsOfCallback

    /// The number allowed.
    package var most: Int {
        switch self {
        case .requests: 1000
        case .requestsOfHost: 100
        case .subscriptions: 20_000
        case .subscriptionsOfHost: 1000
        case .subscriptionsOfCallback: 100
        }
    }
}

extension Subscriptions {
    /// Queues a request. A request to end a subscription that does not exist is granted without asking.
    /// - Returns: the limit that forbids it; nil if it is accepted.
    package func ask(_ request: WebSubRequest) throws -> WebSubLimit? {
        // One at a time, so that the limits hold.
        try query("select pg_advisory_xact_lock(hashtext('websub requests'))")
        let (topic, callback) = (request.topic, request.callback)
        let known = try query(
            """
            select exists (select from websub_subscriptions where topic = \(topic) and callback = \(callback.text) and not is_hub) as is_subscribed,
                exists (select from websub_requests where topic = \(topic) and callback = \(callback.text)) as is_asked
            """)[0]
        let (isSubscribed, isAsked): (Bool, Bool) = (try known.get("is_subscribed"), try known.get("is_asked"))
        if request.mode == .unsubscribe, !isSubscribed, !isAsked { return nil }
        if !isAsked, let limit = try limit(to: request, isSubscribed: isSubscribed) { return limit }
        try query(
            """
            insert into websub_requests as r (topic, callback, host, mode, secret, lease_seconds, revision)
            values (\(topic), \(callback.text), \(callback.host), \(request.mode.rawValue), \(request.secret),
                \(request.leaseSeconds), \(request.revision))
            on conflict (topic, callback) do update set mode = excluded.mode, secret = excluded.secret,
                lease_seconds = excluded.lease_seconds, revision = excluded.revision, asked_at = now(), version = r.version + 1
            """)
        return nil
    }

    private func limit(to request: WebSubRequest, isSubscribed: Bool) throws -> WebSubLimit? {
        let (host, callback) = (request.callback.host, request.callback.text)
        func count(_ query: SQL, _ limit: WebSubLimit) throws -> WebSubLimit? {
            try self.query(query).value() >= limit.most ? limit : nil
        }
        let waiting: SQL = "select count(*) from websub_requests where mode <> 'denied'"
        if let limit = try count("\(waiting) and host = \(host)", .requestsOfHost) { return limit }
        // Existing subscribers are let in, however many strangers are waiting.
        guard !isSubscribed else { return nil }
        if let limit = try count(waiting, .requests) { return limit }
        // Waiting requests would add to the existing subscriptions.
        func subscriptions(_ condition: SQL) -> SQL {
            """
            select (select count(*) from websub_subscriptions where not is_hub and \(condition))
                + (select count(*) from websub_requests where mode = 'subscribe' and \(condition))
            """
        }
        return try count(subscriptions("true"), .subscriptions)
            ?? count(subscriptions("host = \(host)"), .subscriptionsOfHost)
            ?? count(subscriptions("callback = \(callback)"), .subscriptionsOfCallback)
    }

    /// Takes on requests to verify with the subscribers, one for each host on all servers together.
    /// - Parameters:
    ///   - limit: so many at most.
    ///   - lease: seconds after which another server takes them on, should this one die.
    package func takeVerifications(limit: Int, lease: Int) throws -> [WebSubVerification] {
        // One server at a time: the others come again.
        guard try query("select pg_try_advisory_xact_lock(hashtext('websub verifications'))").value() else {
            return []
        }
        return try query(
            """
            with free as (
                select distinct on (host) id, asked_at from websub_requests r
                where not exists (select from websub_requests o where o.host = r.host and o.leased_until > now())
                order by host, asked_at, id
            ), taken as (select id from free order by asked_at, id limit \(limit))
            update websub_requests r set tries = tries + 1, leased_until = clock_timestamp() + make_interval(secs => \(lease))
            from taken where r.id = taken.id
            returning r.id, version, tries, mode, topic, callback, secret, lease_seconds, revision
            """
        ).map { row in
            guard let mode = WebSubRequest.Mode(rawValue: try row.get("mode")),
                let callback = CallbackAddress(try row.get("callback"))
            else { throw PostgresError.noRow }
            return WebSubVerification(
                request: WebSubRequest(
                    mode, topic: try row.get("topic"), callback: callback, secret: try row.optional("secret"),
                    leaseSeconds: try row.get("lease_seconds"), revision: try row.get("revision")),
                id: try row.get("id"), version: try row.get("version"), tries: try row.get("tries"))
        }
    }

    /// Carries out a request if the subscriber has confirmed it; otherwise everything stays as it was. Does
    /// nothing if another server has taken the request on meanwhile.
    package func finish(_ verification: WebSubVerification, isConfirmed: Bool) throws {
        let isOurs =
            try query(
                """
                update websub_requests set leased_until = null
                where id = \(verification.id) and tries = \(verification.tries) returning 1
                """
            ).count == 1
        guard isOurs else { return }
        let request = verification.request
        switch request.mode {
        case .subscribe where isConfirmed: try subscribe(request)
        case .unsubscribe where isConfirmed:
            try query(
                """
                delete from websub_subscriptions
                where topic = \(request.topic) and callback = \(request.callback.text) and not is_hub
                """)
        case .subscribe, .unsubscribe, .denied: break
        }
        // If something else was asked for meanwhile, that is verified next.
        try query("delete from websub_requests where id = \(verification.id) and version = \(verification.version)")
    }

    /// A renewal replaces secret and lease; whatever is waiting is tried at once, since the subscriber is
    /// there.
    private func subscribe(_ request: WebSubRequest) throws {
        // The feed is checked anew: it may have changed since the request.
        try query(
            "insert into websub_topics (path) values (\(request.topic)) on conflict (path) do update set checked = 0")
        try query(
            """
            insert into websub_subscriptions as s (topic, callback, host, secret, expires_at, delivered)
            values (\(request.topic), \(request.callback.text), \(request.callback.host), \(request.secret),
                now() + make_interval(secs => \(request.leaseSeconds)), \(request.revision))
            on conflict (topic, callback, is_hub) do update set secret = excluded.secret, expires_at = excluded.expires_at,
                step = 0, fault = '', next_try_at = case when s.next_try_at is not null then now() end
            """)
    }
}
