import Archive
import Foundation
import PostgreSQL

/// A source that a server has taken on for fetching.
package struct SourceJob: Sendable {
    /// The source's number.
    package let source: Int
    /// Counts the fetches, this one included.
    package let claim: Int
    /// The settings that were asked for.
    package let draft: SourceDraft
    /// The feed's last entity tag, for a conditional request (RFC 9110, section 13.1).
    package let etag: String?
    /// The feed's last date of change, for a conditional request.
    package let lastModified: String?
    /// The seconds between fetches while all is well; nil before the first.
    package let interval: Int?
    /// Failed fetches in a row.
    package let failures: Int
    /// The permanent redirect that it reported last, and how often in a row.
    package let move: SourceMove?
    /// Whether its hub announces news to us, as far as is known.
    package let isTold: Bool
    /// Whether its hub has called since the last fetch began.
    package let isCalled: Bool
}

/// A permanent redirect.
package struct SourceMove: Sendable, Equatable {
    /// The target address.
    package let url: String
    /// The number of times in a row that it was seen.
    package let times: Int

    /// A redirect.
    package init(url: String, times: Int) { (self.url, self.times) = (url, times) }
}

/// The consequences of a fetch for its source.
package struct SourceOutcome: Sendable, Equatable {
    /// The seconds between fetches while all is well.
    package var interval: Int
    /// Seconds until the next fetch.
    package var wait: Int
    /// Failed fetches in a row.
    package var failures: Int
    /// For the next conditional request.
    package var etag: String?
    /// For the next conditional request.
    package var lastModified: String?
    /// The permanent redirect that it reports.
    package var move: SourceMove?
    /// Whether the feed is fetched at its new address from now on.
    package var isMoved: Bool
    /// Whether it must not be fetched any more.
    package var isGone: Bool

    /// An outcome.
    package init(
        interval: Int, wait: Int, failures: Int = 0, etag: String? = nil, lastModified: String? = nil,
        move: SourceMove? = nil, isMoved: Bool = false, isGone: Bool = false
    ) {
        self.interval = interval
        self.wait = wait
        self.failures = failures
        self.etag = etag
        self.lastModified = lastModified
        self.move = move
        self.isMoved = isMoved
        self.isGone = isGone
    }
}

extension Sources {
    /// Takes on sources that are due, one at a time from each host, so that a slow host holds up nobody else.
    ///
    /// Only the source that has waited longest is considered for each host. While another server is taking it
    /// on, it is locked, and this one skips the host; once that server has committed, the host has a lease.
    ///
    /// An expired lease shows that a server ended, but not why, since many sources are read at a time. Each of
    /// them is therefore read again, but only one such suspect at a time, and the one with which a server ends
    /// a second time is stopped.
    /// - Parameters:
    ///   - limit: the maximum number.
    ///   - lease: the seconds after which another server takes them on if this one dies.
    package func take(limit: Int, lease: Int) throws -> [SourceJob] {
        let due = try query(
            """
            select s.id, s.leased_until is not null as is_abandoned, s.unfinished from sources s
            where s.stopped_at is null and s.next_fetch_at <= now() and coalesce(s.leased_until <= now(), true)
                and not exists (select from sources o where o.host = s.host and o.stopped_at is null
                    and (o.next_fetch_at, o.id) < (s.next_fetch_at, s.id))
                and not exists (select from sources o where o.host = s.host and o.stopped_at is null and o.leased_until > now())
                and (s.unfinished = 0 and s.leased_until is null
                    or not exists (select from sources o where o.unfinished > 0 and o.leased_until > now()))
            order by s.next_fetch_at, s.id limit \(limit) for no key update skip locked
            """
        ).map {
            Due(source: try $0.get("id"), isAbandoned: try $0.get("is_abandoned"), unfinished: try $0.get("unfinished"))
        }
        let crashed = due.filter { $0.isAbandoned && $0.unfinished + 1 >= Self.crashLimit }
        for due in crashed { try stopCrashing(due.source) }
        let suspect = due.first { $0.isSuspect && !crashed.contains($0) }
        let taken = due.filter { !$0.isSuspect || $0 == suspect }.map(\.source)
        return taken.isEmpty ? [] : try self.lease(taken, seconds: lease)
    }

    /// The number of servers that have to end while reading a source before it counts as the cause.
    package static var crashLimit: Int { 2 }

    /// A source that may be taken on.
    private struct Due: Equatable {
        let source: Int
        /// Its lease ran out: its last reader never reported how that ended.
        let isAbandoned: Bool
        /// How often in a row that had happened before.
        let unfinished: Int

        var isSuspect: Bool { isAbandoned || unfinished > 0 }
    }

    private func stopCrashing(_ source: Int) throws {
        try stopSource(source, .crashed)
        try insert(
            SourceFetch(
                error:
                    "The server crashed twice in a row while reading this source, so it is no longer fetched."
                    + " Report the feed to the makers of N4MD. To try again, resume the source."),
            of: source)
    }

