package import Locating
package import Mail

/// Checks what other mail servers look up before they take our mails.
package struct MailChecklist: Sendable {
    private let keys: MailKeyDesk
    private let domain: String
    private let records: TextRecords

    /// - Parameter domain: that of the sender's address.
    package init(keys: MailKeyDesk, domain: String, records: TextRecords = .system) {
        (self.keys, self.domain, self.records) = (keys, domain, records)
    }

    /// Looks everything up, which may take some seconds. Throws `LettersFault` and `MailError`.
    package func run() async throws -> (checks: [MailCheck], key: DomainKey) {
        let key = try await keys.current()
        async let dkim = check(.dkim, at: key.recordName) { .dkim($0, of: key) }
        async let spf = check(.spf, at: domain) { .spf($0, of: domain) }
        async let dmarc = dmarc()
        return (await [dkim, spf, dmarc], key)
    }

    private func check(
        _ subject: MailCheck.Subject, at name: String, _ judge: @Sendable ([String]) -> MailCheck
    ) async -> MailCheck {
        switch await records.find(name) {
        case .texts(let texts): judge(texts)
        case .unavailable: .unanswered(subject, at: name)
        }
    }

    /// The record of the domain, or else of one above it.
    private func dmarc() async -> MailCheck {
        let names = MailCheck.dmarcNames(of: domain)
        for name in names {
            let check = await check(.dmarc, at: name) { .dmarc($0, at: name) }
            if check.finding != .missing { return check }
        }
        return .dmarc([], at: names.first ?? "_dmarc." + domain)
    }
}
