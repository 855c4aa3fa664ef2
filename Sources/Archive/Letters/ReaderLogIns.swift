package import News
package import PostgreSQL

/// A log-in that a reader asked for, and that may still be completed.
package struct ReaderLogIn: Sendable {
    package let id: Int
    package let reader: Int
    /// The reader's.
    package let address: String
}

/// Log-ins of readers on their way: each is completed once, by the link or by the code of its mail.
package struct ReaderLogIns: Noun {
    package let connection: Connection

    /// The minutes in which a log-in can be completed.
    package static let minutes = 15
    /// The codes that may be tried, of a million.
    package static let mostTries = 5

    private static let address: SQL = "(select address from readers r where r.id = reader_id) as address"
    private static let isOpen: SQL = """
        used_at is null and created_at > now() - make_interval(mins => \(minutes))
        """
}

extension ReaderLogIns {
    /// Begins a log-in and queues its mail. An address that is new to us is kept for two days, unless its owner logs in.
    /// - Parameters:
    ///   - hash: that of the key in the browser that asks.
    ///   - language: that of the page.
    package func ask(_ address: String, language: String, _ hash: [UInt8]) throws {
        let reader: Int = try query(
            """
            insert into readers (address, language) values (\(address), \(language))
            on conflict (lower(address)) do update set language = excluded.language returning id
            """
        ).value()
        let logIn: Int = try query(
            "insert into reader_log_ins (reader_id, hash) values (\(reader), \(hash)) returning id"
        ).value()
        try query("insert into mails (kind, reader_id, log_in_id) values ('log-in', \(reader), \(logIn))")
    }

    /// The open log-in that a browser asked for. A code is about to be tried, which is counted first.
    package func countTry(_ hash: [UInt8]) throws -> ReaderLogIn? {
        try logIn(
            """
            update reader_log_ins set tries = tries + 1
            where hash = \(hash) and tries < \(Self.mostTries) and \(Self.isOpen) returning id, reader_id, \(Self.address)
            """)
    }

    /// The open log-in with a number.
    package func find(_ id: Int) throws -> ReaderLogIn? {
        try logIn(
            "select id, reader_id, \(Self.address) from reader_log_ins where id = \(id)::bigint and \(Self.isOpen)")
    }

    /// Completes a log-in, which proves that the address is the reader's. Returns false if another was faster.
    package func complete(_ logIn: ReaderLogIn) throws -> Bool {
        let used = try query(
            "update reader_log_ins set used_at = now() where id = \(logIn.id) and \(Self.isOpen) returning 1")
        guard used.count == 1 else { return false }
        try query("update readers set confirmed_at = coalesce(confirmed_at, now()) where id = \(logIn.reader)")
        return true
    }

    /// Forgets log-ins of earlier days.
    package func deleteOld() throws {
        try query("delete from reader_log_ins where created_at < now() - interval '1 day'")
    }

    private func logIn(_ sql: SQL) throws -> ReaderLogIn? {
        try query(sql).first {
            ReaderLogIn(id: try $0.get("id"), reader: try $0.get("reader_id"), address: try $0.get("address"))
        }
    }
}
