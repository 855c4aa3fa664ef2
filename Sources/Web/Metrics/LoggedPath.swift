/// The part of an address that may stand in a log.
package enum LoggedPath {
    /// What comes before a secret.
    private static let beginnings: [[Substring]] = [["devices"], ["admin", "welcome"]]

    /// The path without the secrets that stand in some, as the router reads it: empty parts do not count, nor does a host before it.
    package static func of(_ path: String) -> String {
        let start = path.firstRange(of: "://").map(\.upperBound)
        var parts = path[(start ?? path.startIndex)...].split(separator: "/")
        if start != nil { parts = Array(parts.dropFirst()) }
        let known = beginnings.first { parts.count > $0.count && parts.starts(with: $0) }
        return known.map { "/\($0.joined(separator: "/"))/-" } ?? path
    }
}
