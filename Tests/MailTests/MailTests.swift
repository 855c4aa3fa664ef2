import Foundation
import Testing

@testable import Mail

@Suite("Mail addresses")
struct MailAddressTests {
    @Test(
        "What every relay takes",
        arguments: [
            ("ana@example.org", "ana@example.org"), (" Ana.Maria+news@EXAMPLE.org\n", "Ana.Maria+news@example.org"),
            ("o'hara_1@mail.example.co.uk", "o'hara_1@mail.example.co.uk"), ("a@b-c.example", "a@b-c.example"),
            ("a@xn--bcher-kva.example", "a@xn--bcher-kva.example"),
        ])
    func good(_ text: String, _ address: String) throws {
        #expect(try MailAddress(text).description == address)
    }

    @Test(
        "What is none, and why",
        arguments: [
            ("", .at), ("ana", .at), ("a@b@c.org", .at), ("@example.org", .mailbox), (".a@example.org", .mailbox),
            ("a..b@example.org", .mailbox), ("a b@example.org", .mailbox), (#""a b"@example.org"#, .mailbox),
            ("a,b@example.org", .mailbox), ("<a@example.org>", .mailbox), ("a@example", .domain), ("a@-a.org", .domain),
            ("a@example..org", .domain), ("a@example.org.", .domain), ("a@127.0.0.1", .domain),
            ("a@[127.0.0.1]", .domain),
            ("a@exa_mple.org", .domain), ("ana@bücher.example", .international), ("josé@example.org", .international),
            ("a@example.org\r\nRCPT TO:<b@example.org>", .at), ("a\r\n@example.org", .mailbox),
            ("a@example.org\0", .domain),
            (String(repeating: "a", count: 65) + "@example.org", .mailbox),
            ("a@" + String(repeating: "a.", count: 130) + "org", .long),
            ("a@" + String(repeating: "a", count: 64) + ".org", .domain),
        ] as [(String, MailAddress.Fault)])
    func bad(_ text: String, _ fault: MailAddress.Fault) {
        #expect(throws: fault) { try MailAddress(text) }
    }
}

@Suite("Mails")
struct MailMessageTests {
    static func mail(_ change: (inout MailMessage) throws -> Void = { _ in }) throws -> MailMessage {
        var mail = MailMessage(
            sender: "The Breakwater", from: try MailAddress("news@breakwater.example"),
            to: try MailAddress("ana@example.org"),
            subject: "Night ferry returns", date: Date(timeIntervalSince1970: 1_795_770_711), identifier: "daily.42.7",
            text: "Good morning.\n", html: "<p>Good morning.</p>")
        mail.list = MailingListFields(
            name: "Every morning", identifier: "daily.breakwater.example",
            leave: try #require(URL(string: "https://breakwater.example/letters/unsubscribe?t=abc")),
            help: try #require(URL(string: "https://breakwater.example/letters")))
        try change(&mail)
        return mail
    }

    static func text(_ mail: MailMessage) throws -> String {
        String(decoding: try mail.bytes(signedBy: nil), as: UTF8.self)
    }

    @Test("The same mail has the same bytes") func golden() throws {
        let expected = """
            From: "The Breakwater" <news@breakwater.example>
            To: <ana@example.org>
            Subject: Night ferry returns
            Date: Fri, 27 Nov 2026 09:11:51 +0000
            Message-ID: <daily.42.7@breakwater.example>
            MIME-Version: 1.0
            Content-Type: multipart/alternative; boundary="=_part"
            Auto-Submitted: auto-generated
            List-Id: "Every morning" <daily.breakwater.example>
            List-Help: <https://breakwater.example/letters>
            List-Unsubscribe: <https://breakwater.example/letters/unsubscribe?t=abc>
            List-Unsubscribe-Post: List-Unsubscribe=One-Click
            Precedence: list

            --=_part
            Content-Type: text/plain; charset=utf-8
            Content-Transfer-Encoding: quoted-printable

            Good morning.
            --=_part
            Content-Type: text/html; charset=utf-8
            Content-Transfer-Encoding: quoted-printable

            <p>Good morning.</p>
            --=_part--

            """
        #expect(try Self.text(Self.mail()) == expected.replacing("\n", with: "\r\n"))
    }

    /// What would begin another field, end the header, or end a line for a reader of another kind.
    private static let lineEnds = [
        "\r\n", "\n", "\r", "\0", "\u{0B}", "\u{0C}", "\u{1C}", "\u{85}", "\u{2028}", "\u{2029}", "\u{7F}", "\u{1B}",
    ]
    @Test("What an editor typed in several lines becomes one") func oneLine() {
        #expect("A\tb \r\n c\u{2028}d\u{7}".inOneLine == "A b c d" && "é ".inOneLine == "é" && "\n".inOneLine == "")
    }

    private static let injected = [
        "Bcc: b@example.org", " Bcc: b@example.org", "\tfolded", "", "\n<p>a body</p>", ".\r\nRCPT TO:<b@example.org>",
    ]

    @Test("No field of a mail lets anything begin another", arguments: lineEnds)
    func injections(_ lineEnd: String) throws {
        for more in Self.injected {
            let value = "News" + lineEnd + more
            #expect(throws: MailError.header("Subject")) { try Self.text(Self.mail { $0.subject = value }) }
            #expect(throws: MailError.header("From")) { try Self.text(Self.mail { $0.sender = value }) }
            #expect(throws: MailError.header("List-Id")) { try Self.text(Self.mail { $0.list?.name = value }) }
            #expect(throws: MailError.header("List-Id")) { try Self.text(Self.mail { $0.list?.identifier = value }) }
            #expect(throws: MailError.header("Message-ID")) { try Self.text(Self.mail { $0.identifier = value }) }
            #expect(throws: MailAddress.Fault.self) { try MailAddress("ana" + lineEnd + more + "@example.org") }
            #expect(throws: MailAddress.Fault.self) { try MailAddress("ana@example.org" + lineEnd + "x" + more) }
        }
    }

    @Test(
        "Headers keep to their lines, whatever the language",
        arguments: [
            "Plain", "Depois de onze anos, o ferry da noite volta ao Cais Velho com lanternas, música e vinho quente",
            String(repeating: "word ", count: 60), String(repeating: "a", count: 200), "أخبار اليوم",
            "=?UTF-8?B?QQ==?=",
            "👩‍👩‍👧‍👦" + String(repeating: "é", count: 80), "a" + String(repeating: "\u{301}", count: 90),
            "Quotes \"and\" \\ more", "",
        ])
    func lines(_ subject: String) throws {
        let text = try Self.text(Self.mail { ($0.subject, $0.sender) = (subject, subject) })
        for line in text.split(separator: "\r\n") {
            #expect(line.utf8.count <= 76 && line.utf8.allSatisfy { $0 < 0x7F }, "\(line)")
        }
        #expect(!text.replacing("\r\n", with: "").contains { $0 == "\r" || $0 == "\n" })
    }

    @Test(
        "Bodies survive every relay",
        arguments: [
            ("a\n.\nb", "a\r\n=2E\r\nb\r\n"), ("From here", "=46rom here\r\n"), ("a \nb\t\n", "a=20\r\nb=09\r\n"),
            ("1=2", "1=3D2\r\n"),
            ("é", "=C3=A9\r\n"), ("a\r\nb\rc", "a\r\nb\r\nc\r\n"), ("", ""), ("a\n\n", "a\r\n\r\n"),
            (String(repeating: "a", count: 76), String(repeating: "a", count: 76) + "\r\n"),
            (String(repeating: "a", count: 77), String(repeating: "a", count: 75) + "=\r\naa\r\n"),
            (String(repeating: "a", count: 74) + "é", String(repeating: "a", count: 74) + "=\r\n=C3=A9\r\n"),
            (String(repeating: "a", count: 75) + "." + "b", String(repeating: "a", count: 75) + "=\r\n=2Eb\r\n"),
        ])
    func bodies(_ text: String, _ encoded: String) {
        #expect(String(decoding: QuotedPrintable.encode(text), as: UTF8.self) == encoded)
    }
}

@Suite("Signatures of mails")
struct DomainKeyTests {
    @Test(
        "The examples of RFC 6376, section 3.4.5",
        arguments: [
            (" C \r\nD \t E\r\n\r\n\r\n", " C\r\nD E\r\n"), ("", ""), ("\r\n\r\n", ""), ("a", "a\r\n"),
            ("a\r\n\r\nb\r\n", "a\r\n\r\nb\r\n"),
        ])
    func bodies(_ body: String, _ canonical: String) {
        #expect(String(decoding: Canonical.body(Array(body.utf8)), as: UTF8.self) == canonical)
    }

    @Test("A key is kept, and its record names it") func keys() throws {
        let key = try DomainKey(domain: "Breakwater.example", selector: "n4md")
        #expect(
            key.recordName == "n4md._domainkey.breakwater.example"
                && key.record.hasPrefix("v=DKIM1; k=rsa; p=MIIBIjANBgkqhkiG9w0BAQ"))
        let again = try DomainKey(domain: "breakwater.example", selector: "n4md", stored: key.stored)
        let mail = try MailMessageTests.mail()
        #expect(try again.record == key.record && mail.bytes(signedBy: key) == mail.bytes(signedBy: again))
        #expect(throws: MailError.key) {
            try DomainKey(domain: "breakwater.example", selector: "n4md", stored: Data("no key".utf8))
        }
        for (domain, selector) in [
            ("localhost", "n4md"), ("a.example\r\n", "n4md"), ("a.example", "n4 md"), ("a.example", ""),
        ] {
            #expect(throws: MailError.self) { try DomainKey(domain: domain, selector: selector, stored: key.stored) }
        }
    }
}
