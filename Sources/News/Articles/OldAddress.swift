import Foundation

/// The addresses that articles had before they moved here, in the one form in which they are kept and
/// looked up: the decoded path without a trailing slash, and WordPress's `?p=` with a number if that names
/// the article.
package enum OldAddress {
    /// The longest that is kept, in bytes, as the schema has it.
    package static let limit = 1000

    /// The form of an http or https address, or of a path alone. Nil for other addresses, for those of another
    /// host than the given one, and for paths that lead upwards or that no browser asks for.
    package static func of(_ address: String, host: String? = nil) -> String? {
        var rest = Substring(address)
        for scheme in ["http://", "https://"] where rest.prefix(scheme.count).lowercased() == scheme {
            rest = rest.dropFirst(scheme.count)
            let own = rest.prefix { !"/?#".contains($0) }
            if let host, own.lowercased() != host.lowercased() { return nil }
            rest = rest.dropFirst(own.count)
            if rest.first != "/" { rest = "/" + rest }
        }
        rest = rest.prefix { $0 != "#" }
        let path = rest.prefix { $0 != "?" }
        return of(path: String(path), query: String(rest.dropFirst(path.count + 1)))
    }

    /// The form of a browser's request: a path with its escapes, and a query without its question mark.
    package static func of(path: String, query: String?) -> String? {
        guard path.utf8.count <= 3 * limit, path.hasPrefix("/"), !path.hasPrefix("//") else { return nil }
        var parts: [String] = []
        for part in path.split(separator: "/") {
            guard let part = String(part).removingPercentEncoding, part != "..", part != ".",
                !part.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F || $0 == "/" || $0 == "\\" })
            else { return nil }
            parts.append(part)
        }
        let number = query?.split(separator: "&").first { $0.hasPrefix("p=") }?.dropFirst(2)
        let isNumber = number.map { (1...19).contains($0.utf8.count) && $0.allSatisfy { ("0"..."9").contains($0) } }
        let form =
            "/" + parts.joined(separator: "/").precomposedStringWithCanonicalMapping
            + (isNumber == true ? "?p=\(number ?? "")" : "")
        return form.utf8.count <= limit && form != "/" ? form : nil
    }

    /// The host of an address with its port; nil if it has none.
    package static func host(of address: String) -> String? {
        guard let scheme = address.firstRange(of: "://") else { return nil }
        let host = address[scheme.upperBound...].prefix { !"/?#".contains($0) }
        return host.isEmpty ? nil : String(host)
    }
}
