import Archive
import Foundation
import HTTPTypes
@testable import Letters
import News
import PostgreSQL
import RawServer
@testable import Server
import Testing

/// Readers ask for newsletters, and the operator's relay gets them.
@Suite("Newsletters", .serialized)
struct LetterTests {
    /// A newspaper without news, and its relay.
    private static func play(
        _ script: SMTPServer.Script = [:], _ body: (TestSite, Desk, SMTPServer) async throws -> Void
    ) async throws {
        let relay = SMTPServer(script)
        try await relay.run { port in
            let options = ["smtp_url": "smtp://127.0.0.1:\(port)", "mail_from": "post@news.example.org"]
            try await TestSite.use(options: options) { site in
                try await body(site, try await Desk(site, .chief), relay)
            }
        }
    }

    @Test("A reader asks, confirms, gets an edition and leaves") func whole() async throws {
        try await Self.play { site, desk, relay in
            #expect(try await site.get("/letters").text.contains("name=\"address\""))
            let asked = try await site.post("/letters", form: "address=Ana%40example.org&list=editions&list=daily")
            #expect(asked.status == 303)
            let question = try #require(try await relay.wait(1).last)
            #expect(question.to == "Ana@example.org" && question.from.hasPrefix("post+"))
            // Nothing that scanners do with a link changes anything.
            let confirm = try question.link("/letters/confirm")
            for _ in 1...2 { #expect(try await site.get(confirm).text.contains("<li>Daily</li>")) }
            #expect(
                try await site.number("select count(*) from letter_subscriptions where confirmed_at is not null") == 0)
            let key = confirm.split(separator: "t=")[1]
            #expect(try await site.post("/letters/confirm", form: "t=\(key)").text.contains("Confirmed."))
            #expect(try await site.get(confirm, ["Accept": "text/html"]).status == 404)

            try await desk.section("city")
            _ = try await desk.write(
                #"{"headline":"Ébauche & tide","standfirst":"Low.","section":"city","status":"published","body":"<p>A text.</p>"}"#
            )
            let letter = try #require(try await relay.wait(2).last)
            let text = letter.decoded
            #expect(
                letter.text.contains("DKIM-Signature:")
                    && letter.text.contains("List-Unsubscribe-Post: List-Unsubscribe=One-Click"))
            #expect(text.contains("Ébauche & tide") && text.contains("Ébauche &amp; tide") && text.contains("A text."))
            #expect(!text.contains(LetterWriter.leaving) && !text.contains("<img"))

            let leave = try letter.link("/letters/unsubscribe")
            #expect(try await site.get(leave).text.contains("Unsubscribe from all"))
            #expect(try await site.number("select count(*) from letter_subscriptions") == 2)
            #expect(try await site.post(leave, form: "List-Unsubscribe=One-Click").status == 200)
            #expect(try await site.number("select count(*) from letter_subscriptions") == 1)
            #expect(try await site.post(leave, form: "do=all").status == 200)
            #expect(try await site.number("select count(*) from readers") == 0)
            #expect(relay.mails.count == 2)
        }
    }

    @Test("What is no address, or asks for nothing, is refused with what was typed") func bad() async throws {
        let forms = [
            ("address=ana&list=daily", "Enter your complete email address"),
            ("address=ana%40localhost&list=daily", "after the @"),
            ("address=a%0D%0ARCPT+TO%3A%40example.org&list=daily", "before the @"),
            ("address=ana%40example.org", "at least one"),
            ("address=ana%40example.org&list=section%2Fnone", "at least one"),
            ("list=daily", "Enter your complete email address"),
        ]
        try await Self.play { site, _, relay in
            for (form, words) in forms {
                let answer = try await site.post("/letters", form: form)
                #expect(try answer.status == 422 && answer.text.contains(words), "\(form)")
                #expect(try form.hasPrefix("list") || answer.text.contains("value=\"a"), "\(form)")
            }
            #expect(try await site.number("select count(*) from readers") == 0)
            #expect(relay.connections == 0)
        }
    }

    @Test("A letter of many long stories keeps its budget") func budget() async throws {
        try await Self.play { site, desk, relay in
            _ = try await site.post("/letters", form: "address=eva%40example.org&list=editions")
            let key = try #require(try await relay.wait(1).last).link("/letters/confirm").split(separator: "t=")[1]
            let text = String(repeating: "Ação e reação à beira-mar. ", count: 120)
            try await desk.section("city")
            for number in 1...25 {
                // Written once all are there.
                if number == 25 { try await site.change("delete from letters") }
                _ = try await desk.write(
                    #"{"headline":"Maré \#(number).","standfirst":"À tarde.","section":"city","status":"published","body":"<p>\#(text)</p>"}"#
                )
                if number == 1 {
                    let made: SQL = "select count(*) from letters"
                    #expect(try await eventually { try await site.number(made) == 1 })
                    _ = try await site.post("/letters/confirm", form: "t=\(key)")
                }
            }
            let letter = try #require(try await relay.wait(2).last)
            #expect(letter.text.utf8.count <= LetterWriter.budget && letter.text.utf8.count > 25_000)
            // Addresses in headers are never folded.
            #expect(letter.lines.drop { !$0.isEmpty }.allSatisfy { $0.utf8.count <= 76 })
            let headlines = (1...25).count { letter.decoded.contains("\r\nMaré \($0).\r\n") }
            #expect(headlines == 20)
        }
    }

    @Test("A story that is withdrawn before a letter is sent is not in it", arguments: [1, 2])
    func withdrawn(_ stories: Int) async throws {
        try await Self.play { site, desk, relay in
            _ = try await site.post("/letters", form: "address=eva%40example.org&list=editions")
            let key = try #require(try await relay.wait(1).last).link("/letters/confirm").split(separator: "t=")[1]
            _ = try await site.post("/letters/confirm", form: "t=\(key)")
            try await desk.section("city")
            relay.answer("MAIL", "451 later")
            var written: [WrittenArticle] = []
            for number in 1...stories {
                // Written once all are there.
                try await site.change("delete from letters")
                written.append(
                    try await desk.write(#"{"headline":"Tide \#(number).","section":"city","status":"published"}"#))
            }
            let waits: SQL = "select count(*) from mails where state = 'waiting' and reply <> ''"
            #expect(try await eventually { try await site.number(waits) == 1 })
            let kill = #"{"move":"kill","text":"Libel"}"#
            let killed = try await desk.send(.post, "articles/\(written[0].id)/moves", kill, ["If-Match": "*"])
            #expect(killed.status == 200)
            relay.answer("MAIL", "250 ok")
            try await site.change("update mails set next_try_at = now() where state = 'waiting'")
            if stories == 1 {
                let withdrawn: SQL = "select count(*) from mails where state = 'withdrawn'"
                #expect(try await eventually { try await site.number(withdrawn) == 1 })
            } else {
                let text = try #require(try await relay.wait(2).last).decoded
                #expect(text.contains("Tide 2.") && !text.contains("Tide 1."))
            }
        }
    }

    @Test("What was sent stays counted when its reader leaves, or it is long ago; texts do not stay") func counts()
        async throws
    {
        try await Self.play { site, desk, relay in
            _ = try await site.post("/letters", form: "address=eva%40example.org&list=editions")
            let key = try #require(try await relay.wait(1).last).link("/letters/confirm").split(separator: "t=")[1]
            _ = try await site.post("/letters/confirm", form: "t=\(key)")
            try await desk.section("city")
            _ = try await desk.write(#"{"headline":"Tide","section":"city","status":"published"}"#)
            let leave = try #require(try await relay.wait(2).last).link("/letters/unsubscribe")
            func sent() async throws -> Int? {
                try await site.backend.archive.read { try $0.letters.sent(limit: 1).first?.sent }
            }
            #expect(try await eventually { try await sent() == 1 })
            #expect(try await site.post(leave, form: "do=all").status == 200)
            #expect(try await site.number("select count(*) from mails where kind = 'letter'") == 0)
            #expect(try await sent() == 1)
            try await site.change("update letters set made_at = now() - interval '31 days'")
            try await site.backend.archive.write { try $0.mails.deleteOldTexts() }
            #expect(try await site.number("select count(*) from letters where html = '' and text = ''") == 1)
            #expect(try await sent() == 1)
        }
    }

    @Test("A stranger's address is asked at most twice a day, and one that nobody made leads nowhere") func strangers()
        async throws
    {
        try await Self.play { site, _, relay in
            for list in ["daily", "weekly", "editions", "daily"] {
                #expect(try await site.post("/letters", form: "address=eva%40example.org&list=\(list)").status == 303)
            }
            let mails = try await relay.wait(2)
            #expect(mails.count == 2)
            #expect(try await site.number("select count(*) from mails") == 2)
            for path in ["/letters/confirm", "/letters/unsubscribe"] {
                for key in [
                    "", "1", "1.", "1.x", "1.AAAAAAAAAAAAAAAAAAAAAA", "1.AAAAAAAAAAAAAAAAAAAAAA.daily", "-1.x.daily",
                ] {
                    #expect(try await site.get("\(path)?t=\(key)", ["Accept": "text/html"]).status == 404, "\(key)")
                    #expect(try await site.post(path, form: "t=\(key)").status == 404, "\(key)")
                }
            }
        }
    }

    @Test("A relay that is not well loses nothing") func trouble() async throws {
        let troubles = [
            ("MAIL", "451 later"), ("RCPT", "451 later"), ("DATA", "452 full"), ("", "554 no"), ("EHLO", ""),
        ]
        try await Self.play { site, _, relay in
            for (number, (word, answer)) in troubles.enumerated() {
                relay.answer(word, answer)
                _ = try await site.post("/letters", form: "address=eva\(number)%40example.org&list=daily")
                let waiting: SQL = "select count(*) from mails where state = 'waiting' and reply <> ''"
                #expect(try await eventually { try await site.number(waiting) == 1 }, "\(word)")
                relay.answer(word, ["": "220 relay", "DATA": "354 go on"][word] ?? "250 ok")
                try await site.change("update mails set next_try_at = now() where state = 'waiting'")
                #expect(try await relay.wait(number + 1).map(\.to).last == "eva\(number)@example.org")
            }
        }
    }

    @Test("A relay that dies once it has asked for the text leaves a doubt, and nothing is sent again") func doubt()
        async throws
    {
        try await Self.play([".": ""]) { site, _, relay in
            _ = try await site.post("/letters", form: "address=eva%40example.org&list=daily")
            #expect(
                try await eventually { try await site.number("select count(*) from mails where state = 'doubt'") == 1 })
            relay.answer(".", "250 taken")
            try await site.change("update mails set next_try_at = now() where next_try_at is not null")
            _ = try await site.post("/letters", form: "address=noa%40example.org&list=daily")
            #expect(try await relay.wait(1).map(\.to) == ["noa@example.org"])
        }
    }

    @Test("A mail that is refused for good is not tried again") func refused() async throws {
        try await Self.play(["RCPT": "550 5.1.1 nobody there"]) { site, _, _ in
            _ = try await site.post("/letters", form: "address=eva%40example.org&list=daily")
            #expect(
                try await eventually {
                    try await site.number(
                        "select count(*) from mails where state = 'refused' and reply like '550 5.1.1%' and next_try_at is null"
                    ) == 1
                })
        }
    }

    @Test("An address that does not exist gets no mail any more; one that is full, after the third time") func bounces()
        async throws
    {
        try await Self.play { site, _, relay in
            let commands = Commands(site.backend)
            func report(_ sender: String, _ status: String) async throws -> BounceDesk.Outcome {
                try await commands.takeBounce(Array("To: <\(sender)>\n\nAction: failed\nStatus: \(status)\n".utf8))
            }
            for (number, status, outcomes) in [
                (1, "5.1.1", [.suppressed, .unknown]), (2, "4.2.2", [.counted, .counted, .suppressed, .unknown]),
            ] as [(Int, String, [BounceDesk.Outcome])] {
                let form = "address=eva\(number)%40example.org&list=daily"
                _ = try await site.post("/letters", form: form)
                let sender = try #require(try await relay.wait(number).last?.from)
                #expect(try await report("post+\(number).0000000000000000@news.example.org", status) == .unknown)
                #expect(try await report(sender, "2.0.0") == .nothing)
                for outcome in outcomes { #expect(try await report(sender.lowercased(), status) == outcome) }
                #expect(try await site.number("select count(*) from readers") == 0)
                // Nobody who asks learns of it, and nothing is sent.
                #expect(try await site.post("/letters", form: form).status == 303)
                #expect(try await site.number("select count(*) from mails") == 0)
            }
        }
    }

    @Test("Chiefs see how mails fare, and which record to set") func delivery() async throws {
        try await Self.play { site, _, _ in
            let path = "/admin/letters/delivery"
            #expect(try await Room.person(site, .editor).browser().get(path).status == 403)
            let browser = try await Room.person(site, .chief).browser()
            try await site.backend.archive.write { holdings in
                try holdings.connection.query(
                    "insert into readers (address, language) values ('rita@full.example', 'en')")
                try holdings.connection.query(
                    """
                    insert into mails (kind, reader_id, state, reply, next_try_at, ended_at)
                    select 'log-in', id, state, reply, next, case when next is null then now() end from readers,
                        (values ('doubt', '', null::timestamptz), ('waiting', '452 4.2.2 <b>full</b>', now() + interval '1 hour'))
                            as m(state, reply, next)
                    where address = 'rita@full.example'
                    """)
            }
            let page = try await browser.get(path).text
            #expect(
                page.contains("<dt>Waiting</dt><dd>1</dd>") && page.contains("<dt>May not have arrived</dt><dd>1</dd>"))
            #expect(page.contains("452 4.2.2 &lt;b&gt;full&lt;/b&gt;") && page.contains("…@full.example"))
            #expect(!page.contains("rita@"), "readers are counted, never listed")
            #expect(!page.contains("_domainkey"), "nobody has asked")
            let checked = try await browser.get(path + "?check=1").text
            #expect(checked.contains("._domainkey.") && checked.contains("v=DKIM1; k=rsa; p="))
        }
    }

    @Test("Editors see each newsletter as it would be now, and send it to themselves") func newsroom() async throws {
        try await Self.play { site, desk, relay in
            let browser = try await Room.person(site, .editor).browser()
            let preview = "/admin/letters/preview?list=daily"
            #expect(try await browser.get(preview).status == 404)
            let fields = ["list": "daily", "address": "rita@news.example.org"]
            #expect(try await browser.post("/admin/letters", fields).text.contains("has no stories"))
            try await desk.section("city")
            _ = try await desk.write(
                #"{"headline":"Low & late","section":"city","status":"published","body":"<p>A text.</p>"}"#)
            let page = try await browser.get(preview)
            #expect(
                try page.text.contains("Low &amp; late") && page["content-security-policy"]?.contains("sandbox") == true
            )
            #expect(try await browser.get(preview + "&part=text").text.contains("Low & late"))
            #expect(
                try await browser.post("/admin/letters", ["list": "daily", "address": "rita"]).text.contains(
                    "Enter your complete email address"))
            #expect(try await browser.post("/admin/letters", fields)["location"] == "/admin/letters?done=letterTest")
            let test = try #require(try await relay.wait(1).last)
            #expect(test.to == "rita@news.example.org" && test.decoded.contains("Low & late"))
            #expect(!test.text.contains("List-Unsubscribe"))
            #expect(try await browser.get("/admin/letters").text.contains("0 subscribers"))
            let journalist = try await Room.person(site, .journalist).browser()
            #expect(try await journalist.get("/admin/letters").status == 403)
        }
    }

    @Test("A chief finds what is kept of one reader, and deletes it; nobody lists readers") func reader() async throws {
        try await Self.play { site, desk, relay in
            _ = try await site.post("/letters", form: "address=Eva%40example.org&list=daily")
            _ = try await relay.wait(1)
            let json = #"{"address":"eva@EXAMPLE.org"}"#
            let found = try await desk.send(.post, "subscribers/search", json)
            #expect(try found.status == 200 && found.text.contains(#""list":"daily""#) && found.text.contains("Eva@"))
            #expect(try await desk.send(.post, "subscribers/search", #"{"address":"x@y.example"}"#).status == 404)
            #expect(
                try await desk.send(.post, "subscribers/search", #"{"address":""}"#).problem().fields == ["address"])
            #expect(try await Desk(site, .editor).send(.post, "subscribers/search", json).status == 403)
            #expect(try await site.number("select count(*) from audit where action = 'reader.find'") == 2)
            #expect(try await site.number("select count(*) from audit where detail::text ilike '%example%'") == 0)
            let mailings = try await desk.send(.get, "mailings").text
            #expect(mailings.contains(#"{"list":"daily","readers":0}"#) && !mailings.contains("example.org"))

            let browser = try await Room.person(site, .chief).browser()
            let path = "/admin/letters/reader"
            #expect(try await browser.post(path, ["address": "<b>@example.org"]).text.contains("We keep nothing"))
            let page = try await browser.post(path, ["address": "eva@example.org"]).text
            #expect(page.contains("<b>Daily</b>") && page.contains("not confirmed"))
            let id = try await site.number("select id from readers")
            #expect(try await browser.post(path, ["do": "forget", "id": "\(id)"]).status == 303)
            #expect(try await browser.post(path, ["do": "forget", "id": "\(id)"]).status == 422)
            #expect(try await site.number("select count(*) from readers") == 0)
            #expect(try await desk.send(.delete, "subscribers/\(id)").status == 404)
        }
    }

    @Test("A newspaper without a relay says so") func off() async throws {
        try await TestSite.use { site in
            let page = try await site.get("/letters", ["Accept": "text/html"])
            #expect(try page.status == 404 && page.text.contains("sends no newsletters"))
        }
    }

    @Test(
        "Options that are wrong are named",
        arguments: [
            (["smtp_url": "http://relay.example.org"], "smtp_url"), (["smtp_url": "smtp://"], "smtp_url"),
            (["smtp_url": "smtp://relay.example.org", "mail_from": "news"], "mail_from"),
            (["smtp_url": "smtp://relay.example.org", "public_url": "http://localhost:8080"], "mail_from"),
        ])
    func options(_ options: [String: String], _ name: String) throws {
        #expect { try Options(TestSite.reader("/tmp", options)) } throws: {
            "\($0)".contains("N4MD_" + name.uppercased())
        }
    }
}

extension TestSite {
    func change(_ query: SQL) async throws {
        try await backend.archive.write { _ = try $0.connection.query(query) }
    }
}

extension SMTPServer {
    /// Waits for so many mails.
    func wait(_ count: Int) async throws -> [Mail] {
        _ = await eventually { mails.count >= count }
        return mails
    }
}

extension SMTPServer.Mail {
    /// The text with the quoted-printable parts decoded.
    var decoded: String {
        var bytes: [UInt8] = []
        var rest = text.replacing("=\r\n", with: "").utf8[...]
        while let byte = rest.first {
            rest = rest.dropFirst()
            if byte == UInt8(ascii: "="), let code = UInt8(String(Substring(rest.prefix(2))), radix: 16) {
                bytes.append(code)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The path of the first link to a page.
    func link(_ path: String) throws -> String {
        let start = try #require(decoded.range(of: TestSite.publicURL + path))
        return path + decoded[start.upperBound...].prefix { !"\r\n\"<> ".contains($0) }
    }
}
