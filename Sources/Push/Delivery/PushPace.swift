import Foundation
import Synchronization

/// Spreads messages over time. What nobody waits for would otherwise keep all processors busy, and readers' requests would wait for each of
/// its threads, whatever their priority: a thread that has begun its turn keeps it for some milliseconds.
final class PushPace: Sendable {
    /// The messages a second for each processor, which take about two thirds of its time (`benchmarks/push`).
    private static let perProcessor = 1100.0
    /// A wait that is not worth a timer.
    private static let moment = Duration.milliseconds(2)

    private let interval: Duration
    private let next = Mutex(ContinuousClock.now)

    init(processors: Int = ProcessInfo.processInfo.activeProcessorCount) {
        interval = .seconds(1 / (Self.perProcessor * Double(max(1, processors))))
    }

    /// Waits for the turn of one more message. Throws `CancellationError`.
    func wait() async throws {
        let now = ContinuousClock.now
        let due = next.withLock { next in
            defer { next = max(next, now) + interval }
            return max(next, now)
        }
        if due - now > Self.moment { try await Task.sleep(until: due) }
    }
}
