import Archive
import Foundation
import HTTPTypes
@testable import Letters
import News
import PostgreSQL
import RawServer
@testable import Server
import Testing

/// The stories that readers saved and read are the same in all browsers in which they are logged in.
@Suite("Readers' stories", .serialized)
struct SyncTests {
    fileprivate struct Change<Item: Codable & Equatable>: Codable, Equatable {
        var add: [Item]?
        var drop: [Item]?
    }
    fileprivate struct Delta: Decodable, Equatable {
        var account: String
        var revision: Int
        var complete: Bool?
        var saved: Change<Int>?
        var read: Change<Int>?
        var follows: Change<String>?
        var places: [String: Int]?
        var settings: String?
    }

    /// A browser in which a reader is logged in.
    struct Browser {
        let site: TestSite
        let session: [String: String]

        func send(_ body: String, _ headers: [String: String] = [:]) async throws -> Answer {
            try await SyncTests.send(body, headers.merging(session) { $1 }, site)
        }
        fileprivate func sync(_ body: String) async throws -> Delta { try await send(body).json() }
    }

    private static func send(_ body: String, _ headers: [String: String], _ site: TestSite) async throws -> Answer {
        try await site.send(
            .post, "/me/sync", headers.merging(["Content-Type": "application/json"]) { $1 }, body: Array(body.utf8))
    }

    static func logIn(_ site: TestSite, _ address: String = "ana@example.org") async throws -> Browser {
        let accounts = AccountDesk(
            archive: site.backend.archive,
            letters: LetterLinks(site: site.backend.options.site, secret: try site.backend.options.secret)
        ) {}
        let id: Int = try await site.backend.archive.write { holdings in
            try holdings.readerLogIns.ask(
                address, language: "en", (0..<32).map { _ in UInt8.random(in: 0...255) })
            return try holdings.connection.query("select max(id) from reader_log_ins")[0].get(0)
        }
        let link = LogInLinks(site: accounts.letters.site, secret: accounts.letters.secret).link(to: id)
        let key = try #require(link.split(separator: "t=").last)
        let answer = try await site.post("/me/open", form: "t=\(key)")
        let cookies = ["__Secure-reader", "account"].map { try? RoomBrowser.cookie($0, of: answer) }
        #expect(cookies.last == "account=1")
        return Browser(site: site, session: ["Cookie": cookies.compactMap(\.self).joined(separator: "; ")])
    }

