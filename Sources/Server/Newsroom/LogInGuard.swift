import Archive
import Credentials
import Foundation
import HTTPTypes
import Hummingbird
import PostgreSQL

/// How often somebody may try: by the name and the address together, by each of them alone. Names that nobody has are counted like others,
/// so that it does not tell which ones there are.
struct LogInGuard: Sendable {
    let database: Database

    /// Throws 429 where there were too many attempts.
    func countAttempt(_ kind: String, name: String, address: String?, _ strings: Strings) async throws {
        let buckets = Self.buckets(kind, name, address)
        guard let wait = try await database.write({ try $0.countAttempt(buckets) }) else { return }
        throw Problem(
            .tooManyRequests, strings("room_tooOften", max(1, (wait + 59) / 60)), headers: [.retryAfter: String(wait)])
    }

    /// Somebody who got in starts anew. What the address did otherwise is not forgotten.
    func forget(_ kind: String, name: String, address: String?) async throws {
        let keys = Self.buckets(kind, name, address).prefix(2).map(\.key)
        try await database.write { try $0.forgetAttempts(keys) }
    }

    /// Ten tries of one name from one address and then one a minute; of one name from anywhere 50, and then one in ten seconds; from one
    /// address of any names 30, and then one in ten seconds.
    private static func buckets(_ kind: String, _ name: String, _ address: String?) -> [AttemptBucket] {
        let (name, address) = (name.lowercased(), network(of: address ?? ""))
        func key(_ parts: String...) -> [UInt8] { Secret(shown: ([kind] + parts).joined(separator: "\u{0}")).hash }
        return [
            AttemptBucket(key: key("both", name, address), size: 10, interval: 60),
            AttemptBucket(key: key("name", name), size: 50, interval: 10),
            AttemptBucket(key: key("address", address), size: 30, interval: 10),
        ]
    }

    /// Of IPv6 the 64 bits that one household has; of IPv4 all.
    private static func network(of address: String) -> String {
        guard address.contains(":") else { return address }
        var bytes = in6_addr()
        guard inet_pton(AF_INET6, address, &bytes) == 1 else { return address }
        return withUnsafeBytes(of: &bytes) { $0.prefix(8).map { String($0, radix: 16) }.joined(separator: ":") }
    }
}
