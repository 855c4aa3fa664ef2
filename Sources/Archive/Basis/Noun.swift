package import PostgreSQL

/// A noun of the archive, with its SQL statements.
package protocol Noun {
    /// The connection of the read or transaction.
    var connection: Connection { get }
}

extension Noun {
    /// Runs one statement with its bound parameters.
    @discardableResult
    package func query(_ sql: SQL) throws(PostgresError) -> Rows { try connection.query(sql) }

    /// Runs a script of several statements without parameters.
    package func run(script: String) throws(PostgresError) { try connection.run(script: script) }
}
