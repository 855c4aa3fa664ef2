import Glibc

/// An IP address as 128 bits; an IPv4 address is held as its IPv4-mapped IPv6 address (RFC 4291, section
/// 2.5.5.2).
package struct Address: Sendable, Hashable {
    let high: UInt64
    let low: UInt64

    init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    init(v4 bits: UInt32) { self.init(high: 0, low: 0xFFFF_0000_0000 | UInt64(bits)) }

    /// Reads the text form of either version, without a zone. An address that embeds an IPv4 address counts as
    /// that one.
    package init?(_ text: String) {
        var v4 = in_addr()
        var v6 = in6_addr()
        if inet_pton(AF_INET, text, &v4) == 1 {
            self.init(v4: UInt32(bigEndian: v4.s_addr))
        } else if inet_pton(AF_INET6, text, &v6) == 1 {
            let halves = withUnsafeBytes(of: &v6) { bytes in
                (bytes.loadUnaligned(as: UInt64.self), bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
            }
            let address = Self(high: UInt64(bigEndian: halves.0), low: UInt64(bigEndian: halves.1))
            self = address.embedded ?? address
        } else {
            return nil
        }
    }

    var isV4: Bool { high == 0 && low >> 32 == 0xFFFF }

    /// The low 32 bits, which are all of an IPv4 address.
    var v4: UInt32 { UInt32(truncatingIfNeeded: low) }

    /// The IPv4 address inside a 6to4 (RFC 3056) or NAT64 (RFC 6052) address, which is where the reader is.
    private var embedded: Address? {
        if high >> 48 == 0x2002 { return Address(v4: UInt32(truncatingIfNeeded: high >> 16)) }
        return high == 0x0064_FF9B << 32 && low >> 32 == 0 ? Address(v4: v4) : nil
    }

    /// The bits of the prefix that neighbours share: /24 for IPv4, after the 96 bits in front of it, and /48
    /// for IPv6.
    var networkLength: Int { isV4 ? 96 + 24 : 48 }

    /// The first address of the neighbours' network.
    var network: Address {
        isV4 ? Address(high: 0, low: low & ~0xFF) : Address(high: high & ~0xFFFF, low: 0)
    }

    /// Passes the address on in the form that C functions take.
    func withSocketAddress<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        if isV4 {
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = v4.bigEndian
            return Self.lend(&address, body)
        }
        var address = sockaddr_in6()
        address.sin6_family = sa_family_t(AF_INET6)
        withUnsafeMutableBytes(of: &address.sin6_addr) { bytes in
            bytes.storeBytes(of: high.bigEndian, as: UInt64.self)
            bytes.storeBytes(of: low.bigEndian, toByteOffset: 8, as: UInt64.self)
        }
        return Self.lend(&address, body)
    }

    private static func lend<Whole, Result>(
        _ whole: inout Whole, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
        withUnsafePointer(to: &whole) { whole in
            whole.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<Whole>.size)) }
        }
    }
}
