import Synchronization

/// A caller's turn on a thread: taken once, or missed.
final class Turn<T: Sendable>: Sendable {
    private enum State {
        case new
        case waiting(CheckedContinuation<T, any Error>)
        /// Missed before the caller began to wait.
        case missed(any Error)
        case over
    }
    private let state = Mutex(State.new)

    func wait(_ continuation: CheckedContinuation<T, any Error>) {
        let error: (any Error)? = state.withLock { state in
            if case .missed(let error) = state { return error }
            state = .waiting(continuation)
            return nil
        }
        if let error { continuation.resume(throwing: error) }
    }

    /// Runs the body for the waiting caller, unless the turn was missed.
    func take(_ body: () throws -> T) {
        leave(otherwise: .over)?.resume(with: Result(catching: body))
    }

    /// Fails the waiting caller, unless the turn was taken.
    func miss(_ error: any Error) {
        leave(otherwise: .missed(error))?.resume(throwing: error)
    }

    private func leave(otherwise next: State) -> CheckedContinuation<T, any Error>? {
        state.withLock { state in
            switch state {
            case .new:
                state = next
                return nil
            case .waiting(let continuation):
                state = .over
                return continuation
            case .missed, .over: return nil
            }
        }
    }
}
