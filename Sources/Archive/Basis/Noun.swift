import PostgreSQL

/// A noun of the archive, with its SQL statements.
protocol Noun {
    /// The connection of the read or transaction.
    var connection: Connection { get }
}

extension Noun {
    /// Runs one statement with its bound parameters.
    @discardableResult
    func query(_ sql: SQL) throws(PostgresError) -> Rows { try connection.query(sql) }

    /// Runs a script of several statements without parameters.
    func run(script: String) throws(PostgresError) { try connection.run(script: script) }
}
