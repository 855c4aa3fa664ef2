package import PostgreSQL

/// The newspaper's archive: whoever has it reads and writes by noun, and knows nothing of the database behind it.
package final class Archive: Sendable {
    let database: Database

    /// The archive that a pool of connections leads to.
    package init(_ database: Database) { self.database = database }

    /// Closes every connection after the calls in flight.
    package func close() async { await database.close() }

    /// Reads; again on a fresh connection where the first turned out to be dead.
    package func read<T: Sendable>(_ body: @escaping @Sendable (Holdings) throws -> T) async throws -> T {
        try await database.read { try body(Holdings($0)) }
    }

    /// Runs a transaction. It is never repeated by itself, since a broken COMMIT may have happened.
    package func write<T: Sendable>(_ body: @escaping @Sendable (Holdings) throws -> T) async throws -> T {
        try await database.write { try body(Holdings($0)) }
    }

    /// What a body that asks this archive gives; nil where the database does not answer, or answers nobody for longer than its patience
    /// meanwhile. The body then goes on without being waited for. For those who have something else at hand.
    package func answer<T: Sendable>(_ body: @escaping @Sendable () async throws -> T) async throws -> T? {
        try await database.answer(body)
    }
}
