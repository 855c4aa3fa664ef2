import Synchronization

/// Rendered documents by key, within a number of bytes.
final class DocumentCache: Sendable {
    private let generations: Mutex<Generations<DocumentKey, Document>>

    /// A cache that holds about so many bytes.
    init(limit: Int) {
        generations = Mutex(Generations(limit: limit, costOf: \.cost))
    }

    subscript(key: DocumentKey) -> Document? {
        get { generations.withLock { $0.value(key) } }
        set { if let newValue { generations.withLock { $0.insert(newValue, key) } } }
    }

    /// Bytes that are in use.
    var cost: Int { generations.withLock(\.cost) }
}