    static func play(_ body: (TestSite, [Int]) async throws -> Void) async throws {
        let relay = SMTPServer()
        try await relay.run { port in
            let options = ["smtp_url": "smtp://127.0.0.1:\(port)", "mail_from": "post@news.example.org"]
            try await TestSite.use(options: options) { site in
                let desk = try await Desk(site, .chief)
                var articles: [Int] = []
                try await desk.section("city")
                for number in 1...3 {
                    let article = try await desk.write(
                        #"{"headline":"Tide \#(number)","section":"city","status":"published"}"#)
                    articles.append(article.id)
                }
                try await body(site, articles)
            }
        }
    }

    @Test("One browser saves, the other learns it once; then there is nothing to learn") func two() async throws {
        try await Self.play { site, articles in
            let (one, two) = (articles[0], articles[1])
            let phone = try await Self.logIn(site)
            let first = try await phone.sync("{}")
            #expect(first.revision == 0 && first.complete == true && first.saved == nil)
            let account = "\"account\":\"\(first.account)\""
            let saved = try await phone.sync(
                "{\(account),\"since\":0,\"saved\":{\"add\":[\(one),\(two),999999]},\"read\":{\"add\":[\(two)]}}")
            #expect(saved.revision == 1 && Set(saved.saved?.add ?? []) == [one, two] && saved.read?.add == [two])
            let tablet = try await Self.logIn(site)
            #expect(try await tablet.sync("{}").account == first.account)
            let own = try await phone.sync("{\(account),\"since\":1,\"read\":{\"drop\":[\(two)]}}")
            #expect(own == Delta(account: first.account, revision: 2), "it need not be told what it did")
            _ = try await tablet.sync("{\(account),\"since\":1,\"saved\":{\"drop\":[\(one)]}}")
            let news = try await phone.sync("{\(account),\"since\":2}")
            #expect(news == Delta(account: first.account, revision: 3, saved: Change(drop: [one])))
            let quiet = try await phone.send("{\(account),\"since\":3}")
            #expect(quiet.body.count < 100)
            #expect(try quiet.json(Delta.self) == Delta(account: first.account, revision: 3))
            #expect(try await site.get("/me/saved", phone.session).text.contains("Tide 2"))
            #expect(try await !site.get("/me/saved", phone.session).text.contains("Tide 1"))
        }
    }

    @Test("How far stories were read and what the app was set to is the same in all browsers, and can be taken along")
    func placesAndSettings() async throws {
        try await Self.play { site, articles in
            let phone = try await Self.logIn(site)
            let first = try await phone.sync("{}")
            let account = "\"account\":\"\(first.account)\""
            #expect(first.settings == nil && first.places == nil)
            let own = try await phone.sync(
                "{\(account),\"since\":0,\"places\":{\"\(articles[0])\":420,\"999999\":5},\"settings\":\"images=off&days=3\"}"
            )
            #expect(own.places == ["\(articles[0])": 420] && own.settings == "images=off&days=3")
            let tablet = try await Self.logIn(site)
            let all = try await tablet.sync("{\(account),\"since\":0}")
            #expect(all.places == own.places && all.settings == own.settings && all.read?.add == [articles[0]])
            _ = try await tablet.sync("{\(account),\"since\":1,\"settings\":\"palette=night\"}")
            _ = try await tablet.sync("{\(account),\"since\":2,\"places\":{\"\(articles[0])\":1000}}")
            let news = try await phone.sync("{\(account),\"since\":1}")
            #expect(news.settings == "palette=night" && news.places == ["\(articles[0])": 1000])
            #expect(try await phone.sync("{\(account),\"since\":3}") == Delta(account: first.account, revision: 3))
            let file = try await site.post("/me/export", form: "", phone.session).text
            #expect(file.contains("\"appSettings\" : \"palette=night\"") && file.contains("\"place\" : 1000"))
            #expect(try await site.get("/me", phone.session).text.contains("settings are kept here"))
        }
    }

    @Test("What is followed in one browser, or chosen on the page, is the same in all") func follows() async throws {
        try await Self.play { site, _ in
            let phone = try await Self.logIn(site)
            let account = "\"account\":\"\(try await phone.sync("{}").account)\""
            let own = try await phone.sync(
                "{\(account),\"since\":0,\"follows\":{\"add\":[\"section/city\",\"author/marta-quintal\",\"section/city\"]}}"
            )
            #expect(own.revision == 1 && Set(own.follows?.add ?? []) == ["section/city", "author/marta-quintal"])
            #expect(try await site.get("/me/news", phone.session).text.contains("Tide 2"))
            let tablet = try await Self.logIn(site)
            #expect(try await tablet.sync("{\(account),\"since\":0}").follows == own.follows)
            let chosen = try await site.post(
                "/me/news", form: "topic=author%2Fmarta-quintal&keywords=ferry",
                phone.session.merging(["Sec-Fetch-Site": "same-origin"]) { $1 })
            #expect(chosen.status == 303)
            let news = try await tablet.sync("{\(account),\"since\":1}")
            #expect(news.follows == Change(add: ["keyword/ferry"], drop: ["section/city"]))
            _ = try await tablet.sync(
                "{\(account),\"since\":2,\"follows\":{\"add\":[\"section/city\"],\"drop\":[\"keyword/ferry\"]}}")
            let back = try await phone.sync("{\(account),\"since\":2}")
            #expect(back.follows == Change(add: ["section/city"], drop: ["keyword/ferry"]))
            #expect(try await phone.sync("{\(account),\"since\":3}").follows == nil)
            let many = (1...51).map { "\"keyword/word\($0)\"" }.joined(separator: ",")
            let refused = try await phone.send("{\(account),\"since\":3,\"follows\":{\"add\":[\(many)]}}")
            #expect(try refused.status == 422 && refused.text.contains("At most 50 topics"))
            #expect(try await site.number("select count(*) from reader_topics where is_kept") == 2)
        }
    }

    @Test("What one reader did is never given to another") func others() async throws {
        try await Self.play { site, articles in
            let ana = try await Self.logIn(site)
            let tag = try await ana.sync("{}").account
            let eva = try await Self.logIn(site, "eva@example.org")
            let answer = try await eva.sync("{\"account\":\"\(tag)\",\"since\":0,\"saved\":{\"add\":[\(articles[0])]}}")
            #expect(answer.account != tag && answer.complete == true && answer.saved == nil)
            #expect(try await site.number("select count(*) from reader_items") == 0)
        }
    }

    @Test("A browser that was away for long, or knows the future, is told everything") func away() async throws {
        try await Self.play { site, articles in
            let phone = try await Self.logIn(site)
            let account = "\"account\":\"\(try await phone.sync("{}").account)\""
            _ = try await phone.sync("{\(account),\"since\":0,\"saved\":{\"add\":[\(articles[0]),\(articles[1])]}}")
            _ = try await phone.sync("{\(account),\"since\":1,\"saved\":{\"drop\":[\(articles[0])]}}")
            let forgotten = try await site.backend.archive.write { holdings in
                _ = try holdings.connection.query("update reader_items set changed_at = now() - interval '91 days'")
                return try holdings.readerItems.deleteDropped(limit: 10)
            }
            #expect(forgotten == 1)
            for since in [1, 9] {
                let all = try await phone.sync("{\(account),\"since\":\(since)}")
                #expect(all.complete == true && all.saved == Change(add: [articles[1]]), "\(since)")
            }
        }
    }

    @Test(
        "Bad input changes nothing",
        arguments: [
            "", "[]", "{\"since\":\"x\"}", "{\"saved\":[1]}", "{\"saved\":{\"add\":[1.5]}}",
            "{\"read\":{\"add\":[\((1...501).map(String.init).joined(separator: ","))]}}",
            "{\"since\":99999999999999999999}", "{\"places\":{\"x\":1}}", "{\"places\":{\"1\":1001}}",
            "{\"follows\":{\"add\":[\"city\"]}}", "{\"follows\":{\"add\":[\"section/City\"]}}",
            "{\"follows\":{\"add\":[7]}}",
            "{\"settings\":\"images=all\"}", "{\"settings\":\"latitude=1\"}", "{\"settings\":\"days=0\"}",
        ]) func bad(_ body: String) async throws
    {
        try await Self.play { site, _ in
            let phone = try await Self.logIn(site)
            #expect(try await phone.send(body).status == 422)
            #expect(try await phone.send("{}", ["Sec-Fetch-Site": "cross-site"]).status == 403)
            let stranger = try await Self.send(body, [:], site)
            #expect(stranger.status == 401 && stranger["set-cookie"]?.contains("account=;") == true)
        }
    }

    @Test("They take along what they saved, remove it, and leave it here when they log out") func own() async throws {
        try await Self.play { site, articles in
            let phone = try await Self.logIn(site)
            let account = "\"account\":\"\(try await phone.sync("{}").account)\""
            _ = try await phone.sync(
                "{\(account),\"saved\":{\"add\":[\(articles[0])]},\"read\":{\"add\":[\(articles[1])]}}")
            let file = try await site.post("/me/export", form: "", phone.session).text
            #expect(
                file.contains("\"savedStories\"") && file.contains("/articles/tide-1")
                    && file.contains("/articles/tide-2"))
            _ = try await site.post("/me/log-out", form: "", phone.session)
            #expect(try await site.number("select count(*) from readers") == 1)
            let tablet = try await Self.logIn(site)
            #expect(try await site.get("/me/saved", tablet.session).text.contains("Tide 1"))
            _ = try await site.post("/me/saved", form: "remove=\(articles[0])", tablet.session)
            #expect(try await site.get("/me/saved", tablet.session).text.contains("You have saved no stories"))
            _ = try await site.post("/me/delete", form: "", tablet.session)
            #expect(try await site.number("select count(*) from reader_items") == 0)
        }
    }
}
