import Foundation
import Synchronization

/// Spreads messages evenly over time: sent as fast as they can be, they would take every processor, and readers' requests would wait
/// for them.
final class PushPace: Sendable {
    /// Messages a second for each processor, which take about three quarters of it.
    private static let each = 1150
    private let step = Duration.seconds(1) / (each * ProcessInfo.processInfo.activeProcessorCount)
    private let next = Mutex(ContinuousClock.now)

    /// Waits until the next message may go.
    func turn() async throws {
        let now = ContinuousClock.now
        let turn = next.withLock { next in
            defer { next = max(next, now) + step }
            return max(next, now)
        }
        // Timers are not finer.
        if turn - now > .milliseconds(1) { try await Task.sleep(until: turn) }
    }
}
