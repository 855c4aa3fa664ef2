import NIOPosix
import Synchronization

/// Tells from an IP address roughly where a reader is: from a database file, where the operator has one, else the country from
/// the name of the host, where that may be asked for.
///
/// Nothing is logged or written. Addresses stay in memory only, as keys of a cache of at most 16,384 entries; of a name only the
/// country is kept.
package final class AddressLocator: Sendable {
    /// How long a country that a name told is believed.
    static let timeOfName = Duration.seconds(86_400)
    /// How long a host without a telling name is not asked for again.
    static let timeOfNoName = Duration.seconds(3600)

    private let file: Mutex<LocationFile?>
    private let cache: LocationCache
    private let names: NameLookups?
    /// Neither file nor names: nothing will ever be known.
    private let isBlind: Bool

    /// Opens the file, which may take a few milliseconds.
    ///
    /// - Parameters:
    ///   - path: A file in the MaxMind DB format 2.0 (GeoLite2, DB-IP and the like) with countries or cities, from a source
    ///     that is trusted. It is mapped into memory: a newer one is to be renamed into its place, never written over it,
    ///     and is read from the next start on.
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

    /// What is known at once, without any waiting; nil where the address has yet to be looked up.
    ///
    /// An address that is not global unicast (private, link-local, shared, documentation, ...), or is no address at all, is
    /// at once known to be nowhere. An IPv4 address written as IPv6 (mapped, 6to4, NAT64) counts as IPv4.
    package func known(_ address: String) -> Whereabouts? {
        guard !isBlind, let address = Address(address), address.isGlobal else { return Whereabouts() }
        return known(address)
    }

    private func known(_ address: Address) -> Whereabouts? {
        guard let found = cache.find(address) else { return nil }
        // Where the file knows nothing of the whole network, the name of the single address may tell.
        return found.isOfNetwork && found.whereabouts.isUnknown && names != nil ? nil : found.whereabouts
    }

    /// What is known, or is in the file. Names are never waited for: where only a name can tell, the first answer is nothing, and
    /// a later one may be a country.
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
        // It throws only where the program is ending.
        guard let found = try? await NIOThreadPool.singleton.runIfActive({ file.find(address) }) else { return nil }
        if !found.whereabouts.isUnknown || found.length <= address.networkLength || names == nil {
            cache.insert(found.whereabouts, address, length: found.length)
        }
        return found.whereabouts
    }

    /// Closes the file once its last reader is through, and asks for no more names. Waits for nothing; what is known
    /// stays known. May be called more than once.
    package func close() {
        names?.close()
        file.withLock { $0 = nil }
    }
}
