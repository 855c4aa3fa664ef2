package import Archive
package import Credentials
package import Mail
package import Syndication

/// Takes reports of mails that came back, and stops sending to addresses that do not take them.
package struct BounceDesk: Sendable {
    /// What came of a report.
    package enum Outcome: Sendable, Equatable {
        /// Nothing is sent to the address any more.
        case suppressed
        /// It is counted: after the third one within a month, nothing is sent any more.
        case counted
        /// It says nothing that matters.
        case nothing
        /// It names none of our mails, or one that is forgotten.
        case unknown
    }

    let archive: Archive
    let links: LetterLinks
    let from: MailAddress

    package init(archive: Archive, site: Site, secret: Secret, from: MailAddress) {
        (self.archive, links, self.from) = (archive, LetterLinks(site: site, secret: secret), from)
    }

    /// Reads a mail as the operator's mail server hands it over.
    package func take(_ bytes: [UInt8]) async throws -> Outcome {
        let report = BounceReport(bytes)
        guard let mail = report.addresses.lazy.compactMap({ links.mail(of: $0, from: from) }).first else {
            return .unknown
        }
        guard report.verdict != .nothing else { return .nothing }
        return try await archive.write { [links] holdings in
            guard let reader = try holdings.mails.reader(of: mail).flatMap({ try holdings.readers.find($0) }) else {
                return .unknown
            }
            if report.verdict == .soft, try !holdings.readers.countBounce(reader.id) { return .counted }
            let hash = links.hash("address", reader.address.lowercased())
            try holdings.mailLimits.suppress(hash, report.verdict == .complaint ? .complaint : .bounce)
            try holdings.readers.leave(reader.id, nil)
            return .suppressed
        }
    }
}
