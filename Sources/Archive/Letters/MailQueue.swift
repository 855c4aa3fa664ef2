package import Foundation
package import News
package import PostgreSQL

/// A mail that a server has taken on.
package struct MailJob: Sendable {
    package enum Kind: String, Sendable {
        /// Asks somebody who gave an address whether they want newsletters.
        case confirmation
        /// Lets a reader log in.
        case logIn = "log-in"
        /// A newsletter to one of its readers.
        case letter
        /// A newsletter to an address that an editor gave.
        case test
    }

    package let id: Int
    package let kind: Kind
    package let address: String
    /// The reader's number; nil for a test.
    package let reader: Int?
    /// The language of the pages on which the reader gave the address.
    package let language: String
    package let letter: Int?
    /// The number of the log-in; nil for other mails, and once the log-in is forgotten.
    package let logIn: Int?
    package let madeAt: Date
    /// From 1.
    package let tries: Int
}

/// How a try ended.
package enum MailOutcome: Sendable, Equatable {
    case sent
    /// To be tried again after this many seconds, for the reason that the relay gave.
    case retry(after: Int, reply: String)
    /// The relay does not take it.
    case refused(reply: String)
    /// Nobody knows whether the relay has it.
    case doubt
    /// Its reader is gone, or gets no mail any more.
    case withdrawn
}

/// A mail that may have been sent or not.
package struct MailDoubt: Sendable {
    package let at: Date
    package let kind: String
    package let address: String
}

/// Mails on their way to the operator's relay.
///
/// SMTP cannot deliver exactly once: if a server dies after the relay has asked for the text, nobody knows whether the relay has the mail. The
/// choice made here is never to send such a mail again by itself, but to show it to the operator as a doubt.
package struct MailQueue: Noun {
    package let connection: Connection

    /// The days for which a mail is tried (RFC 5321, section 4.5.4.1, at least 4).
    private static let days = 4
    /// The days for which ended mails are counted.
    private static let keptDays = 30
}

extension MailQueue {
    /// Takes on mails that are due: those that somebody waits for, then newsletters, the oldest first.
    /// - Parameter lease: seconds after which another server takes them on, should this one die.
    package func take(limit: Int, lease: Int) throws -> [MailJob] {
        let isDue: SQL = "next_try_at <= now() and state in ('waiting', 'claimed')"
        return try query(
            """
            with awaited as materialized (
                select id from mails where letter_id is null and \(isDue)
                order by next_try_at, id limit \(limit) for update skip locked),
            letters as materialized (
                select id from mails where letter_id is not null and \(isDue)
                order by next_try_at, id limit \(limit) - (select count(*) from awaited) for update skip locked)
            update mails m set state = 'claimed', tries = m.tries + 1, next_try_at = now() + make_interval(secs => \(lease))
            from (select id from awaited union all select id from letters) due
                join mails d on d.id = due.id left join readers r on r.id = d.reader_id
            where m.id = due.id
            returning m.id, m.kind, coalesce(m.address, r.address) as address, m.reader_id, coalesce(r.language, '') as language,
                m.letter_id, m.log_in_id, m.created_at, m.tries
            """
        ).map { row in
            guard let kind = MailJob.Kind(rawValue: try row.get("kind")) else { throw PostgresError.noRow }
            return MailJob(
                id: try row.get("id"), kind: kind, address: try row.get("address"),
                reader: try row.optional("reader_id"), language: try row.get("language"),
                letter: try row.optional("letter_id"), logIn: try row.optional("log_in_id"),
                madeAt: try row.get("created_at"),
                tries: try row.get("tries"))
        }.sorted { ($0.letter == nil ? 0 : 1, $0.id) < ($1.letter == nil ? 0 : 1, $1.id) }
    }

    /// Notes that the relay has asked for the text. Returns false if the mail is no longer this server's to send.
    /// - Parameter time: seconds after which it is in doubt.
    package func begin(_ job: MailJob, time: Int) throws -> Bool {
        try query(
            """
            update mails set state = 'data', next_try_at = now() + make_interval(secs => \(time))
            where id = \(job.id) and state = 'claimed' and tries = \(job.tries) returning 1
            """
        ).count > 0
    }

