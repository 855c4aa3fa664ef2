/// A cache with a byte limit that evicts what has not been used recently: the CLOCK algorithm (Corbató
/// 1968), which keeps nearly what LRU keeps. A hit costs a look-up and sets a mark.
package struct ClockCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct Slot: Sendable {
        let key: Key
        var value: Value
        var cost: Int
        /// Whether it was used since the hand last came by.
        var isUsed = false
    }

    private var slots: [Slot?] = []
    private var places: [Key: Int] = [:]
    private var free: [Int] = []
    private var hand = 0
    /// Bytes in use.
    package private(set) var cost = 0
    private let limit: Int
    private let costOf: @Sendable (Value) -> Int

    /// Creates a cache that holds at most this many bytes.
    package init(limit: Int, costOf: @escaping @Sendable (Value) -> Int) {
        self.limit = limit
        self.costOf = costOf
    }

    package mutating func value(_ key: Key) -> Value? {
        guard let place = places[key] else { return nil }
        slots[place]?.isUsed = true
        return slots[place]?.value
    }

    /// Stores a value, replacing any before it; one that is larger than the whole cache is not stored.
    package mutating func insert(_ value: Value, _ key: Key) {
        let cost = costOf(value)
        if let place = places[key] { remove(at: place) }
        guard cost <= limit else { return }
        while self.cost + cost > limit { advance() }
        let slot = Slot(key: key, value: value, cost: cost)
        let place = free.popLast() ?? slots.endIndex
        if place == slots.endIndex { slots.append(slot) } else { slots[place] = slot }
        places[key] = place
        self.cost += cost
    }

    /// Moves the hand by one: a marked value loses its mark, an unmarked one is evicted.
    private mutating func advance() {
        if hand >= slots.endIndex { hand = 0 }
        if slots[hand]?.isUsed == true { slots[hand]?.isUsed = false } else { remove(at: hand) }
        hand += 1
    }

    private mutating func remove(at place: Int) {
        guard let slot = slots[place] else { return }
        slots[place] = nil
        places[slot.key] = nil
        free.append(place)
        cost -= slot.cost
    }
}
