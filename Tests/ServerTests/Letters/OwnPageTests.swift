import Archive
import Foundation
import HTTPTypes
@testable import Letters
import News
import PostgreSQL
import RawServer
@testable import Server
import Testing

/// Readers see, take along and delete what is kept of them.
@Suite("Own data", .serialized)
struct OwnPageTests {
    /// A newspaper with a reader who has confirmed a newsletter, and its relay, which has sent one mail.
    private static func play(_ body: (TestSite, SMTPServer) async throws -> Void) async throws {
        let relay = SMTPServer()
        try await relay.run { port in
            let options = ["smtp_url": "smtp://127.0.0.1:\(port)", "mail_from": "post@news.example.org"]
            try await TestSite.use(options: options) { site in
                _ = try await Desk(site, .chief)
                _ = try await site.post("/letters", form: "address=ana%40example.org&list=daily")
                let key = try #require(try await relay.wait(1).last).link("/letters/confirm").split(separator: "t=")[1]
                _ = try await site.post("/letters/confirm", form: "t=\(key)")
                try await body(site, relay)
            }
        }
    }

    /// Asks for the way in; returns the end of its address.
    private static func ask(_ site: TestSite, _ relay: SMTPServer, mails: Int = 2) async throws -> String {
        let asked = try await site.post("/me", form: "address=Ana%40Example.org")
        #expect(asked.status == 303 && asked["location"] == "/me?asked=1")
        let link = try #require(try await relay.wait(mails).last).link("/me/open")
        return String(link.split(separator: "t=")[1])
    }

    @Test("They see it by a link, take it along and delete it") func whole() async throws {
        try await Self.play { site, relay in
            let key = try await Self.ask(site, relay)
            let offer = try await site.get("/me/open?t=\(key)")
            #expect(try offer.text.contains("Show my data") && !offer.text.contains("ana@example.org"))
            let page = try await site.post("/me/open", form: "t=\(key)")
            #expect(page["cache-control"] == "no-store")
            for words in ["ana@example.org", "<b>Daily</b>", "Confirmed on", "I want these newsletters", "2 emails"] {
                #expect(try page.text.contains(words), "\(words)")
            }
            let file = try await site.post("/me/export", form: "t=\(key)")
            #expect(file["content-disposition"]?.contains("attachment") == true)
            let data = try #require(try JSONSerialization.jsonObject(with: Data(file.body)) as? [String: Any])
            #expect(data["address"] as? String == "ana@example.org")
            #expect((data["newsletters"] as? [[String: Any]])?.first?["newsletter"] as? String == "daily")
            #expect((data["mailsOfThirtyDays"] as? [Any])?.count == 2)
            #expect(try await site.post("/me/delete", form: "t=\(key)").text.contains("deleted"))
            #expect(try await site.number("select (select count(*) from readers) + (select count(*) from mails)") == 0)
            #expect(try await site.post("/me/open", form: "t=\(key)").status == 404)
        }
    }

    @Test("Nobody learns whether an address is known, and it gets three links a day") func strangers() async throws {
        try await Self.play { site, relay in
            let unknown = try await site.post("/me", form: "address=eva%40example.org")
            #expect(unknown.status == 303 && unknown["location"] == "/me?asked=1")
            for number in 2...4 { _ = try await Self.ask(site, relay, mails: number) }
            #expect(try await site.post("/me", form: "address=ana%40example.org").status == 303)
            #expect(try await site.number("select count(*) from mails where kind = 'own'") == 3)
            #expect(try await site.post("/me", form: "address=ana").status == 422)
        }
    }

    @Test("A link ends after a quarter of an hour, and cannot be made up") func links() async throws {
        try await Self.play { site, relay in
            let key = try await Self.ask(site, relay)
            let parts = key.split(separator: ".")
            let end = try #require(Int(parts[1]))
            #expect(abs(Date().timeIntervalSince1970 + 900 - Double(end)) < 60)
            let later = "\(parts[0]).\(end + 3600).\(parts[2])"
            let other = "\((Int(parts[0]) ?? 0) + 1).\(end).\(parts[2])"
            for wrong in [later, other, "", "1", "1.2.3", "\(key)x", "-1.\(end).\(parts[2])"] {
                for path in ["/me/open", "/me/export", "/me/delete"] {
                    #expect(try await site.post(path, form: "t=\(wrong)").status == 404, "\(path) \(wrong)")
                }
            }
            let links = LetterLinks(site: site.backend.options.site, secret: try site.backend.options.secret)
            #expect(links.owner(key) != nil)
            #expect(links.owner(key, at: Date().addingTimeInterval(901)) == nil)
        }
    }
}
