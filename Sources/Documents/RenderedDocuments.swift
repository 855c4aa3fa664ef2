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

    /// Puts a document in place of another, if that is still the one in use.
    func replace(_ key: DocumentKey, _ former: Document, by document: Document) {
        cache.withLock { cache in
            if cache.value(key)?.etag == former.etag { cache.insert(document, key) }
        }
    }

    /// Bytes that are in use.
    var cost: Int { cache.withLock(\.cost) }
}