    /// Takes on one source, due or not. Nil if it does not exist, or another server has taken it on.
    package func take(_ id: Int, lease seconds: Int) throws -> SourceJob? {
        let free: [Int] = try query(
            """
            select id from sources where id = \(id)::bigint and coalesce(leased_until <= now(), true)
            for no key update skip locked
            """
        ).values()
        return try lease(free, seconds: seconds).first
    }

    private func lease(_ ids: [Int], seconds: Int) throws -> [SourceJob] {
        let called = try holdings.sourceHubs.takePings(of: ids)
        return try query(
            """
            update sources s set claims = claims + 1,
                unfinished = least(unfinished + case when leased_until is null then 0 else 1 end, 100)::smallint, leased_until = clock_timestamp() + make_interval(secs => \(seconds))
            from sections k where s.id = any(\(ids)::int[]) and k.id = s.section_id
            returning s.id, s.claims, s.etag, s.last_modified, s."interval", s.failures, s.moved_to, s.moved_times,
                exists (select from source_hubs where source_id = s.id and expires_at > now() and called_at is not null) as is_told, \(draftColumns)
            """
        ).map { row in
            let times: Int = try row.get("moved_times")
            return SourceJob(
                source: try row.get("id"), claim: try row.get("claims"), draft: try sourceDraft(row),
                etag: try row.optional("etag"), lastModified: try row.optional("last_modified"),
                interval: try row.optional("interval"),
                failures: try row.get("failures"),
                move: try row.optional("moved_to").map { SourceMove(url: $0, times: times) },
                isTold: try row.get("is_told"),
                isCalled: called.contains(try row.get("id")))
        }
    }

    /// Whether a source still belongs to this job: false if it was removed, its address was changed, or
    /// another server has taken it on. Locks its row until the transaction ends, and renews the lease.
    package func holds(_ job: SourceJob, lease seconds: Int) throws -> Bool {
        try query(
            """
            update sources set leased_until = clock_timestamp() + make_interval(secs => \(seconds))
            where id = \(job.source) and claims = \(job.claim) and url = \(job.draft.url) returning id
            """
        ).count == 1
    }

    /// Records how a fetch ended, in the transaction of what it brought; the job must still hold.
    package func finish(_ job: SourceJob, _ fetch: SourceFetch, _ outcome: SourceOutcome) throws {
        var fetch = fetch
        if outcome.isMoved, let move = outcome.move { try take(move, of: job, &fetch) }
        if fetch.added + fetch.changed > 0, !job.isCalled { try holdings.sourceHubs.missNews(of: job.source) }
        let wait = outcome.failures == 0 ? try holdings.sourceHubs.wait(outcome.wait, for: job.source) : outcome.wait
        try query(
            """
            update sources set leased_until = null, next_fetch_at = clock_timestamp() + make_interval(secs => \(wait)),
                unfinished = 0, "interval" = \(outcome.interval), failures = \(outcome.failures), articles = articles + \(fetch.added),
                etag = \(outcome.etag), last_modified = \(outcome.lastModified),
                moved_to = \(outcome.isMoved ? nil : outcome.move?.url),
                moved_times = \(outcome.isMoved ? 0 : outcome.move?.times ?? 0)::smallint
            where id = \(job.source)
            """)
        if outcome.isGone { try stopSource(job.source, .gone) }
        try insert(fetch, of: job.source)
    }

    /// Gives a source back as it was, to be taken on again after this many seconds.
    package func release(_ job: SourceJob, wait: Int) throws {
        try query(
            """
            update sources set leased_until = null, next_fetch_at = clock_timestamp() + make_interval(secs => \(wait))
            where id = \(job.source) and claims = \(job.claim)
            """)
    }

    /// Makes the address to which the feed moved its own, unless that is the address of another source.
    private func take(_ move: SourceMove, of job: SourceJob, _ fetch: inout SourceFetch) throws {
        var draft = job.draft
        draft.url = move.url
        let taken = try query(
            """
            update sources set url = \(draft.url), host = \(draft.host), revision = revision + 1
            where id = \(job.source) and not exists (select from sources where url = \(draft.url)) returning id
            """)
        guard taken.count == 1 else {
            return fetch.note("It moved to \(move.url), which is the address of another source: remove one of the two.")
        }
        fetch.note("It moved for good: from now on it is fetched at \(move.url).")
        try holdings.audit.note("source.move", "source/\(job.source)", by: nil, detail: ["host": draft.host])
    }

    private func stopSource(_ id: Int, _ reason: Source.Stop) throws {
        let stopped = try query(
            """
            update sources set stopped_at = now(), stop_reason = \(reason.rawValue), leased_until = null,
                unfinished = 0, revision = revision + 1
            where id = \(id) and stopped_at is null returning 1
            """)
        if stopped.count == 1 { try holdings.audit.note("source.\(reason.rawValue)", "source/\(id)", by: nil) }
    }
}
