/// What a server says of a mail that came back: a delivery status notification (RFC 3464), a complaint (ARF, RFC 5965), or what other servers write
/// instead of these.
package struct BounceReport: Sendable, Equatable {
    /// What it says.
    package enum Verdict: Sendable, Equatable {
        /// The mailbox does not exist, or takes nothing from us for good.
        case hard
        /// The mailbox takes nothing for now.
        case soft
        /// Its owner called the mail spam.
        case complaint
        /// The mail arrived, somebody is away, or it is no report at all.
        case nothing
    }

    package let verdict: Verdict
    /// Whom the report is for, as its headers and those of the mail that came back say.
    package let addresses: [MailAddress]

    /// The most bytes that are looked at.
    package static let limit = 1 << 20
    /// The fields that name whom a mail was for, or who sent it.
    private static let fields: Set<String> = [
        "to", "delivered-to", "x-original-to", "envelope-to", "return-path", "x-failed-recipients",
    ]

    /// Reads a mail as it came, with whatever line ends.
    package init(_ bytes: [UInt8]) {
        let text = String(decoding: bytes.prefix(Self.limit), as: UTF8.self).replacing("\r\n", with: "\n")
        let lines = Self.unfolded(text)
        addresses = lines.flatMap { line -> [MailAddress] in
            guard let (name, value) = Self.field(line), Self.fields.contains(name) else { return [] }
            return value.split { " \t<>,;:\"".contains($0) }.compactMap { try? MailAddress(String($0)) }
        }
        verdict = Self.verdict(lines)
    }

    /// Lines with those that go on joined (RFC 5322, section 2.2.3).
    private static func unfolded(_ text: String) -> [Substring] {
        text.split(separator: "\n", omittingEmptySubsequences: false).reduce(into: []) { lines, line in
            if let first = line.first, first == " " || first == "\t", let last = lines.popLast() {
                lines.append(last + line)
            } else {
                lines.append(line)
            }
        }
    }

    private static func field(_ line: Substring) -> (name: String, value: Substring)? {
        guard let colon = line.firstIndex(of: ":") else { return nil }
        return (line[..<colon].lowercased(), line[line.index(after: colon)...])
    }

    private static func verdict(_ lines: [Substring]) -> Verdict {
        var actions: [String] = [], statuses: [Substring] = []
        for line in lines {
            guard let (name, value) = field(line) else { continue }
            let text = value.drop { $0 == " " || $0 == "\t" }
            switch name {
            case "feedback-type" where text.lowercased().hasPrefix("abuse"): return .complaint
            case "action": actions.append(text.lowercased())
            case "status": statuses.append(text.prefix { !" (\t".contains($0) })
            default: break
            }
        }
        if let status = statuses.first(where: isStatus) {
            // Of a mail that is delayed the server still tries to deliver.
            let isFine = actions.contains { action in Self.fine.contains { action.hasPrefix($0) } }
            return isFine ? .nothing : verdict(of: status)
        }
        return told(lines)
    }

    private static func isStatus(_ text: Substring) -> Bool {
        text.wholeMatch(of: /[245]\.[0-9]{1,3}\.[0-9]{1,3}/) != nil
    }

    /// Codes that begin with 5 are for good (RFC 3463, section 2), but a full mailbox (5.2.2) and a server that is down (5.4) may be well tomorrow.
    private static func verdict(of status: Substring) -> Verdict {
        switch status.first {
        case "5": status.hasPrefix("5.2.2") || status.hasPrefix("5.4.") ? .soft : .hard
        case "4": .soft
        default: .nothing
        }
    }

    /// What a report says of a mail that has not failed (RFC 3464, section 2.3.3).
    private static let fine = ["delayed", "delivered", "relayed", "expanded"]

    /// The lines at the beginning in which servers that know no report say what happened; further down is the mail itself.
    private static let wordyLines = 120

    /// What servers write that know no report: words, or the code of an SMTP reply.
    private static func told(_ lines: [Substring]) -> Verdict {
        let words = lines.prefix(wordyLines).joined(separator: " ").lowercased()
        func says(_ phrases: [String]) -> Bool { phrases.contains { words.contains($0) } }
        if says(delays) { return .nothing }
        if says(fullness) { return .soft }
        for line in lines.prefix(wordyLines) {
            if let match = line.firstMatch(of: /(?:^|[^0-9.])([45]\.[0-9]{1,2}\.[0-9]{1,2})(?:[^0-9.]|$)/) {
                return verdict(of: match.1)
            }
            if line.contains(/(?:^|[ :<(#])55[0-4](?:[- \]]|$)/) { return .hard }
            if line.contains(/(?:^|[ :<(#])45[0-2](?:[- \]]|$)/) { return .soft }
        }
        if says(failures) { return .hard }
        // In words of a language that we do not read.
        return says(["from: mailer-daemon"]) ? .soft : .nothing
    }

    /// Of a mail that the server still tries to deliver.
    private static let delays = [
        "delivery is delayed", "has not yet been delivered", "will continue to", "delayed mail",
        "delivery status notification (delay)", "not been delivered yet", "warning: could not send",
    ]
    /// Of a mailbox that has no room.
    private static let fullness = [
        "quota", "mailbox is full", "mailbox full", "mailfolder is full", "mailbox has exceeded", "not been collected",
    ]
    /// Of one that it has given up.
    private static let failures = [
        "could not be delivered", "couldn't be delivered", "undeliverable", "undelivered", "delivery failed",
        "delivery has failed", "failed permanently", "delivery failure", "failure notice", "returned to sender",
        "returning message to sender", "returning to sender", "unable to deliver", "not delivered", "was rejected",
        "automatically rejected", "unknown user", "user unknown", "unknown recipient", "user not known",
        "user not found", "no such user", "no such account", "not listed", "invalid mailbox", "invalid recipient",
        "invalid final delivery", "recipient not found", "mailbox not found", "does not exist", "mail failed",
        "failed mail", "delivery report (failure)", "no mailbox here by that name", "account has been disabled",
        "address rejected", "has been returned", "not find a gateway", "permanent error",
        "delivery to the following recipient",
    ]
}
