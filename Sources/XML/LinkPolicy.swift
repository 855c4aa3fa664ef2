/// Decides which addresses a foreign `href` may point to, and writes them plainly.
struct LinkPolicy {
    private let base: WebAddress?

    /// A base that is not an http or https address counts as none.
    init(base: String?) {
        self.base = base.flatMap { WebAddress($0.utf8.filter { $0 > 0x20 && $0 != 0x7F }) }
    }

    /// The address to write, or nil if the link has to go.
    ///
    /// The scheme is read the way browsers read it, after they have removed what they ignore, and then has to be one
    /// that is known; so nothing depends on knowing the dangerous ones.
    func href(_ value: [UInt8]) -> String? {
        guard value.count <= Self.maximumLength else { return nil }
        let address = Self.cleaned(value)
        guard let first = address.first else { return nil }
        let segment = address.prefix { !Self.segmentEnds.contains($0) }
        if let colon = segment.firstIndex(of: UInt8(ascii: ":")) {
            let rest = address[(colon + 1)...]
            return absolute(scheme: String(decoding: segment[..<colon], as: UTF8.self).lowercased(), rest: rest)
        }
        // An entity that this parser does not know, and some browser may.
        guard !segment.contains(UInt8(ascii: "&")) else { return nil }
        if first == UInt8(ascii: "#") { return String(decoding: address, as: UTF8.self) }
        return base?.resolve(address[...]) ?? String(decoding: address, as: UTF8.self)
    }

    private func absolute(scheme: String, rest: ArraySlice<UInt8>) -> String? {
        switch scheme {
        case "http", "https":
            guard rest.starts(with: "//".utf8), let host = rest.dropFirst(2).first, host != UInt8(ascii: "/") else {
                return nil
            }
        case "mailto", "tel":
            guard !rest.isEmpty else { return nil }
        default:
            return nil
        }
        return "\(scheme):\(String(decoding: rest, as: UTF8.self))"
    }

    /// Without control characters, with all that never stands in an address as percent escapes.
    private static func cleaned(_ value: [UInt8]) -> [UInt8] {
        var address = value.filter { ($0 >= 0x20 && $0 != 0x7F) }
        while address.last == 0x20 { address.removeLast() }
        return address.drop { $0 == 0x20 }.flatMap { byte in
            unsafe.contains(byte) ? Array("%\(String(byte, radix: 16, uppercase: true))".utf8) : [byte]
        }
    }

    /// RFC 9110, 4.1 asks for 8000 octets of a server; links in prose are far shorter.
    private static let maximumLength = 4096
    private static let segmentEnds = Set("/?#".utf8)
    private static let unsafe = Set(" \"<>\\^`{|}".utf8)
}

/// The parts of an http or https address that a relative reference is resolved against.
private struct WebAddress {
    let scheme: String
    let authority: ArraySlice<UInt8>
    let path: ArraySlice<UInt8>
    let query: ArraySlice<UInt8>

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

    /// RFC 3986, 5.2, for references without a scheme.
    func resolve(_ reference: ArraySlice<UInt8>) -> String {
        if reference.starts(with: "//".utf8) { return "\(scheme):\(String(decoding: reference, as: UTF8.self))" }
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
        let origin = "\(scheme)://\(String(decoding: authority, as: UTF8.self))"
        return origin + String(decoding: target + tail, as: UTF8.self)
    }

    /// RFC 3986, 5.2.4.
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