    /// Keeps mails that have not been begun from other servers for longer.
    package func extend(_ jobs: [MailJob], lease: Int) throws {
        try query(
            """
            update mails m set next_try_at = now() + make_interval(secs => \(lease))
            from unnest(\(jobs.map(\.id))::bigint[], \(jobs.map(\.tries))::int[]) j(id, tries)
            where m.id = j.id and m.tries = j.tries and m.state = 'claimed'
            """)
    }

    /// Gives back mails that were not tried, and does not count that as a try.
    package func release(_ jobs: [MailJob], after seconds: Int, reply: String) throws {
        try query(
            """
            update mails m set state = 'waiting', next_try_at = now() + make_interval(secs => \(seconds)), reply = \(reply)
            from unnest(\(jobs.map(\.id))::bigint[], \(jobs.map(\.tries))::int[]) j(id, tries)
            where m.id = j.id and m.tries = j.tries and m.state = 'claimed'
            """)
    }

    /// Records how a try ended.
    package func end(_ job: MailJob, _ outcome: MailOutcome) throws {
        let (state, reply, wait): (String, String, Int?) =
            switch outcome {
            case .sent: ("sent", "", nil)
            case .retry(let seconds, let reply): ("waiting", reply, seconds)
            case .refused(let reply): ("refused", reply, nil)
            case .doubt: ("doubt", "", nil)
            case .withdrawn: ("withdrawn", "", nil)
            }
        try query(
            """
            update mails set reply = \(reply),
                state = case when \(state) = 'waiting' and created_at < now() - make_interval(days => \(Self.days)) then 'refused' else \(state) end,
                next_try_at = case when created_at >= now() - make_interval(days => \(Self.days))
                    then now() + make_interval(secs => \(wait)::int) end,
                ended_at = case when \(state) <> 'waiting' or created_at < now() - make_interval(days => \(Self.days)) then now() end
            where id = \(job.id) and tries = \(job.tries) and state in ('claimed', 'data', 'doubt')
            """)
    }

    /// Counts as doubts the mails that were begun by servers that have died.
    package func findDoubts() throws {
        try query(
            "update mails set state = 'doubt', next_try_at = null, ended_at = now() where state = 'data' and next_try_at <= now()"
        )
    }

    /// Forgets the texts of letters sent long ago, tests, and letters of readers' own news. The rest stays, so that no edition is sent twice.
    package func deleteOldTexts() throws {
        let old: SQL = "made_at < now() - make_interval(days => \(Self.keptDays))"
        try query(
            "delete from letters where (list like 'test/%' or list like 'search/%' or reader_id is not null) and \(old)"
        )
        try query("update letters set html = '', text = '' where html <> '' and \(old)")
    }

    /// Forgets mails that ended long ago.
    package func deleteOld(limit: Int) throws -> Int {
        try query(
            """
            delete from mails where id in (
                select id from mails where ended_at < now() - make_interval(days => \(Self.keptDays)) limit \(limit)
                for update skip locked) returning 1
            """
        ).count
    }

    /// The reader of a mail; nil if it is forgotten, or was a test.
    package func reader(of mail: Int) throws -> Int? {
        try query("select reader_id from mails where id = \(mail) and reader_id is not null").firstValue()
    }

    /// The number of mails in each state.
    package func counts() throws -> [String: Int] {
        let rows: [(String, Int)] = try query("select state, count(*) from mails group by state")
            .map { (try $0.get("state"), try $0.get("count")) }
        return Dictionary(rows, uniquingKeysWith: +)
    }

    /// The mails in doubt, the newest first.
    package func doubts(limit: Int) throws -> [MailDoubt] {
        try query(
            """
            select coalesce(m.ended_at, m.created_at) as at, m.kind, coalesce(m.address, r.address) as address
            from mails m left join readers r on r.id = m.reader_id
            where m.state = 'doubt' order by m.id desc limit \(limit)
            """
        ).map { row in
            MailDoubt(at: try row.get("at"), kind: try row.get("kind"), address: try row.get("address"))
        }
    }
}
