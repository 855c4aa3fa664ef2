/// Checks the passwords of strangers one after another, in a fair order. The queue is bounded, and so is the time in
/// it: whoever would wait longer is refused.
package actor PasswordQueue {
    private let work: PasswordWork
    private let patience: Duration
    private var queue: FairQueue
    private var difficulty = PuzzleDifficulty()
    private var waiters: [Int: CheckedContinuation<Void, any Error>] = [:]
    private var isWorking = false
    private var last = 0

    /// - Parameters:
    ///   - limit: the number of passwords that may wait.
    ///   - share: how many of them may be of one network.
    ///   - patience: how long they may wait.
    package init(
        limit: Int = 32, share: Int = 8, patience: Duration = .seconds(20), cost: PasswordHash.Cost = .standard
    ) {
        work = PasswordWork(threads: 1, limit: 1, cost: cost)
        queue = FairQueue(limit: limit, share: share)
        self.patience = patience
    }

    /// The zero bits of a puzzle whose solution gets somebody on now; 0 if none is needed.
    package func wantedBits() -> Int {
        follow()
        return difficulty.bits
    }

    /// Whether somebody would get a place in the queue.
    package func hasRoom(network: String, bits: Int) -> Bool { queue.hasRoom(network: network, bits: bits) }

    /// Whether a password belongs to a stored hash; never if there is none.
    /// - Parameters:
    ///   - network: where it comes from.
    ///   - bits: the difficulty of the puzzle that was solved for it; 0 for none.
    /// - Throws: `CredentialsError`, `busy` if it waited too long or others went before.
    package func matches(_ password: String, _ kept: PasswordHash?, network: String, bits: Int) async throws -> Bool {
        try await turn(network: network, bits: bits)
        defer { passOn() }
        return try await work.matches(password, kept)
    }

    /// Returns when it is the caller's turn, who then has to pass it on.
    private func turn(network: String, bits: Int) async throws {
        guard isWorking else { return isWorking = true }
        last += 1
        let id = last
        let timer = Task { [patience] in
            try await Task.sleep(for: patience)
            self.refuse(id)
        }
        defer { timer.cancel() }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { waiter in
                waiters[id] = waiter
                if let lost = queue.add(id: id, network: network, bits: bits) { refuse(lost) }
                follow()
            }
        } onCancel: {
            Task { await self.refuse(id) }
        }
    }

    private func passOn() {
        if let next = queue.next(), let waiter = waiters.removeValue(forKey: next) {
            waiter.resume()
        } else {
            isWorking = false
        }
        follow()
    }

    private func refuse(_ id: Int) {
        queue.remove(id)
        waiters.removeValue(forKey: id)?.resume(throwing: CredentialsError.busy)
    }

    private func follow() {
        difficulty.follow(
            waiting: queue.places.count, rivals: queue.count(bits: difficulty.bits), limit: queue.limit, now: .now)
    }

    /// Lets the thread end once it has finished its work.
    package nonisolated func stop() { work.stop() }
}
