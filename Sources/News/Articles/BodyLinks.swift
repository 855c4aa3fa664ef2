/// The links in the body of an article, as the sanitiser writes them.
package enum BodyLinks {
    /// The http and https addresses that a sanitised body links to, each once, in order, without fragments.
    package static func addresses(in html: String) -> [String] {
        var addresses: [String] = []
        for link in all(in: html) {
            let address = String(link.prefix { $0 != "#" })
            let isOutside = ["http://", "https://"].contains { address.lowercased().hasPrefix($0) }
            if isOutside, !addresses.contains(address) { addresses.append(address) }
        }
        return addresses
    }

    /// Everything that a sanitised body links to, in order.
    package static func all(in html: String) -> [String] {
        var links: [String] = []
        var rest = html.utf8[...]
        while let open = rest.firstIndex(of: UInt8(ascii: "<")) {
            rest = rest[open...].dropFirst()
            guard rest.starts(with: opening.utf8) else { continue }
            rest = rest.dropFirst(opening.utf8.count)
            links.append(unescaped(String(decoding: rest.prefix { $0 != UInt8(ascii: "\"") }, as: UTF8.self)))
        }
        return links
    }

    private static let opening = "a href=\""

    /// The value of an attribute.
    static func unescaped(_ value: String) -> String {
        guard value.contains("&") else { return value }
        return [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")]
            .reduce(value) { $0.replacing($1.0, with: $1.1) }
    }
}
