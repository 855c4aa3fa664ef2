import CLibPQ

/// A blocking connection for one thread at a time. Only the pool, the listener and the tools create
/// connections.
///
/// Not `Sendable`: it lives inside a `Mutex`, so that the compiler proves the exclusive access that
/// libpq requires.
package final class Connection {
    let handle: OpaquePointer
    /// How long an answer may take; nil for unlimited. Slightly more than the server's own statement timeout.
    var answerLimit: Duration?
    /// The deadline of the current call; nil for none.
    var callDeadline: ContinuousClock.Instant?
    /// Shows whether the database responds; if not, calls stop waiting.
    var availability: Availability?
    /// Whether it was abandoned because an answer took too long.
    private(set) var hasTimedOut = false
    private var isGivenUp = false
    private var prepared: [String: String] = [:]
    private var preparations = 0
    private var isInTransaction = false
    /// The maximum number of prepared statements per connection; further statements run unprepared.
    private static let preparedLimit = 256
    /// The time to wait for an answer beyond the server's own statement timeout.
    private static let grace = Duration.seconds(2)

    /// Defaults for the connection string. Only these distinguish a hanging server from a slow one: 3 s to
    /// connect to each address of each host; for TCP, keepalive probes every 5 s after 10 s of inactivity,
    /// and 15 s (in milliseconds) for sent data to be acknowledged.
    private static let defaults = [
        ("connect_timeout", "3"), ("keepalives_idle", "10"), ("keepalives_interval", "5"), ("keepalives_count", "3"),
        ("tcp_user_timeout", "15000"),
    ]

    /// Calls libpq with a connection string's parameters, which override our defaults.
    private static func withParameters<T>(
        _ connectionString: String,
        _ body: (UnsafePointer<UnsafePointer<CChar>?>?, UnsafePointer<UnsafePointer<CChar>?>?) -> T
    ) -> T {
        // A later parameter overrides an earlier one.
        let all = defaults + [("dbname", connectionString)]
        return (all.map { SQLParameter.text($0.0) } + [.null]).withUnsafeParameters { names, _, _ in
            (all.map { SQLParameter.text($0.1) } + [.null]).withUnsafeParameters { values, _, _ in body(names, values) }
        }
    }

    /// Whether a server there accepts connections, even if it refuses ours. Blocks like connecting.
    static func isServed(_ connectionString: String) -> Bool {
        withParameters(connectionString) { PQpingParams($0, $1, 1) } == PQPING_OK
    }

    /// Connects, waiting at most the connection string's `connect_timeout`, by default 3 s, for each address.
    package init(_ connectionString: String, statementTimeout: Duration = .seconds(10)) throws(PostgresError) {
        guard let handle = Self.withParameters(connectionString, { PQconnectdbParams($0, $1, 1) }) else {
            throw .unavailable(reason: "out of memory")
        }
        self.handle = handle
        guard PQstatus(handle) == CONNECTION_OK else {
            throw .unavailable(reason: Self.lastMessage(handle))  // deinit closes the handle
        }
        let milliseconds = Int(statementTimeout / .milliseconds(1))
        answerLimit = statementTimeout + Self.grace
        PQsetNoticeProcessor(handle, { _, _ in }, nil)
        PQsetnonblocking(handle, 1)
        // Generic plans: no statement's plan depends on its values, and planning costs more than execution.
        try run(
            script: """
                set statement_timeout = \(milliseconds); set lock_timeout = \(milliseconds);
                set idle_in_transaction_session_timeout = 30000; set client_encoding = 'UTF8'; set timezone = 'UTC';
                set plan_cache_mode = force_generic_plan
                """)
    }

    deinit { PQfinish(handle) }

    /// The socket, for `poll(2)`.
    var socket: Int32 { PQsocket(handle) }
    /// Whether the connection is open, as far as libpq knows.
    package var isOpen: Bool { !isGivenUp && PQstatus(handle) == CONNECTION_OK }
    /// Marks the connection as lost.
    func giveUp(timedOut: Bool = false) {
        isGivenUp = true
        if timedOut { hasTimedOut = true }
    }
    /// Whether the server has closed the idle connection. Reads the socket without blocking, and twice: the
    /// first time it may only find the server's farewell message, and the end after that.
    var hasEnded: Bool { PQconsumeInput(handle) == 0 || PQconsumeInput(handle) == 0 || !isOpen }
    /// The server's version in libpq's format: 150004 is 15.4.
    package var serverVersion: Int { Int(PQserverVersion(handle)) }

    /// Runs a statement with its bound parameters, preparing it on first use on this connection.
    @discardableResult
    package func query(_ sql: SQL) throws(PostgresError) -> Rows {
        try query(sql, asScript: false)
    }

    /// Runs a script of several statements without parameters, such as a migration.
    package func run(script: String) throws(PostgresError) {
        _ = try query(SQL(script: script), asScript: true)
    }

    /// Runs a closure in a transaction. The closure is synchronous, so it cannot suspend halfway. Any error
    /// rolls back.
    ///
    /// If the connection breaks during COMMIT, or its answer takes too long, the outcome is unknown and
    /// this throws `PostgresError.unavailable`; writes therefore carry an idempotency key.
    /// - Parameter statementTimeout: the limit for each of its statements; nil for the connection's own.
    package func transaction<T>(statementTimeout: Duration? = nil, _ body: (Connection) throws -> T) throws -> T {
        if isInTransaction { return try body(self) }
        let limit = answerLimit
        defer { answerLimit = limit }
        if let statementTimeout {
            answerLimit = statementTimeout + Self.grace
            let milliseconds = Int(statementTimeout / .milliseconds(1))
            try run(
                script:
                    "begin; set local statement_timeout = \(milliseconds); set local lock_timeout = \(milliseconds)")
        } else {
            try run(script: "begin")
        }
        isInTransaction = true
        defer { isInTransaction = false }
        do {
            let value = try body(self)
            try commit()
            return value
        } catch {
            _ = try? run(script: "rollback")
            throw error
        }
    }

    /// Commits. If a statement failed and the body ignored that, PostgreSQL answers COMMIT with ROLLBACK,
    /// not an error.
    private func commit() throws(PostgresError) {
        guard try query(SQL(script: "commit"), asScript: true).command == "COMMIT" else {
            throw .refused(
                .inFailedTransaction, message: "a statement failed, so the transaction was rolled back", constraint: nil
            )
        }
    }

    /// Returns the notifications that have arrived, without blocking. Throws if the connection is dead.
    func notifications() throws(PostgresError) -> [Notification] {
        guard PQconsumeInput(handle) == 1, isOpen else { throw .unavailable(reason: Self.lastMessage(handle)) }
        var notifications: [Notification] = []
        while let notify = PQnotifies(handle) {
            notifications.append(
                Notification(
                    channel: String(cString: notify.pointee.relname), payload: String(cString: notify.pointee.extra)))
            PQfreemem(notify)
        }
        return notifications
    }

    private func query(_ sql: SQL, asScript: Bool) throws(PostgresError) -> Rows {
        let result = try answer(sent: asScript ? PQsendQuery(handle, sql.text) : try send(sql))
        switch PQresultStatus(result) {
        case PGRES_TUPLES_OK, PGRES_COMMAND_OK, PGRES_EMPTY_QUERY: return Rows(result)
        default:
            defer { PQclear(result) }
            let error = Self.error(result, handle)
            // The schema was migrated meanwhile: prepare the statement again next time.
            if case .refused(let state, _, _) = error, state == .cachedPlanChanged { prepared[sql.text] = nil }
            throw error
        }
    }

    private func send(_ sql: SQL) throws(PostgresError) -> Int32 {
        let name = try preparedName(sql.text)
        return sql.parameters.withUnsafeParameters { values, lengths, formats in
            let count = Int32(sql.parameters.count)
            return if let name {
                PQsendQueryPrepared(handle, name, count, values, lengths, formats, 1)
            } else {
                PQsendQueryParams(handle, sql.text, count, nil, values, lengths, formats, 1)
            }
        }
    }

    private func preparedName(_ text: String) throws(PostgresError) -> String? {
        if let name = prepared[text] { return name }
        guard prepared.count < Self.preparedLimit else { return nil }
        preparations += 1
        let name = "s\(preparations)"
        let result = try answer(sent: PQsendPrepare(handle, name, text, 0, nil))
        defer { PQclear(result) }
        guard PQresultStatus(result) == PGRES_COMMAND_OK else { throw Self.error(result, handle) }
        prepared[text] = name
        return name
    }

    private static func error(_ result: OpaquePointer, _ handle: OpaquePointer) -> PostgresError {
        func field(_ code: UnicodeScalar) -> String? {
            PQresultErrorField(result, Int32(code.value)).map { String(cString: $0) }
        }
        guard PQstatus(handle) == CONNECTION_OK, let state = field("C") else {
            return .unavailable(reason: lastMessage(handle))
        }
        return .refused(SQLState(code: state), message: field("M") ?? "", constraint: field("n"))
    }

    /// libpq's message on one line.
    static func lastMessage(_ handle: OpaquePointer) -> String {
        String(cString: PQerrorMessage(handle)).split(whereSeparator: \.isNewline).joined(separator: " ")
    }
}

