import Archive
import Foundation
import HTTPTypes
import PostgreSQL
import Testing

@testable import Credentials
@testable import Server

/// The newsroom's pages, on one server. Tests come from addresses of their own, told by a proxy.
@Suite(.serialized, SharedSite(options: ["trusted_proxies": "127.0.0.0/8"]))
struct NewsroomSiteTests {}

extension NewsroomSiteTests {
    @Suite("Logging in")
    struct LogInTests {
        @Test("An invitation is good once, for a password that is good") func invitation() async throws {
            let site = try SharedSite.site
            let chief = try await Room.person(site, .chief).browser()
            let invited = try await chief.post("/admin/people", ["name": "Rui <b>Sá</b>", "role": "journalist"])
            #expect(invited.status == 200)
            #expect(try invited.text.contains("Rui &lt;b&gt;Sá&lt;/b&gt;") && !invited.text.contains("<b>Sá"))
            let link = String(try chief.value("link", of: invited).dropFirst(TestSite.publicURL.count))
            #expect(try await site.get(link).text.contains("Rui &lt;b&gt;Sá"))
            for (password, again) in [
                ("short", "short"), ("rui rui rui rui", "rui rui rui rui"), (Room.password, "another"),
            ] {
                let refused = try await site.post(link, form: "password=\(password)&again=\(again)")
                #expect(refused.status == 422)
                #expect(try refused.text.contains("role=\"alert\""))
            }
            let form = "password=\(Room.password)&again=\(Room.password)"
            let chosen = try await site.post(link, form: form)
            #expect(chosen.status == 303 && chosen["location"] == "/admin/log-in?done=password")
            #expect(try await site.get(link).status == 404)
            #expect(try await site.post(link, form: form).status == 404)
            let name = "Rui%20%3Cb%3ES%C3%A1%3C%2Fb%3E"
            let first = try await site.post(
                "/admin/log-in", form: "name=\(name)&password=\(Room.password)&to=/admin/account",
                ["X-Forwarded-For": Room.anyAddress()])
            #expect(first.status == 303 && first["location"] == "/admin/account?in=1")
        }

        @Test("Names that nobody has, wrong passwords and who was shut out get the same answer") func sameAnswer()
            async throws
        {
            let site = try SharedSite.site
            let (known, gone) = (try await Room.person(site, .editor), try await Room.person(site, .editor))
            let chief = try await Room.person(site, .chief).browser()
            #expect(try await chief.post("/admin/people/\(gone.id)", ["do": "disable"]).status == 303)
            func answer(_ name: String, _ password: String) async throws -> String {
                let answer = try await site.post(
                    "/admin/log-in", form: "name=\(name)&password=\(password)", ["X-Forwarded-For": Room.anyAddress()])
                #expect(answer.status == 422 && answer["set-cookie"] == nil)
                return try answer.text.replacing("value=\"\(name.replacing("%20", with: " "))\"", with: "")
            }
            let wrong = try await answer(known.name.replacing(" ", with: "%20"), "wrong")
            #expect(try await answer("nobody", Room.password) == wrong)
            #expect(try await answer(gone.name.replacing(" ", with: "%20"), Room.password) == wrong)
        }

        @Test("The cookie is for the newsroom alone, and of another name after each log-in") func cookie() async throws
        {
            let site = try SharedSite.site
            let room = try await Room.person(site, .editor)
            let answer = try await room.logIn()
            let field = try #require(answer.headers[values: .setCookie].first)
            #expect(field.firstMatch(of: /^__Secure-newsroom=[A-Za-z0-9_-]{22};/) != nil, "\(field)")
            let attributes = Set(field.components(separatedBy: "; ").dropFirst())
            #expect(attributes == ["HttpOnly", "Path=/admin/", "Secure", "SameSite=Lax", "Max-Age=1209600"])
            let old = RoomBrowser(site: site, cookie: try RoomBrowser.cookie(answer))
            let again = try await site.post(
                "/admin/log-in", form: "name=\(room.name)&password=\(Room.password)",
                ["Cookie": old.cookie, "X-Forwarded-For": Room.anyAddress()])
            #expect(again.status == 303)
            #expect(try RoomBrowser.cookie(again) != old.cookie)
            #expect(try await old.get("/admin/").status == 401)
            #expect(try await RoomBrowser(site: site, cookie: RoomBrowser.cookie(again)).get("/admin/").status == 200)
        }

