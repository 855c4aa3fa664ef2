import NIOPosix
import Synchronization

/// Finds out from an IP address roughly where a reader is: from a database file if the operator has one,
/// otherwise the country from the name of the host, if that may be asked for.
///
/// Nothing is logged or written. Addresses stay in memory only, as keys of a cache of at most 16,384
/// entries; only the country is kept from a name.
package final class AddressLocator: Sendable {
    /// How long a country derived from a name is trusted.
    static let timeOfName = Duration.seconds(86_400)
    /// How long a host without a telling name is not looked up again.
    static let timeOfNoName = Duration.seconds(3600)

    private let file: Mutex<LocationFile?>
    private let cache: LocationCache
    private let names: NameLookups?
    /// Whether there is neither a file nor names, so that nothing will ever be known.
    private let isBlind: Bool

    /// Opens the file, which may take a few milliseconds.
    ///
    /// - Parameters:
    ///   - path: A file in the MaxMind DB format 2.0 (GeoLite2, DB-IP and the like) with countries or cities,
    ///     from a trusted source. It is mapped into memory: a newer file must be renamed into its place, never
    ///     written over it, and is read from the next start on.
    ///   - asksNames: Whether the domain name system may be asked for the names of readers' hosts.
    package convenience init(database path: String?, asksNames: Bool) throws(LocatingError) {
        var file: LocationFile?
        if let path { file = try LocationFile(path) }
        self.init(file: file, names: asksNames ? .system : nil, now: { ContinuousClock.now })
    }

    init(file: LocationFile?, names service: NameService?, now: @escaping @Sendable () -> ContinuousClock.Instant) {
        let cache = LocationCache(hasNetworks: file != nil, now: now)
        self.cache = cache
        self.file = Mutex(file)
        isBlind = file == nil && service == nil
        names = service.map { service in
            NameLookups(service) { address, name in
                let country = name.flatMap(Country.init(host:))?.code
                let time = country == nil ? Self.timeOfNoName : Self.timeOfName
                cache.insert(Whereabouts(country: country), address, for: time)
            }
        }
    }

    deinit { close() }

    /// The whereabouts that are known at once, without waiting; nil if the address has yet to be looked up.
    ///
    /// An address that is not global unicast (private, link-local, shared, documentation, ...), or not an
    /// address at all, is known at once to be nowhere. An IPv4 address written as IPv6 (mapped, 6to4, NAT64)
    /// counts as IPv4.
    package func known(_ address: String) -> Whereabouts? {
        guard !isBlind, let address = Address(address), address.isGlobal else { return Whereabouts() }
        return known(address)
    }

    private func known(_ address: Address) -> Whereabouts? {
        guard let found = cache.find(address) else { return nil }
        // If the file knows nothing of the whole network, the name of the single address may reveal something.
        return found.isOfNetwork && found.whereabouts.isUnknown && names != nil ? nil : found.whereabouts
    }

    /// The whereabouts that are known, or are in the file. Names are never waited for: if only a name can
    /// reveal the country, the first answer is empty, and a later one may have the country.
    package func find(_ address: String) async -> Whereabouts {
        guard !isBlind, let address = Address(address), address.isGlobal else { return Whereabouts() }
        if let whereabouts = known(address) { return whereabouts }
        if cache.find(address) == nil, let found = await read(address), !found.isUnknown { return found }
        names?.ask(address)
        return known(address) ?? Whereabouts()
    }

    /// Reads the file on a thread that may wait for the disk. Nil without a file.
    private func read(_ address: Address) async -> Whereabouts? {
        guard let file = file.withLock({ $0 }) else { return nil }
        // It throws only while the program is ending.
        guard let found = try? await NIOThreadPool.singleton.runIfActive({ file.find(address) }) else { return nil }
        if !found.whereabouts.isUnknown || found.length <= address.networkLength || names == nil {
            cache.insert(found.whereabouts, address, length: found.length)
        }
        return found.whereabouts
    }

    /// Closes the file once its last reader is done, and asks for no more names. Does not wait; what is known
    /// stays known. May be called more than once.
    package func close() {
        names?.close()
        file.withLock { $0 = nil }
    }
}
