import Synchronization

/// Whether a database responds, as last determined by a `Listener`. While it does not, the pools that
/// share this object refuse every call at once and abandon those under way, so that only the listener
/// waits for it.
package final class Availability: Sendable {
    private let away = Atomic<Bool>(false)

    /// Creates an object that assumes the database responds.
    package init() {}

    /// Whether the database is not responding.
    package internal(set) var isAway: Bool {
        get { away.load(ordering: .acquiring) }
        set { away.store(newValue, ordering: .releasing) }
    }

    private let failed = Mutex<ContinuousClock.Instant?>(nil)
    /// How long nobody else tries to connect after an attempt has failed.
    private static let pause = Duration.milliseconds(200)

    /// Whether an attempt to connect failed within the last 200 ms, and none has succeeded since. An absent
    /// database then costs a request almost nothing.
    var hasJustFailed: Bool { failed.withLock { $0.map { ContinuousClock.now - $0 < Self.pause } ?? false } }

    /// Records the outcome of an attempt to connect.
    func connected(_ isConnected: Bool) { failed.withLock { $0 = isConnected ? nil : .now } }
}
