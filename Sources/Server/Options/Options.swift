package import Archive
package import Configuration
package import Foundation
import Locating
package import Logging
package import News
import Syndication
package import Web

/// The operator's settings. Each is a command-line option or its environment twin: `N4MD_` and the name in
/// capitals.
package struct Options: Sendable {
    /// The address to listen on.
    package var host: String
    /// The TCP port; 0 picks any free one.
    package var port: Int
    /// The folder for pictures and the embedded database.
    package var data: String
    /// A PostgreSQL URL or connection string; nil starts the embedded cluster.
    package var databaseURL: String?
    /// The number of connections to PostgreSQL.
    package var databaseConnections: Int
    /// The longest that readers and editors wait for a statement, or for their turn.
    package var databaseTimeout: Duration
    /// The longest that a reader waits for an unresponsive database when an earlier answer is available.
    package var databasePatience: Duration
    /// The address at which readers reach the server: the root of all links.
    package var publicURL: String
    /// The newspaper's time zone, in which its pages show times.
    package var timeZone: TimeZone
    /// The newspaper's own networks.
    package var intranet: [AddressRange]
    /// The proxies in front of the server, which are trusted to name the client they forward for.
    package var trustedProxies: [AddressRange]
    /// Networks outside the open internet that the server may call anyway.
    package var outgoingNetworks: [AddressRange]
    /// The same for subscribers of feeds, whose addresses anyone may supply.
    package var subscriberNetworks: [AddressRange]
    /// Other hubs to notify when one of the newspaper's own feeds changes.
    package var hubs: [CallbackAddress]
    /// A file in the MaxMind DB format that maps addresses to places; nil for none.
    package var locationDatabase: String?
    /// Whether the server may look up the names of readers' hosts, to learn their country.
    package var asksNames: Bool
    /// The contact for security reports, as a mailto, https or tel address; nil if none is given.
    package var securityContact: String?
    /// Bytes of rendered documents and pictures to keep in memory.
    package var cacheBytes: Int
    /// The formats in which photographs are offered, in the order in which they are made.
    package var pictureFormats: [PictureFormat]
    /// The number of API requests allowed per minute, and also at once.
    var apiQuotas: RateLimits.Quotas
    /// The seconds that a request may take, from its first byte to the last byte of its response.
    package var requestTimeout: Int
    /// The most connections at a time.
    package var connectionLimit: Int
    /// The most connections at a time from one address, or from one /64 of IPv6.
    package var connectionsPerAddress: Int
    /// Whether every request gets a line in the log.
    package var logsRequests: Bool
    /// The level of log lines other than requests; nil leaves it to the command.
    package var logLevel: Logger.Level?
    /// The folder of PostgreSQL's programs; nil looks in the usual places.
    package var postgresPrograms: String?

    /// The most other hubs, since each is notified of each change.
    static let hubLimit = 10

    /// Reads the options. Throws `OptionError` with every fault found.
    package init(_ configuration: ConfigReader) throws(OptionError) {
        var faults: [String] = []
        func text(_ name: String) -> String? {
            configuration.string(
                forKey: ConfigKey(["n4md"] + name.split(separator: "_").map(String.init)),
                isSecret: name == "database_url")
        }
        func number(_ name: String, _ fallback: Int, _ range: ClosedRange<Int>) -> Int {
            guard let text = text(name) else { return fallback }
            if let number = Int(text), range.contains(number) { return number }
            faults.append(
                "N4MD_\(name.uppercased()) is \(text), but must be a number from \(range.lowerBound) to \(range.upperBound)"
            )
            return fallback
        }
        func choice(_ name: String, _ choices: [String]) -> String? {
            guard let text = text(name) else { return nil }
            if choices.contains(text) { return text }
            faults.append(
                "N4MD_\(name.uppercased()) is \(text), but must be one of \(choices.joined(separator: ", "))")
            return nil
        }
        host = text("host") ?? "127.0.0.1"
        port = number("port", 8080, 0...65535)
        data = text("data") ?? ".n4md"
        databaseURL = text("database_url")
        databaseConnections = number("database_connections", 4, 1...100)
        databaseTimeout = .seconds(number("database_timeout", 5, 1...600))
        databasePatience = .milliseconds(number("database_patience", 200, 10...600_000))
        publicURL = text("public_url") ?? "http://localhost:\(port)"
        let zone = text("time_zone") ?? "UTC"
        timeZone = TimeZone(identifier: zone) ?? .gmt
        if TimeZone(identifier: zone) == nil {
            faults.append("N4MD_TIME_ZONE is \(zone), but must be an IANA name, such as Europe/Lisbon")
        }
        cacheBytes = number("cache_megabytes", 64, 1...100_000) * 1_000_000
        let best = choice("picture_formats", PictureFormat.ladders.map(\.rawValue)) ?? PictureFormat.avif.rawValue
        pictureFormats =
            Array(PictureFormat.ladders.prefix { $0.rawValue != best }) + [PictureFormat(rawValue: best) ?? .jpeg]
        locationDatabase = text("location_database")
        asksNames = choice("reverse_dns", ["on", "off"]) != "off"
        apiQuotas = RateLimits.Quotas(
            reads: number("api_reads", 600, 1...1_000_000), writes: number("api_writes", 120, 1...1_000_000),
            strangers: number("api_strangers", 60, 1...1_000_000))
        requestTimeout = number("request_timeout", 60, 1...3600)
        connectionLimit = number("connection_limit", 4096, 1...1_000_000)
        connectionsPerAddress = number("connections_per_address", 256, 1...1_000_000)
        logsRequests = choice("access_log", ["on", "off"]) != "off"
        logLevel = choice("log_level", Logger.Level.allCases.map(\.rawValue)).flatMap { Logger.Level(rawValue: $0) }
        postgresPrograms = text("postgres_bin")
        func ranges(_ name: String) -> [AddressRange] {
            (text(name) ?? "").split(separator: ",").compactMap { part in
                let range = part.trimmingCharacters(in: .whitespaces)
                if let range = AddressRange(range) { return range }
                faults.append("N4MD_\(name.uppercased()) holds \(range), which is not a CIDR range such as 10.0.0.0/8")
                return nil
            }
        }
        securityContact = text("security_contact")
        if let contact = securityContact,
            !["mailto:", "https://", "tel:"].contains(where: contact.hasPrefix)
                || !contact.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
        {
            faults.append(
                "N4MD_SECURITY_CONTACT is \(contact), but must be an address that begins with mailto:, https:// or tel:"
            )
        }
        intranet = ranges("intranet")
        trustedProxies = ranges("trusted_proxies")
        outgoingNetworks = ranges("outgoing_networks")
        subscriberNetworks = ranges("subscriber_networks")
        hubs = (text("hubs") ?? "").split(separator: ",").compactMap { part in
            let url = part.trimmingCharacters(in: .whitespaces)
            if let hub = CallbackAddress(url) { return hub }
            faults.append("N4MD_HUBS holds \(url), which is not an address such as https://hub.example.org/")
            return nil
        }
        if hubs.count > Self.hubLimit { faults.append("N4MD_HUBS holds more than \(Self.hubLimit) addresses") }
        if !["http", "https"].contains(URL(string: publicURL)?.scheme ?? "") || URL(string: publicURL)?.host == nil {
            faults.append("N4MD_PUBLIC_URL is \(publicURL), but must begin with http:// or https:// and name a host")
        }
        guard faults.isEmpty else { throw OptionError(faults: faults) }
    }

    /// The typed tree of addresses under the public URL.
    var site: Site { Site(publicURL: publicURL) }

    /// The user agent that other servers see, with an address for more information.
    var agent: String { "N4MD (+\(site.root)/)" }

    /// Whether other servers can call the public address: its host is a name, or an address on the open
    /// internet.
    var isPublic: Bool {
        guard let host = URL(string: publicURL)?.host()?.lowercased() else { return false }
        let address = AddressRange.plain(host.trimmingCharacters(in: ["[", "]"]))
        return host != "localhost" && !host.hasSuffix(".localhost") && address.map(isGlobalAddress) ?? true
    }

    /// Whether the server may connect to an IP address.
    func mayReach(_ address: String) -> Bool {
        isGlobalAddress(address) || outgoingNetworks.contains { $0.contains(address) }
    }

    /// Whether the server may connect to an IP address on behalf of a feed's subscriber.
    func maySubscribe(_ address: String) -> Bool {
        isGlobalAddress(address) || subscriberNetworks.contains { $0.contains(address) }
    }
}