        @Test("After too many tries even the right password waits, and nobody else does") func throttle() async throws {
            let site = try SharedSite.site
            let (room, other) = (try await Room.person(site, .editor), try await Room.person(site, .editor))
            let address = Room.anyAddress()
            var statuses: [Int] = []
            for _ in 0..<12 { statuses.append(try await room.logIn("wrong", address: address).status) }
            #expect(statuses == Array(repeating: 422, count: 10) + [429, 429])
            let refused = try await room.logIn(address: address)
            #expect(refused.status == 429)
            #expect((1...60).contains(Int(refused["retry-after"] ?? "") ?? 0))
            #expect(try await other.logIn(address: address).status == 303)
            #expect(try await room.logIn().status == 303)
        }

        @Test("However a name is written, its tries are counted together") func spellings() async throws {
            let site = try SharedSite.site
            let room = try await Room.person(site, .editor)
            let address = Room.anyAddress()
            var statuses: [Int] = []
            for number in 0..<12 {
                let name =
                    number.isMultiple(of: 2)
                    ? room.name.uppercased()
                    : "\u{0}" + room.name.prefix(number) + "\u{0}" + room.name.dropFirst(number)
                let encoded = name.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
                statuses.append(
                    try await site.post(
                        "/admin/log-in", form: "name=\(encoded)&password=x", ["X-Forwarded-For": address]
                    ).status)
            }
            #expect(statuses.suffix(2) == [429, 429])
        }

        @Test(
            "Addresses of one network count together",
            arguments: [
                ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::9", true), ("2001:db8:1:2::1", "2001:db8:1:3::1", false),
                ("::ffff:192.0.2.1", "192.0.2.1", true), ("::ffff:192.0.2.1", "::ffff:192.0.2.2", false),
            ])
        func networks(_ one: String, _ other: String, _ areOne: Bool) {
            #expect((LogInGuard.network(of: one) == LogInGuard.network(of: other)) == areOne)
        }

        @Test("A log-in that was under way when the password changed is none") func overtaken() async throws {
            let site = try SharedSite.site
            let room = try await Room.person(site, .editor)
            let isBegun = try await site.backend.database.write { connection in
                let known = try #require(try connection.credentials(of: room.id))
                let other = try PasswordHash("another one", cost: TestSite.passwordCost)
                try connection.setPassword(
                    other.text, of: room.id, keeping: nil, by: Maker(editor: room.id, address: nil))
                return try connection.insertSession(
                    Secret(bits: 128).hash, as: known, isComplete: true, address: "", agent: "")
            }
            #expect(!isBegun)
        }

