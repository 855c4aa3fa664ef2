/// Errors in using PostgreSQL.
package enum PostgresError: Error, Sendable, CustomStringConvertible {
    /// No connection could be made, or it broke. Uncommitted changes are lost; the outcome of a commit in
    /// flight is unknown.
    case unavailable(reason: String)
    /// All connections are busy, and the queue is full or the wait timed out.
    case overloaded
    /// The server refused the statement.
    case refused(SQLState, message: String, constraint: String?)
    /// A column did not have the requested type.
    case unexpectedValue(column: String, wanted: String)
    /// A result was asked for a column that it has not, or has several times.
    case noColumn(String, found: Int)
    /// A query that must return a row returned none.
    case noRow
    /// The schema does not match the program.
    case schema(String)

    /// A line for a log or an operator's terminal.
    package var description: String {
        switch self {
        case .unavailable(let reason): "PostgreSQL is not available: \(reason)"
        case .overloaded: "all database connections are busy"
        case .refused(let state, let message, let constraint):
            "PostgreSQL refused (\(state.code)): \(message)" + (constraint.map { " [\($0)]" } ?? "")
        case .unexpectedValue(let column, let wanted): "column \(column) of the result is not of type \(wanted)"
        case .noColumn(let name, let found): "the result has \(found) columns called \(name)"
        case .noRow: "the query returned no row"
        case .schema(let reason): reason
        }
    }

    /// Whether the server did not answer at all.
    var isWithoutAnswer: Bool {
        switch self {
        case .unavailable, .overloaded: true
        default: false
        }
    }

    /// Whether retrying later may help: the database is away or busy, and the request itself is not at fault.
    package var isTransient: Bool {
        switch self {
        case .unavailable, .overloaded: true
        case .refused(let state, _, _): state.isTransient
        case .unexpectedValue, .noColumn, .noRow, .schema: false
        }
    }
}

/// A five-character SQLSTATE code (PostgreSQL documentation, appendix A).
package struct SQLState: Sendable, Hashable {
    /// The code, such as `23505`.
    package let code: String

    /// A unique key already exists.
    package static let uniqueViolation = SQLState(code: "23505")
    /// A referenced row does not exist, or a row is still referenced.
    package static let foreignKeyViolation = SQLState(code: "23503")

    /// A statement timed out or was cancelled by an operator.
    package static let queryCanceled = SQLState(code: "57014")

    /// The transaction waited for another that waited for it, and was rolled back.
    static let deadlock = SQLState(code: "40P01")

    /// The database's disk is full.
    package static let diskFull = SQLState(code: "53100")

    /// The result type of a prepared statement has changed (`feature_not_supported`, rarely used for
    /// anything else).
    static let cachedPlanChanged = SQLState(code: "0A000")
    /// An earlier statement of the transaction failed.
    static let inFailedTransaction = SQLState(code: "25P02")

    /// Whether the value itself is at fault: class 22, data exceptions such as a number out of range, or a
    /// failed check.
    package var isBadValue: Bool { code.hasPrefix("22") || code == "23514" }

    /// Classes 53 (resources), 57 (operator intervention, shutdown, timeout), 58 (system), 40
    /// (serialisation, deadlock), 08 (connection); 25006 (standby), 55P03 (lock timeout).
    var isTransient: Bool {
        ["08", "40", "53", "57", "58"].contains(String(code.prefix(2))) || ["25006", "55P03"].contains(code)
    }
}
