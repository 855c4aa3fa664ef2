import Fetching
import Foundation

extension FetchAnswer {
    /// The absolute addresses in the `Link` headers (RFC 8288), by relation. Hostile responses are only
    /// partly read.
    var links: [String: [String]] {
        let base = URL(string: url)
        var links: [String: [String]] = [:]
        for header in headers.lazy.filter({ $0.name == "link" && $0.value.utf8.count <= Self.lengthLimit }).prefix(
            Self.headerLimit)
        {
            for link in Self.links(in: header.value) {
                guard let address = URL(string: link.target, relativeTo: base)?.absoluteString else { continue }
                for relation in link.relations { links[relation, default: []].append(address) }
            }
        }
        return links
    }

    /// The maximum number of headers read, and the maximum length of each in bytes.
    private static let (headerLimit, lengthLimit) = (10, 4000)

    /// Parses `<target>; name=value; name="value"`, separated by commas, in linear time.
    static func links(in header: String) -> [(target: String, relations: [String])] {
        var links: [(target: String, relations: [String])] = []
        var rest = Substring(header)
        while let start = rest.firstIndex(of: "<"), let end = rest[start...].firstIndex(of: ">") {
            let target = rest[start...].dropFirst().prefix { $0 != ">" }
            rest = rest[end...].dropFirst()
            var relations: [String] = []
            while let parameter = parameter(&rest) {
                if relations.isEmpty, parameter.name == "rel" {
                    relations = parameter.value.split(separator: " ").map { $0.lowercased() }
                }
            }
            links.append((String(target), relations))
        }
        return links
    }

    /// The next parameter of a link; nil if there is none.
    private static func parameter(_ rest: inout Substring) -> (name: String, value: String)? {
        rest = rest.drop { $0.isWhitespace }
        guard rest.first == ";" else { return nil }
        rest = rest.dropFirst().drop { $0.isWhitespace }
        let name = rest.prefix { !"=;,".contains($0) && !$0.isWhitespace }
        rest = rest.dropFirst(name.count).drop { $0.isWhitespace }
        guard rest.first == "=" else { return (name.lowercased(), "") }
        rest = rest.dropFirst().drop { $0.isWhitespace }
        var value = ""
        if rest.first == "\"" {
            let quoted = rest.dropFirst().prefix { $0 != "\"" }
            value = String(quoted)
            rest = rest.dropFirst(quoted.count + 2)
        } else {
            value = String(rest.prefix { !";,".contains($0) && !$0.isWhitespace })
            rest = rest.dropFirst(value.count)
        }
        return (name.lowercased(), value)
    }
}
