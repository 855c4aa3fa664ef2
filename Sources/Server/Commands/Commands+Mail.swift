package import Archive
package import Letters
import Mail
import Web

/// Commands for mails.
extension Commands {
    private var mailKeys: MailKeyDesk {
        get throws {
            guard let keys = try backend.options.mailKeys(backend.archive) else {
                throw Self.noMail
            }
            return keys
        }
    }

    private static let noMail = OptionError(faults: [
        "Mail is not set up: set N4MD_SMTP_URL to your relay, such as smtp://user:password@relay.example.org:587."
    ])

    /// The record of the domain name system by which others check the signatures of mails. Throws an error for the operator.
    /// - Parameter replaces: whether to make another key first.
    package func mailRecord(replaces: Bool) async throws -> (name: String, text: String) {
        let keys = try mailKeys
        let key = replaces ? try await keys.replace() : try await keys.current()
        return (key.recordName, key.record)
    }

    /// Takes a mail that came back. Throws an error for the operator.
    package func takeBounce(_ bytes: [UInt8]) async throws -> BounceDesk.Outcome {
        let options = backend.options
        guard let mail = options.mail else { throw Self.noMail }
        let desk = BounceDesk(archive: backend.archive, site: options.site, secret: try options.secret, from: mail.from)
        return try await desk.take(bytes)
    }

    /// The number of mails in each state, in the order in which they pass through them.
    package func mailCounts() async throws -> [(state: String, count: Int)] {
        let counts = try await backend.archive.read { try $0.mails.counts() }
        return ["waiting", "claimed", "data", "sent", "refused", "withdrawn", "doubt"].map { ($0, counts[$0] ?? 0) }
    }

    /// The mails that may have been sent or not, the newest first: the time, the address, and what kind of mail it is.
    package func mailDoubts(limit: Int) async throws -> [MailDoubt] {
        try await backend.archive.read { try $0.mails.doubts(limit: limit) }
    }
}
