import Archive
package import Foundation
import PostgreSQL

/// What an entry lacks because it could not be fetched.
package struct SourceLack: Sendable, Equatable {
    /// What is missing and why, in a sentence.
    package var reason: String
    /// How it is tried again; nil if it is not.
    package var retry: SourceRetry?

    /// A lack.
    package init(reason: String, retry: SourceRetry?) { (self.reason, self.retry) = (reason, retry) }

    /// The note for the entry.
    func note(isKept: Bool) -> String { reason + (isKept ? " It is tried again later." : " It is not tried again.") }
}

/// A further try for an entry.
package struct SourceRetry: Sendable, Equatable {
    /// The entry as it was read, in JSON.
    package var entry: String
    /// The tries that it has had after the first.
    package var tries: Int
    /// Seconds until the next one.
    package var wait: Int

    /// A try.
    package init(entry: String, tries: Int, wait: Int) { (self.entry, self.tries, self.wait) = (entry, tries, wait) }

    /// The maximum size of an entry, in bytes.
    package static let entryLimit = 131_072
}

/// An entry that a server has taken on for another try.
package struct SourceRetryJob: Sendable {
    /// The source's number.
    package let source: Int
    /// The entry's identifier in the feed.
    package let guid: String
    /// Counts the claims, this one included.
    package let claim: Int
    /// Counts the tries after the first, this one included.
    package let tries: Int
    /// The entry as it was read, in JSON.
    package let entry: String
    /// The source's settings.
    package let draft: SourceDraft
}

/// The entries of a source that wait for another try.
package struct SourceWaiting: Sendable, Equatable {
    /// Their number.
    package let entries: Int
    /// When the first of them is tried again.
    package let nextTryAt: Date
}

extension Sources {
    /// The most entries that wait: of one source, and in all.
    package static var retryLimits: (source: Int, all: Int) { (200, 5000) }

    /// Takes on entries that are due, one of each source, so that a slow server holds up no others.
    package func takeRetries(limit: Int, lease: Int) throws -> [SourceRetryJob] {
        try takeRetries(
            """
            select r.source_id, r.guid from source_retries r join sources s on s.id = r.source_id
            where s.stopped_at is null and r.next_try_at <= now() and coalesce(r.leased_until <= now(), true)
                and not exists (select from source_retries o where o.source_id = r.source_id and o.leased_until > now())
                and not exists (select from source_retries o where o.source_id = r.source_id
                    and (o.next_try_at, o.guid) < (r.next_try_at, r.guid))
            order by r.next_try_at limit \(limit) for no key update of r skip locked
            """, lease: lease)
    }

    /// Takes on an entry of a source that is due, whether or not the source is stopped.
    package func takeRetry(of source: Int, lease: Int) throws -> SourceRetryJob? {
        try takeRetries(
            """
            select r.source_id, r.guid from source_retries r
            where r.source_id = \(source)::bigint and r.next_try_at <= now() and coalesce(r.leased_until <= now(), true)
            order by r.next_try_at, r.guid limit 1 for no key update skip locked
            """, lease: lease
        ).first
    }

    private func takeRetries(_ due: SQL, lease: Int) throws -> [SourceRetryJob] {
        try query(
            """
            with due as (\(due))
            update source_retries r set claims = r.claims + 1, tries = least(r.tries + 1, 100)::smallint,
                leased_until = clock_timestamp() + make_interval(secs => \(lease))
            from due, sources s, sections k
            where (r.source_id, r.guid) = (due.source_id, due.guid) and s.id = r.source_id and k.id = s.section_id
            returning r.source_id, r.guid, r.claims, r.tries, r.entry, \(draftColumns)
            """
        ).map { row in
            SourceRetryJob(
                source: try row.get("source_id"), guid: try row.get("guid"), claim: try row.get("claims"),
                tries: try row.get("tries"), entry: try row.get("entry"), draft: try sourceDraft(row))
        }
    }

    /// Whether an entry still belongs to this job: false if it or its source was removed, the feed has a newer
    /// version of it, or another server has taken it on. Locks its source until the transaction ends.
    package func holds(_ job: SourceRetryJob) throws -> Bool {
        try query("select from sources where id = \(job.source) for no key update")
        return try query(
            """
            select from source_retries where source_id = \(job.source) and guid = \(job.guid) and claims = \(job.claim)
            """
        ).count == 1
    }

    /// Whether the article of an entry is still as we wrote it.
    package func isUntouched(_ job: SourceRetryJob) throws -> Bool {
        try query(
            """
            select exists (select from source_entries e join articles a on a.id = e.article_id
                where e.source_id = \(job.source) and e.guid = \(job.guid) and a.revision = e.article_revision)
            """
        ).value()
    }

    /// Ends a try that brought nothing: the entry is tried again, or never if the lack says so.
    package func putOff(_ job: SourceRetryJob, _ lack: SourceLack) throws {
        let isKept = try keep(lack.retry, of: job.source, job.guid)
        try query(
            """
            update source_entries set note = \(String(lack.note(isKept: isKept).unicodeScalars.prefix(1000)))
            where source_id = \(job.source) and guid = \(job.guid)
            """)
    }

    /// Gives an entry back as it was, to be tried after this many seconds.
    package func release(_ job: SourceRetryJob, wait: Int) throws {
        try query(
            """
            update source_retries set leased_until = null, tries = greatest(tries - 1, 0)::smallint,
                next_try_at = clock_timestamp() + make_interval(secs => \(wait))
            where source_id = \(job.source) and guid = \(job.guid) and claims = \(job.claim)
            """)
    }

    /// Has the waiting entries of a source tried as soon as a server is free.
    package func hurryRetries(of source: Int) throws {
        try query("update source_retries set next_try_at = now() where source_id = \(source) and next_try_at > now()")
    }

    /// Whether a retry has room, or is there already.
    func hasRoom(for retry: SourceRetry, of source: Int, _ guid: String) throws -> Bool {
        guard retry.entry.utf8.count <= SourceRetry.entryLimit else { return false }
        return try query(
            """
            select exists (select from source_retries where source_id = \(source) and guid = \(guid))
                or (select count(*) from source_retries where source_id = \(source)) < \(Self.retryLimits.source)
                and (select count(*) from source_retries) < \(Self.retryLimits.all)
            """
        ).value()
    }

    /// Stores the retry of an entry, or removes the one that there was. Returns whether there is one.
    @discardableResult
    func keep(_ retry: SourceRetry?, of source: Int, _ guid: String) throws -> Bool {
        guard let retry, try hasRoom(for: retry, of: source, guid) else {
            try query("delete from source_retries where source_id = \(source) and guid = \(guid)")
            return false
        }
        try query(
            """
            insert into source_retries as r (source_id, guid, entry, tries, next_try_at)
            values (\(source), \(guid), \(retry.entry), \(retry.tries)::smallint,
                clock_timestamp() + make_interval(secs => \(retry.wait)))
            on conflict (source_id, guid) do update set entry = excluded.entry, tries = excluded.tries,
                claims = r.claims + 1, next_try_at = excluded.next_try_at, leased_until = null
            """)
        return true
    }
}
