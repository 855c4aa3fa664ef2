import Synchronization

/// Whether a database answers, as a `Listener` found last. While it does not, the pools that share this refuse every call at once and give
/// up those under way, so that nobody but the listener waits for it.
package final class Availability: Sendable {
    private let away = Atomic<Bool>(false)

    /// One of a database that is taken to answer.
    package init() {}

    /// Whether the database does not answer.
    package internal(set) var isAway: Bool {
        get { away.load(ordering: .acquiring) }
        set { away.store(newValue, ordering: .releasing) }
    }
}
