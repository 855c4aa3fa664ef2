package import Foundation
package import PostgreSQL

/// An event on its way to an endpoint, as it is reported.
package struct WebhookDelivery: Sendable {
    /// Its state.
    package enum State: String, Sendable, CaseIterable {
        case pending, delivered, failed
    }

    /// The number under which the archive knows it.
    package let id: Int
    /// The identifier that the endpoint gets as `webhook-id`.
    package let event: String
    /// The type of the event.
    package let type: String
    /// When it happened.
    package let at: Date
    /// Its state.
    package let state: State
    /// The number of tries.
    package let tries: Int
    /// When it is tried next; nil if it is not, or is being tried now.
    package let nextTryAt: Date?
    /// The latest tries, the newest first.
    package var log: [WebhookTry]
}

/// One try at delivery.
package struct WebhookTry: Sendable {
    /// When it ended.
    package let at: Date
    /// The HTTP status; nil where there was no answer.
    package let status: Int?
    /// The time from the first connection to the last byte.
    package let milliseconds: Int
    /// The beginning of the answer.
    package let answer: String
    /// The reason why there was no answer; empty if there was one.
    package let error: String

    /// A try.
    package init(at: Date, status: Int?, milliseconds: Int, answer: String, error: String) {
        self.at = at
        self.status = status
        self.milliseconds = milliseconds
        self.answer = answer
        self.error = error
    }
}

/// A delivery that a server has taken on.
package struct WebhookJob: Sendable {
    /// The delivery's number.
    package let delivery: Int
    /// The endpoint's number.
    package let webhook: Int
    /// Counts the tries, this one included.
    package let tries: Int
    /// The place in the schedule, from 1.
    package let step: Int
    /// The value of `webhook-id`, the same at every try.
    package let event: String
    /// The body, the same at every try.
    package let payload: String
    /// Where to.
    package let url: String
    /// The secrets that sign, the newest first.
    package let secrets: [String]
}

/// The outcome of a try.
package enum WebhookOutcome: Sendable, Equatable {
    case delivered
    /// To be tried again after this many seconds.
    case retry(after: Int)
    case failed
    /// The endpoint wants nothing more.
    case gone
}

/// Events on their way to endpoints.
package struct Deliveries: Noun {
    package let connection: Connection
}

extension Deliveries {
    /// Takes on deliveries that are due. Each endpoint has at most `each` in progress on all servers together,
    /// so that a slow one holds up nobody else.
    /// - Parameters:
    ///   - limit: so many at most.
    ///   - lease: seconds after which another server takes them on, should this one die.
    ///   - root: the public address, which is put in front of the addresses in what is sent.
    package func take(limit: Int, each: Int, lease: Int, root: String) throws -> [WebhookJob] {
        let isDue: SQL = "d.state = 'pending' and d.next_try_at <= now() and coalesce(d.leased_until <= now(), true)"
        // Whoever holds an endpoint's row decides alone what is sent to it, and the next server sees what the one
        // before has taken.
        let free: [Int] = try query(
            """
            select w.id from webhooks w where w.disabled_at is null
                and exists (select from webhook_deliveries d where d.webhook_id = w.id and \(isDue))
            order by random() limit \(limit) for no key update skip locked
            """
        ).values()
        guard !free.isEmpty else { return [] }
        return try query(
            """
            with taken as (
                select due.id from unnest(\(free)::int[]) w cross join lateral (
                    select d.id from webhook_deliveries d where d.webhook_id = w and \(isDue) order by d.next_try_at, d.id
                    limit greatest(0, \(each) - (select count(*) from webhook_deliveries o
                        where o.webhook_id = w and o.state = 'pending' and o.leased_until > now()))
                    for update skip locked) due
                limit \(limit)
            )
            update webhook_deliveries d set tries = tries + 1, step = step + 1,
                leased_until = clock_timestamp() + make_interval(secs => \(lease))
            from taken, webhooks w, webhook_events e
            where d.id = taken.id and w.id = d.webhook_id and e.id = d.event_id
            returning d.id as delivery, w.id as webhook, d.tries, d.step, e.id as event,
                (case when e.payload #> '{data,url}' is null then e.payload
                    else jsonb_set(e.payload, '{data,url}', to_jsonb(\(root) || (e.payload #>> '{data,url}'))) end)::text as payload, w.url,
                array(select secret from webhook_secrets s where s.webhook_id = w.id and coalesce(s.ends_at > now(), true)
                    order by s.id desc) as secrets
            """
        ).map { row in
            WebhookJob(
                delivery: try row.get("delivery"), webhook: try row.get("webhook"), tries: try row.get("tries"),
                step: try row.get("step"),
                event: try row.get("event"), payload: try row.get("payload"), url: try row.get("url"),
                secrets: try row.get("secrets"))
        }
    }

