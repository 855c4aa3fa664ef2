/// The part of an address that may be logged.
package enum LoggedPath {
    /// The segments that precede a secret.
    private static let beginnings: [[Substring]] = [["devices"], ["admin", "welcome"]]

    /// The path without any secrets in it, split as the router does: empty segments do not count, nor does
    /// a host in front.
    package static func of(_ path: String) -> String {
        let start = path.firstRange(of: "://").map(\.upperBound)
        var parts = path[(start ?? path.startIndex)...].split(separator: "/")
        if start != nil { parts = Array(parts.dropFirst()) }
        let known = beginnings.first { parts.count > $0.count && parts.starts(with: $0) }
        return known.map { "/\($0.joined(separator: "/"))/-" } ?? path
    }
}
