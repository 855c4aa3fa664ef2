package import Archive
package import Credentials
import Foundation
import Synchronization
import WebPush

/// The newspaper's keys, opened, and the tokens that they sign.
package final class KeyDesk: Sendable {
    /// What stored keys are sealed for.
    private static let purpose = "push key"
    /// The life of a token in seconds: ten minutes less than the longest, for services whose clock is behind.
    private static let life = ApplicationKey.longestLife - 600
    /// The seconds that a token must have left to be used again.
    private static let least = 3600.0
    /// The most tokens kept. There is one for each server of a push service, of which the world has few.
    private static let tokenLimit = 1000

    private struct Name: Hashable {
        var key: Int
        var origin: String
    }
    private struct Token {
        var text: String
        var expiry: Date
    }

    private let archive: Archive
    private let secret: Secret
    /// `mailto:` or `https:`, where a push service can reach the operator.
    private let contact: String
    private let opened = Mutex<[Int: ApplicationKey]>([:])
    private let tokens = Mutex<[Name: Token]>([:])

    package init(archive: Archive, secret: Secret, contact: String) {
        (self.archive, self.secret, self.contact) = (archive, secret, contact)
    }

    /// The number and the public text of the key that new subscriptions get, which is made at the first use. Throws `PushFault`.
    package func current() async throws -> (id: Int, publicText: String) {
        if let stored = try await archive.read({ try $0.pushKeys.current() }) {
            _ = try open(stored)
            return (stored.id, stored.publicText)
        }
        let (sealed, publicText) = try make()
        try await archive.write { try $0.pushKeys.insertFirst(sealed: sealed, publicText: publicText) }
        guard let stored = try await archive.read({ try $0.pushKeys.current() }) else { throw PushFault.noKey }
        _ = try open(stored)
        return (stored.id, stored.publicText)
    }

    /// Makes a key that takes the place of the current one. Returns its public text.
    package func replace() async throws -> String {
        let (sealed, publicText) = try make()
        try await archive.write { try $0.pushKeys.replace(sealed: sealed, publicText: publicText) }
        return publicText
    }

    private func make() throws(PushFault) -> (sealed: [UInt8], publicText: String) {
        let key = ApplicationKey()
        guard let sealed = secret.seal(Array(key.stored), for: Self.purpose) else { throw .noKey }
        return (sealed, key.publicText)
    }

    private func open(_ stored: StoredPushKey) throws(PushFault) -> ApplicationKey {
        if let key = opened.withLock({ $0[stored.id] }) { return key }
        guard let bytes = secret.open(stored.sealed, for: Self.purpose) else { throw .sealedByAnother }
        guard let key = try? ApplicationKey(stored: Data(bytes)) else { throw .noKey }
        opened.withLock { $0[stored.id] = key }
        return key
    }

    private func key(_ id: Int) async throws -> ApplicationKey {
        if let key = opened.withLock({ $0[id] }) { return key }
        guard let stored = try await archive.read({ try $0.pushKeys.find(id) }) else { throw PushFault.noKey }
        return try open(stored)
    }

    /// The header `Authorization` for an endpoint: one token for all messages to a server (RFC 8292, section 2), used again until it
    /// has an hour left. Throws `PushFault` and `WebPushError`.
    /// - Parameter id: the number of the key that the subscription was made with.
    func authorization(for endpoint: URL, key id: Int, now: Date = Date()) async throws -> String {
        guard let origin = ApplicationKey.origin(of: endpoint) else { throw WebPushError.endpoint }
        let name = Name(key: id, origin: origin)
        if let token = tokens.withLock({ $0[name] }), token.expiry > now.addingTimeInterval(Self.least) {
            return token.text
        }
        let expiry = now.addingTimeInterval(Self.life)
        let text = try await key(id).authorization(for: endpoint, contact: contact, expiry: expiry)
        tokens.withLock { tokens in
            if tokens.count >= Self.tokenLimit { tokens.removeAll() }
            tokens[name] = Token(text: text, expiry: expiry)
        }
        return text
    }
}
