import Glibc

/// A range of IP addresses in CIDR notation, IPv4 or IPv6.
package struct AddressRange: Sendable, Hashable {
    private let prefix: [UInt8]
    private let length: Int

    /// Reads `10.0.0.0/8`, `2001:db8::/32`, or a single address.
    package init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), let address = Self.bytes(String(parts[0])) else { return nil }
        guard let length = parts.count == 2 ? Int(parts[1]) : address.count * 8,
            (0...address.count * 8).contains(length)
        else { return nil }
        prefix = address
        self.length = length
    }

    /// Whether an address in text form lies in the range. An IPv4-mapped IPv6 address counts as IPv4.
    package func contains(_ text: String) -> Bool {
        guard var address = Self.bytes(text) else { return false }
        if address.count == 16, prefix.count == 4, address[0..<10].allSatisfy({ $0 == 0 }), address[10] == 255,
            address[11] == 255
        {
            address = Array(address[12...])
        }
        guard address.count == prefix.count else { return false }
        return (0..<length).allSatisfy { bit in (address[bit / 8] ^ prefix[bit / 8]) & (0x80 >> UInt8(bit % 8)) == 0 }
    }

    /// The address without the port and brackets that proxies add; nil if it is not an address.
    package static func plain(_ text: String) -> String? {
        var text = text[...]
        if text.hasPrefix("["), let end = text.firstIndex(of: "]") {
            text = text[..<end].dropFirst()
        } else if text.contains("."), let colon = text.lastIndex(of: ":"), !text[..<colon].contains(":") {
            text = text[..<colon]
        }
        return text.utf8.count <= 45 && bytes(String(text)) != nil ? String(text) : nil
    }

    /// The network that counts as one household: the first 64 bits of an IPv6 address, all of an IPv4 address, however it is written.
    package static func network(of address: String) -> String {
        guard address.contains(":") else { return address }
        var parsed = in6_addr()
        guard inet_pton(AF_INET6, address, &parsed) == 1 else { return address }
        return withUnsafeBytes(of: &parsed) { bytes in
            let isMapped = bytes.prefix(10).allSatisfy { $0 == 0 } && bytes[10] == 0xFF && bytes[11] == 0xFF
            if isMapped { return bytes.suffix(4).map { String($0) }.joined(separator: ".") }
            return bytes.prefix(8).map { String($0, radix: 16) }.joined(separator: ":")
        }
    }

    /// The network that counts as one neighbourhood, which costs somebody more than a single address: the first 24 bits
    /// of an IPv4 address, the first 48 of an IPv6 address.
    package static func neighbourhood(of address: String) -> String {
        guard var bytes = bytes(address) else { return address }
        let isMapped = bytes.count == 16 && bytes.starts(with: Array(repeating: 0, count: 10) + [0xFF, 0xFF])
        if isMapped { bytes = Array(bytes.suffix(4)) }
        return bytes.prefix(bytes.count == 4 ? 3 : 6).map { String($0, radix: 16) }.joined(separator: ":")
    }

    private static func bytes(_ text: String) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: 16)
        if inet_pton(AF_INET, text, &bytes) == 1 { return Array(bytes[0..<4]) }
        return inet_pton(AF_INET6, text, &bytes) == 1 ? bytes : nil
    }
}
