import Foundation
import Synchronization

/// The only way out: every connection to another server is made here, by libcurl, on one thread for hundreds of them.
package final class Fetcher: Sendable {
    /// Takes a piece of a body, with the head of the answer: one without a body. It runs on the thread that all transfers share, so it
    /// must neither wait nor take long. An error refuses the rest, and comes back to whoever fetches. Answers that redirect are not handed on.
    package typealias Receiver = @Sendable (_ head: FetchAnswer, _ bytes: UnsafeRawBufferPointer) throws -> Void

    private let errands = Errands()
    private let numbers = Atomic<Int>(0)
    private let underWay = Atomic<Int>(0)
    private let limit: Int

    /// - Parameters:
    ///   - atOnce: so many requests are under way at a time; names that are being looked up count, and so do those that were given up.
    ///   - perHost: so many of them to one host, told by scheme, name and port. Further ones wait for their turn without holding up others.
    ///     With one, there is never a second connection to it either. A redirect gives up the place at its host and waits for one at the next.
    ///   - limit: so many may wait or be under way; further ones are refused at once.
    ///   - agent: what servers are told that we are.
    ///   - mayReach: whether connections to an IP address are allowed, in its text form. Asked of each address that a name resolves to,
    ///     right before the connection is made to this very address, so that a name that changes its address changes nothing.
    package init(
        atOnce: Int, perHost: Int, limit: Int, agent: String, mayReach: @escaping @Sendable (String) -> Bool
    ) {
        self.limit = limit
        let rules = Engine.Rules(atOnce: atOnce, perHost: perHost, agent: agent, mayReach: mayReach)
        Thread.detachNewThread { [errands] in Engine(errands, rules).run() }
    }

    deinit { errands.stop() }

    /// Sends a request and waits for its answer. When the task is cancelled, the connection ends at once.
    ///
    /// Without a receiver the body comes with the answer, cut where it has more than `bytes`. With one it is handed over as it comes, and
    /// the answer has none; one of more bytes, or one that breaks off, is an error after the pieces that came.
    /// - Throws: `FetchError`, or what the receiver throws.
    package func fetch(_ request: FetchRequest, to receive: Receiver? = nil) async throws -> FetchAnswer {
        defer { underWay.subtract(1, ordering: .relaxed) }
        guard underWay.add(1, ordering: .relaxed).newValue <= limit else { throw FetchError.busy }
        let id = numbers.add(1, ordering: .relaxed).newValue
        let deadline = ContinuousClock.now + min(request.time, .seconds(86_400))
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { waiter in
                let errand = Errand(id: id, request: request, receive: receive, deadline: deadline, waiter: waiter)
                if !errands.add(errand) { waiter.resume(throwing: FetchError.cancelled) }
                // Cancelled before there was anything to cancel.
                if Task.isCancelled { errands.cancel(id) }
            }
        } onCancel: {
            errands.cancel(id)
        }
    }

    /// Requests that wait or are under way.
    var count: Int { underWay.load(ordering: .relaxed) }

    /// Lets the thread end, once what is under way is through. What waits is called off.
    package func stop() { errands.stop() }
}
