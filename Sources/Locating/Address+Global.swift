/// Whether an IP address in text form is unicast that is routed in the whole internet: not in a private
/// network, not of this machine, and not in a block reserved for a protocol. An address that embeds an
/// IPv4 address counts as that one.
package func isGlobalAddress(_ text: String) -> Bool { Address(text)?.isGlobal == true }

extension Address {
    /// Whether it is unicast that is routed in the whole internet; only of such an address can the place be
    /// known.
    var isGlobal: Bool {
        if isV4 { return !Self.special.contains { v4 & $0.mask == $0.base } }
        // Only 2000::/3 of IPv6 is allocated; within it, 2001::/23 is for protocols and the others are for
        // documentation.
        guard high >> 61 == 1 else { return false }
        return high >> 41 != 0x2001_0000 >> 9 && high >> 32 != 0x2001_0DB8 && high >> 44 != 0x3FFF0
    }

    /// The IPv4 blocks that are not global, from IANA's registry of special-purpose addresses, and multicast.
    private static let special: [(base: UInt32, mask: UInt32)] = [
        block(0, 0, 0, length: 8), block(10, 0, 0, length: 8), block(100, 64, 0, length: 10),
        block(127, 0, 0, length: 8), block(169, 254, 0, length: 16), block(172, 16, 0, length: 12),
        block(192, 0, 0, length: 24), block(192, 0, 2, length: 24), block(192, 88, 99, length: 24),
        block(192, 168, 0, length: 16), block(198, 18, 0, length: 15), block(198, 51, 100, length: 24),
        block(203, 0, 113, length: 24), block(224, 0, 0, length: 3),
    ]

    private static func block(_ first: UInt32, _ second: UInt32, _ third: UInt32, length: UInt32) -> (UInt32, UInt32) {
        (first << 24 | second << 16 | third << 8, ~0 << (32 - length))
    }
}
