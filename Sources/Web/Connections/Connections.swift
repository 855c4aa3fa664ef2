import Glibc
package import Logging
package import NIOCore
import Synchronization

/// The open connections. Nobody can take everyone's places: an address (or a /64 of IPv6) has a limit, and
/// when places are short, the connection that has been idle longest gives way. A few more places are
/// reserved for health checks.
package final class Connections: Sendable {
    /// Limits on simultaneous connections.
    package struct Limits: Sendable {
        /// In total.
        package var all: Int
        /// From one address, or from one /64 of IPv6.
        package var perAddress: Int
        /// In addition to all others, for `/health/` alone.
        var reserve: Int = 64

        package init(all: Int, perAddress: Int, reserve: Int = 64) {
            self.all = all
            self.perAddress = perAddress
            self.reserve = reserve
        }
    }

    /// The place of a connection.
    package final class Place: Sendable {
        /// Whether only `/health/` is answered here.
        let isReserve: Bool
        fileprivate let channel: any Channel
        fileprivate let network: String
        /// When the connection became idle, in nanoseconds of `NIODeadline`; 0 while a request is under
        /// way.
        private let since: Atomic<UInt64>

        fileprivate init(_ channel: any Channel, network: String, isReserve: Bool) {
            (self.channel, self.network, self.isReserve) = (channel, network, isReserve)
            since = Atomic(NIODeadline.now().uptimeNanoseconds)
        }

        /// Records that the head of a request has arrived.
        func ask() { since.store(0, ordering: .relaxed) }
        /// Records that every request has been answered.
        func rest() { since.store(NIODeadline.now().uptimeNanoseconds, ordering: .relaxed) }

        fileprivate var waitsSince: UInt64? {
            let moment = since.load(ordering: .relaxed)
            return moment == 0 ? nil : moment
        }
    }

    fileprivate struct Table {
        var places: [String: [ObjectIdentifier: Place]] = [:]
        var (count, reserved) = (0, 0)
        var (givenUp, refused) = (0, 0)
        var toldAt: NIODeadline?
    }

    private let limits: Limits
    private let log: Logger
    /// Proxies, which connect on behalf of many clients.
    private let isExempt: @Sendable (String) -> Bool
    private let table = Mutex(Table())

    package init(_ limits: Limits, log: Logger, isExempt: @escaping @Sendable (String) -> Bool = { _ in false }) {
        (self.limits, self.log, self.isExempt) = (limits, log, isExempt)
    }

    /// A place for a new connection; nil if there is none and the connection is to be closed.
    package func admit(_ channel: any Channel) -> Place? {
        let address = channel.remoteAddress?.ipAddress ?? ""
        let network = AddressRange.network(of: address)
        let limit = isExempt(address) ? Int.max : limits.perAddress
        let (place, victims) = table.withLock { $0.admit(channel, network, limit: limit, limits) }
        for victim in victims { victim.channel.close(promise: nil) }
        guard let place else {
            tellRefusal(of: address)
            return nil
        }
        channel.closeFuture.whenComplete { _ in self.table.withLock { $0.remove(place) } }
        return place
    }

    /// Logs at most once a minute, so that an attack does not fill the disk.
    private func tellRefusal(of address: String) {
        let isDue = table.withLock { table in
            guard table.toldAt.map({ $0 + .seconds(60) < .now() }) ?? true else { return false }
            table.toldAt = .now()
            return true
        }
        guard isDue else { return }
        log.warning(
            "refused a connection: \(address) has too many; if it is a proxy, add it to N4MD_TRUSTED_PROXIES (n4md_connections_refused counts all)"
        )
    }

    /// Closes this many of the connections that have been idle longest.
    func makeRoom(_ count: Int) {
        let victims = table.withLock { table in (0..<count).compactMap { _ in table.takeOldest(of: table.all) } }
        for victim in victims { victim.channel.close(promise: nil) }
    }

    /// The connections now, and since the start those that gave way and those that were refused.
    package var counts: (now: Int, givenUp: Int, refused: Int) {
        table.withLock { ($0.count + $0.reserved, $0.givenUp, $0.refused) }
    }
}

extension Connections.Table {
    fileprivate typealias Place = Connections.Place

    fileprivate mutating func admit(
        _ channel: any Channel, _ network: String, limit: Int, _ limits: Connections.Limits
    ) -> (Place?, victims: [Place]) {
        var victims: [Place] = []
        func give(_ isReserve: Bool, _ table: inout Self) -> Place {
            let place = Place(channel, network: network, isReserve: isReserve)
            table.places[network, default: [:]][ObjectIdentifier(place)] = place
            if isReserve { table.reserved += 1 } else { table.count += 1 }
            return place
        }
        func makeRoom(_ among: some Sequence<Place>, _ table: inout Self) -> Bool {
            guard let oldest = table.takeOldest(of: among) else { return false }
            victims.append(oldest)
            return true
        }
        if let own = places[network]?.values, own.count >= limit, !makeRoom(own, &self) {
            refused += 1
            return (nil, victims)
        }
        if count < limits.all || makeRoom(all.filter { !$0.isReserve }, &self) { return (give(false, &self), victims) }
        if reserved < limits.reserve || makeRoom(all.filter(\.isReserve), &self) {
            return (give(true, &self), victims)
        }
        refused += 1
        return (nil, victims)
    }

    /// Does nothing if it is already gone.
    fileprivate mutating func remove(_ place: Place) {
        guard places[place.network]?.removeValue(forKey: ObjectIdentifier(place)) != nil else { return }
        if places[place.network]?.isEmpty == true { places[place.network] = nil }
        if place.isReserve { reserved -= 1 } else { count -= 1 }
    }

    /// Removes the connection that has been idle longest; nil if none is idle.
    fileprivate mutating func takeOldest(of places: some Sequence<Place>) -> Place? {
        guard let oldest = places.oldestWaiting else { return nil }
        remove(oldest)
        givenUp += 1
        return oldest
    }

    fileprivate var all: some Sequence<Place> { places.values.lazy.flatMap(\.values) }
}

extension Sequence<Connections.Place> {
    /// The connection that has been idle longest.
    fileprivate var oldestWaiting: Connections.Place? {
        var oldest: (place: Connections.Place, since: UInt64)?
        for place in self {
            if let since = place.waitsSince, since < oldest?.since ?? .max { oldest = (place, since) }
        }
        return oldest?.place
    }
}

extension Connections.Limits {
    /// Files that the program has open besides connections: pictures, the database, what it fetches.
    private static let otherFiles = 1024

    /// Raises the process's limit on open files to what these limits need. If the system allows less,
    /// lowers the limits to fit.
    package mutating func fitOpenFiles(log: Logger) {
        var files = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &files) == 0 else { return }
        let wanted = rlim_t(all + reserve + Self.otherFiles)
        guard files.rlim_cur < wanted else { return }
        files.rlim_cur = Swift.min(wanted, files.rlim_max)
        _ = setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &files)
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &files) == 0, files.rlim_cur < wanted else {
            return
        }
        let open = Int(files.rlim_cur)
        all = Swift.min(all, Swift.max(open - reserve - Self.otherFiles, open / 2))
        log.warning(
            "the system allows \(open) open files, so there are at most \(all) connections: raise it (LimitNOFILE, ulimit -n)"
        )
    }
}
