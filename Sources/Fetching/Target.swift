import CCurl

/// An address to fetch, parsed by libcurl, which also connects to it: two parsers could understand two
/// hosts.
struct Target: Sendable, Equatable {
    /// The whole address without its fragment, which is not sent.
    let url: String
    /// Scheme, host and port, which identify a server.
    let host: String

    /// The bytes of an address that every server should understand (RFC 9110, section 4.1).
    private static let limit = 8000

    /// - Parameters:
    ///   - text: an http or https address without a name and password; with a base, also a relative one.
    ///   - base: the address whose answer named it.
    init?(_ text: String, from base: Target? = nil) {
        let start = text.prefix(8).lowercased()
        guard base != nil || start.hasPrefix("http://") || start.hasPrefix("https://") else { return nil }
        guard text.utf8.count <= Self.limit, text.isPlain, let parts = curl_url() else { return nil }
        defer { curl_url_cleanup(parts) }
        func set(_ part: CURLUPart, _ value: String?, _ flags: Int32 = 0) -> Bool {
            curl_url_set(parts, part, value, UInt32(flags)) == CURLUE_OK
        }
        func get(_ part: CURLUPart, _ flags: Int32 = 0) -> String? {
            var text: UnsafeMutablePointer<CChar>?
            defer { curl_free(text) }
            return curl_url_get(parts, part, &text, UInt32(flags)) == CURLUE_OK ? text.map { String(cString: $0) } : nil
        }
        // Other people's redirects contain spaces.
        let flags = CURLU_DISALLOW_USER | CURLU_URLENCODE | (base == nil ? 0 : CURLU_ALLOW_SPACE)
        if let base { guard set(CURLUPART_URL, base.url) else { return nil } }
        guard set(CURLUPART_URL, text, flags), set(CURLUPART_FRAGMENT, nil),
            let scheme = get(CURLUPART_SCHEME), ["http", "https"].contains(scheme),
            let name = get(CURLUPART_HOST, CURLU_PUNYCODE)?.lowercased(),
            let port = get(CURLUPART_PORT, CURLU_DEFAULT_PORT),
            let url = get(CURLUPART_URL), url.utf8.count <= Self.limit
        else { return nil }
        self.url = url
        host = "\(scheme)://\(name.hasSuffix(".") ? String(name.dropLast()) : name):\(port)"
    }
}
