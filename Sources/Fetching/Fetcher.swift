import Foundation
import Synchronization

/// The only way out: makes every connection to another server, through libcurl, on one thread for hundreds
/// of them.
package final class Fetcher: Sendable {
    /// Takes a piece of a body, with the head of the answer, which has no body. It runs on the thread that all
    /// transfers share, so it must neither wait nor take long. An error refuses the rest, and is thrown to the
    /// caller of `fetch`. The bodies of redirects are not passed on.
    package typealias Receiver = @Sendable (_ head: FetchAnswer, _ bytes: UnsafeRawBufferPointer) throws -> Void

    private let arrivals = TransferQueue()
    private let numbers = Atomic<Int>(0)
    private let underWay = Atomic<Int>(0)
    private let limit: Int

    /// - Parameters:
    ///   - atOnce: the most requests in progress at a time; name look-ups count, even those that were given
    ///     up.
    ///   - perHost: the most requests in progress to one host, identified by scheme, name and port. Further
    ///     ones wait for their turn without holding up others. If it is one, there is never a second
    ///     connection to the host either. A redirect gives up the place at its host and waits for one at the
    ///     next.
    ///   - limit: the most requests that may wait or be in progress; further ones are refused at once.
    ///   - agent: the user agent that servers see.
    ///   - shared: the most connections to one host that are kept and shared, for senders of many small posts to few
    ///     hosts: by HTTP/2 (RFC 9113) over TLS, many requests go over one at a time. A post may then come twice, if its
    ///     connection breaks. Nil: each post makes its own connection, and HTTP/1.1 is spoken.
    ///   - authorities: a PEM file of certificates to trust instead of the system's.
    ///   - mayReach: whether connections to an IP address, in its text form, are allowed. It is asked for each
    ///     address that a name resolves to, right before the connection to this very address is made, so that
    ///     a name that changes its address changes nothing.
    package init(
        atOnce: Int, perHost: Int, limit: Int, agent: String, shared: Int? = nil, authorities: String? = nil,
        mayReach: @escaping @Sendable (String) -> Bool
    ) {
        self.limit = limit
        let rules = Engine.Rules(
            atOnce: atOnce, perHost: perHost, agent: agent, shared: shared, authorities: authorities,
            mayReach: mayReach)
        Thread.detachNewThread { [arrivals] in Engine(arrivals, rules).run() }
    }

    deinit { arrivals.stop() }

    /// Sends a request and waits for its answer. If the task is cancelled, the connection ends at once.
    ///
    /// Without a receiver the body comes with the answer, cut if it has more than `bytes`. With one it is
    /// passed on as it arrives, and the answer has none; a body with more bytes, or one that breaks off, is an
    /// error after the pieces that arrived.
    /// - Throws: `FetchError`, or what the receiver throws.
    package func fetch(_ request: FetchRequest, to receive: Receiver? = nil) async throws -> FetchAnswer {
        defer { underWay.subtract(1, ordering: .relaxed) }
        guard underWay.add(1, ordering: .relaxed).newValue <= limit else { throw FetchError.busy }
        let id = numbers.add(1, ordering: .relaxed).newValue
        let deadline = ContinuousClock.now + min(request.time, .seconds(86_400))
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { waiter in
                let queued = QueuedTransfer(
                    id: id, request: request, receive: receive, deadline: deadline, waiter: waiter)
                if !arrivals.add(queued) { waiter.resume(throwing: FetchError.cancelled) }
                // Cancelled before there was anything to cancel.
                if Task.isCancelled { arrivals.cancel(id) }
            }
        } onCancel: {
            arrivals.cancel(id)
        }
    }

    /// The number of requests that wait or are in progress.
    var count: Int { underWay.load(ordering: .relaxed) }

    /// Lets the thread end once everything in progress is done. Waiting requests are cancelled.
    package func stop() { arrivals.stop() }
}
