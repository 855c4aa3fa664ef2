import Archive
import Credentials
import Foundation
import HTTPTypes
@testable import Letters
import News
import PostgreSQL
import RawServer
@testable import Server
import Testing

/// Readers log in by a mail; they see, take along and delete what is kept of them.
@Suite("Readers' accounts", .serialized)
struct AccountTests {
    /// A newspaper with a relay.
    private static func play(_ body: (TestSite, SMTPServer) async throws -> Void) async throws {
        let relay = SMTPServer()
        try await relay.run { port in
            let options = ["smtp_url": "smtp://127.0.0.1:\(port)", "mail_from": "post@news.example.org"]
            try await TestSite.use(options: options) { site in
                _ = try await Desk(site, .chief)
                try await body(site, relay)
            }
        }
    }

    /// Ana confirms the daily newsletter.
    private static func subscribe(_ site: TestSite, _ relay: SMTPServer) async throws {
        _ = try await site.post("/letters", form: "address=ana%40example.org&list=daily")
        let key = try #require(try await relay.wait(1).last).link("/letters/confirm").split(separator: "t=")[1]
        _ = try await site.post("/letters/confirm", form: "t=\(key)")
    }

    /// The secrets that a browser and a mail have after somebody asked for a log-in.
    private struct Asked {
        let cookie: String
        let code: String
        let key: String
    }

    /// Asks for a log-in of Ana, whose mail is the relay's next.
    private static func ask(_ site: TestSite, _ relay: SMTPServer) async throws -> Asked {
        let count = relay.mails.count
        let answer = try await site.post("/me", form: "address=Ana%40Example.org")
        #expect(answer.status == 303 && answer["location"] == "/me?asked=1")
        let mail = try #require(try await relay.wait(count + 1).last)
        let code = try #require(mail.decoded.firstMatch(of: /code (\d{6})\b/)).1
        return Asked(
            cookie: try RoomBrowser.cookie("__Secure-log-in", of: answer), code: String(code),
            key: String(try mail.link("/me/open").split(separator: "t=")[1]))
    }

    /// The session in the answer of a log-in.
    private static func session(_ answer: Answer) throws -> [String: String] {
        #expect(answer.status == 303 && answer["location"] == "/me")
        return ["Cookie": try RoomBrowser.cookie("__Secure-reader", of: answer)]
    }

    @Test("A link in a mail logs in once, and its page alone does not") func link() async throws {
        try await Self.play { site, relay in
            let asked = try await Self.ask(site, relay)
            let offer = try await site.get("/me/open?t=\(asked.key)")
            #expect(try offer.text.contains("Log in as Ana@example.org"))
            #expect(offer["set-cookie"] == nil)
            let session = try Self.session(try await site.post("/me/open", form: "t=\(asked.key)"))
            let page = try await site.get("/me", session)
            #expect(page["cache-control"] == "no-store")
            #expect(try page.text.contains("Ana@example.org") && page.text.contains("You have no newsletters."))
            #expect(try await site.post("/me/open", form: "t=\(asked.key)").status == 404)
            #expect(try await site.post("/me/open", form: "t=\(asked.key)", session)["location"] == "/me")
            #expect(try await site.post("/me/code", form: "code=\(asked.code)", ["Cookie": asked.cookie]).status == 422)
        }
    }

    @Test("A code logs in the browser that asked, and no other; five wrong ones end it") func code() async throws {
        try await Self.play { site, relay in
            let asked = try await Self.ask(site, relay)
            let own = ["Cookie": asked.cookie]
            let other = ["Cookie": "__Secure-log-in=" + Secret(bits: 128).text]
            for headers in [[:], other] {
                #expect(try await site.post("/me/code", form: "code=\(asked.code)", headers).status == 422)
            }
            let typed = "\(asked.code.prefix(3))+\(asked.code.suffix(3))"
            _ = try Self.session(try await site.post("/me/code", form: "code=\(typed)", own))
            let second = try await Self.ask(site, relay)
            let wrong = second.code == "000000" ? "111111" : "000000"
            for _ in 1...5 {
                let answer = try await site.post("/me/code", form: "code=\(wrong)", ["Cookie": second.cookie])
                #expect(try answer.status == 422 && answer.text.contains("This code is wrong"))
            }
            let late = try await site.post("/me/code", form: "code=\(second.code)", ["Cookie": second.cookie])
            #expect(late.status == 422)
        }
    }

    @Test("Links and codes end after a quarter of an hour, and cannot be made up") func ends() async throws {
        try await Self.play { site, relay in
            let asked = try await Self.ask(site, relay)
            let parts = asked.key.split(separator: ".")
            let other = "\((Int(parts[0]) ?? 0) + 1).\(parts[1])"
            for wrong in [other, "", "1", "1.2.3", "\(asked.key)x", "-1.\(parts[1])", "\(Int.max).x"] {
                #expect(try await site.post("/me/open", form: "t=\(wrong)").status == 404, "\(wrong)")
                #expect(try await site.get("/me/open?t=\(wrong)").status == 404, "\(wrong)")
            }
            try await site.backend.archive.write {
                _ = try $0.connection.query("update reader_log_ins set created_at = now() - interval '901 seconds'")
            }
            #expect(try await site.post("/me/open", form: "t=\(asked.key)").status == 404)
            let late = try await site.post("/me/code", form: "code=\(asked.code)", ["Cookie": asked.cookie])
            #expect(late.status == 422)
        }
    }

