import Credentials
import Foundation
import Mail
import News
import Syndication

/// The addresses in mails by which readers confirm and leave newsletters. Nothing of them is stored: only we can make them.
struct LetterLinks: Sendable {
    let site: Site
    let secret: Secret

    static let (page, confirm, leave) = ("/letters", "/letters/confirm", "/letters/unsubscribe")
    /// The letters of a key that are shown: 132 bits.
    private static let length = 22

    /// The reader whom an address names, and the newsletter if it names one.
    struct Named: Sendable {
        let reader: Int
        let list: MailingList?
        /// As it stands in the address.
        let text: String
    }

    /// The page on which a reader confirms what was asked for.
    func confirmation(of reader: Int) -> String { site.root + Self.confirm + "?t=" + text("confirm", reader, nil) }

    /// The page on which a reader leaves a newsletter, and the address to which mail programs post (RFC 8058).
    func leaving(_ list: MailingList, by reader: Int) -> String {
        site.root + Self.leave + "?t=" + text("leave", reader, list).escapedForQuery
    }

    /// Reads the end of such an address; nil if we did not make it.
    func confirming(_ text: String) -> Named? { named(text, "confirm") }

    func leaving(_ text: String) -> Named? { named(text, "leave") }

    private func named(_ text: String, _ purpose: String) -> Named? {
        let parts = text.split(separator: ".", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
        guard parts.count >= 2, let reader = Int(parts[0]), reader > 0 else { return nil }
        let list = parts.count == 3 ? MailingList(parts[2]) : nil
        guard (parts.count == 3) == (list != nil), Secret.areEqual(self.text(purpose, reader, list), text) else {
            return nil
        }
        return Named(reader: reader, list: list, text: text)
    }

    private func text(_ purpose: String, _ reader: Int, _ list: MailingList?) -> String {
        let end = list.map { "." + $0.name } ?? ""
        return "\(reader)." + secret.derived(for: "letters \(purpose) \(reader)\(end)").prefix(Self.length) + end
    }

    /// The keyed hash under which an address or a network is counted.
    func hash(_ kind: String, _ text: String) -> [UInt8] { secret.derivedBytes(for: "letters \(kind) \(text)") }
}

// The sender of each mail, to whom its reader's domain says that it cannot be delivered.
extension LetterLinks {
    /// The newspaper's mailbox with the mail's number and a key, so that strangers cannot make up such reports (VERP).
    func sender(of mail: Int, from: MailAddress) -> MailAddress {
        (try? MailAddress("\(from.mailbox)+\(mail).\(key(mail))@\(from.domain)")) ?? from
    }

    /// The number of the mail that an address names; nil if we did not make it.
    func mail(of sender: MailAddress, from: MailAddress) -> Int? {
        let prefix = from.mailbox.lowercased() + "+"
        guard sender.domain == from.domain, sender.mailbox.lowercased().hasPrefix(prefix) else { return nil }
        let parts = sender.mailbox.dropFirst(prefix.count).split(separator: ".").map(String.init)
        guard parts.count == 2, let mail = Int(parts[0]), Secret.areEqual(key(mail), parts[1].lowercased()) else {
            return nil
        }
        return mail
    }

    /// In hexadecimal, since some servers change the case of a mailbox.
    private func key(_ mail: Int) -> String { hash("bounce", "\(mail)").prefix(8).hexadecimal }
}
