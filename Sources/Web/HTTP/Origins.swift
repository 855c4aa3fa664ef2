import HTTPTypes
package import Hummingbird
package import Locating
package import News

/// Who is behind a connection: an address of the newspaper's own, and where it roughly is.
package struct Origin: Sendable, Hashable {
    /// Whether the address lies in one of the newspaper's own networks.
    var isIntranet = false
    /// As of ISO 3166-1, in two capital letters.
    var country: String?
    /// Roughly.
    var place: Place?
}

/// Finds out who is behind a connection. Only a trusted proxy is believed when it says for whom it asks.
package struct Origins: Sendable {
    package let intranet: [AddressRange]
    package let proxies: [AddressRange]
    package let locator: AddressLocator

    package init(intranet: [AddressRange], proxies: [AddressRange], locator: AddressLocator) {
        self.intranet = intranet
        self.proxies = proxies
        self.locator = locator
    }

    /// The origin of a request where it is known at once; nil where the address has yet to be looked up.
    /// - Parameters:
    ///   - peer: the address of the other end of the connection.
    ///   - masthead: tells whether it makes a difference where somebody is.
    ///   - header: gives a header's lines, joined by commas, by its name in lower case.
    package func known(behind peer: String?, for masthead: Masthead?, header: (String) -> String?) -> Origin? {
        guard let address = peer.flatMap({ client(behind: $0, header: header) }) else { return Origin() }
        return known(address, for: masthead)
    }

    private func known(_ address: String, for masthead: Masthead?) -> Origin? {
        guard masthead?.dependsOnPlace == true else { return origin(address, Whereabouts()) }
        return locator.known(address).map { origin(address, $0) }
    }

    /// The origin of a request; its address is looked up where that takes no waiting for other machines.
    package func find(behind peer: String?, for masthead: Masthead?, header: (String) -> String?) async -> Origin {
        guard let address = peer.flatMap({ client(behind: $0, header: header) }) else { return Origin() }
        if let known = known(address, for: masthead) { return known }
        return origin(address, await locator.find(address))
    }

    private func origin(_ address: String, _ whereabouts: Whereabouts) -> Origin {
        Origin(
            isIntranet: intranet.contains { $0.contains(address) }, country: whereabouts.country,
            place: whereabouts.place?.coarse)
    }

    /// The address that asks; nil where it is not known.
    package func client(_ request: Request, _ context: NewsRequestContext) -> String? {
        context.remoteAddress.flatMap { peer in
            client(behind: peer) { name in HTTPField.Name(name).flatMap { request.headers[$0] } }
        }
    }

    /// The address that asks: the last one named that is no trusted proxy itself, which nobody before it could forge. Nil where both
    /// headers are there and name different ones: a proxy writes one of them and lets the other through as a client forged it.
    func client(behind peer: String, header: (String) -> String?) -> String? {
        guard !proxies.isEmpty, isTrusted(peer) else { return peer }
        let chains = [header("forwarded").map(Self.forwarded), header("x-forwarded-for").map(Self.list)].compactMap(
            \.self)
        let clients = Set(chains.map { last(of: $0) ?? peer })
        return clients.count > 1 ? nil : clients.first ?? peer
    }

    private func last(of chain: [String]) -> String? {
        var client: String?
        for address in chain.reversed() {
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
    package mutating func fill(from origin: Origin) {
        isIntranet = origin.isIntranet
        country = origin.country
        if languages.isEmpty { languages = country.map(CountryLanguages.languages) ?? [] }
        guard latitude == nil || longitude == nil, let place = origin.place else { return }
        (latitude, longitude, placeIsOfAddress) = (place.latitude, place.longitude, true)
    }
}

extension Masthead {
    /// Whether readers get something else by where they are.
    fileprivate var dependsOnPlace: Bool { hasPlaces || languages.count > 1 }
}
