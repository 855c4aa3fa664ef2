/// An http or https address, split into the parts needed to resolve relative references.
package struct WebAddress: Sendable, CustomStringConvertible {
    private let scheme: String
    private let authority: ArraySlice<UInt8>
    private let path: ArraySlice<UInt8>
    private let query: ArraySlice<UInt8>

    /// Nil if it is not an absolute http or https address.
    package init?(_ address: String) { self.init(address.utf8.filter { $0 > 0x20 && $0 != 0x7F }) }

    init?(_ address: [UInt8]) {
        guard let colon = address.firstIndex(of: UInt8(ascii: ":")), address[colon...].starts(with: "://".utf8) else {
            return nil
        }
        scheme = String(decoding: address[..<colon], as: UTF8.self).lowercased()
        let rest = address[(colon + 3)...].prefix { $0 != UInt8(ascii: "#") }
        authority = rest.prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }
        path = rest[authority.endIndex...].prefix { $0 != UInt8(ascii: "?") }
        query = rest[path.endIndex...]
        guard scheme == "http" || scheme == "https", !authority.isEmpty else { return nil }
    }

    /// The address, without a fragment.
    package var description: String { origin + String(decoding: path + query, as: UTF8.self) }

    private var origin: String { "\(scheme)://\(String(decoding: authority, as: UTF8.self))" }

    /// The path as written, without the query.
    package var pathText: String { String(decoding: path, as: UTF8.self) }

    /// The host in lower case, without port and user name.
    package var host: String {
        let host = authority.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false).last ?? authority
        let end = host.lastIndex(of: UInt8(ascii: ":")).flatMap { host[$0...].contains(UInt8(ascii: "]")) ? nil : $0 }
        return String(decoding: host[..<(end ?? host.endIndex)], as: UTF8.self).lowercased()
    }

    /// Resolves a reference to an absolute address; nil if it is empty or its scheme is neither http nor
    /// https.
    package func resolve(_ reference: String) -> String? {
        if reference.hasPrefix("https://") || reference.hasPrefix("http://") { return reference }
        let bytes = reference.utf8.filter { $0 > 0x20 && $0 != 0x7F }
        guard !bytes.isEmpty else { return nil }
        let segment = bytes.prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        if segment.contains(UInt8(ascii: ":")) {
            return WebAddress(bytes) == nil ? nil : String(decoding: bytes, as: UTF8.self)
        }
        return resolve(bytes[...])
    }

    /// Whether a reference has a scheme that is neither http nor https.
    package static func hasOtherScheme(_ reference: String) -> Bool {
        if reference.hasPrefix("https://") || reference.hasPrefix("http://") { return false }
        let segment = reference.utf8.prefix {
            $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#")
        }
        return segment.contains(UInt8(ascii: ":")) && WebAddress(reference) == nil
    }

    /// Resolves a reference without a scheme (RFC 3986, section 5.2); nil if it names no host after `//`.
    func resolve(_ reference: ArraySlice<UInt8>) -> String? {
        if reference.starts(with: "//".utf8) {
            let address = "\(scheme):\(String(decoding: reference, as: UTF8.self))"
            return WebAddress(address) == nil ? nil : address
        }
        let referencePath = reference.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        let tail = reference[referencePath.endIndex...]
        let folder = path[..<(path.lastIndex(of: UInt8(ascii: "/")) ?? path.startIndex)]
        let target: [UInt8]
        if referencePath.isEmpty {
            target = Array(path) + (tail.first == UInt8(ascii: "?") ? [] : query)
        } else if referencePath.first == UInt8(ascii: "/") {
            target = Self.withoutDots(referencePath)
        } else {
            target = Self.withoutDots(folder + [UInt8(ascii: "/")] + referencePath)
        }
        return origin + String(decoding: target + tail, as: UTF8.self)
    }

    /// Removes dot segments (RFC 3986, section 5.2.4).
    private static func withoutDots(_ path: ArraySlice<UInt8>) -> [UInt8] {
        let segments = path.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        var kept: [ArraySlice<UInt8>] = []
        for (index, segment) in segments.enumerated() {
            let isDot = segment.elementsEqual(".".utf8)
            let isParent = segment.elementsEqual("..".utf8)
            if isParent { _ = kept.popLast() }
            if !isDot && !isParent { kept.append(segment) } else if index == segments.count - 1 { kept.append([]) }
        }
        return kept.flatMap { [UInt8(ascii: "/")] + $0 }
    }
}
