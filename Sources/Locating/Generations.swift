/// A cache that is bounded and gives up what has not been used lately: when the young generation is full it becomes the old
/// one, and the old one before it goes, but for what was asked for meanwhile.
package struct Generations<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private var young: [Key: Value] = [:]
    private var old: [Key: Value] = [:]
    private let half: Int

    /// A cache of at most so many entries.
    package init(limit: Int) { half = max(1, limit / 2) }

    /// How many are kept.
    package var count: Int { young.count + old.count }

    /// What is kept under a key.
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