        @Test("What strangers try holds nobody up who logged in with this browser before") func knownBrowser()
            async throws
        {
            let site = try SharedSite.site
            let (room, address) = (try await Room.person(site, .editor), Room.anyAddress())
            let browser = try RoomBrowser.cookie("__Secure-newsroom-browser", of: try await room.logIn())
            for _ in 0..<11 { _ = try await room.logIn("wrong", address: address) }
            #expect(try await room.logIn(address: address).status == 429)
            func known(_ name: String, _ password: String) async throws -> Int {
                try await site.post(
                    "/admin/log-in", form: "name=\(name)&password=\(password)",
                    ["Cookie": browser, "X-Forwarded-For": address]
                ).status
            }
            #expect(try await known(room.name, Room.password) == 303)
            let other = try await Room.person(site, .editor)
            #expect(try await known(other.name, Room.password) == 303, "of somebody else's name it says nothing")
            for _ in 0..<10 { #expect(try await known(room.name, "wrong") == 422) }
            #expect(try await known(room.name, Room.password) == 429, "its tries are counted too")
        }

        @Test("One address cannot try many names") func throttledAddress() async throws {
            let site = try SharedSite.site
            let address = Room.anyAddress()
            var refused = 0
            for number in 0..<40 {
                let answer = try await site.post(
                    "/admin/log-in", form: "name=n\(number)&password=x",
                    [
                        "X-Forwarded-For":
                            "\(address.split(separator: ":").prefix(4).joined(separator: ":"))::\(number + 1)"
                    ])
                refused += answer.status == 429 ? 1 : 0
            }
            #expect(refused >= 8, "30 tries, and one more in ten seconds")
        }

        @Test(
            "Where somebody is sent after logging in is a page of the newsroom",
            arguments: [
                ("/admin/people", "/admin/people"), ("https://evil.example/", "/admin/"), ("//evil.example", "/admin/"),
                ("/admin//evil", "/admin/"), ("/admin/\\evil", "/admin/"), ("/admin/log-in", "/admin/"),
                ("/m/", "/admin/"),
                ("/admin/a\r\nSet-Cookie: x=y", "/admin/"), ("", "/admin/"),
                ("/admin/account?x=1", "/admin/account?x=1"),
            ])
        func destination(_ wanted: String, _ place: String) { #expect(NewsroomLinks.destination(wanted) == place) }
    }

    @Suite("Sessions")
    struct SessionTests {
        @Test("A session is dead after logging out, a new password elsewhere, and being shut out") func ends()
            async throws
        {
            let site = try SharedSite.site
            let room = try await Room.person(site, .editor)
            let (first, second, third) = (try await room.browser(), try await room.browser(), try await room.browser())
            let out = try await first.post("/admin/log-out")
            #expect(out.status == 303)
            #expect(out["set-cookie"]?.contains("Max-Age=0") == true)
            #expect(try await first.get("/admin/").status == 401)
            #expect(try await second.get("/admin/").status == 200)
            let changed = try await second.post(
                "/admin/account/password",
                ["present": Room.password, "password": "tram at midnight", "again": "tram at midnight"])
            #expect(changed.status == 303)
            #expect(try await third.get("/admin/").status == 401)
            #expect(try await second.get("/admin/").status == 200)
            let chief = try await Room.person(site, .chief).browser()
            #expect(try await chief.post("/admin/people/\(room.id)", ["do": "disable"]).status == 303)
            #expect(try await second.get("/admin/").status == 401)
        }

        @Test("Each is ended from any other") func revoke() async throws {
            let site = try SharedSite.site
            let room = try await Room.person(site, .journalist)
            let (here, there) = (try await room.browser(), try await room.browser())
            let page = try await here.get("/admin/account").text
            let ids = page.matches(of: /account\/sessions\/(\d+)/).map { String($0.1) }
            #expect(ids.count == 2)
            let buttons = page.components(separatedBy: "/admin/account/sessions/").filter {
                $0.contains("Log out there")
            }
            let other = try #require(buttons.first).prefix { $0.isNumber }
            #expect(try await here.post("/admin/account/sessions/\(other)").status == 303)
            #expect(try await there.get("/admin/").status == 401)
            #expect(try await here.get("/admin/").status == 200)
            let stranger = try await Room.person(site, .chief).browser()
            for id in ids { #expect(try await stranger.post("/admin/account/sessions/\(id)").status == 303) }
            #expect(try await here.get("/admin/").status == 200, "nobody else's is ended")
        }

        @Test(
            "They end unused, and at the latest after two weeks",
            arguments: [
                ("used_at = now() - interval '13 hours'", 401), ("used_at = now() - interval '11 hours'", 200),
                ("created_at = now() - interval '15 days'", 401), ("is_complete = false", 401),
            ])
        func expiry(_ change: String, _ status: Int) async throws {
            let site = try SharedSite.site
            let room = try await Room.person(site, .editor)
            let browser = try await room.browser()
            try await site.backend.database.write {
                _ = try $0.query("update sessions set \(.init(script: change)) where editor_id = \(room.id)")
            }
            #expect(try await browser.get("/admin/account").status == status)
        }

        @Test("A form of no session, another session or another site changes nothing") func forgery() async throws {
            let site = try SharedSite.site
            let chief = try await Room.person(site, .chief)
            let (browser, other) = (try await chief.browser(), try await chief.browser())
            let fields = ["name": "Forged", "role": "chief"]
            #expect(try await browser.post("/admin/people", fields, token: other.token()).status == 403)
            #expect(try await browser.post("/admin/people", fields, token: "").status == 403)
            let crossSite = try await site.post(
                "/admin/people", form: "name=Forged&role=chief&form_token=\(browser.token())",
                ["Cookie": browser.cookie, "Sec-Fetch-Site": "cross-site"])
            #expect(crossSite.status == 403)
            let foreign = try await site.post(
                "/admin/log-in", form: "name=\(chief.name)&password=\(Room.password)", ["Sec-Fetch-Site": "cross-site"])
            #expect(foreign.status == 403 && foreign["set-cookie"] == nil)
            #expect(try await !browser.get("/admin/people").text.contains("Forged"))
            let out = try await site.post("/admin/log-out", form: "", ["Sec-Fetch-Site": "cross-site"])
            #expect(out.status == 403 && out["set-cookie"] == nil, "nor does it log anybody out")
            let old = try await site.post(
                "/admin/log-in", form: "name=\(chief.name)&password=\(Room.password)",
                ["Origin": "https://evil.example"])
            #expect(old.status == 403)
            let same = try await site.post(
                "/admin/log-in", form: "name=\(chief.name)&password=\(Room.password)",
                ["Origin": "http://localhost", "X-Forwarded-For": Room.anyAddress()])
            #expect(same.status == 303)
        }
    }

    @Suite("The second factor")
    struct FactorTests {
        @Test("It is set up by a code, asked for at log-in, and each code is taken once") func factor() async throws {
            let site = try SharedSite.site
            let room = try await Room.person(site, .editor)
            let browser = try await room.browser()
            let page = try await browser.get("/admin/account/second-factor")
            let key = try Self.key(browser.value("key", of: page))
            #expect(
                try await browser.post("/admin/account/second-factor", ["code": "000000", "present": Room.password])
                    .status == 422)
            let step = Int(Date().timeIntervalSince1970 / 30)
            let set = ["code": key.code(at: step), "present": Room.password]
            #expect(
                try await browser.post("/admin/account/second-factor", set.merging(["present": "x"]) { $1 }).status
                    == 422)
            let isSet = try await browser.post("/admin/account/second-factor", set)
            #expect(isSet.status == 303)
            #expect(try await browser.get("/admin/account").status == 401, "the key could be told from the old name")
            let renamed = RoomBrowser(site: site, cookie: try RoomBrowser.cookie(isSet))
            #expect(try await renamed.get("/admin/account").status == 200)

            let first = try await room.logIn()
            #expect(first["location"]?.hasPrefix("/admin/code") == true)
            let waiting = RoomBrowser(site: site, cookie: try RoomBrowser.cookie(first))
            let refused = try await waiting.get("/admin/account")
            #expect(refused.status == 401)
            #expect(try refused.text.contains("name=\"code\""))
            #expect(try await waiting.post("/admin/code", ["code": key.code(at: step)]).status == 422, "it was used")
            let second = try await waiting.post("/admin/code", ["code": key.code(at: step + 1)])
            #expect(second.status == 303)
            #expect(try await waiting.get("/admin/account").status == 401, "the session has another name now")
            let inside = RoomBrowser(site: site, cookie: try RoomBrowser.cookie(second))
            #expect(try await inside.get("/admin/account").status == 200)
            #expect(try await inside.post("/admin/account/second-factor/remove", ["present": "wrong"]).status == 422)
            #expect(
                try await inside.post("/admin/account/second-factor/remove", ["present": Room.password]).status == 303)
            #expect(try await room.logIn()["location"] == "/admin/?in=1")
        }

