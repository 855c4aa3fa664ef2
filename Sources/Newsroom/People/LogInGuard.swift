import Archive
import Credentials
import Foundation
import HTTPTypes
import Hummingbird
import PostgreSQL
import Web

/// How often somebody may try: one account from one address, one account from anywhere, one address on any accounts. Names that nobody has
/// are counted like others, so that it does not tell which ones there are.
struct LogInGuard: Sendable {
    let database: Database

    /// What is tried.
    enum Kind: String {
        /// The password at log-in.
        case password
        /// The password at log-in, from a browser with which the same person logged in before: it stands for the address.
        case known
        /// The code of the second factor, which only who has the password gets to: NIST SP 800-63B allows a hundred failures.
        case code
        /// The password of who is logged in already.
        case present

        /// Tries at once, and seconds until there is another: of one account from one address, and from anywhere.
        fileprivate var limits: (both: (Double, Double), account: (Double, Double)) {
            switch self {
            case .password, .present: ((10, 60), (50, 10))
            case .known: ((10, 60), (10, 60))
            case .code: ((10, 900), (10, 900))
            }
        }
    }

    /// Throws 429 where there were too many attempts.
    func count(_ kind: Kind, account: String, address: String?, _ strings: Strings) async throws {
        let buckets = Self.buckets(kind, account, address)
        var wait = try await database.read { try $0.attemptWait(buckets) }
        if wait == nil { wait = try await database.write { try $0.countAttempt(buckets) } }
        guard let wait else { return }
        throw Problem(
            .tooManyRequests, strings("room_tooOften", max(1, (wait + 59) / 60)), headers: [.retryAfter: String(wait)])
    }

    /// Who got in starts anew. What the address did otherwise is not forgotten.
    func forget(_ kind: Kind, account: String, address: String?) async throws {
        let keys = Self.buckets(kind, account, address).prefix(2).map(\.key)
        try await database.write { try $0.forgetAttempts(keys) }
    }

    private static func buckets(_ kind: Kind, _ account: String, _ address: String?) -> [AttemptBucket] {
        let (network, limits) = (AddressRange.network(of: address ?? ""), kind.limits)
        func bucket(_ limit: (Double, Double), _ parts: String...) -> AttemptBucket {
            AttemptBucket(key: key(kind, parts), size: limit.0, interval: limit.1)
        }
        // A known browser is one person's, and has no others to try.
        if kind == .known { return [bucket(limits.both, "both", account, network)] }
        return [
            bucket(limits.both, "both", account, network), bucket(limits.account, "account", account),
            bucket((30, 10), "address", network),
        ]
    }

    /// Under which attempts are counted that have these parts in common.
    static func key(_ kind: Kind, _ parts: [String]) -> [UInt8] {
        Secret(shown: ([kind.rawValue] + parts).joined(separator: "\u{0}")).hash
    }
}
