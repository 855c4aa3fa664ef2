import Foundation
import Locating
package import Web
import WebPush

/// Which addresses may be the endpoint of a subscription, which anybody may name.
package struct EndpointRules: Sendable {
    /// Networks in which push services may be, also without TLS.
    let networks: [AddressRange]

    package init(networks: [AddressRange]) { self.networks = networks }

    /// The longest endpoint, in bytes.
    static let limit = 1000

    /// Whether the server may connect to an IP address.
    func mayReach(_ address: String) -> Bool {
        isGlobalAddress(address) || networks.contains { $0.contains(address) }
    }

    /// The fault of an endpoint, worded to follow its name; nil if it has none. What its name resolves to is checked at each connection.
    func fault(_ endpoint: String) -> String? {
        guard endpoint.utf8.count <= Self.limit, endpoint.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }),
            let parts = URLComponents(string: endpoint), let host = parts.host?.lowercased(), !host.isEmpty,
            parts.user == nil, parts.password == nil, parts.fragment == nil, (1...65_535).contains(parts.port ?? 443)
        else {
            return
                "must be an https address without a name, password and fragment, of at most \(Self.limit) characters"
        }
        let address = AddressRange.plain(host.trimmingCharacters(in: ["[", "]"]))
        let isOwn = address.map { address in networks.contains { $0.contains(address) } } ?? false
        guard parts.scheme == "https" || parts.scheme == "http" && isOwn else { return "must be an https address" }
        let isInside = address.map { !mayReach($0) } ?? Self.isLocal(host)
        return isInside ? "is not on the open internet" : nil
    }

    private static func isLocal(_ name: String) -> Bool {
        let labels = name.split(separator: ".")
        return labels.count < 2
            || ["local", "localhost", "internal", "invalid"].contains(labels.last.map(String.init) ?? "")
    }
}