        @Test("Where a rule asks for it, there is nothing else to see before") func needed() async throws {
            let site = try SharedSite.site
            let (chief, editor) = (
                try await Room.person(site, .chief).browser(), try await Room.person(site, .editor).browser()
            )
            #expect(try await chief.post("/admin/people/rules", ["from": "chief"]).status == 303)
            let page = try await chief.get("/admin/people")
            #expect(page.status == 403)
            #expect(try page.text.contains("otpauth://totp/"))
            #expect(try await editor.get("/admin/account").status == 200)
            let key = try Self.key(chief.value("key", of: page))
            let code = key.code(at: Int(Date().timeIntervalSince1970 / 30))
            let confirmed = try await chief.post(
                "/admin/account/second-factor", ["code": code, "present": Room.password])
            #expect(confirmed.status == 303)
            let renamed = RoomBrowser(site: site, cookie: try RoomBrowser.cookie(confirmed))
            #expect(try await renamed.post("/admin/people/rules", ["from": "nobody"]).status == 400)
            #expect(try await renamed.post("/admin/people/rules", ["from": ""]).status == 303)
        }

        private static func key(_ text: String) throws -> OneTimeKey {
            let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
            var (bits, count, bytes) = (0, 0, [UInt8]())
            for letter in text where letter != " " {
                bits = bits << 5 | (try #require(alphabet.firstIndex(of: letter)))
                count += 5
                if count >= 8 {
                    count -= 8
                    bytes.append(UInt8(bits >> count & 0xFF))
                    bits &= (1 << count) - 1
                }
            }
            return OneTimeKey(bytes: bytes)
        }
    }

