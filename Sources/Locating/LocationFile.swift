import CMaxMind
import News

/// A file in the MaxMind DB format 2.0, mapped into memory, with the countries and places of networks.
///
/// While it is open it must not be written to, or the mapping breaks: a newer file is renamed into its
/// place, and read from the next start on.
package final class LocationFile: Sendable {
    /// At an address of its own, since the library's entries point to it. `open` writes to it before anyone
    /// else has it, and `deinit` after everyone; in between the library only reads it, which it allows from
    /// many threads at a time.
    nonisolated(unsafe) private let database: UnsafeMutablePointer<MMDB_s>

    /// The error in kilometres beyond which a place says nothing that the country does not say.
    private static let worstRadius = 200.0

    /// Opens a file. Throws `notOpened` or `notUsable`.
    package init(_ path: String) throws(LocatingError) { database = try Self.open(path) }

    deinit {
        MMDB_close(database)
        database.deallocate()
    }

    private static func open(_ path: String) throws(LocatingError) -> UnsafeMutablePointer<MMDB_s> {
        let database = UnsafeMutablePointer<MMDB_s>.allocate(capacity: 1)
        database.initialize(to: MMDB_s())
        var status = MMDB_open(path, UInt32(MMDB_MODE_MMAP), database)
        if status == MMDB_SUCCESS {
            var root = MMDB_search_node_s()
            status = MMDB_read_node(database, 0, &root)
            if status != MMDB_SUCCESS { MMDB_close(database) }
        }
        if status == MMDB_SUCCESS { return database }
        database.deallocate()
        guard status != MMDB_FILE_OPEN_ERROR, let reason = MMDB_strerror(status) else { throw .notOpened(path: path) }
        throw .notUsable(path: path, reason: sentence(String(cString: reason)))
    }

    /// The library's reasons without their full stop, and beginning in lower case.
    private static func sentence(_ reason: String) -> String {
        let words = reason.last == "." ? reason.dropLast() : reason[...]
        return words.prefix(1).lowercased() + words.dropFirst()
    }

    /// The whereabouts of an address in the file, and the number of the address's 128 bits by which they were
    /// found. Never throws: damage further inside counts as if nothing were known.
    package func find(_ address: Address) -> (whereabouts: Whereabouts, length: Int) {
        var status = MMDB_SUCCESS
        let result = address.withSocketAddress { socket, _ in MMDB_lookup_sockaddr(database, socket, &status) }
        guard status == MMDB_SUCCESS else { return (Whereabouts(), 0) }
        // A file of IPv4 alone counts from the start of those bits.
        let skipped = address.isV4 && database.pointee.metadata.ip_version == 4 ? 96 : 0
        let whereabouts = result.found_entry ? Self.whereabouts(LocationEntry(result.entry)) : Whereabouts()
        return (whereabouts, skipped + Int(result.netmask))
    }

    private static func whereabouts(_ entry: LocationEntry) -> Whereabouts {
        let code = entry.text("country", "iso_code") ?? entry.text("registered_country", "iso_code")
        var whereabouts = Whereabouts(country: code.flatMap(Country.init(code:))?.code)
        let radius = entry.number("location", "accuracy_radius") ?? 0
        if radius <= worstRadius, let latitude = entry.number("location", "latitude"),
            let longitude = entry.number("location", "longitude")
        {
            whereabouts.place = Place(latitude: latitude, longitude: longitude)
        }
        return whereabouts
    }
}
