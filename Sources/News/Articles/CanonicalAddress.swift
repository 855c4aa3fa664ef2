import Foundation

/// The address of an article's page in one form, so that two addresses of one page compare equal: without
/// scheme, default ports, `www.`, index files, and anything that may say how a reader came or where on the
/// page to begin; AMP and mobile addresses become that of the page itself. Parameters that track readers
/// have already been removed, as from every link (`TrackingParameters`). The form is only for comparison
/// and leads nowhere.
package enum CanonicalAddress {
    /// The longest form that is kept, in bytes, as in the schema.
    package static let limit = 1000

    /// The form of an http or https address, such as `example.org/2026/a-story?id=7`. Nil for other addresses,
    /// for those with credentials, and for those that name a whole site instead of a page.
    package static func of(_ address: String) -> String? {
        guard address.utf8.count <= 3 * limit, var rest = withoutScheme(address) else { return nil }
        if let inner = withoutAMPCache(rest) { rest = inner }
        let authority = rest.prefix { !"/?#".contains($0) }
        guard let host = host(authority) else { return nil }
        rest = rest.dropFirst(authority.count)
        // Live pages tell one story after another, each at its own fragment.
        let fragment = rest.firstIndex(of: "#").map { rest[$0...] }.flatMap { isPlace($0.dropFirst()) ? nil : $0 } ?? ""
        rest = rest.prefix { $0 != "#" }
        let path = path(String(rest.prefix { $0 != "?" }))
        let query = query(rest.drop { $0 != "?" }.dropFirst())
        guard !path.isEmpty || !query.isEmpty || !fragment.isEmpty else { return nil }
        let form = host + path + (query.isEmpty ? "" : "?" + query) + fragment
        return form.utf8.count <= limit ? form : nil
    }

    private static func withoutScheme(_ address: String) -> Substring? {
        let address = address.drop { $0.isWhitespace }
        for scheme in ["http://", "https://"] where address.prefix(scheme.count).lowercased() == scheme {
            return address.dropFirst(scheme.count).prefix { !$0.isWhitespace }
        }
        return nil
    }

    /// The address inside an address of either cache of AMP pages: `{site}.cdn.ampproject.org/c/s/{address}`
    /// and `www.google.com/amp/s/{address}`.
    private static func withoutAMPCache(_ address: Substring) -> Substring? {
        let host = address.prefix { $0 != "/" }.lowercased()
        let path = address.dropFirst(host.count)
        let marks =
            host.hasSuffix(".cdn.ampproject.org")
            ? ["/c/s/", "/v/s/", "/c/", "/v/"]
            : ["www.google.com", "google.com"].contains(host) ? ["/amp/s/", "/amp/"] : []
        return marks.first { path.hasPrefix($0) }.map { path.dropFirst($0.count) }
    }

    private static func host(_ authority: Substring) -> String? {
        guard !authority.contains("@") else { return nil }
        var host = authority.lowercased()
        for port in [":80", ":443", ":"] where host.hasSuffix(port) { host.removeLast(port.count) }
        while host.last == "." { host.removeLast() }
        var labels = host.split(separator: ".", omittingEmptySubsequences: false)
        while labels.count > 2, let first = labels.first, faces.contains(first) { labels.removeFirst() }
        guard !labels.isEmpty, labels.allSatisfy({ !$0.isEmpty }) else { return nil }
        return labels.joined(separator: ".")
    }

    /// First labels of hosts that show the same pages in another form.
    private static let faces: Set<Substring> = ["www", "m", "mobile", "amp"]

    /// The path with dot segments resolved (RFC 3986, section 5.2.4), double slashes merged, escapes
    /// normalised, and without an index file or AMP mark.
    private static func path(_ path: String) -> String {
        var segments: [String] = []
        for segment in path.split(separator: "/") where segment != "." {
            if segment == ".." { _ = segments.popLast() } else { segments.append(escaped(segment)) }
        }
        if segments.first?.lowercased() == "amp" { segments.removeFirst() }
        if let last = segments.last?.lowercased(), indexes.contains(last) { segments.removeLast() }
        if let last = segments.last?.lowercased(), ["amp", "amp.html"].contains(last) { segments.removeLast() }
        if let last = segments.last, let mark = last.range(of: #"\.amp(?=(\.html?)?$)"#, options: .regularExpression) {
            segments[segments.count - 1].removeSubrange(mark)
        }
        return segments.map { "/" + $0 }.joined()
    }

    private static let indexes: Set<String> = Set(
        ["index", "default"].flatMap { name in
            ["html", "htm", "shtml", "php", "asp", "aspx", "jsp"].map { "\(name).\($0)" }
        })

    /// The parameters that choose what is shown, in a fixed order.
    private static func query(_ query: Substring) -> String {
        query.split(separator: "&").filter { !entrances.contains($0.prefix { $0 != "=" }.lowercased()) }.map(escaped)
            .sorted()
            .joined(separator: "&")
    }

    /// Whether a fragment is only a place on the page.
    private static func isPlace(_ fragment: Substring) -> Bool {
        places.contains(fragment.lowercased())
    }

    private static let places: Set<String> = [
        "", "article", "body", "comments", "content", "main", "respond", "rss", "top",
    ]
    /// Parameters that ask for the AMP page, or may say how a reader came: too uncertain to be removed from a
    /// link.
    private static let entrances: Set<String> = ["amp", "from", "outputtype", "ref", "referrer", "source"]

    /// A part of an address in which exactly the characters that need it are escaped (RFC 3986, section 2.3).
    private static func escaped(_ part: some StringProtocol) -> String {
        let bytes = Array(part.utf8)
        var (form, index) = ("", 0)
        while index < bytes.count {
            var byte = bytes[index]
            var isEscaped = false
            if byte == UInt8(ascii: "%"), index + 2 < bytes.count,
                let value = UInt8(String(decoding: bytes[(index + 1)...(index + 2)], as: UTF8.self), radix: 16)
            {
                (byte, isEscaped, index) = (value, true, index + 2)
            }
            let scalar = UnicodeScalar(byte)
            if isUnreserved(scalar) || !isEscaped && byte > 0x20 && byte < 0x7F {
                form.unicodeScalars.append(scalar)
            } else {
                form += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
            index += 1
        }
        return form
    }

    private static func isUnreserved(_ scalar: UnicodeScalar) -> Bool {
        ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || ("0"..."9").contains(scalar)
            || ["-", ".", "_", "~"].contains(scalar)
    }
}
