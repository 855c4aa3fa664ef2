import Archive
@testable import Credentials
@testable import Editorial
import Foundation
import HTTPTypes
import News
@testable import Newsroom
import PostgreSQL
@testable import Server
import Testing
@testable import Web

/// The newsroom's pages, on one server. Each test has its own address, forwarded as if by a proxy.
@Suite(
    .serialized,
    SharedSite(options: ["trusted_proxies": "127.0.0.0/8", "push_contact": "mailto:push@example.org"]) { site in
        let desk = try await Desk(site, .editor)
        try await desk.section("city")
        _ = try await desk.write(#"{"headline":"The first","section":"city"}"#)
        try await desk.pausedSource()
    })
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
            #expect(chosen.status == 303 && chosen["location"] == "/admin/?done=password&in=1")
            let inside = RoomBrowser(site: site, cookie: try RoomBrowser.cookie(chosen))
            #expect(try await inside.get("/admin/").text.contains("Rui &lt;b&gt;Sá"), "nobody logs in twice in a row")
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
            _ = try await gone.browser()
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
            // The chief is told more.
            let tried: SQL =
                "select count(*) from audit where action = 'log-in.refuse-disabled' and subject = \("editor/\(gone.id)")"
            #expect(try await site.number(tried) == 1)
            let people = try await chief.get("/admin/people").text
            let row = try #require(
                people.firstMatch(of: try Regex("<b>\(gone.name)</b>.*?</p>\\s*<p[^>]*>(.*?)</p>").dotMatchesNewlines())
            )
            #expect(row.output[1].substring == "<span>no access</span>")
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

        @Test(
            "What is no answer of a passkey logs nobody in, and says so",
            arguments: [
                "", "id=AAAA", "id=!&client=e30&authenticator=AAAA&signature=AAAA",
                "id=AAAA&client=e30&authenticator=AAAA&signature=AAAA",
            ])
        func passkey(_ form: String) async throws {
            let answer = try await SharedSite.site.post("/admin/log-in/passkey", form: form)
            #expect(answer.status == 422 && answer.headers[values: .setCookie].isEmpty)
            #expect(try answer.text.contains("The passkey was not accepted."))
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
            #expect((AddressRange.network(of: one) == AddressRange.network(of: other)) == areOne)
        }

        @Test("A log-in that was under way when the password changed is none") func overtaken() async throws {
            let site = try SharedSite.site
            let room = try await Room.person(site, .editor)
            let isBegun = try await site.backend.archive.write { holdings in
                let known = try #require(try holdings.logIn.credentials(of: room.id))
                let other = try PasswordHash("another one", cost: TestSite.passwordCost)
                try holdings.logIn.setPassword(
                    other.text, of: room.id, keeping: nil, by: Maker(editor: room.id, address: nil))
                return try holdings.sessions.insert(
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
            for _ in 0..<40 {
                #expect(try await known(room.name, Room.password) == 303, "who gets in is never held up")
            }
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

        @Test("What is refused is not counted, and leaves nothing behind") func refused() async throws {
            let site = try SharedSite.site
            let address = Room.anyAddress()
            func attempt(_ number: Int) async throws -> Int {
                let form = "name=nobody-\(number)&password=x"
                return try await site.post("/admin/log-in", form: form, ["X-Forwarded-For": address]).status
            }
            var number = 0
            while try await attempt(number) != 429 { number += 1 }
            let wait = try await site.backend.archive.read { holdings in
                try holdings.logIn.attemptWait([
                    AttemptBucket(
                        key: LogInGuard.key(.password, ["address", AddressRange.network(of: address)]), size: 30,
                        interval: 10)
                ])
            }
            #expect((1...10).contains(try #require(wait)))
            let key = LogInGuard.key(.password, ["account", "name nobody-\(number)"])
            #expect(try await site.number("select count(*) from log_in_attempts where key = \(key)") == 0)
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
}
