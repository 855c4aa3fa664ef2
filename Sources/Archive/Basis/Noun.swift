import PostgreSQL

/// A kind of thing that the archive holds, and the statements about it.
protocol Noun {
    /// Of the read, or of the transaction, that it is asked in.
    var connection: Connection { get }
}

extension Noun {
    /// Runs one statement with its bound parameters.
    @discardableResult
    func query(_ sql: SQL) throws(PostgresError) -> Rows { try connection.query(sql) }

    /// Runs a script of several statements without parameters.
    func run(script: String) throws(PostgresError) { try connection.run(script: script) }
}