    @Suite("Rights")
    struct RightsTests {
        static let pages = [
            ("/admin/", EditorRole.contributor), ("/admin/account", .contributor),
            ("/admin/account/second-factor", .contributor), ("/admin/people", .chief),
        ]
        static let forms = [
            ("/admin/account/password", EditorRole.contributor), ("/admin/account/sessions/1", .contributor),
            ("/admin/account/tokens", .contributor), ("/admin/account/tokens/1", .contributor),
            ("/admin/account/second-factor", .contributor), ("/admin/account/second-factor/remove", .contributor),
            ("/admin/people", .chief), ("/admin/people/1", .chief), ("/admin/people/rules", .chief),
        ]

        @Test("Every page without a session is the way in", arguments: pages)
        func pagesWithoutSession(_ path: String, _ role: EditorRole) async throws {
            let site = try SharedSite.site
            for cookie in [
                "", "__Secure-newsroom=", "__Secure-newsroom=AAAAAAAAAAAAAAAAAAAAAA", "__Secure-newsroom=' or 1=1",
            ] {
                let answer = try await site.get(path, ["Cookie": cookie])
                #expect(answer.status == 401 && answer["www-authenticate"]?.hasPrefix("Cookie ") == true)
                #expect(try answer.text.contains("action=\"/admin/log-in\""))
            }
        }

        @Test("Every form without a session is refused", arguments: forms)
        func formsWithoutSession(_ path: String, _ role: EditorRole) async throws {
            let site = try SharedSite.site
            #expect(try await site.post(path, form: "form_token=x").status == 401)
        }

        @Test("Who has too weak a role is refused", arguments: [EditorRole.contributor, .journalist, .editor])
        func tooWeak(_ role: EditorRole) async throws {
            let site = try SharedSite.site
            let browser = try await Room.person(site, role).browser()
            for (path, least) in Self.pages {
                #expect(try await browser.get(path).status == (role < least ? 403 : 200), "\(path)")
            }
            for (path, least) in Self.forms where role < least {
                #expect(try await browser.post(path).status == 403, "\(path)")
            }
        }

        /// The routes are asked, so that none is forgotten here.
        @Test("The lists are whole") func allRoutes() async throws {
            let site = try SharedSite.site
            let known = Set(
                Self.pages.map { $0.0 == "/admin/" ? "/admin" : $0.0 }
                    + Self.forms.map(\.0).map { $0.replacing("/1", with: "/{id}") })
            let open: Set = ["/admin/log-in", "/admin/log-out", "/admin/code", "/admin/welcome/{secret}"]
            let routes = Set(site.server.paths.filter { $0.hasPrefix("/admin") })
            #expect(routes == known.union(open))
        }

