import Synchronization

/// The pool's calls under way, and how long none has been answered.
final class Calls: Sendable {
    private struct State {
        var underWay = 0
        /// The time of the pool's last answer, or of the start of its first unanswered call.
        var silentSince = ContinuousClock.now
        /// Whether a caller lost patience, and no call has been answered since.
        var isGivenUp = false
    }
    private let state = Mutex(State())

    func begin() {
        state.withLock { state in
            if state.underWay == 0 { (state.silentSince, state.isGivenUp) = (.now, false) }
            state.underWay += 1
        }
    }

    func end(isAnswered: Bool) {
        state.withLock { state in
            state.underWay -= 1
            if isAnswered { (state.silentSince, state.isGivenUp) = (.now, false) }
        }
    }

    var isGivenUp: Bool { state.withLock(\.isGivenUp) }

    /// Whether, although calls are waiting, none has been answered for longer than `patience` since `start`.
    func isSilent(since start: ContinuousClock.Instant, beyond patience: Duration) -> Bool {
        state.withLock { state in
            guard state.underWay > 0 else { return false }
            guard max(start, state.silentSince).duration(to: .now) > patience else { return false }
            state.isGivenUp = true
            return true
        }
    }
}

extension Database {
    /// Returns the result of a body that calls this pool; nil if the database is not responding, or answers
    /// no call for longer than `options.patience` meanwhile. The body then continues unawaited. For callers
    /// with a fallback.
    package func answer<T: Sendable>(_ body: @escaping @Sendable () async throws -> T) async throws -> T? {
        if options.availability.isAway || calls.isGivenUp { return nil }
        let (answers, end) = AsyncStream.makeStream(
            of: Result<T?, any Error>.self, bufferingPolicy: .bufferingOldest(1))
        Task {
            do { end.yield(.success(try await body())) } catch { end.yield(.failure(error)) }
            end.finish()
        }
        let watch = Task { [calls, options] in
            let start = ContinuousClock.now
            while !calls.isSilent(since: start, beyond: options.patience) {
                try await Task.sleep(for: options.patience / 4)
            }
            end.yield(.success(nil))
        }
        defer { watch.cancel() }
        for await answer in answers { return try answer.get() }
        throw CancellationError()
    }
}
