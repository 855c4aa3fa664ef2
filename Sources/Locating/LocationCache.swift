import Synchronization

/// Recent results, for networks from the database and for single addresses by name; in memory only, and
/// bounded.
final class LocationCache: Sendable {
    private struct Key: Hashable {
        let address: Address
        /// Whether the address stands for all its neighbours.
        let isNetwork: Bool

        func hash(into hasher: inout Hasher) { hasher.combine(address) }
    }

    private struct Entry {
        let whereabouts: Whereabouts
        /// Nil for results from the file, which do not change.
        let end: ContinuousClock.Instant?
    }

    private let entries: Mutex<Generations<Key, Entry>>
    /// Whether there is a file; without one nothing is known of networks, and they need not be looked up.
    private let hasNetworks: Bool
    private let now: @Sendable () -> ContinuousClock.Instant

    init(limit: Int = 16_384, hasNetworks: Bool, now: @escaping @Sendable () -> ContinuousClock.Instant) {
        entries = Mutex(Generations(limit: limit))
        self.hasNetworks = hasNetworks
        self.now = now
    }

    /// The whereabouts of the network or, if they are unknown, of the address itself; nil if neither was
    /// looked up.
    func find(_ address: Address) -> (whereabouts: Whereabouts, isOfNetwork: Bool)? {
        entries.withLock { entries in
            let network =
                hasNetworks ? entries.value(Key(address: address.network, isNetwork: true))?.whereabouts : nil
            if let network, !network.isUnknown { return (network, true) }
            if let entry = entries.value(Key(address: address, isNetwork: false)), entry.end.map({ now() < $0 }) ?? true
            {
                return (entry.whereabouts, false)
            }
            return network.map { ($0, true) }
        }
    }

    /// Keeps what the file said for this many bits of the address: for the neighbours too, if it covers them
    /// all.
    func insert(_ whereabouts: Whereabouts, _ address: Address, length: Int) {
        let isNetwork = length <= address.networkLength
        let key = Key(address: isNetwork ? address.network : address, isNetwork: isNetwork)
        entries.withLock { $0.insert(Entry(whereabouts: whereabouts, end: nil), key) }
    }

    /// Keeps what a name revealed, for a time.
    func insert(_ whereabouts: Whereabouts, _ address: Address, for time: Duration) {
        let entry = Entry(whereabouts: whereabouts, end: now() + time)
        entries.withLock { $0.insert(entry, Key(address: address, isNetwork: false)) }
    }
}
