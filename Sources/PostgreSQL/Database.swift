import NIOPosix
import Synchronization

/// A pool of blocking connections. It has as many threads as slots, so a thread always finds a free
/// slot, and no C call ever runs on the cooperative pool.
package final class Database: Sendable {
    /// The settings of a pool.
    package struct Options: Sendable {
        /// A libpq connection string or URL.
        package var connectionString: String
        /// The number of connections, and of threads.
        package var connections: Int
        /// The number of calls that may wait for a connection; further ones are refused at once.
        package var queueLimit: Int
        /// The maximum time a call waits for a connection.
        package var waitLimit: Duration
        /// The maximum time a statement may run.
        package var statementTimeout: Duration
        /// The maximum time a statement of a write may run; nil for `statementTimeout`.
        package var writeTimeout: Duration?
        /// The maximum time a read may take, including waiting; nil for no limit besides that of its statements.
        package var readLimit: Duration?
        /// How long a caller with a fallback waits for a database that answers no calls.
        package var patience: Duration
        /// Shows whether the database is responding.
        package var availability: Availability

        /// Creates options, with defaults for a small machine.
        package init(
            connectionString: String, connections: Int = 8, queueLimit: Int = 1024, waitLimit: Duration = .seconds(5),
            statementTimeout: Duration = .seconds(10), writeTimeout: Duration? = nil, readLimit: Duration? = nil,
            patience: Duration = .milliseconds(200), availability: Availability = Availability()
        ) {
            self.connectionString = connectionString
            self.connections = max(1, connections)
            self.queueLimit = queueLimit
            self.waitLimit = waitLimit
            self.statementTimeout = statementTimeout
            self.writeTimeout = writeTimeout
            self.readLimit = readLimit
            self.patience = patience
            self.availability = availability
        }
    }

    /// The settings of this pool.
    package let options: Options
    private let threads: NIOThreadPool
    private let slots: [Slot]
    private let waiting = Atomic<Int>(0)
    let calls = Calls()
    /// The beginning and end of the last attempt to connect, if that failed.
    private let failure = Mutex<(began: ContinuousClock.Instant, ended: ContinuousClock.Instant)?>(nil)

    /// A connection behind a lock; a class because `Mutex` cannot be stored in an array.
    private final class Slot: Sendable {
        let connection = Mutex<Connection?>(nil)
    }

    /// Creates a pool that connects on first use.
    package init(_ options: Options) {
        self.options = options
        threads = NIOThreadPool(numberOfThreads: options.connections)
        slots = (0..<options.connections).map { _ in Slot() }
        threads.start()
    }

    /// Closes all connections after the calls in flight.
    package func close() async {
        try? await threads.shutdownGracefully()
        for slot in slots { slot.connection.withLock { $0 = nil } }
    }

    /// Runs read-only statements, repeating them on a new connection if the first turns out to be dead.
    package func read<T: Sendable>(_ body: @escaping @Sendable (Connection) throws -> T) async throws -> T {
        try await run(isRead: true, body)
    }

    /// Runs a transaction. It is repeated once after a deadlock, which PostgreSQL has rolled back as a whole, and never
    /// after anything else, since a failed COMMIT may have taken effect.
    package func write<T: Sendable>(_ body: @escaping @Sendable (Connection) throws -> T) async throws -> T {
        let once: @Sendable (Connection) throws -> T = { [limit = options.writeTimeout] in
            try $0.transaction(statementTimeout: limit, body)
        }
        do {
            return try await run(isRead: false, once)
        } catch PostgresError.refused(.deadlock, _, _) {
            return try await run(isRead: false, once)
        }
    }

    private static let isAway = PostgresError.unavailable(reason: "it is not responding")

    private func run<T: Sendable>(
        isRead: Bool, _ body: @escaping @Sendable (Connection) throws -> T
    ) async throws -> T {
        guard !options.availability.isAway else { throw Self.isAway }
        calls.begin()
        do {
            let value = try await queue(isRead, body)
            calls.end(isAnswered: true)
            return value
        } catch {
            let isAnswered = if let error = error as? PostgresError { !error.isWithoutAnswer } else { true }
            calls.end(isAnswered: isAnswered)
            throw error
        }
    }

    /// Runs the body on a thread of the pool. It is refused if no thread is free within `waitLimit`, and
    /// awaited otherwise.
    private func queue<T: Sendable>(
        _ isRead: Bool, _ body: @escaping @Sendable (Connection) throws -> T
    ) async throws -> T {
        guard waiting.add(1, ordering: .relaxed).newValue <= options.queueLimit else {
            waiting.subtract(1, ordering: .relaxed)
            throw PostgresError.overloaded
        }
        let deadline = isRead ? options.readLimit.map { ContinuousClock.now + $0 } : nil
        let turn = Turn<T>()
        let timer = Task { [options] in
            try await Task.sleep(for: options.waitLimit)
            turn.miss(PostgresError.overloaded)
        }
        defer { timer.cancel() }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                turn.wait(continuation)
                threads.submit { [self] state in
                    waiting.subtract(1, ordering: .relaxed)
                    guard case .active = state else { return turn.miss(Self.isStopping) }
                    turn.take { try withFreeSlot(isRead, deadline, body) }
                }
            }
        } onCancel: {
            turn.miss(Self.isStopping)
        }
    }

    private static let isStopping = PostgresError.unavailable(reason: "the server is stopping")

    private func withFreeSlot<T: Sendable>(
        _ isRead: Bool, _ deadline: ContinuousClock.Instant?, _ body: @Sendable (Connection) throws -> T
    ) throws -> T {
        for slot in slots {
            if let value = try slot.connection.withLockIfAvailable({ try use(&$0, isRead, deadline, body) }) {
                return value
            }
        }
        throw PostgresError.overloaded
    }

    private func use<T: Sendable>(
        _ slot: inout sending Connection?, _ isRead: Bool, _ deadline: ContinuousClock.Instant?,
        _ body: @Sendable (Connection) throws -> T
    ) throws -> T {
        // Drops a dead connection, so that the next call opens a new one.
        defer { if slot?.isOpen == false { slot = nil } }
        // A write is not repeated, so it must not begin on a connection that the server has already closed.
        if !isRead, slot?.hasEnded == true { slot = nil }
        let isFresh = slot == nil
        if isFresh { slot = try connect() }
        do {
            return try attempt(&slot, deadline, body)
        } catch PostgresError.unavailable where isRead && !isFresh && slot?.hasTimedOut == false {
            slot = try connect()
            return try attempt(&slot, deadline, body)
        }
    }

    private func attempt<T: Sendable>(
        _ slot: inout sending Connection?, _ deadline: ContinuousClock.Instant?,
        _ body: @Sendable (Connection) throws -> T
    ) throws -> T {
        guard let connection = slot else { throw PostgresError.overloaded }
        connection.callDeadline = deadline
        return try body(connection)
    }

    private func connect() throws -> sending Connection {
        let availability = options.availability
        guard !availability.isAway else { throw Self.isAway }
        guard !hasJustFailed else {
            throw PostgresError.unavailable(reason: "the last attempt to connect failed just now")
        }
        let began = ContinuousClock.now
        do {
            let connection = try Connection(options.connectionString, statementTimeout: options.statementTimeout)
            connection.availability = availability
            availability.lastConnected = .now
            return connection
        } catch {
            failure.withLock { $0 = (began, .now) }
            throw error
        }
    }

    /// Whether an attempt to connect failed within the last 200 ms, and nobody has connected since it began. An absent database then costs
    /// a request almost nothing.
    private var hasJustFailed: Bool {
        guard let failure = failure.withLock({ $0 }), ContinuousClock.now - failure.ended < .milliseconds(200) else {
            return false
        }
        return options.availability.lastConnected.map { $0 < failure.began } ?? true
    }
}
