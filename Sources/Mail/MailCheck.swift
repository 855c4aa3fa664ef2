/// Something that other mail servers look up before they take our mails.
package struct MailCheck: Sendable, Equatable {
    package enum Subject: String, Sendable {
        /// The key that signs (RFC 6376).
        case dkim
        /// Who may send for the domain (RFC 7208).
        case spf
        /// How receivers treat mails that neither fits (RFC 7489).
        case dmarc
    }
    package enum Finding: String, Sendable {
        case met, missing, wrong
        /// The domain name system did not answer.
        case unknown
    }

    package let subject: Subject
    package let finding: Finding
    /// The name at which the record stands, or has to be set.
    package let name: String
    /// The record that is there; empty if there is none.
    package let found: String

    private init(_ subject: Subject, _ finding: Finding, _ name: String, _ found: String = "") {
        (self.subject, self.finding, self.name, self.found) = (subject, finding, name, found)
    }

    /// Says that nobody answered.
    package static func unanswered(_ subject: Subject, at name: String) -> MailCheck { .init(subject, .unknown, name) }

    /// Judges the texts at the name of a key's record.
    package static func dkim(_ texts: [String], of key: DomainKey) -> MailCheck {
        let wanted = tags(of: key.record)["p"]
        let records = texts.filter { tags(of: $0)["p"] != nil }
        guard let record = records.first else { return .init(.dkim, .missing, key.recordName) }
        // Several records are as good as none: which one counts is not defined (RFC 6376, section 3.6.2.2).
        let isOurs = records.count == 1 && tags(of: record)["p"] == wanted
        return .init(.dkim, isOurs ? .met : .wrong, key.recordName, record)
    }

    /// Judges the texts of a domain: exactly one says who may send, and that nobody else may (RFC 7208, sections 3.2 and 5.1).
    package static func spf(_ texts: [String], of domain: String) -> MailCheck {
        let records = texts.filter { $0.lowercased() == "v=spf1" || $0.lowercased().hasPrefix("v=spf1 ") }
        guard let record = records.first else { return .init(.spf, .missing, domain) }
        let terms = record.lowercased().split(separator: " ")
        let isClosed = terms.contains { $0 == "-all" || $0 == "~all" || $0.hasPrefix("redirect=") }
        return .init(.spf, records.count == 1 && isClosed ? .met : .wrong, domain, record)
    }

    /// Judges the texts at `_dmarc` of a domain: exactly one record, which says what to do (RFC 7489, sections 6.3 and 6.6.3).
    package static func dmarc(_ texts: [String], at name: String) -> MailCheck {
        let records = texts.filter { $0.hasPrefix("v=DMARC1") }
        guard let record = records.first else { return .init(.dmarc, .missing, name) }
        let policy = tags(of: record)["p"]?.lowercased() ?? ""
        let isGood = records.count == 1 && ["none", "quarantine", "reject"].contains(policy)
        return .init(.dmarc, isGood ? .met : .wrong, name, record)
    }

    /// The names at which a domain's DMARC record may stand: its own, then those of the domains above it, but not of a top-level one.
    package static func dmarcNames(of domain: String) -> [String] {
        let labels = domain.split(separator: ".")
        guard labels.count >= 2 else { return [] }
        return (0...labels.count - 2).map { "_dmarc." + labels[$0...].joined(separator: ".") }
    }

    /// The tags of a record, such as `v=DKIM1; p=…` (RFC 6376, section 3.2); blanks within values have no meaning here.
    private static func tags(of record: String) -> [String: String] {
        let pairs = record.split(separator: ";").compactMap { tag -> (String, String)? in
            let parts = tag.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else { return nil }
            func plain(_ part: Substring) -> String { part.filter { !$0.isWhitespace } }
            return (plain(parts[0]).lowercased(), plain(parts[1]))
        }
        return Dictionary(pairs) { first, _ in first }
    }
}
