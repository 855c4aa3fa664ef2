import Archive
import Fetching
import Foundation
@testable import Letters
import Logging
import Mail
import News
import PostgreSQL
import RawServer
@testable import Server
import Testing

/// Mails that come back are read from the operator's mailbox, at a real mail server.
@Suite("Returned mails", .serialized)
struct BounceReaderTests {
    /// A reader of a folder that looks whenever it is asked to.
    static func reader(_ site: TestSite, _ folder: MailFolder, password: String = "secret") throws -> BounceReader {
        let options = site.backend.options
        let desk = BounceDesk(
            archive: site.backend.archive, site: options.site, secret: try options.secret,
            from: try MailAddress("post@news.example.org"))
        return BounceReader(
            desk: desk,
            settings: .init(
                url: "imap://127.0.0.1:\(folder.port)", folder: "INBOX", login: .init(user: "news", password: password),
                isSecure: false),
            pause: 0, log: Logger(label: "test"))
    }

    private static func report(_ sender: String, _ status: String) -> String {
        "From: daemon@example.org\nTo: <\(sender)>\nSubject: Returned\n\nAction: failed\nStatus: \(status)\n"
    }

    @Test("Reports are read once, from the first look on, past mails that cannot be read; mails of people stay unread")
    func reading() async throws {
        let (folder, relay) = (try MailFolder(), SMTPServer())
        defer { folder.stop() }
        try folder.deliver("From: eva@example.org\nSubject: Old\n\nHello\n")
        try await relay.run { port in
            let options = [
                "smtp_url": "smtp://127.0.0.1:\(port)", "mail_from": "post@news.example.org",
                "bounces_url": folder.address(),
            ]
            try await TestSite.use(options: options) { site in
                let looked: SQL = "select count(*)::int from mailboxes where looked_at is not null and fault = ''"
                let due: SQL = "update mailboxes set next_look_at = now()"
                // The server may start sooner than the mailbox.
                let hasLooked = try await eventually {
                    if try await site.number("select count(*)::int from mailboxes where fault <> ''") > 0 {
                        try await Self.reader(site, folder).lookIfDue()
                    }
                    return try await site.number(looked) == 1
                }
                #expect(hasLooked)

                var senders: [String] = []
                for number in 1...2 {
                    _ = try await site.post("/letters", form: "address=eva\(number)%40example.org&list=daily")
                    senders.append(try #require(try await relay.wait(number).last).from)
                }
                try folder.deliver("From: joe@example.org\n\nNobody can read this\n", isReadable: false)
                try folder.deliver(Self.report(senders[0], "5.1.1"))
                try folder.deliver(Self.report(senders[1], "4.2.2"))
                try folder.deliver("From: ana@example.org\nSubject: Question\n\nHow are you?\n")
                let reader = try Self.reader(site, folder)
                for _ in 1...3 {
                    try await site.change(due)
                    try await reader.lookIfDue()
                }
                #expect(try await site.number("select count(*)::int from mail_suppressions") == 1)
                #expect(try await site.number("select bounces::int from readers") == 1)
                #expect(try folder.unread() == 3)

                let browser = try await Room.person(site, .chief).browser()
                #expect(try await browser.get("/admin/letters/delivery").text.contains("<dt>Mailbox last read</dt>"))
                try await site.change(due)
                try await Self.reader(site, folder, password: "wrong").lookIfDue()
                let page = try await browser.get("/admin/letters/delivery").text
                #expect(page.contains("The server does not accept the user name or password."))
            }
        }
    }

    @Test(
        "An address of a mailbox that cannot be is refused at the start",
        arguments: [
            "pop3://news:x@mail.example.org", "imaps://mail.example.org", "imaps://news:x@mail.example.org/a%22b",
            "imaps://news:x@mail.example.org?x=1", "imaps://",
        ])
    func addresses(_ address: String) async throws {
        let options = ["smtp_url": "smtp://127.0.0.1:1", "bounces_url": address]
        do {
            try await TestSite.use(options: options) { _ in Issue.record("It started.") }
        } catch {
            #expect("\(error)".contains("N4MD_BOUNCES_URL") && !"\(error)".contains("news:x"), "\(error)")
        }
    }
}
