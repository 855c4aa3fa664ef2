import Synchronization
package import Web

/// Rendered documents by key, within a number of bytes.
package final class DocumentCache: Sendable {
    private let cache: Mutex<ClockCache<DocumentKey, Document>>

    /// A cache that holds about so many bytes.
    init(limit: Int) {
        cache = Mutex(ClockCache(limit: limit, costOf: \.cost))
    }

    package subscript(key: DocumentKey) -> Document? {
        get { cache.withLock { $0.value(key) } }
        set { if let newValue { cache.withLock { $0.insert(newValue, key) } } }
    }

    /// Bytes that are in use.
    var cost: Int { cache.withLock(\.cost) }
}
