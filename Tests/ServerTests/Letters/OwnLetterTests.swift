import Foundation
import HTTPTypes
@testable import Letters
import News
import PostgreSQL
import RawServer
@testable import Server
import Testing

/// Newsletters that not everybody gets: of what a reader follows, and of a search.
@Suite("Own newsletters", .serialized)
struct OwnLetterTests {
    /// A newspaper in whose time zone it is morning, and its relay.
    private static func play(_ body: (TestSite, Desk, SMTPServer) async throws -> Void) async throws {
        let relay = SMTPServer()
        let hour = Calendar(identifier: .gregorian).dateComponents(in: .gmt, from: Date()).hour ?? 9
        let ahead = (hour > 21 ? 33 : 9) - hour
        try await relay.run { port in
            let options = [
                "smtp_url": "smtp://127.0.0.1:\(port)", "mail_from": "post@news.example.org",
                // The signs of these names are those of POSIX.
                "time_zone": "Etc/GMT\(ahead > 0 ? "-" : "+")\(abs(ahead))",
            ]
            try await TestSite.use(options: options) { site in
                let desk = try await Desk(site, .chief)
                for section in ["city", "sport"] { try await desk.section(section) }
                try await body(site, desk, relay)
            }
        }
    }

    private static func publish(_ headline: String, in section: String, _ desk: Desk) async throws -> Int {
        try await desk.write(
            #"{"headline":"\#(headline)","section":"\#(section)","status":"published","body":"<p>A text.</p>"}"#
        ).id
    }

    private static func post(
        _ path: String, _ form: String, _ session: [String: String], _ site: TestSite
    ) async throws -> Answer {
        let own = ["Content-Type": "application/x-www-form-urlencoded", "Sec-Fetch-Site": "same-origin"]
        return try await site.send(.post, path, own.merging(session) { $1 }, body: Array(form.utf8))
    }

    @Test("A reader gets the new stories of what they follow, once a day, and leaves by the mail") func mine()
        async throws
    {
        try await Self.play { site, desk, relay in
            let (ana, eva) = (try await SyncTests.logIn(site), try await SyncTests.logIn(site, "eva@example.org"))
            let page = try await site.get("/me/news", ana.session).text
            #expect(page.contains("name=\"letter\" value=\"1\">"))
            _ = try await Self.post("/me/news", "topic=section/city&letter=1", ana.session, site)
            _ = try await Self.post("/me/news", "topic=section/sport&letter=1", eva.session, site)
            #expect(try await site.get("/me/news", ana.session).text.contains("name=\"letter\" value=\"1\" checked"))
            #expect(try await site.get("/me", ana.session).text.contains("Send me the new stories of what I follow"))
            _ = try await Self.publish("Tide", in: "city", desk)
            // Before there was anything new, the morning's letter may have been found empty. A change wakes the writer.
            try await site.change("delete from letters where reader_id is not null and state = 'empty'")
            try await desk.section("arts")
            let letter = try #require(await relay.letters(1).last)
            #expect(letter.to == "ana@example.org" && letter.decoded.contains("Tide") && !letter.text.contains("Match"))
            #expect(letter.text.contains("List-Id:") && letter.text.contains("<mine.news.example.org>"))
            // Nothing was new for Eva this morning, and Ana has her letter of today.
            _ = try await Self.publish("Match", in: "sport", desk)
            _ = try await Self.publish("Ebb", in: "city", desk)
            try await site.change("delete from letters where reader_id is not null and state = 'empty'")
            _ = try await Self.publish("Cup", in: "sport", desk)
            let other = try #require(await relay.letters(2).last)
            #expect(other.to == "eva@example.org" && other.decoded.contains("Match"))
            #expect(!other.decoded.contains("Tide") && !other.decoded.contains("Ebb"))

            let leave = try letter.link("/letters/unsubscribe")
            #expect(try await site.post(leave, form: "List-Unsubscribe=One-Click").status == 200)
            #expect(try await site.get("/me/news", ana.session).text.contains("name=\"letter\" value=\"1\">"))
            _ = try await Self.post("/me/news", "topic=section/sport", eva.session, site)
            #expect(try await site.number("select count(*)::int from letter_subscriptions") == 0)
            #expect(await relay.letters(2).count == 2)
            let told = try await desk.send(.get, "mailings").text
            #expect(!told.contains("Tide"), "what readers follow is theirs alone")
        }
    }

    @Test("A search comes by mail once its reader has confirmed it, with what is new alone") func search() async throws
    {
        try await Self.play { site, desk, relay in
            _ = try await Self.publish("Ferry of old", in: "city", desk)
            try await site.change("update articles set published_at = now() - interval '3 days'")
            #expect(try await site.get("/search?q=ferry").text.contains("/letters?list=search%2Fferry"))
            let offer = try await site.get("/letters?list=search%2Fferry").text
            #expect(offer.contains("value=\"search/ferry\" checked") && offer.contains("Search: ferry"))
            let asked = try await site.post("/letters", form: "address=ana%40example.org&list=search%2Fferry")
            #expect(asked.status == 303)
            let question = try #require(try await relay.wait(1).last)
            #expect(question.decoded.contains("Search: ferry"))
            let key = try question.link("/letters/confirm").split(separator: "t=")[1]
            _ = try await site.post("/letters/confirm", form: "t=\(key)")
            _ = try await Self.publish("Night ferry", in: "city", desk)
            let letter = try #require(try await relay.wait(2).last)
            #expect(letter.decoded.contains("Night ferry") && !letter.decoded.contains("Ferry of old"))
            #expect(letter.text.contains("<ferry.search.news.example.org>"))
            let leave = try letter.link("/letters/unsubscribe")
            #expect(try await site.post(leave, form: "List-Unsubscribe=One-Click").status == 200)
            #expect(try await site.number("select count(*)::int from readers") == 0)
        }
    }

    @Test(
        "Only whole searches can be asked for, and nobody else's news",
        arguments: [
            "mine", "search%2F", "search%2F++ferry", "search%2F%00", "search",
        ])
    func bad(_ list: String) async throws {
        try await Self.play { site, _, _ async throws in
            #expect(try await site.post("/letters", form: "address=ana%40example.org&list=" + list).status == 422)
        }
    }
}

extension SMTPServer {
    /// Waits for so many newsletters, and leaves out mails of other kinds.
    fileprivate func letters(_ count: Int) async -> [Mail] {
        func found() -> [Mail] { mails.filter { $0.text.contains("List-Id:") } }
        _ = await eventually { found().count >= count }
        return found()
    }
}
