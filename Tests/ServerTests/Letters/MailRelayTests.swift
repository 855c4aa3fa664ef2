import Foundation
@testable import Letters
import News
import PostgreSQL
@testable import Server
import Testing

/// A newspaper with the programs that its operator has: a relay of postfix, and a mailbox at dovecot for what comes back.
@Suite("A real relay")
struct MailRelayTests {
    @Test(
        "Mails arrive signed, and a reader that the relay does not have gets no more of them",
        .enabled(if: MailRelay.isPossible, "postfix is not installed, or this is not root, who alone can start it"))
    func whole() async throws {
        let folder = try MailFolder()
        defer { folder.stop() }
        let relay = try MailRelay(readers: ["ana"], senders: "news.example.org", mail: folder.mail)
        defer { relay.stop() }
        let options = [
            "smtp_url": "smtp://127.0.0.1:\(relay.port)", "mail_from": "post@news.example.org",
            "bounces_url": folder.address(),
        ]
        try await TestSite.use(options: options) { site in
            let reader = try BounceReaderTests.reader(site, folder)
            let failed: SQL = "select count(*)::int from mailboxes where fault <> ''"
            // It reads what comes after its first look.
            let looked: SQL = "select count(*)::int from mailboxes where looked_at is not null and fault = ''"
            #expect(
                try await eventually {
                    if try await site.number(failed) > 0 { try await reader.lookIfDue() }
                    return try await site.number(looked) == 1
                })
            // Whoever comes sooner is refused, and told to come back in some minutes.
            #expect(try await eventually { relay.log.contains("daemon started") })
            for name in ["ana", "gone"] {
                let form = "address=\(name)%40\(MailRelay.domain)&list=daily"
                #expect(try await site.post("/letters", form: form).status == 303)
            }
            #expect(try await eventually { try relay.mails(to: "ana").count == 1 }, "\(relay.log)")
            let mail = try #require(try relay.mails(to: "ana").first)
            #expect(mail.contains("DKIM-Signature:") && mail.contains("/letters/confirm?t="))

            let suppressed: SQL = "select count(*)::int from mail_suppressions"
            #expect(
                try await eventually {
                    try await site.change("update mailboxes set next_look_at = now()")
                    try await reader.lookIfDue()
                    return try await site.number(suppressed) == 1
                }, "\(relay.log)")
            let form = "address=gone%40\(MailRelay.domain)&list=daily"
            #expect(try await site.post("/letters", form: form).status == 303)
            #expect(try await site.number("select count(*)::int from mails where next_try_at is not null") == 0)
            #expect(relay.log.components(separatedBy: "status=bounced").count == 2, "\(relay.log)")
        }
    }
}
