/// A cache within a number of bytes, in two generations: what is used moves to the young one; when that is full it becomes the old
/// one, and the former old one is dropped. A hit costs a look-up and no bookkeeping.
struct Generations<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private var young: [Key: Value] = [:]
    private var old: [Key: Value] = [:]
    /// Bytes that the young generation takes.
    private(set) var cost = 0
    private let limit: Int
    private let costOf: @Sendable (Value) -> Int

    /// A cache that holds about so many bytes.
    init(limit: Int, costOf: @escaping @Sendable (Value) -> Int) {
        self.limit = limit / 2
        self.costOf = costOf
    }

    mutating func value(_ key: Key) -> Value? {
        if let value = young[key] { return value }
        guard let value = old[key] else { return nil }
        insert(value, key)
        return value
    }

    mutating func insert(_ value: Value, _ key: Key) {
        let cost = costOf(value)
        guard cost <= limit else { return }
        if self.cost + cost > limit {
            old = young
            young = [:]
            self.cost = 0
        }
        let replaced = young.updateValue(value, forKey: key)
        self.cost += cost - (replaced.map(costOf) ?? 0)
    }
}
