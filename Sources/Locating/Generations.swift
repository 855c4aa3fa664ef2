/// A bounded cache that gives up what has not been used lately: when the young generation is full it
/// becomes the old one, and the previous old one is dropped, except for entries used meanwhile.
package struct Generations<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private var young: [Key: Value] = [:]
    private var old: [Key: Value] = [:]
    private let half: Int

    /// Creates a cache of at most `limit` entries.
    package init(limit: Int) { half = max(1, limit / 2) }

    /// The number of entries.
    package var count: Int { young.count + old.count }

    /// The value kept under a key.
    package mutating func value(_ key: Key) -> Value? {
        if let value = young[key] { return value }
        guard let value = old.removeValue(forKey: key) else { return nil }
        insert(value, key)
        return value
    }

    /// Keeps a value.
    package mutating func insert(_ value: Value, _ key: Key) {
        if young.count >= half, young[key] == nil { (old, young) = (young, [:]) }
        young[key] = value
        old[key] = nil
    }

    /// Forgets a value.
    package mutating func remove(_ key: Key) {
        young[key] = nil
        old[key] = nil
    }
}
