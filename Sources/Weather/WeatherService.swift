import Foundation
package import News

/// A service that forecasts the weather in the form of MET Norway's Locationforecast 2.0.
package struct WeatherService: Sendable, Hashable {
    /// Its address, without a place.
    let url: String
    /// Who is credited.
    package let source: WeatherSource

    /// Reads the address that the operator names; nil if it is not a plain http or https address.
    package init?(_ address: String) {
        guard let url = URL(string: address), ["http", "https"].contains(url.scheme ?? ""),
            let host = url.host()?.lowercased(), !host.isEmpty, url.user() == nil, url.fragment() == nil,
            address.utf8.count <= 1000, address.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
        else { return nil }
        self.url = address
        let isNorwegian = host == "met.no" || host.hasSuffix(".met.no")
        source =
            isNorwegian
            ? WeatherSource(name: "MET Norway", link: "https://api.met.no/doc/License")
            : WeatherSource(name: host, link: Self.root(of: url))
    }

    private static func root(of url: URL) -> String {
        "\(url.scheme ?? "https")://\(url.host(percentEncoded: true) ?? "")\(url.port.map { ":\($0)" } ?? "")/"
    }

    /// The address of a place's forecast. The service itself knows how high the place lies.
    func address(of cell: Place) -> String {
        url + (url.contains("?") ? "&" : "?") + "lat=\(cell.latitude)&lon=\(cell.longitude)"
    }
}
