package import Archive
package import Configuration
package import Credentials
package import Foundation
package import Logging
package import News
import Syndication
package import Weather
package import Web

/// The operator's settings, by what they are for. Each is a command-line option or its environment twin:
/// `N4MD_` and the name in capitals.
package struct Options: Sendable {
    package let listening: Listening
    package let storage: Storage
    package let readers: Readers
    package let partners: Partners
    package let push: Push
    /// How mails are sent; nil if none are.
    package let mail: Mail?

    /// Reads the options. Throws `OptionError` with every fault found.
    /// - Parameter isDemo: whether the newspaper is one to try, which needs fewer of them.
    package init(_ configuration: ConfigReader, isDemo: Bool = false) throws(OptionError) {
        var settings = SettingReader(configuration)
        listening = Listening(&settings)
        storage = Storage(&settings)
        readers = Readers(&settings, port: listening.port)
        partners = Partners(&settings)
        push = Push(&settings, demo: isDemo ? readers.publicURL : nil)
        mail = Mail(&settings, publicURL: readers.publicURL)
        guard settings.faults.isEmpty else { throw OptionError(faults: settings.faults) }
    }
}

extension Options {
    /// How the server listens, and for how long to whom.
    package struct Listening: Sendable {
        /// The address to listen on.
        package let host: String
        /// The TCP port; 0 picks any free one.
        package let port: Int
        /// The proxies in front of the server, which are trusted to name the client they forward for.
        package let trustedProxies: [AddressRange]
        /// The seconds that a request may take, from its first byte to the last byte of its response.
        package let requestTimeout: Int
        /// The most connections at a time.
        package let connectionLimit: Int
        /// The most connections at a time from one address, or from one /64 of IPv6.
        package let connectionsPerAddress: Int
        /// Whether every request gets a line in the log.
        package let logsRequests: Bool
        /// The level of log lines other than requests; nil leaves it to the command.
        package let logLevel: Logger.Level?

        fileprivate init(_ settings: inout SettingReader) {
            host = settings.text("host") ?? "127.0.0.1"
            port = settings.number("port", 8080, 0...65535)
            trustedProxies = settings.ranges("trusted_proxies")
            requestTimeout = settings.number("request_timeout", 60, 1...3600)
            connectionLimit = settings.number("connection_limit", 4096, 1...1_000_000)
            connectionsPerAddress = settings.number("connections_per_address", 256, 1...1_000_000)
            logsRequests = settings.isOn("access_log")
            logLevel = settings.choice("log_level", Logger.Level.allCases.map(\.rawValue)).flatMap {
                Logger.Level(rawValue: $0)
            }
        }
    }
}

extension Options {
    /// Where everything is kept.
    package struct Storage: Sendable {
        /// The folder for pictures and the embedded database.
        package let data: String
        /// A PostgreSQL URL or connection string; nil starts the embedded cluster.
        package let databaseURL: String?
        /// The number of connections to PostgreSQL.
        package let databaseConnections: Int
        /// The longest that readers and editors wait for a statement, or for their turn.
        package let databaseTimeout: Duration
        /// The longest that a reader waits for an unresponsive database when an earlier answer is available.
        package let databasePatience: Duration
        /// The folder of PostgreSQL's programs; nil looks in the usual places.
        package let postgresPrograms: String?
        /// What seals the newspaper's keys in the database; nil for the one in the data folder.
        package let secret: Secret?

        fileprivate init(_ settings: inout SettingReader) {
            data = settings.text("data") ?? ".n4md"
            databaseURL = settings.text("database_url", isSecret: true)
            databaseConnections = settings.number("database_connections", 4, 1...100)
            databaseTimeout = .seconds(settings.number("database_timeout", 5, 1...600))
            databasePatience = .milliseconds(settings.number("database_patience", 200, 10...600_000))
            postgresPrograms = settings.text("postgres_bin")
            secret = settings.secret()
        }
    }
}

extension Options {
    /// How the newspaper shows itself to readers.
    package struct Readers: Sendable {
        /// The address at which readers reach the server: the root of all links.
        package let publicURL: String
        /// Whether the operator gave that address.
        let isPublicURLGiven: Bool
        /// The newspaper's time zone, in which its pages show times.
        package let timeZone: TimeZone
        /// The newspaper's own networks.
        package let intranet: [AddressRange]
        /// A file in the MaxMind DB format that maps addresses to places; nil for none.
        package let locationDatabase: String?
        /// Whether the server may look up the names of readers' hosts, to learn their country.
        package let asksNames: Bool
        /// The service that forecasts the weather at readers' places; nil for none.
        package let weather: WeatherService?
        /// The contact for security reports, as a mailto, https or tel address; nil if none is given.
        package let securityContact: String?
        /// Bytes of rendered documents and pictures to keep in memory.
        package let cacheBytes: Int
        /// The formats in which photographs are offered, in the order in which they are made.
        package let pictureFormats: [PictureFormat]

        /// - Parameter port: that of the public address, unless the operator gives one.
        fileprivate init(_ settings: inout SettingReader, port: Int) {
            publicURL = settings.publicURL(port: port)
            isPublicURLGiven = settings.text("public_url") != nil
            timeZone = settings.timeZone()
            intranet = settings.ranges("intranet")
            locationDatabase = settings.text("location_database")
            asksNames = settings.isOn("reverse_dns")
            weather = settings.weather()
            securityContact = settings.contact()
            cacheBytes = settings.number("cache_megabytes", 64, 1...100_000) * 1_000_000
            pictureFormats = settings.pictureFormats()
        }
    }
}

extension Options {
    /// Exchange with other programs: how much they may ask, and which networks the server calls.
    package struct Partners: Sendable {
        /// The number of API requests allowed per minute, and also at once.
        package let apiQuotas: RateLimits.Quotas
        /// Networks outside the open internet that the server may call anyway.
        package let outgoingNetworks: [AddressRange]
        /// The same for subscribers of feeds, whose addresses anyone may supply.
        package let subscriberNetworks: [AddressRange]
        /// Other hubs to notify when one of the newspaper's own feeds changes.
        package let hubs: [CallbackAddress]

        /// The most other hubs, since each is notified of each change.
        static let hubLimit = 10

        fileprivate init(_ settings: inout SettingReader) {
            apiQuotas = RateLimits.Quotas(
                reads: settings.number("api_reads", 600, 1...1_000_000),
                writes: settings.number("api_writes", 120, 1...1_000_000),
                strangers: settings.number("api_strangers", 60, 1...1_000_000))
            outgoingNetworks = settings.ranges("outgoing_networks")
            subscriberNetworks = settings.ranges("subscriber_networks")
            hubs = settings.hubs(atMost: Self.hubLimit)
        }
    }
}

extension Options {
    /// Messages to readers' devices (Web Push).
    package struct Push: Sendable {
        /// Where push services can reach the operator; nil if there is no push.
        package let contact: PushContact?
        /// Networks in which push services may be, also without TLS.
        package let networks: [AddressRange]
        /// Whether some of the devices are simulated.
        package let isDemo: Bool

        /// - Parameter demo: the public address of a newspaper to try, which is its own contact where push services take it.
        fileprivate init(_ settings: inout SettingReader, demo: String?) {
            contact =
                settings.pushContact()
                ?? demo.flatMap { (try? PushContact($0)) ?? (try? PushContact(Self.demoContact)) }
            networks = settings.ranges("push_networks")
            isDemo = demo != nil
        }

        /// The contact of a demo at an address that nobody else can reach.
        private static let demoContact = "mailto:push@example.org"
    }
}
