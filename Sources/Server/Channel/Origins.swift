import HTTPTypes
import News

/// Who is behind a connection: an address of the newspaper's own, and where it roughly is.
struct Origin: Sendable, Hashable {
    /// Whether the address lies in one of the newspaper's own networks.
    var isIntranet = false
    /// As of ISO 3166-1, in two capital letters.
    var country: String?
    /// Roughly.
    var place: Place?
}

/// Finds out who is behind a connection. Only a trusted proxy is believed when it says for whom it asks.
struct Origins: Sendable {
    let intranet: [AddressRange]
    let proxies: [AddressRange]

    /// The origin of a request.
    /// - Parameters:
    ///   - peer: the address of the other end of the connection.
    ///   - header: gives a header's lines, joined by commas, by its name in lower case.
    func origin(of peer: String?, header: (String) -> String?) -> Origin {
        guard let address = peer.map({ client(behind: $0, header: header) }) else { return Origin() }
        return Origin(isIntranet: intranet.contains { $0.contains(address) })
    }

    /// The address that asks: the last one named that is no trusted proxy itself, which nobody before it could forge.
    func client(behind peer: String, header: (String) -> String?) -> String {
        guard !proxies.isEmpty, isTrusted(peer) else { return peer }
        let named = header("forwarded").map(Self.forwarded) ?? header("x-forwarded-for").map(Self.list) ?? []
        var client = peer
        for address in named.reversed() {
            guard let address = AddressRange.plain(address) else { break }
            client = address
            if !isTrusted(address) { break }
        }
        return client
    }

    private func isTrusted(_ address: String) -> Bool { proxies.contains { $0.contains(address) } }

    /// The addresses of `Forwarded: for=192.0.2.43, for="[2001:db8::17]:4711";proto=https` (RFC 7239), in their order.
    private static func forwarded(_ text: String) -> [String] {
        list(text).map { element in
            let parameters = element.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\"" } }
            return String(parameters.first { $0.lowercased().hasPrefix("for=") }?.dropFirst(4) ?? "")
        }
    }

    /// At most as many as a chain of proxies is ever long.
    private static func list(_ text: String) -> [String] {
        text.split(separator: ",").suffix(16).map { $0.filter { $0 != " " && $0 != "\t" } }
    }
}

extension DeviceContext {
    /// What the address tells, below everything that the device says.
    mutating func fill(from origin: Origin) {
        isIntranet = origin.isIntranet
        country = origin.country
        guard latitude == nil || longitude == nil, let place = origin.place else { return }
        (latitude, longitude, placeIsOfAddress) = (place.latitude, place.longitude, true)
    }
}
