import Archive
@testable import Credentials
import Foundation
import HTTPTypes
import News
import PostgreSQL
@testable import Server
import Testing

extension NewsroomSiteTests {
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
            #expect(isSet.status == 200)
            #expect(try Self.codes(browser.value("codes", of: isSet)).count == RecoveryCode.count)
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

        @Test("Who lost the phone gets in with a recovery code, once") func recovery() async throws {
            let site = try SharedSite.site
            let room = try await Room.person(site, .editor)
            let browser = try await room.browser()
            let page = try await browser.get("/admin/account/second-factor")
            let key = try Self.key(browser.value("key", of: page))
            let code = key.code(at: Int(Date().timeIntervalSince1970 / 30))
            let isSet = try await browser.post(
                "/admin/account/second-factor", ["code": code, "present": Room.password])
            let codes = Self.codes(try browser.value("codes", of: isSet))
            func enter(_ code: String) async throws -> Answer {
                let waiting = RoomBrowser(site: site, cookie: try RoomBrowser.cookie(try await room.logIn()))
                return try await waiting.post("/admin/code", ["code": code])
            }
            let spaced = try #require(codes.first).replacing("-", with: " ")
            let entered = try await enter(spaced)
            #expect(entered["location"] == "/admin/account/second-factor?done=recovered")
            #expect(try await enter(spaced).status == 422, "it was used")
            let another = try await Room.person(site, .editor)
            let stranger = try await another.browser()
            #expect(
                try await stranger.post("/admin/account/second-factor/codes", ["present": Room.password])["location"]
                    == "/admin/account/second-factor", "without an app there is nothing to recover")

            let inside = RoomBrowser(site: site, cookie: try RoomBrowser.cookie(entered))
            #expect(try await inside.get("/admin/account/second-factor").text.contains("You have 9 left."))
            #expect(try await inside.post("/admin/account/second-factor/codes", ["present": "wrong"]).status == 422)
            let renewed = try await inside.post("/admin/account/second-factor/codes", ["present": Room.password])
            let new = Self.codes(try inside.value("codes", of: renewed))
            #expect(Set(new).isDisjoint(with: codes))
            #expect(try await enter(codes[1]).status == 422, "it was replaced")
            #expect(try await enter(new[0]).status == 303)
            #expect(
                try await inside.post("/admin/account/second-factor/remove", ["present": Room.password]).status == 303)
            let left = try await site.backend.archive.read { try $0.recoveryCodes.count(of: room.id) }
            #expect(left == 0)
        }

        @Test("Who lost the phone and is alone is let in by the operator") func lost() async throws {
            let site = try SharedSite.site
            let room = try await Room.person(site, .chief)
            _ = try await site.backend.archive.write {
                try $0.logIn.setOneTimeKey(
                    Array(repeating: 7, count: 20), of: room.id, keeping: 0, by: Maker(editor: room.id, address: nil))
            }
            #expect(try await room.logIn()["location"]?.hasPrefix("/admin/code") == true)
            let commands = Commands(site.backend)
            // A link to choose a password does not stand for the second factor.
            let old = try await commands.passwordAddress(editor: room.name)
            let chosen = try await site.post(
                String(old.dropFirst(TestSite.publicURL.count)),
                form: "password=\(Room.password)&again=\(Room.password)")
            #expect(chosen["location"]?.hasPrefix("/admin/code") == true)
            #expect(
                try await RoomBrowser(site: site, cookie: try RoomBrowser.cookie(chosen)).get("/admin/").status == 401)
            _ = try await commands.passwordAddress(editor: room.name)
            #expect(try await room.logIn()["location"]?.hasPrefix("/admin/code") == true)
            let link = try await commands.passwordAddress(editor: room.name, removesSecondFactor: true)
            #expect(try await site.get(String(link.dropFirst(TestSite.publicURL.count))).status == 200)
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
            #expect(confirmed.status == 200)
            let renamed = RoomBrowser(site: site, cookie: try RoomBrowser.cookie(confirmed))
            #expect(try await renamed.post("/admin/people/rules", ["from": "nobody"]).status == 400)
            #expect(try await renamed.post("/admin/people/rules", ["from": ""]).status == 303)
        }

        private static func codes(_ text: String) -> [String] {
            text.replacing("&#10;", with: " ").split(whereSeparator: \.isWhitespace).map(String.init)
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
}
