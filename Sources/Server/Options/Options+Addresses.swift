import Foundation
import Locating
import Syndication
import Web

// Values derived from several options.
extension Options {
    /// The typed tree of addresses under the public URL.
    var site: Site { Site(publicURL: readers.publicURL) }

    /// The user agent that other servers see, with an address for more information.
    var agent: String { "N4MD (+\(site.root)/)" }

    /// The same for the weather service, whose terms ask for a way to reach the operator.
    var weatherAgent: String { "N4MD (+\(site.root)/\(readers.securityContact.map { "; \($0)" } ?? ""))" }

    /// Whether other servers can call the public address: its host is a name, or an address on the open
    /// internet.
    var isPublic: Bool {
        guard let host = URL(string: readers.publicURL)?.host()?.lowercased() else { return false }
        let address = AddressRange.plain(host.trimmingCharacters(in: ["[", "]"]))
        return host != "localhost" && !host.hasSuffix(".localhost") && address.map(isGlobalAddress) ?? true
    }

    /// Whether the server may connect to an IP address.
    func mayReach(_ address: String) -> Bool {
        isGlobalAddress(address) || partners.outgoingNetworks.contains { $0.contains(address) }
    }

    /// Whether the server may connect to an IP address on behalf of a feed's subscriber.
    func maySubscribe(_ address: String) -> Bool {
        isGlobalAddress(address) || partners.subscriberNetworks.contains { $0.contains(address) }
    }
}
