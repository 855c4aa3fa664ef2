/// The part of an address that may be logged.
package enum LoggedPath {
    /// The segments that precede a secret.
    private static let beginnings: [[Substring]] = [["devices"], ["admin", "welcome"], ["websub", "sources"]]
    /// A word of each of them.
    private static let marks = ["devices", "welcome", "websub"].map { Array($0.utf8) }

    /// The path without any secrets in it, split as the router does: empty segments do not count, nor does
    /// a host in front.
    package static func of(_ path: String) -> String {
        // Nearly all paths have none, which is seen from their bytes.
        guard marks.contains(where: path.contains(bytes:)) else { return path }
        let start = path.firstRange(of: "://").map(\.upperBound)
        var parts = path[(start ?? path.startIndex)...].split(separator: "/")
        if start != nil { parts = Array(parts.dropFirst()) }
        let known = beginnings.first { parts.count > $0.count && parts.starts(with: $0) }
        return known.map { "/\($0.joined(separator: "/"))/-" } ?? path
    }
}

extension String {
    /// Whether these bytes are in it; true if that cannot be seen at once.
    fileprivate func contains(bytes: [UInt8]) -> Bool {
        utf8.withContiguousStorageIfAvailable { text in
            text.indices.contains { text[$0] == bytes[0] && text[$0...].starts(with: bytes) }
        } ?? true
    }
}