extension [SQLParameter] {
    /// Lays the parameters out as libpq expects: one block of bytes with NUL-terminated values, and
    /// pointers into it.
    fileprivate func withUnsafeParameters<T>(
        _ body: (UnsafePointer<UnsafePointer<CChar>?>?, UnsafePointer<Int32>?, UnsafePointer<Int32>?) -> T
    ) -> T {
        if isEmpty { return body(nil, nil, nil) }
        var block: [UInt8] = []
        var spans: [(offset: Int, length: Int, isBinary: Bool)?] = []
        for parameter in self {
            switch parameter {
            case .null: spans.append(nil)
            case .text(let text):
                spans.append((block.count, text.utf8.count, false))
                block += text.utf8
                block.append(0)
            case .bytes(let bytes):
                spans.append((block.count, bytes.count, true))
                block += bytes
                block.append(0)
            }
        }
        let lengths = spans.map { Int32($0?.length ?? 0) }
        let formats = spans.map { Int32($0?.isBinary == true ? 1 : 0) }
        return block.withUnsafeBytes { bytes in
            let base = bytes.assumingMemoryBound(to: CChar.self).baseAddress
            let values = spans.map { span in span.flatMap { offset in base.map { $0 + offset.offset } } }
            return body(values, lengths, formats)
        }
    }
}
