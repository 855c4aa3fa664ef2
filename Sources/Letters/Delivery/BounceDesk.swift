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
    /// - Parameter besides: what else is written with it, or with neither.
    package func take(
        _ bytes: [UInt8], besides: @escaping @Sendable (Holdings) throws -> Void = { _ in }
    ) async throws -> Outcome {
        let report = BounceReport(bytes)
        let mail = report.addresses.lazy.compactMap { links.mail(of: $0, from: from) }.first
        return try await archive.write { holdings in
            try besides(holdings)
            guard let mail else { return .unknown }
            return report.verdict == .nothing ? .nothing : try stop(mail, report.verdict, holdings)
        }
    }

    /// Stops mails to the reader of one that came back, at once or after the third time.
    private func stop(_ mail: Int, _ verdict: BounceReport.Verdict, _ holdings: Holdings) throws -> Outcome {
        guard let reader = try holdings.mails.reader(of: mail).flatMap({ try holdings.readers.find($0) }) else {
            return .unknown
        }
        if verdict == .soft, try !holdings.readers.countBounce(reader.id) { return .counted }
        let hash = links.hash("address", reader.address.lowercased())
        try holdings.mailLimits.suppress(hash, verdict == .complaint ? .complaint : .bounce)
        try holdings.readers.leave(reader.id, nil)
        return .suppressed
    }
}
