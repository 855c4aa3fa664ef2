package import HTTPTypes
import Locating
import RawStructuredFieldValues
import Synchronization

/// The number of requests that each client has left: a token bucket each (RFC 3290, appendix A), which
/// holds what may come at once and refills within a minute. Each server counts for itself, in memory.
///
/// A token has its own account once it has proved valid; until then, and without a token, requests count
/// against the address they come from. So guesses are refused before the database is asked.
package final class RateLimits: Sendable {
    /// Requests per minute.
    package struct Quotas: Sendable {
        package var reads: Int
        package var writes: Int
        package var strangers: Int

        package init(reads: Int, writes: Int, strangers: Int) {
            self.reads = reads
            self.writes = writes
            self.strangers = strangers
        }
    }

    /// The owner and kind of requests that are counted together.
    package struct Account: Hashable, Sendable {
        package enum Kind: String { case reads, writes, strangers }
        package var kind: Kind
        /// The hash of a token, or the network of an address.
        var owner: [UInt8]
    }

    /// The state of an account.
    package struct Standing: Sendable {
        /// The requests that a full account holds, and those that are left.
        var quota: Int
        var left: Int
        /// Seconds until the account is full again, and until there is room for a request: 0 if there is
        /// room now.
        var full: Int
        package var wait: Int
    }

    private struct Bucket {
        var level: Double
        var at: ContinuousClock.Instant
    }

    /// The number of accounts remembered; the least recently used are forgotten first.
    static let most = 20_000
    private static let minute = 60.0

    private let quotas: Quotas
    private let now: @Sendable () -> ContinuousClock.Instant
    private let buckets = Mutex(Generations<Account, Bucket>(limit: most))

    package init(_ quotas: Quotas, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
        (self.quotas, self.now) = (quotas, now)
    }

    /// Counts a request, and returns the account it counts against: its token if that is known to be valid,
    /// otherwise the address.
    package func count(isRead: Bool, token: [UInt8]?, address: String) -> (account: Account, standing: Standing) {
        let stranger = Account(kind: .strangers, owner: Array(AddressRange.network(of: address).utf8))
        return buckets.withLock { buckets in
            let own = token.map { Account(kind: isRead ? .reads : .writes, owner: $0) }
            let account = own.flatMap { Self.isKnown($0, in: &buckets) ? $0 : nil } ?? stranger
            return (account, change(account, by: -1, in: &buckets))
        }
    }

    /// Records that a token is valid: moves the count from the address to the token.
    package func accept(_ token: [UInt8], isRead: Bool, countedFor account: Account) {
        guard account.kind == .strangers else { return }
        buckets.withLock { buckets in
            _ = change(account, by: 1, in: &buckets)
            for kind in [Account.Kind.reads, .writes] {
                let own = Account(kind: kind, owner: token)
                _ = change(own, by: isRead == (kind == .reads) ? -1 : 0, in: &buckets)
            }
        }
    }

    /// Records that a token is no longer valid.
    package func refuse(_ token: [UInt8]) {
        buckets.withLock { buckets in
            for kind in [Account.Kind.reads, .writes] { buckets.remove(Account(kind: kind, owner: token)) }
        }
    }

    /// The number of accounts currently remembered.
    var known: Int { buckets.withLock { $0.count } }

    private static func isKnown(_ account: Account, in buckets: inout Generations<Account, Bucket>) -> Bool {
        buckets.value(account) != nil
    }

    /// Refills a bucket for the time passed, then takes from it if there is enough, or returns to it.
    private func change(
        _ account: Account, by requests: Double, in buckets: inout Generations<Account, Bucket>
    ) -> Standing {
        let (quota, now) = (quota(account.kind), now())
        let (size, rate) = (Double(quota), Double(quota) / Self.minute)
        var bucket = buckets.value(account) ?? Bucket(level: size, at: now)
        let level = min(size, bucket.level + (now - bucket.at) / .seconds(1) * rate)
        let wait = max(0, (-requests - level) / rate)
        bucket = Bucket(level: wait > 0 ? level : min(size, level + requests), at: now)
        buckets.insert(bucket, account)
        return Standing(
            quota: quota, left: Int(bucket.level), full: Int(((size - bucket.level) / rate).rounded(.up)),
            wait: Int(wait.rounded(.up)))
    }

    private func quota(_ kind: Account.Kind) -> Int {
        switch kind {
        case .reads: quotas.reads
        case .writes: quotas.writes
        case .strangers: quotas.strangers
        }
    }
}

extension RateLimits.Standing {
    /// The headers `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers-10), and
    /// `Retry-After` if there is no room.
    package func fields(_ kind: RateLimits.Account.Kind) -> HTTPFields {
        var fields: HTTPFields = [
            .rateLimitPolicy: Self.item(kind, [("q", quota), ("w", 60)]),
            .rateLimit: Self.item(kind, [("r", left), ("t", full)]),
        ]
        if wait > 0 { fields[.retryAfter] = String(wait) }
        return fields
    }

    private static func item(_ kind: RateLimits.Account.Kind, _ parameters: [(String, Int)]) -> String {
        var serializer = StructuredFieldValueSerializer()
        var item = Item(bareItem: RFC9651BareItem.string(kind.rawValue), parameters: [:])
        for (name, value) in parameters { item.rfc9651Parameters[name] = RFC9651BareItem.integer(Int64(value)) }
        // Short names and small numbers can always be written.
        let bytes = (try? serializer.writeListFieldValue([.item(item)])) ?? []
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension HTTPField.Name {
    /// Valid tokens by construction; the fallback is never taken.
    static let rateLimit = Self("RateLimit") ?? .server
    static let rateLimitPolicy = Self("RateLimit-Policy") ?? .server
}
