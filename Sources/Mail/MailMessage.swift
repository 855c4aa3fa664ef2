package import Foundation
import Syndication

/// A mail in light HTML and plain text. It is written here rather than by libcurl, so that it can be signed, and so that the same mail has the
/// same bytes.
package struct MailMessage: Sendable {
    /// The name beside the sender's address: the newspaper's.
    package var sender: String
    package var from: MailAddress
    package var to: MailAddress
    package var subject: String
    /// When it was made.
    package var date: Date
    /// The part of its `Message-ID` before the @, made of letters, digits and `.`, `_`, `-` (RFC 5322, section 3.6.4).
    package var identifier: String
    package var text: String
    package var html: String
    /// Who the list's mails come from, and how to leave it; nil for a mail to one person, such as a log-in.
    package var list: MailingListFields?

    package init(
        sender: String, from: MailAddress, to: MailAddress, subject: String, date: Date, identifier: String,
        text: String, html: String, list: MailingListFields? = nil
    ) {
        (self.sender, self.from, self.to, self.subject) = (sender, from, to, subject)
        (self.date, self.identifier, self.text, self.html, self.list) = (date, identifier, text, html, list)
    }

    /// The mail as it is sent, with line ends of CRLF, signed if there is a key. Throws `MailError.header` for what no field may hold.
    package func bytes(signedBy key: DomainKey?) throws(MailError) -> [UInt8] {
        let (fields, body) = (try fields(), body)
        var signature: [HeaderField] = []
        if let key { signature = [try key.signature(of: fields, body, at: date)] }
        return Array((signature + fields).map(\.line).joined().utf8) + [0x0D, 0x0A] + body
    }

    private func fields() throws(MailError) -> [HeaderField] {
        guard !identifier.isEmpty, identifier.utf8.allSatisfy(Self.identifierBytes.contains) else {
            throw .header("Message-ID")
        }
        var fields = [
            try HeaderField("From", phrase: sender, tokens: ["<\(from)>"]), try HeaderField("To", tokens: ["<\(to)>"]),
            try HeaderField("Subject", text: subject), try HeaderField("Date", tokens: [RFC822.string(date)]),
            try HeaderField("Message-ID", tokens: ["<\(identifier)@\(from.domain)>"]),
            try HeaderField("MIME-Version", tokens: ["1.0"]),
            try HeaderField("Content-Type", tokens: ["multipart/alternative;", "boundary=\"\(Self.boundary)\""]),
            // No machine should answer it (RFC 3834, section 5).
            try HeaderField("Auto-Submitted", tokens: ["auto-generated"]),
        ]
        if let list { fields += try list.fields() }
        return fields
    }

    /// It cannot be in a body, since no quoted-printable text has an underscore after "=" (RFC 2045, section 6.7, note).
    private static let boundary = "=_part"
    private static let identifierBytes = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-".utf8)

    private var body: [UInt8] {
        var bytes: [UInt8] = []
        // The best last (RFC 2046, section 5.1.4).
        for (type, content) in [("text/plain", text), ("text/html", html)] {
            bytes += Array(
                "--\(Self.boundary)\r\nContent-Type: \(type); charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n"
                    .utf8)
            bytes += QuotedPrintable.encode(content)
        }
        return bytes + Array("--\(Self.boundary)--\r\n".utf8)
    }
}

/// The fields that tell mail programs that a mail is from a list, and how to leave it with one tap.
package struct MailingListFields: Sendable {
    /// The list's name, for people.
    package var name: String
    /// The list's identifier (RFC 2919): labels with dots, the newspaper's domain last.
    package var identifier: String
    /// The page where the list is left, by a POST without a log-in (RFC 8058), and where it is described.
    package var leave: URL
    package var help: URL

    package init(name: String, identifier: String, leave: URL, help: URL) {
        (self.name, self.identifier, self.leave, self.help) = (name, identifier, leave, help)
    }

    func fields() throws(MailError) -> [HeaderField] {
        guard HostName.isPublic(Array(identifier.utf8)[...]) else { throw .header("List-Id") }
        guard leave.scheme == "https" || leave.scheme == "http" else { throw .header("List-Unsubscribe") }
        let phrase = try HeaderField("List-Id", phrase: name, tokens: ["<\(identifier)>"])
        return [
            phrase, try HeaderField("List-Help", tokens: ["<\(help.absoluteString)>"]),
            try HeaderField("List-Unsubscribe", tokens: ["<\(leave.absoluteString)>"]),
            try HeaderField("List-Unsubscribe-Post", tokens: ["List-Unsubscribe=One-Click"]),
            // Answers of machines that are away (RFC 3834, section 2; RFC 2076).
            try HeaderField("Precedence", tokens: ["list"]),
        ]
    }
}
