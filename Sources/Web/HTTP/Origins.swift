import HTTPTypes
package import Hummingbird
package import Locating
package import News

/// The origin of a connection: whether it is one of the newspaper's own, and roughly where it comes from.
package struct Origin: Sendable, Hashable {
    /// Whether the address lies in one of the newspaper's own networks.
    var isIntranet = false
    /// The ISO 3166-1 code, in two capital letters.
    var country: String?
    /// The approximate place.
    var place: Place?
    /// The delay of the connection in milliseconds, as `DeviceContext.connectionDelay` has it.
    var delay: Int?
}

/// Determines the origin of connections. Only a trusted proxy is believed when it says for whom it asks.
package struct Origins: Sendable {
    package let intranet: [AddressRange]
    package let proxies: [AddressRange]
    package let locator: AddressLocator
    /// Whether the place of a reader makes a difference whatever the news is about.
    let alwaysLocates: Bool

    package init(
        intranet: [AddressRange], proxies: [AddressRange], locator: AddressLocator, alwaysLocates: Bool = false
    ) {
        self.alwaysLocates = alwaysLocates
        self.intranet = intranet
        self.proxies = proxies
        self.locator = locator
    }

    /// The origin of a request if it is known at once; nil if the address has yet to be looked up.
    /// - Parameters:
    ///   - peer: the address of the other end of the connection.
    ///   - newspaper: tells whether the place of a reader makes a difference.
    ///   - delay: the delay of the connection in milliseconds, if it was measured.
    ///   - header: returns the lines of a header, joined by commas, by its name in lower case.
    package func known(
        behind peer: String?, delay: Int? = nil, for newspaper: Masthead.Understanding?, header: (String) -> String?
    ) -> Origin? {
        guard let peer, let address = client(behind: peer, header: header) else { return Origin() }
        return known(address, delayed(by: delay, peer), for: newspaper)
    }

    private func known(_ address: String, _ delay: Int?, for newspaper: Masthead.Understanding?) -> Origin? {
        guard alwaysLocates || newspaper?.dependsOnPlace == true else { return origin(address, delay, Whereabouts()) }
        return locator.known(address).map { origin(address, delay, $0) }
    }

    /// The origin of a request. Looks its address up if that takes no waiting for other machines.
    package func find(
        behind peer: String?, delay: Int? = nil, for newspaper: Masthead.Understanding?, header: (String) -> String?
    ) async -> Origin {
        guard let peer, let address = client(behind: peer, header: header) else { return Origin() }
        let delay = delayed(by: delay, peer)
        if let known = known(address, delay, for: newspaper) { return known }
        return origin(address, delay, await locator.find(address))
    }

    private func origin(_ address: String, _ delay: Int?, _ whereabouts: Whereabouts) -> Origin {
        Origin(
            isIntranet: intranet.contains { $0.contains(address) }, country: whereabouts.country,
            place: whereabouts.place?.coarse, delay: delay)
    }

    /// The delay of a connection in the policy's steps. That to a proxy says nothing of the reader's.
    private func delayed(by milliseconds: Int?, _ peer: String) -> Int? {
        isTrusted(peer) ? nil : milliseconds.flatMap(DeviceContext.delayStep)
    }

    /// The client's address; nil if it is not known.
    package func client(_ request: Request, _ context: NewsRequestContext) -> String? {
        context.remoteAddress.flatMap { peer in
            client(behind: peer) { name in HTTPField.Name(name).flatMap { request.headers[$0] } }
        }
    }

    /// The client's address: the last one named that is not itself a trusted proxy, which nobody before it
    /// could forge. Nil if both headers are present and disagree: a proxy writes one of them and passes the
    /// other on as a client forged it.
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

    /// Keeps no more entries than a chain of proxies ever has.
    private static func list(_ text: String) -> [String] {
        text.split(separator: ",").suffix(16).map { $0.filter { $0 != " " && $0 != "\t" } }
    }
}

extension DeviceContext {
    /// Fills in what the address reveals, without overriding anything that the device says.
    package mutating func fill(from origin: Origin) {
        isIntranet = origin.isIntranet
        if !tellsLink { connectionDelay = origin.delay }
        country = origin.country
        if languages.isEmpty { languages = country.map(CountryLanguages.languages) ?? [] }
        guard latitude == nil || longitude == nil, let place = origin.place else { return }
        (latitude, longitude, placeIsOfAddress) = (place.latitude, place.longitude, true)
    }
}
