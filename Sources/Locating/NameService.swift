import CResolv
import Foundation
import Glibc

/// The service that looks up the names of hosts: the outside world, for which tests have a replacement.
struct NameService: Sendable {
    /// The name of a host, or nil. May block for seconds.
    let name: @Sendable (Address) -> String?
    /// Runs blocking work on a thread of its own.
    let start: @Sendable (@escaping @Sendable () -> Void) -> Void

    /// The service that the system is set up to use, usually the domain name system.
    static let system = NameService(
        name: { address in address.withSocketAddress(Self.name) },
        start: { work in
            Thread.detachNewThread {
                n4md_hurry_resolver()
                work()
            }
        })

    private static func name(_ address: UnsafePointer<sockaddr>, _ length: socklen_t) -> String? {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(NI_MAXHOST)) { name in
            guard let start = name.baseAddress,
                getnameinfo(address, length, start, socklen_t(name.count), nil, 0, NI_NAMEREQD) == 0
            else { return nil }
            return String(cString: start)
        }
    }
}
