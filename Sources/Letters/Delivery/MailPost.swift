import Dispatch
import NIOPosix
import Synchronization

/// The threads on which mails are handed to the relay, each with a connection of its own.
final class MailPost: Sendable {
    /// The connections to the relay at a time.
    static let connections = 4

    private let threads = NIOThreadPool(numberOfThreads: connections)
    private let ending = Atomic<Bool>(false)

    init() { threads.start() }

    /// Whether the server stops: no other mail is begun.
    var isEnding: Bool { ending.load(ordering: .relaxed) }

    /// Call when the server stops.
    func end() { ending.store(true, ordering: .relaxed) }

    /// Runs a closure on one of the threads.
    func run<T: Sendable>(_ body: @escaping @Sendable () throws -> T) async throws -> T {
        try await threads.runIfActive(body)
    }

    /// Waits for the archive on such a thread, which has nothing else to do.
    static func wait<T: Sendable>(for body: @escaping @Sendable () async throws -> T) throws -> T {
        let done = DispatchSemaphore(value: 0)
        let result = Mutex<Result<T, any Error>?>(nil)
        Task {
            do {
                let value = try await body()
                result.withLock { $0 = .success(value) }
            } catch { result.withLock { $0 = .failure(error) } }
            done.signal()
        }
        done.wait()
        guard let result = result.withLock({ $0 }) else { throw CancellationError() }
        return try result.get()
    }

    func stop() { threads.shutdownGracefully { _ in } }
}
