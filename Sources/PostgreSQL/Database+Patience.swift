import Synchronization

/// The calls of a pool that are waited for, and since when nobody has been answered.
final class Calls: Sendable {
    private struct State {
        var underWay = 0
        /// When the pool answered last, or what it has not answered yet began.
        var silentSince = ContinuousClock.now
        /// Somebody's patience ran out, and nobody has been answered since.
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

    /// Whether nobody was answered for as long as somebody who began to wait at `start` has patience, although somebody waits.
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
    /// What a body that calls this pool gives; nil where the database does not answer, or answers nobody for longer than
    /// `options.patience` meanwhile. The body then goes on without being waited for. For those who have something else at hand.
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
