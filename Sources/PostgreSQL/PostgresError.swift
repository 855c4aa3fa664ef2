/// What can go wrong between us and PostgreSQL.
package enum PostgresError: Error, Sendable, CustomStringConvertible {
    /// No connection could be made, or it broke; what was not committed is lost, and a commit in flight is unknown.
    case unavailable(reason: String)
    /// All connections are busy and the queue is full, or its wait ran out.
    case overloaded
    /// The server refused the statement.
    case refused(SQLState, message: String, constraint: String?)
    /// A column held another type than was asked for.
    case unexpectedValue(column: String, wanted: String)
    /// A result was asked for a column that it has not, or has several times.
    case noColumn(String, found: Int)
    /// A query that must give a row gave none.
    case noRow
    /// The schema and the program do not fit together.
    case schema(String)

    /// One line for a log or an operator's terminal.
    package var description: String {
        switch self {
        case .unavailable(let reason): "PostgreSQL is not available: \(reason)"
        case .overloaded: "all database connections are busy"
        case .refused(let state, let message, let constraint):
            "PostgreSQL refused (\(state.code)): \(message)" + (constraint.map { " [\($0)]" } ?? "")
        case .unexpectedValue(let column, let wanted): "column \(column) of the result is no \(wanted)"
        case .noColumn(let name, let found): "the result has \(found) columns called \(name)"
        case .noRow: "the query gave no row"
        case .schema(let reason): reason
        }
    }

    /// Whether the server said nothing at all.
    var isWithoutAnswer: Bool {
        switch self {
        case .unavailable, .overloaded: true
        default: false
        }
    }

    /// Whether trying again later may help: the database is away or busy, the request itself is not at fault.
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

    /// A key that must be unique exists already.
    package static let uniqueViolation = SQLState(code: "23505")
    /// A row that is referred to does not exist, or is still referred to.
    package static let foreignKeyViolation = SQLState(code: "23503")

    /// A statement took longer than it may, or was ended by an operator.
    package static let queryCanceled = SQLState(code: "57014")

    /// There is no room on the disk of the database.
    package static let diskFull = SQLState(code: "53100")

    /// What a prepared statement gives has another type since (`feature_not_supported`, which PostgreSQL says for little else).
    static let cachedPlanChanged = SQLState(code: "0A000")
    /// A statement of the transaction failed before.
    static let inFailedTransaction = SQLState(code: "25P02")

    /// The value itself is at fault: class 22, data exceptions, such as a number out of range; and a check that it does not pass.
    package var isBadValue: Bool { code.hasPrefix("22") || code == "23514" }

    /// Classes 53 (resources), 57 (operator intervention, shutdown, time-out), 58 (system), 40 (serialisation, deadlock), 08 (connection), 25006 (standby),
    /// 55P03 (a lock was not got in time).
    var isTransient: Bool {
        ["08", "40", "53", "57", "58"].contains(String(code.prefix(2))) || ["25006", "55P03"].contains(code)
    }
}
