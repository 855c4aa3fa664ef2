import NIOPosix
import Synchronization

/// A pool of blocking connections: as many threads as slots, so a thread always finds a free slot, and no C call ever runs on the
/// cooperative pool.
public final class Database: Sendable {
    /// What the pool is made of.
    public struct Options: Sendable {
        /// A libpq connection string or URL.
        public var connectionString: String
        /// Connections, and threads.
        public var connections: Int
        /// How many calls may wait for a connection before further ones are refused at once.
        public var queueLimit: Int
        /// The longest a call waits for a connection.
        public var waitLimit: Duration
        /// The longest a statement may run.
        public var statementTimeout: Duration

        /// Options with the defaults of a small machine.
        public init(
            connectionString: String, connections: Int = 8, queueLimit: Int = 1024, waitLimit: Duration = .seconds(5),
            statementTimeout: Duration = .seconds(10)
        ) {
            self.connectionString = connectionString
            self.connections = max(1, connections)
            self.queueLimit = queueLimit
            self.waitLimit = waitLimit
            self.statementTimeout = statementTimeout
        }
    }

    /// How the pool was made.
    public let options: Options
    private let threads: NIOThreadPool
    private let slots: [Slot]
    private let waiting = Atomic<Int>(0)
    private let failedConnect = Mutex<ContinuousClock.Instant?>(nil)

    /// One connection behind a lock; a class since `Mutex` cannot be copied into an array.
    private final class Slot: Sendable {
        let connection = Mutex<Connection?>(nil)
    }

    /// A pool that connects at first use.
    public init(_ options: Options) {
        self.options = options
        threads = NIOThreadPool(numberOfThreads: options.connections)
        slots = (0..<options.connections).map { _ in Slot() }
        threads.start()
    }

    /// Closes every connection after the calls in flight.
    public func close() async {
        try? await threads.shutdownGracefully()
        for slot in slots { slot.connection.withLock { $0 = nil } }
    }

    /// Runs statements that only read, again on a fresh connection where the first turned out to be dead.
    public func read<T: Sendable>(_ body: @escaping @Sendable (Connection) throws -> T) async throws -> T {
        try await run(retryingDeadConnection: true, body)
    }

    /// Runs a transaction. It is never repeated by itself, since a broken COMMIT may have happened.
    public func write<T: Sendable>(_ body: @escaping @Sendable (Connection) throws -> T) async throws -> T {
        try await run(retryingDeadConnection: false) { try $0.transaction(body) }
    }

    private func run<T: Sendable>(
        retryingDeadConnection: Bool, _ body: @escaping @Sendable (Connection) throws -> T
    ) async throws -> T {
        guard waiting.add(1, ordering: .relaxed).newValue <= options.queueLimit else {
            waiting.subtract(1, ordering: .relaxed)
            throw PostgresError.overloaded
        }
        let deadline = ContinuousClock.now + options.waitLimit
        do {
            return try await threads.runIfActive { [self] in
                waiting.subtract(1, ordering: .relaxed)
                guard ContinuousClock.now < deadline else { throw PostgresError.overloaded }
                return try withFreeSlot(retryingDeadConnection, body)
            }
        } catch is CancellationError {
            waiting.subtract(1, ordering: .relaxed)
            throw PostgresError.unavailable(reason: "the server is stopping")
        }
    }

    private func withFreeSlot<T: Sendable>(
        _ retrying: Bool, _ body: @Sendable (Connection) throws -> T
    ) throws -> T {
        for slot in slots {
            if let value = try slot.connection.withLockIfAvailable({ try use(&$0, retrying, body) }) { return value }
        }
        throw PostgresError.overloaded
    }

    private func use<T: Sendable>(
        _ slot: inout sending Connection?, _ retrying: Bool, _ body: @Sendable (Connection) throws -> T
    ) throws -> T {
        // A write is not repeated, so it must not begin on a connection that the server has closed meanwhile.
        if !retrying, slot?.hasEnded == true { slot = nil }
        let isFresh = slot == nil
        if isFresh { slot = try connect() }
        do {
            return try attempt(&slot, body)
        } catch PostgresError.unavailable where retrying && !isFresh {
            slot = try connect()
            return try attempt(&slot, body)
        }
    }

    /// Runs the body; a connection that died is dropped, so that the next call makes a new one.
    private func attempt<T: Sendable>(_ slot: inout sending Connection?, _ body: @Sendable (Connection) throws -> T)
        throws -> T
    {
        guard let connection = slot else { throw PostgresError.overloaded }
        defer { if !connection.isOpen { slot = nil } }
        return try body(connection)
    }

    /// Connects, but after a failure not again within 200 ms, so that an absent database costs a request nearly nothing.
    private func connect() throws -> sending Connection {
        let recent = failedConnect.withLock { $0.map { ContinuousClock.now - $0 < .milliseconds(200) } ?? false }
        if recent { throw PostgresError.unavailable(reason: "the last attempt to connect failed just now") }
        do {
            let connection = try Connection(options.connectionString, statementTimeout: options.statementTimeout)
            failedConnect.withLock { $0 = nil }
            return connection
        } catch {
            failedConnect.withLock { $0 = .now }
            throw error
        }
    }
}
