import Archive
import Credentials
package import Fetching
import Foundation
import Letters
package import Mail
import Web

extension Options {
    /// How mails are sent.
    package struct Mail: Sendable {
        /// The operator's relay.
        package let relay: MailRelay.Settings
        /// The address that mails come from.
        package let from: MailAddress
        /// The folder to which mails come back; nil if their server hands them over itself.
        package let returned: Mailbox.Settings?

        /// - Parameter publicURL: its host has the address that mails come from if the operator names none.
        init?(_ settings: inout SettingReader, publicURL: String) {
            let returned = settings.returned()
            guard let from = settings.mailFrom(host: URL(string: publicURL)?.host), let relay = settings.relay(from)
            else { return nil }
            (self.relay, self.from, self.returned) = (relay, from, returned)
        }
    }

    /// The key that signs mails; nil if none are sent.
    func mailKeys(_ archive: Archive) throws(OptionError) -> MailKeyDesk? {
        guard let mail else { return nil }
        return MailKeyDesk(archive: archive, secret: try secret, domain: mail.from.domain)
    }
}

extension SettingReader {
    /// The address that mails come from; nil if none are sent, or if there is a fault.
    fileprivate mutating func mailFrom(host: String?) -> MailAddress? {
        let named = text("mail_from")
        guard text("smtp_url", isSecret: true) != nil else { return nil }
        let text = named ?? "news@\(host ?? "")"
        if let address = try? MailAddress(text) { return address }
        fault("mail_from", "is \(text), but must be a mail address of the newspaper, such as news@example.org")
        return nil
    }

    /// The relay at `smtp://user:password@host:port`, which must offer STARTTLS unless it is this machine, or `smtps://…`.
    fileprivate mutating func relay(_ from: MailAddress) -> MailRelay.Settings? {
        guard let text = text("smtp_url", isSecret: true) else { return nil }
        guard let url = URLComponents(string: text), let host = url.host, !host.isEmpty, url.query == nil,
            ["", "/"].contains(url.path), let scheme = url.scheme, ["smtp", "smtps"].contains(scheme)
        else {
            fault(
                "smtp_url",
                "must be an address such as smtp://user:password@relay.example.org:587 or smtps://relay.example.org")
            return nil
        }
        let isHere = Self.isHere(host)
        let port = url.port ?? (scheme == "smtps" ? 465 : isHere ? 25 : 587)
        let login = url.user.map { MailRelay.Login(user: $0, password: url.password ?? "") }
        return MailRelay.Settings(
            url: "\(scheme)://\(host):\(port)", greeting: from.domain, login: login,
            isSecure: scheme == "smtps" || !isHere)
    }

    private static func isHere(_ host: String) -> Bool { ["localhost", "127.0.0.1", "[::1]", "::1"].contains(host) }

    /// The folder at `imaps://user:password@host/FOLDER`, or `imap://…`, which must offer STARTTLS unless it is this machine.
    fileprivate mutating func returned() -> Mailbox.Settings? {
        guard let text = text("bounces_url", isSecret: true) else { return nil }
        guard let url = URLComponents(string: text), let host = url.host, !host.isEmpty, url.query == nil,
            let scheme = url.scheme, ["imap", "imaps"].contains(scheme), let user = url.user, !user.isEmpty,
            case let folder = url.path.count < 2 ? "INBOX" : String(url.path.dropFirst()),
            !folder.contains(where: { "\"\\\r\n".contains($0) || $0.isASCII == false })
        else {
            fault("bounces_url", "must be an address such as imaps://user:password@mail.example.org/INBOX")
            return nil
        }
        let port = url.port ?? (scheme == "imaps" ? 993 : 143)
        return Mailbox.Settings(
            url: "\(scheme)://\(host):\(port)", folder: folder, login: .init(user: user, password: url.password ?? ""),
            isSecure: scheme == "imaps" || !Self.isHere(host))
    }
}
