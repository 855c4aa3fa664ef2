package import Foundation
import News
package import PostgreSQL

/// A reader's browser that is logged in.
package struct ReaderSession: Sendable {
    package let id: Int
    package let reader: Int
    /// Whether its use is due to be recorded.
    package let isDue: Bool
}

/// When a session began, and when it was last used, to the hour.
package struct SessionLife: Sendable {
    package let began: Date
    package let used: Date
}

/// Readers' browsers that are logged in.
package struct ReaderSessions: Noun {
    package let connection: Connection

    /// The days after which a session ends: unused, and from its beginning. Browsers keep no cookie for longer than the latter (RFC 6265bis,
    /// section 5.5).
    package static let (idleDays, days) = (90, 400)

    private static let isAlive: SQL = """
        used_at > now() - make_interval(days => \(idleDays)) and created_at > now() - make_interval(days => \(days))
        """
}

extension ReaderSessions {
    /// Begins a session.
    /// - Parameter hash: that of the key in the browser.
    package func insert(_ hash: [UInt8], of reader: Int) throws {
        try query("insert into reader_sessions (hash, reader_id) values (\(hash), \(reader))")
        try see(reader)
    }

    /// The session with this hash, if it has not ended.
    package func find(_ hash: [UInt8]) throws -> ReaderSession? {
        try query(
            """
            select id, reader_id, used_at < now() - interval '1 hour' as is_due from reader_sessions
            where hash = \(hash) and \(Self.isAlive)
            """
        ).first {
            ReaderSession(id: try $0.get("id"), reader: try $0.get("reader_id"), isDue: try $0.get("is_due"))
        }
    }

    /// Records that a session is in use.
    package func noteUse(of session: ReaderSession) throws {
        try query("update reader_sessions set used_at = now() where id = \(session.id)")
        try see(session.reader)
    }

    private func see(_ reader: Int) throws { try query("update readers set seen_at = now() where id = \(reader)") }

    /// The lives of a reader's sessions, the most recently used first.
    package func list(of reader: Int) throws -> [SessionLife] {
        try query(
            """
            select created_at, used_at from reader_sessions where reader_id = \(reader) and \(Self.isAlive)
            order by used_at desc, id desc
            """
        ).map { SessionLife(began: try $0.get("created_at"), used: try $0.get("used_at")) }
    }

    /// Ends a session, or all others of its reader.
    package func end(_ session: ReaderSession, others: Bool) throws {
        try query(
            "delete from reader_sessions where reader_id = \(session.reader) and (id = \(session.id)) <> \(others)")
        try see(session.reader)
        try holdings.readers.deleteIfNothingIsKept(session.reader)
    }

    /// Forgets sessions that have ended, and readers of whom nothing else is kept. Returns the number of sessions.
    package func deleteOld(limit: Int) throws -> Int {
        let readers: [Int] = try query(
            """
            delete from reader_sessions where id in (
                select id from reader_sessions where not (\(Self.isAlive)) limit \(limit) for update skip locked)
            returning reader_id
            """
        ).values()
        for reader in Set(readers) { try holdings.readers.deleteIfNothingIsKept(reader) }
        return readers.count
    }
}