        @Test("A newspaper keeps a chief") func lastChief() async throws {
            let site = try SharedSite.site
            let chief = try await Room.person(site, .chief)
            let browser = try await chief.browser()
            try await site.backend.database.write {
                _ = try $0.query("update editors set disabled_at = now() where role = 'chief' and id <> \(chief.id)")
            }
            for change in [["do": "disable"], ["do": "role", "role": "editor"]] {
                #expect(try await browser.post("/admin/people/\(chief.id)", change).status == 422)
            }
            // One who has not chosen a password yet cannot take over.
            #expect(
                try await browser.post("/admin/people", ["name": UUID().uuidString, "role": "chief"]).status == 200)
            #expect(try await browser.post("/admin/people/\(chief.id)", ["do": "disable"]).status == 422)
            #expect(try await browser.get("/admin/people").status == 200)
        }

        @Test("Who is shut out loses tokens for good") func tokensOfWhoIsShutOut() async throws {
            let site = try SharedSite.site
            let desk = try await Desk(site, .editor)
            let id = try await site.number(
                "select max(id)::int from editors where role = 'editor' and password is null")
            let chief = try await Room.person(site, .chief).browser()
            #expect(try await desk.send(.get, "articles").status == 200)
            for change in ["disable", "enable"] {
                #expect(try await chief.post("/admin/people/\(id)", ["do": change]).status == 303)
                #expect(try await desk.send(.get, "articles").status == 401)
            }
        }

        @Test(
            "A token is good for its scope, within its owner's role",
            arguments: [
                (EditorRole.chief, TokenScope.read, [200, 403, 403, 403, 403]),
                (.chief, .write, [200, 201, 403, 403, 403]),
                (.chief, .publish, [200, 201, 201, 201, 403]), (.chief, .manage, [200, 201, 201, 201, 428]),
                (.journalist, .manage, [200, 201, 403, 403, 403]),
            ])
        func scopes(_ role: EditorRole, _ scope: TokenScope, _ statuses: [Int]) async throws {
            let site = try SharedSite.site
            let browser = try await Room.person(site, role).browser()
            let made = try await browser.post(
                "/admin/account/tokens",
                ["name": "Test", "scope": scope.rawValue, "days": "7", "present": Room.password])
            let token = try browser.value("token", of: made)
            try #require(token.hasPrefix("n4md_") && made["cache-control"] == "no-store")
            let slug = "s" + UUID().uuidString.lowercased()
            let section = try await Desk(site, .editor)
            try await section.section("tokens")
            let requests: [(HTTPRequest.Method, String, String)] = [
                (.get, "articles", ""), (.post, "articles", #"{"headline":"By token","section":"tokens"}"#),
                (.post, "articles", #"{"headline":"By token","section":"tokens","status":"published"}"#),
                (.post, "sections", #"{"name":"S","slug":"\#(slug)"}"#), (.put, "policy", "{}"),
            ]
            for ((method, path, json), status) in zip(requests, statuses) {
                let answer = try await site.send(
                    method, "/api/v1/" + path,
                    ["Authorization": "Bearer " + token, "Content-Type": "application/json"],
                    body: json.isEmpty ? nil : Array(json.utf8))
                #expect(answer.status == status, "\(path)")
            }
            let id = try #require(try await browser.get("/admin/account").text.firstMatch(of: /account\/tokens\/(\d+)/))
                .1
            #expect(try await browser.post("/admin/account/tokens/\(id)").status == 303)
            #expect(try await site.get("/api/v1/articles", ["Authorization": "Bearer " + token]).status == 401)
        }

        @Test("What was done, by whom and from where is written down") func trail() async throws {
            let site = try SharedSite.site
            let room = try await Room.person(site, .editor)
            let address = Room.anyAddress()
            _ = try await room.logIn("wrong", address: address)
            _ = try await room.logIn(address: address)
            let trail: [String] = try await site.backend.database.read {
                try $0.query(
                    "select action || ' ' || address from audit where editor_id = \(room.id) and address is not null order by id"
                )
                .map { try $0.get(0) }
            }
            let plain = try #require(AddressRange.plain(address))
            #expect(trail == ["log-in.refuse \(plain)", "log-in \(plain)"])
            _ = try await site.post(
                "/admin/log-in", form: "name=nobody&password=x", ["X-Forwarded-For": address])
            #expect(
                try await site.number(
                    "select count(*)::int from audit where subject = 'nobody' and detail->>'address' = \(plain)") == 1)
        }
    }
}
