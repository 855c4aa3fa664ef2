package import Archive
package import Credentials
import Foundation
package import Mail
import Synchronization

/// The newspaper's key for signing mails, opened.
package final class MailKeyDesk: Sendable {
    /// What stored keys are sealed for.
    private static let purpose = "mail key"

    private let archive: Archive
    private let secret: Secret
    /// The domain of the sender's address.
    private let domain: String
    private let opened = Mutex<DomainKey?>(nil)

    package init(archive: Archive, secret: Secret, domain: String) {
        (self.archive, self.secret, self.domain) = (archive, secret, domain)
    }

    /// The key that signs, which is made at the first use. Throws `LettersFault` and `MailError`.
    package func current() async throws -> DomainKey {
        if let stored = try await archive.read({ try $0.mailKeys.current() }) { return try open(stored) }
        let key = try make()
        try await archive.write { try $0.mailKeys.insertFirst(key) }
        guard let stored = try await archive.read({ try $0.mailKeys.current() }) else { throw LettersFault.noKey }
        return try open(stored)
    }

    /// Makes a key that takes the place of the current one.
    package func replace() async throws -> DomainKey {
        let key = try make()
        try await archive.write { try $0.mailKeys.replace(with: key) }
        return try open(key)
    }

    /// The selector has the second in which it was made, so that the records of old keys can stay beside the new one.
    private func make() throws -> StoredMailKey {
        let selector = "n4md-\(Int(Date().timeIntervalSince1970))"
        let key = try DomainKey(domain: domain, selector: selector)
        guard let sealed = secret.seal(Array(key.stored), for: Self.purpose) else { throw LettersFault.noKey }
        return StoredMailKey(selector: selector, sealed: sealed)
    }

    private func open(_ stored: StoredMailKey) throws -> DomainKey {
        if let key = opened.withLock({ $0 }), key.selector == stored.selector { return key }
        guard let bytes = secret.open(stored.sealed, for: Self.purpose) else { throw LettersFault.sealedByAnother }
        let key = try DomainKey(domain: domain, selector: stored.selector, stored: Data(bytes))
        opened.withLock { $0 = key }
        return key
    }
}