    @Test("They see everything, take it along and delete it") func whole() async throws {
        try await Self.play { site, relay in
            try await Self.subscribe(site, relay)
            let asked = try await Self.ask(site, relay)
            let session = try Self.session(try await site.post("/me/open", form: "t=\(asked.key)"))
            let page = try await site.get("/me", session)
            for words in ["ana@example.org", "<b>Daily</b>", "Confirmed on", "I want these newsletters", "2 emails"] {
                #expect(try page.text.contains(words), "\(words)")
            }
            let file = try await site.post("/me/export", form: "", session)
            #expect(file["content-disposition"]?.contains("attachment") == true)
            let data = try #require(try JSONSerialization.jsonObject(with: Data(file.body)) as? [String: Any])
            #expect(data["address"] as? String == "ana@example.org")
            #expect((data["newsletters"] as? [[String: Any]])?.first?["newsletter"] as? String == "daily")
            #expect((data["mailsOfThirtyDays"] as? [Any])?.count == 2)
            #expect(try await site.post("/me/delete", form: "", session)["location"] == "/me?deleted=1")
            #expect(try await site.get("/me?deleted=1").text.contains("deleted"))
            let left: SQL = "select (select count(*) from readers) + (select count(*) from reader_sessions)"
            #expect(try await site.number(left) == 0)
            for path in ["/me/export", "/me/delete", "/me/log-out"] {
                #expect(try await site.post(path, form: "", session)["location"] == "/me", "\(path)")
            }
        }
    }

    @Test("They log out here or elsewhere, and nobody of whom nothing is kept stays") func logOut() async throws {
        try await Self.play { site, relay in
            var sessions: [[String: String]] = []
            for _ in 1...2 {
                let asked = try await Self.ask(site, relay)
                sessions.append(try Self.session(try await site.post("/me/open", form: "t=\(asked.key)")))
            }
            #expect(try await site.get("/me", sessions[0]).text.contains("logged in in 1 other browser"))
            _ = try await site.post("/me/log-out", form: "do=others", sessions[0])
            #expect(try await site.get("/me", sessions[1]).text.contains("Email me the code"))
            let answer = try await site.post("/me/log-out", form: "", sessions[0])
            #expect(answer["location"] == "/me?left=1")
            #expect(answer["set-cookie"]?.contains("__Secure-reader=;") == true)
            #expect(try await site.number("select count(*) from readers") == 0)
        }
    }

    @Test("Who cancels the last newsletter stays known only if logged in") func leave() async throws {
        try await Self.play { site, relay in
            try await Self.subscribe(site, relay)
            let asked = try await Self.ask(site, relay)
            let session = try Self.session(try await site.post("/me/open", form: "t=\(asked.key)"))
            let links = LetterLinks(site: site.backend.options.site, secret: try site.backend.options.secret)
            let reader = try await site.number("select id from readers")
            let key = links.leaving(.daily, by: reader).split(separator: "t=")[1]
            #expect(try await site.post("/letters/unsubscribe", form: "t=\(key)&do=all").text.contains("logged in"))
            #expect(try await site.get("/me", session).text.contains("You have no newsletters."))
            _ = try await site.post("/me/log-out", form: "", session)
            #expect(try await site.post("/letters/unsubscribe", form: "t=\(key)&do=all").text.contains("is deleted"))
        }
    }

    @Test("Nobody learns whether an address is known, and it gets three mails a day") func strangers() async throws {
        try await Self.play { site, relay in
            for _ in 1...3 { _ = try await Self.ask(site, relay) }
            let fourth = try await site.post("/me", form: "address=ana%40example.org")
            #expect(fourth.status == 303 && fourth["location"] == "/me?asked=1" && fourth["set-cookie"] != nil)
            #expect(try await site.number("select count(*) from mails where kind = 'log-in'") == 3)
            #expect(try await site.post("/me", form: "address=ana").status == 422)
            let foreign = ["Sec-Fetch-Site": "cross-site"]
            #expect(try await site.post("/me", form: "address=eva%40example.org", foreign).status == 403)
        }
    }

    @Test("A log-in goes before a newsletter that waits") func order() async throws {
        try await Self.play { site, relay in
            try await Self.subscribe(site, relay)
            let kinds = try await site.backend.archive.write { holdings in
                let connection = holdings.connection
                try connection.query(
                    "insert into letters (list, period, subject, html, text) values ('daily', 'x', '', '', '')")
                try connection.query(
                    """
                    insert into mails (kind, reader_id, letter_id, created_at)
                    select 'letter', r.id, l.id, now() - interval '1 hour' from readers r, letters l
                    """)
                try holdings.readerLogIns.ask("ana@example.org", language: "en", Secret(bits: 128).hash)
                return try (1...2).flatMap { _ in try holdings.mails.take(limit: 1, lease: 60).map(\.kind) }
            }
            #expect(kinds == [.logIn, .letter])
        }
    }
}