    /// Records how a try ended. If another server has taken the delivery on meanwhile, only a success counts.
    package func finish(_ job: WebhookJob, _ entry: WebhookTry, _ outcome: WebhookOutcome) throws {
        let (state, wait): (WebhookDelivery.State, Int) =
            switch outcome {
            case .delivered: (.delivered, 0)
            case .retry(let seconds): (.pending, seconds)
            case .failed, .gone: (.failed, 0)
            }
        // The endpoint before its delivery, in the order in which it is removed, so that neither waits for the
        // other.
        if outcome == .gone { try stopWebhook(job.webhook) }
        try query(
            """
            update webhook_deliveries set state = \(state.rawValue), leased_until = null,
                next_try_at = clock_timestamp() + make_interval(secs => \(wait))
            where id = \(job.delivery) and (tries = \(job.tries) or \(outcome == .delivered))
            """)
        try query(
            """
            insert into webhook_tries (delivery_id, at, status, milliseconds, answer, error)
            select id, \(entry.at), \(entry.status)::int, \(entry.milliseconds), \(entry.answer), \(entry.error)
            from webhook_deliveries where id = \(job.delivery) for key share
            """)
    }

    private func stopWebhook(_ id: Int) throws {
        let stopped = try query(
            """
            update webhooks set disabled_at = now(), disabled_reason = 'gone', revision = revision + 1
            where id = \(id) and disabled_at is null returning 1
            """)
        if stopped.count == 1 { try holdings.audit.note("webhook.gone", "webhook/\(id)", by: nil) }
    }

    /// The deliveries to an endpoint, the newest first, after an identifier if one is given.
    package func list(to webhook: Int, limit: Int, after id: Int? = nil, state: WebhookDelivery.State? = nil)
        throws
        -> [WebhookDelivery]
    {
        try list(
            """
            where d.webhook_id = \(webhook)::bigint and (\(id)::bigint is null or d.id < \(id)::bigint)
                and (\(state?.rawValue)::text is null or d.state = \(state?.rawValue)::text)
            order by d.id desc limit \(limit)
            """)
    }

    /// A delivery to an endpoint.
    package func find(_ id: Int, to webhook: Int) throws -> WebhookDelivery? {
        try list("where d.id = \(id) and d.webhook_id = \(webhook)::bigint").first
    }

    private func list(_ condition: SQL) throws -> [WebhookDelivery] {
        var deliveries = try query(
            """
            select d.id as delivery, e.id as event, e.type, e.at, d.state, d.tries,
                case when d.state = 'pending' and coalesce(d.leased_until <= now(), true) then d.next_try_at end as due_at
            from webhook_deliveries d join webhook_events e on e.id = d.event_id \(condition)
            """
        ).map { row in
            WebhookDelivery(
                id: try row.get("delivery"), event: try row.get("event"), type: try row.get("type"),
                at: try row.get("at"),
                state: WebhookDelivery.State(rawValue: try row.get("state")) ?? .failed, tries: try row.get("tries"),
                nextTryAt: try row.optional("due_at"), log: [])
        }
        let tries = try query(
            """
            select t.delivery_id, t.at, t.status, t.milliseconds, t.answer, t.error
            from unnest(\(deliveries.map(\.id))::bigint[]) d cross join lateral (
                select * from webhook_tries where delivery_id = d order by id desc limit 10) t
            """
        ).map { row in
            let entry = WebhookTry(
                at: try row.get("at"), status: try row.optional("status"), milliseconds: try row.get("milliseconds"),
                answer: try row.get("answer"),
                error: try row.get("error"))
            return (delivery: try row.get("delivery_id", as: Int.self), entry: entry)
        }
        let logs = Dictionary(grouping: tries, by: \.delivery)
        for index in deliveries.indices { deliveries[index].log = logs[deliveries[index].id]?.map(\.entry) ?? [] }
        return deliveries
    }

    /// Sends an event to an endpoint again, with a new schedule; one that is being sent stays as it is. Throws
    /// `notFound`.
    package func resend(_ id: Int, to webhook: Int, by maker: Maker) throws -> WebhookDelivery {
        try query(
            """
            update webhook_deliveries set state = 'pending', step = 0, next_try_at = now(), leased_until = null
            where id = \(id) and webhook_id = \(webhook)::bigint
                and not (state = 'pending' and coalesce(leased_until > now(), false))
            """)
        guard let delivery = try find(id, to: webhook) else { throw ArchiveError.notFound }
        try holdings.audit.note("webhook.resend", "webhook/\(webhook)", by: maker, detail: ["event": delivery.event])
        return delivery
    }
}
