import Synchronization
package import Web

/// Rendered documents by key, up to a number of bytes.
package final class RenderedDocuments: Sendable {
    private let cache: Mutex<ClockCache<DocumentKey, Document>>

    /// Creates a cache that holds about this many bytes.
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
