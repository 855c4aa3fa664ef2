import Synchronization

/// Rendered documents by key, within a number of bytes.
///
/// Two generations: what is used moves to the young one; when that is full it becomes the old one and the former old one is dropped.
/// A hit costs one look-up and no bookkeeping.
final class DocumentCache: Sendable {
    private struct Generations {
        var young: [DocumentKey: Document] = [:]
        var old: [DocumentKey: Document] = [:]
        var youngCost = 0
    }

    private let generations = Mutex(Generations())
    private let limit: Int

    /// A cache that holds about so many bytes.
    init(limit: Int) { self.limit = limit / 2 }

    subscript(key: DocumentKey) -> Document? {
        get {
            generations.withLock { generations in
                if let document = generations.young[key] { return document }
                guard let document = generations.old[key] else { return nil }
                insert(document, key, &generations)
                return document
            }
        }
        set {
            guard let newValue, newValue.cost <= limit else { return }
            generations.withLock { insert(newValue, key, &$0) }
        }
    }

    /// Bytes that the young generation takes.
    var cost: Int { generations.withLock(\.youngCost) }

    private func insert(_ document: Document, _ key: DocumentKey, _ generations: inout Generations) {
        if generations.youngCost + document.cost > limit {
            generations.old = generations.young
            generations.young = [:]
            generations.youngCost = 0
        }
        let replaced = generations.young.updateValue(document, forKey: key)
        generations.youngCost += document.cost - (replaced?.cost ?? 0)
    }
}
