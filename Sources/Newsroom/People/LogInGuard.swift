import Archive
import Credentials
import Foundation
import HTTPTypes
import Hummingbird
import Web

/// Limits log-in attempts: for one account from one address, for one account from anywhere, and from one
/// address for any account. Unknown names are counted like others, so that the limits do not reveal which
/// names exist.
struct LogInGuard: Sendable {
    let archive: Archive

    /// The kinds of attempts.
    enum Kind: String {
        /// The password at log-in.
        case password
        /// The password at log-in, from a browser with which the same person has logged in before; the
        /// browser takes the place of the address.
        case known
        /// The code of the second factor, which can only be tried with the password: NIST SP 800-63B allows
        /// a hundred failures.
        case code
        /// The password of somebody who is already logged in.
        case present
        /// A passkey, of whoever it is: nobody guesses one, so accounts need no limit.
        case passkey

        /// The attempts allowed at once, and the seconds until another: for one account from one address,
        /// and from anywhere.
        fileprivate var limits: (both: (Double, Double), account: (Double, Double)) {
            switch self {
            case .password, .present: ((10, 60), (50, 10))
            case .known: ((10, 60), (10, 60))
            case .code: ((10, 900), (10, 900))
            case .passkey: ((30, 10), (30, 10))
            }
        }
    }

    /// Throws 429 if there were too many attempts.
    func count(_ kind: Kind, account: String, address: String?, _ strings: Strings) async throws {
        let buckets = Self.buckets(kind, account, address)
        var wait = try await archive.read { try $0.logIn.attemptWait(buckets) }
        if wait == nil { wait = try await archive.write { try $0.logIn.countAttempt(buckets) } }
        guard let wait else { return }
        throw Problem(
            .tooManyRequests, strings("room_tooOften", max(1, (wait + 59) / 60)), headers: [.retryAfter: String(wait)])
    }

    /// Clears the counts after a successful log-in, but not what the address did with other accounts.
    func forget(_ kind: Kind, account: String, address: String?) async throws {
        let keys = Self.buckets(kind, account, address).prefix(2).map(\.key)
        try await archive.write { try $0.logIn.forgetAttempts(keys) }
    }

    /// Takes back a counted attempt whose password was not checked.
    func takeBack(_ kind: Kind, account: String, address: String?) async throws {
        let keys = Self.buckets(kind, account, address).map(\.key)
        try await archive.write { try $0.logIn.takeBackAttempt(keys) }
    }

    private static func buckets(_ kind: Kind, _ account: String, _ address: String?) -> [AttemptBucket] {
        let (network, limits) = (AddressRange.network(of: address ?? ""), kind.limits)
        func bucket(_ limit: (Double, Double), _ parts: String...) -> AttemptBucket {
            AttemptBucket(key: key(kind, parts), size: limit.0, interval: limit.1)
        }
        // A known browser belongs to one person, so it needs no limit across accounts.
        if kind == .known || kind == .passkey { return [bucket(limits.both, "both", account, network)] }
        return [
            bucket(limits.both, "both", account, network), bucket(limits.account, "account", account),
            bucket((30, 10), "address", network),
        ]
    }

    /// The key under which attempts with these parts in common are counted.
    static func key(_ kind: Kind, _ parts: [String]) -> [UInt8] {
        Secret(shown: ([kind.rawValue] + parts).joined(separator: "\u{0}")).hash
    }
}
