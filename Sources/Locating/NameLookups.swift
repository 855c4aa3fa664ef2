import Synchronization

/// Looks up the names of hosts, on at most two threads that end when there is nothing left to look up.
///
/// A name server that does not answer costs a thread a second for each server that the system names. If
/// the system's resolver hung for longer, at most two threads would hang, and the rest would wait in a
/// bounded queue: nobody waits for the threads, neither a request nor the end of the program.
final class NameLookups: Sendable {
    /// The number of addresses that may wait; further ones are dropped.
    static let limit = 256
    /// The number of addresses that are looked up at a time.
    static let threads = 2

    private struct State {
        var waiting: [Address] = []
        /// Those waiting, and those being looked up.
        var asked: Set<Address> = []
        var threads = 0
        var isClosed = false
    }

    private let state = Mutex(State())
    private let service: NameService
    private let answer: @Sendable (Address, String?) -> Void

    /// `answer` is called on the threads.
    init(_ service: NameService, answer: @escaping @Sendable (Address, String?) -> Void) {
        self.service = service
        self.answer = answer
    }

    /// Has a name looked up soon, unless that is in progress, or too many are waiting.
    func ask(_ address: Address) {
        let needsThread = state.withLock { state in
            guard !state.isClosed, state.waiting.count < Self.limit, state.asked.insert(address).inserted else {
                return false
            }
            state.waiting.append(address)
            guard state.threads < Self.threads else { return false }
            state.threads += 1
            return true
        }
        if needsThread { service.start { [self] in work() } }
    }

    /// Drops everything that waits, and accepts no more.
    func close() {
        state.withLock { state in
            state.isClosed = true
            state.waiting = []
        }
    }

    private func work() {
        while let address = next() {
            answer(address, service.name(address))
            state.withLock { _ = $0.asked.remove(address) }
        }
    }

    private func next() -> Address? {
        state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.threads -= 1
                return nil
            }
            return state.waiting.removeFirst()
        }
    }
}
