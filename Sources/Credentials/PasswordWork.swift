import NIOPosix

/// Processes passwords one after another on threads of their own, since each takes 128 MiB and some tenths
/// of a second. When too many are waiting, further ones are refused at once.
package actor PasswordWork {
    private let threads: NIOThreadPool
    private var waiting = 0
    private let limit: Int
    private let cost: PasswordHash.Cost
    /// The hash with which log-ins with unknown names are compared, so that they take as long as others.
    private let nobody: PasswordHash

    /// - Parameters:
    ///   - threads: the number of passwords processed at a time.
    ///   - limit: the number of passwords that may wait or be processed.
    package init(threads: Int, limit: Int, cost: PasswordHash.Cost = .standard) {
        self.threads = NIOThreadPool(numberOfThreads: threads)
        self.limit = limit
        nobody = .ofNobody(cost)
        self.cost = cost
        self.threads.start()
    }

    /// Whether a password belongs to a stored hash; never if there is none.
    /// - Throws: `CredentialsError`.
    package func matches(_ password: String, _ kept: PasswordHash?) async throws -> Bool {
        let hash = kept ?? nobody
        return try await work { try hash.matches(password) } && kept != nil
    }

    /// The hash of a new password, at the configured cost.
    /// - Throws: `CredentialsError`.
    package func hash(_ password: String) async throws -> PasswordHash {
        try await work { [cost] in try PasswordHash(password, cost: cost) }
    }

    private func work<T: Sendable>(_ body: @escaping @Sendable () throws -> T) async throws -> T {
        guard waiting < limit else { throw CredentialsError.busy }
        waiting += 1
        defer { waiting -= 1 }
        return try await threads.runIfActive(body)
    }

    /// Lets the threads end once they have finished their work.
    package nonisolated func stop() { threads.shutdownGracefully { _ in } }
}
