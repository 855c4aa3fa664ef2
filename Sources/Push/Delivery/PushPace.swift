import Foundation
import Synchronization

/// Spreads messages over time. What nobody waits for would otherwise keep all processors busy, and readers' requests would wait for each of
/// its threads, whatever their priority: a thread that has begun its turn keeps it for some milliseconds.
final class PushPace: Sendable {
    /// The messages a second for each processor, which take about two thirds of its time (`benchmarks/push`).
    private static let perProcessor = 1030.0
    /// The messages that begin together. Each turn costs a timer, whose thread comes before those of readers' requests, so messages have none
    /// of their own; and a reader notices no wait for so few.
    static let step = 2

    private let interval: Duration
    private let next = Mutex(ContinuousClock.now)

    init(processors: Int = ProcessInfo.processInfo.activeProcessorCount) {
        interval = .seconds(1 / (Self.perProcessor * Double(max(1, processors))))
    }

    /// Waits for the turn of some more messages. Throws `CancellationError`.
    func wait(for count: Int) async throws {
        let now = ContinuousClock.now
        let due = next.withLock { next in
            defer { next = max(next, now) + interval * count }
            return max(next, now)
        }
        if due > now { try await Task.sleep(until: due) }
    }
}
