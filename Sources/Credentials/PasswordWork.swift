import NIOPosix

/// Where passwords are worked on: one after the other on threads of their own, since each takes 128 MiB and some tenths of a second. What
/// comes when too many wait is refused at once.
package actor PasswordWork {
    private let threads: NIOThreadPool
    private var waiting = 0
    private let limit: Int
    private let cost: PasswordHash.Cost
    /// What names that nobody has are compared with, so that they take as long as others.
    private let nobody: PasswordHash

    /// - Parameters:
    ///   - threads: so many passwords at a time.
    ///   - limit: so many may wait or be worked on.
    package init(threads: Int, limit: Int, cost: PasswordHash.Cost = .standard) {
        self.threads = NIOThreadPool(numberOfThreads: threads)
        self.limit = limit
        nobody = .ofNobody(cost)
        self.cost = cost
        self.threads.start()
    }

    /// Whether a password is that of somebody; of nobody it is never.
    /// - Throws: `CredentialsError`.
    package func matches(_ password: String, _ kept: PasswordHash?) async throws -> Bool {
        let hash = kept ?? nobody
        return try await work { try hash.matches(password) } && kept != nil
    }

    /// The hash of a new password, at the cost that was said.
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

    /// Lets the threads end, once they are through.
    package nonisolated func stop() { threads.shutdownGracefully { _ in } }
}
