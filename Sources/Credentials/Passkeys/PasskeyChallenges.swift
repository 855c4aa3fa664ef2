package import Foundation

/// The questions that authenticators answer. None is stored: each carries its end and our signature. Whoever takes an answer must take it once.
package struct PasskeyChallenges: Sendable {
    /// The seconds in which a question can be answered.
    package static let lifetime = 300
    /// Bytes of a challenge: its end, 128 random bits and half a signature (Web Authentication wants at least 16 in all, section 13.4.3).
    private static let (endLength, markLength, length) = (8, 16, 40)

    private let secret: Secret

    /// - Parameter secret: known to all servers of a newspaper.
    package init(secret: Secret) { self.secret = secret }

    /// A new challenge.
    /// - Parameter purpose: what the answer is for, and whose it must be.
    package func make(for purpose: String, now: Date = Date()) -> [UInt8] {
        let end = UInt64(max(0, now.timeIntervalSince1970)) + UInt64(Self.lifetime)
        var generator = SystemRandomNumberGenerator()
        let random = (0..<16).map { _ in UInt8.random(in: 0...255, using: &generator) }
        let head = withUnsafeBytes(of: end.bigEndian) { Array($0) } + random
        return head + signature(of: head, purpose)
    }

    /// Whether a challenge is ours, for this purpose, and can still be answered.
    package func isValid(_ challenge: [UInt8], for purpose: String, now: Date = Date()) -> Bool {
        guard challenge.count == Self.length else { return false }
        let head = Array(challenge.prefix(Self.length - Self.markLength))
        let end = head.prefix(Self.endLength).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let isOurs = Secret.areEqual(
            challenge.suffix(Self.markLength).hexadecimal, signature(of: head, purpose).hexadecimal)
        return isOurs && UInt64(max(0, now.timeIntervalSince1970)) <= end
    }

    private func signature(of head: [UInt8], _ purpose: String) -> [UInt8] {
        Array(secret.derivedBytes(for: "passkey \(purpose) \(head.hexadecimal)").prefix(Self.markLength))
    }
}
