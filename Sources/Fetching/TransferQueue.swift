import Synchronization

/// A request, and the task that waits for its answer.
struct QueuedTransfer: Sendable {
    let id: Int
    let request: FetchRequest
    let receive: Fetcher.Receiver?
    let deadline: ContinuousClock.Instant
    let waiter: CheckedContinuation<FetchAnswer, any Error>
}

/// The transfers that tasks hand to the thread of a `Fetcher`.
final class TransferQueue: Sendable {
    /// Everything that has come since the last look.
    struct News {
        var arrived: [QueuedTransfer] = []
        /// Transfers that nobody waits for any more.
        var cancelled: [Int] = []
        var isStopped = false
    }

    private struct State {
        var news = News()
        /// Wakes the thread; nil before it waits and after it ended.
        var wake: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())

    /// Queues a transfer, unless no more are accepted.
    func add(_ queued: QueuedTransfer) -> Bool {
        change { news in
            guard !news.isStopped else { return false }
            news.arrived.append(queued)
            return true
        }
    }

    /// Ends a transfer early, whatever point it has reached.
    func cancel(_ id: Int) { change { $0.cancelled.append(id) } }

    /// Stops accepting arrivals.
    func stop() { change { $0.isStopped = true } }

    /// Takes everything that is new, on the thread.
    func take() -> News {
        state.withLock { state in
            defer { state.news = News(isStopped: state.news.isStopped) }
            return state.news
        }
    }

    /// Sets how the thread is woken; nil once it can no longer be.
    func setWake(_ wake: (@Sendable () -> Void)?) { state.withLock { $0.wake = wake } }

    private func change<T: Sendable>(_ body: (inout News) -> T) -> T {
        state.withLock { state in
            defer { state.wake?() }
            return body(&state.news)
        }
    }
}
