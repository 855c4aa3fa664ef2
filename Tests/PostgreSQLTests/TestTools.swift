import PostgreSQL
import TestSupport

/// A connection to a fresh database.
func freshConnection() throws -> Connection { try Connection(freshDatabase()) }

/// A connection for statements that leave nothing behind.
func sharedConnection() throws -> Connection { try TestCluster.shared.get().connect() }

struct DeadlinePassed: Error {}

/// Returns what the body returns; throws if it takes longer.
func within<T: Sendable>(_ limit: Duration, _ body: @escaping @Sendable () async throws -> T) async throws -> T {
    try await withThrowingTaskGroup(of: T.self) { group in
        group.addTask { try await body() }
        group.addTask {
            try await Task.sleep(for: limit)
            throw DeadlinePassed()
        }
        defer { group.cancelAll() }
        guard let value = try await group.next() else { throw DeadlinePassed() }
        return value
    }
}

extension PostgresError {
    var isUnavailable: Bool { if case .unavailable = self { true } else { false } }
    var isOverloaded: Bool { if case .overloaded = self { true } else { false } }
    var code: String? { if case .refused(let state, _, _) = self { state.code } else { nil } }
    var constraint: String? { if case .refused(_, _, let constraint) = self { constraint } else { nil } }
    var isSchema: Bool { if case .schema = self { true } else { false } }
}
