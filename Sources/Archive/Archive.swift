package import PostgreSQL

/// The newspaper's archive, read and written by noun. Its users know nothing of the database behind it.
package final class Archive: Sendable {
    let database: Database

    /// Creates the archive over a pool of connections.
    package init(_ database: Database) { self.database = database }

    /// Closes every connection after the calls in flight.
    package func close() async { await database.close() }

    /// Reads, and repeats the read on a fresh connection if the first turned out to be dead.
    package func read<T: Sendable>(_ body: @escaping @Sendable (Holdings) throws -> T) async throws -> T {
        try await database.read { try body(Holdings($0)) }
    }

    /// Runs a transaction. It is repeated once after a deadlock, and never by itself otherwise, since a broken COMMIT may have
    /// happened.
    package func write<T: Sendable>(_ body: @escaping @Sendable (Holdings) throws -> T) async throws -> T {
        try await database.write { try body(Holdings($0)) }
    }

    /// The result of a body that asks this archive; nil if the database does not answer, or answers nobody for longer than its patience.
    /// The body then goes on, but nobody waits for it. For callers with an earlier result at hand.
    package func answer<T: Sendable>(_ body: @escaping @Sendable () async throws -> T) async throws -> T? {
        try await database.answer(body)
    }
}
