import Foundation
import Mail
import Testing

@Suite("What others look up of our mails")
struct MailCheckTests {
    private static let domain = "news.example.org"

    @Test(
        "Exactly one record says who may send, and that nobody else may",
        arguments: [
            ([], .missing), (["a note", "v=spf10 -all"], .missing), (["v=spf1 include:relay.example -all"], .met),
            (["V=SPF1 a ~ALL"], .met), (["v=spf1 redirect=_spf.example.org"], .met), (["v=spf1 a ?all"], .wrong),
            (["v=spf1 +all"], .wrong), (["v=spf1"], .wrong), (["v=spf1 a -all", "v=spf1 mx -all"], .wrong),
        ] as [([String], MailCheck.Finding)])
    func spf(_ texts: [String], _ finding: MailCheck.Finding) {
        #expect(MailCheck.spf(texts, of: Self.domain).finding == finding)
    }

    @Test(
        "Exactly one record says what to do with forgeries",
        arguments: [
            ([], .missing), (["v=DMARC1; p=none"], .met), (["v=DMARC1;p=Reject; rua=mailto:a@example.org"], .met),
            (["v=DMARC1; p=maybe"], .wrong), (["v=DMARC1"], .wrong),
            (["v=DMARC1; p=none", "v=DMARC1; p=reject"], .wrong),
        ] as [([String], MailCheck.Finding)])
    func dmarc(_ texts: [String], _ finding: MailCheck.Finding) {
        #expect(MailCheck.dmarc(texts, at: "_dmarc." + Self.domain).finding == finding)
    }

    @Test("A key's record is ours, however it is divided and spaced") func dkim() throws {
        let (key, other) = (
            try DomainKey(domain: Self.domain, selector: "a"), try DomainKey(domain: Self.domain, selector: "a")
        )
        let spaced = key.record.replacing(";", with: " ; ").replacing("p=", with: "p = ")
        let cases: [([String], MailCheck.Finding)] = [
            ([], .missing), (["v=spf1 -all"], .missing), ([key.record], .met), ([spaced, "a note"], .met),
            ([other.record], .wrong), (["v=DKIM1; p="], .wrong), ([key.record, other.record], .wrong),
        ]
        for (texts, finding) in cases { #expect(MailCheck.dkim(texts, of: key).finding == finding, "\(texts)") }
        #expect(MailCheck.dkim([], of: key).name == "a._domainkey.news.example.org")
    }

    @Test("A domain's record may stand at one above it, but not at the top") func names() {
        #expect(MailCheck.dmarcNames(of: Self.domain) == ["_dmarc.news.example.org", "_dmarc.example.org"])
        #expect(MailCheck.dmarcNames(of: "example.org") == ["_dmarc.example.org"])
        #expect(MailCheck.dmarcNames(of: "localhost") == [])
    }
}
