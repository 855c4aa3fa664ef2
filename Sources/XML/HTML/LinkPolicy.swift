/// Decides which addresses a foreign `href` may point to, and normalises them.
struct LinkPolicy {
    private let base: WebAddress?

    /// Creates a policy. A base other than an http or https address is ignored.
    init(base: String?) {
        self.base = base.flatMap { WebAddress($0.utf8.filter { $0 > 0x20 && $0 != 0x7F }) }
    }

    /// Returns the address to write, or nil if the link must be removed.
    ///
    /// The scheme is read as browsers do, after removing characters they ignore, and must be on an
    /// allow-list; so nothing depends on knowing the dangerous ones.
    func href(_ value: [UInt8]) -> String? {
        guard value.count <= Self.maximumLength else { return nil }
        let address = Self.cleaned(value)
        guard let first = address.first else { return nil }
        let segment = address.prefix { !Self.endsSegment($0) }
        if let colon = segment.firstIndex(of: UInt8(ascii: ":")) {
            let rest = address[(colon + 1)...]
            return absolute(scheme: String(decoding: segment[..<colon], as: UTF8.self).lowercased(), rest: rest)
        }
        // An entity that this parser does not know but a browser may.
        guard !segment.contains(UInt8(ascii: "&")) else { return nil }
        if first == UInt8(ascii: "#") { return String(decoding: address, as: UTF8.self) }
        guard let base else { return String(decoding: address, as: UTF8.self) }
        return base.resolve(address[...]).map(TrackingParameters.removed)
    }

    private func absolute(scheme: String, rest: ArraySlice<UInt8>) -> String? {
        switch scheme {
        case "http", "https":
            guard rest.starts(with: "//".utf8), let host = rest.dropFirst(2).first, !Self.endsSegment(host) else {
                return nil
            }
        case "mailto", "tel":
            guard !rest.isEmpty else { return nil }
        default:
            return nil
        }
        let address = "\(scheme):\(String(decoding: rest, as: UTF8.self))"
        return scheme.hasPrefix("http") ? TrackingParameters.removed(from: address) : address
    }

    /// The address without control characters, and with characters not allowed in addresses percent-encoded.
    private static func cleaned(_ value: [UInt8]) -> [UInt8] {
        if value.allSatisfy({ $0 > 0x20 && $0 != 0x7F && !isUnsafe($0) }) { return value }
        let end = value.lastIndex { $0 > 0x20 && $0 != 0x7F }.map { $0 + 1 } ?? 0
        var address: [UInt8] = []
        address.reserveCapacity(end)
        for byte in value[..<end] where byte >= 0x20 && byte != 0x7F && (byte > 0x20 || !address.isEmpty) {
            if isUnsafe(byte) {
                address.append(UInt8(ascii: "%"))
                address.append(contentsOf: String(byte, radix: 16, uppercase: true).utf8)
            } else {
                address.append(byte)
            }
        }
        return address
    }

    /// RFC 9110, section 4.1, asks servers to support 8000 octets; links in prose are far shorter.
    private static let maximumLength = 4096
    private static func endsSegment(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
    }
    private static func isUnsafe(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: " "), UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\\"),
            UInt8(ascii: "^"),
            UInt8(ascii: "`"), UInt8(ascii: "{"), UInt8(ascii: "|"), UInt8(ascii: "}"):
            true
        default: false
        }
    }
}
