import NIOPosix
import Synchronization

/// The only way out: every connection to another server is made here, by libcurl, on threads of its own.
public final class Fetcher: Sendable {
    private let threads: NIOThreadPool
    private let underWay = Atomic<Int>(0)
    private let limit: Int
    private let mayReach: @Sendable (String) -> Bool

    /// - Parameters:
    ///   - threads: so many requests at a time.
    ///   - limit: so many may wait or be under way; further ones are refused at once.
    ///   - mayReach: whether connections to an IP address are allowed, in its text form. Asked of each address that a name resolves to,
    ///     right before the connection is made to this very address, so that a name that changes its address changes nothing.
    public init(threads: Int, limit: Int, mayReach: @escaping @Sendable (String) -> Bool) {
        self.threads = NIOThreadPool(numberOfThreads: threads)
        self.limit = limit
        self.mayReach = mayReach
        self.threads.start()
    }

    /// Sends a request and waits for its answer. When the task is cancelled, the connection ends within about a second.
    /// - Throws: `FetchError`.
    public func fetch(_ request: FetchRequest) async throws -> FetchAnswer {
        defer { underWay.subtract(1, ordering: .relaxed) }
        guard underWay.add(1, ordering: .relaxed).newValue <= limit else { throw FetchError.busy }
        let deadline = ContinuousClock.now + request.time
        let flag = Flag()
        return try await withTaskCancellationHandler {
            do {
                return try await threads.runIfActive { [mayReach] in
                    try Transfer(request, until: deadline, isCancelled: { flag.isRaised }, mayReach: mayReach).run()
                }
            } catch is CancellationError {
                throw FetchError.cancelled
            }
        } onCancel: {
            flag.raise()
        }
    }

    /// Lets the threads end, once they are through.
    public func stop() { threads.shutdownGracefully { _ in } }

    private final class Flag: Sendable {
        private let value = Atomic<Bool>(false)
        var isRaised: Bool { value.load(ordering: .relaxed) }
        func raise() { value.store(true, ordering: .relaxed) }
    }
}
