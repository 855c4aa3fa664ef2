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

    private let connected = Mutex<ContinuousClock.Instant?>(nil)

    /// The time of the last successful attempt to connect, by whichever pool or listener.
    var lastConnected: ContinuousClock.Instant? {
        get { connected.withLock { $0 } }
        set { connected.withLock { $0 = newValue } }
    }
}
