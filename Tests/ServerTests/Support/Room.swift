import Archive
import Credentials
import Foundation
import HTTPTypes
import News
import PostgreSQL
@testable import Server
import Testing

/// A person who uses the newsroom's pages.
final class Room: Sendable {
    let site: TestSite
    let name: String
    let id: Int
    /// Everybody's password.
    static let password = "quiet ferry at dawn"

    private init(_ site: TestSite, name: String, id: Int) { (self.site, self.name, self.id) = (site, name, id) }

    /// Makes a person with a role, and with a password that is cheap to check.
    static func person(_ site: TestSite, _ role: EditorRole) async throws -> Room {
        let name = "\(role.rawValue) \(UUID().uuidString.prefix(8))"
        let hash = try PasswordHash(password, cost: TestSite.passwordCost)
        let id = try await site.backend.archive.write { holdings in
            let id = try holdings.people.insert(name: name, role: role)
            try holdings.logIn.setPassword(hash.text, of: id, keeping: nil, by: Maker(editor: id, address: nil))
            return id
        }
        return Room(site, name: name, id: id)
    }

    /// Tries to log in from a separate address, so that the attempts of other tests do not count.
    func logIn(_ password: String = Room.password, address: String = Room.anyAddress()) async throws -> Answer {
        try await site.post(
            "/admin/log-in", form: "name=\(encode(name))&password=\(encode(password))", ["X-Forwarded-For": address])
    }

    /// A logged-in browser.
    func browser() async throws -> RoomBrowser {
        let answer = try await logIn()
        try #require(answer.status == 303)
        return RoomBrowser(site: site, cookie: try RoomBrowser.cookie(answer))
    }

    static func anyAddress() -> String {
        "2001:db8:" + (0..<6).map { _ in String(Int.random(in: 0...0xFFFF), radix: 16) }.joined(separator: ":")
    }
}

/// A browser with a session of the newsroom.
struct RoomBrowser: Sendable {
    let site: TestSite
    /// The value of the `Cookie` header.
    let cookie: String

    /// The session cookie in an answer.
    static func cookie(_ answer: Answer) throws -> String {
        try cookie("__Secure-newsroom", of: answer)
    }

    static func cookie(_ name: String, of answer: Answer) throws -> String {
        let fields = answer.headers[values: .setCookie].map { String($0.prefix { $0 != ";" }) }
        return try #require(fields.first { $0.hasPrefix(name + "=") })
    }

    func get(_ path: String) async throws -> Answer { try await site.get(path, ["Cookie": cookie]) }

    /// Sends a form with the session's token.
    func post(_ path: String, _ fields: [String: String] = [:], token: String? = nil) async throws -> Answer {
        let token = if let token { token } else { try await self.token() }
        let all = fields.merging(["form_token": token]) { $1 }
        return try await site.post(
            path, form: all.map { "\($0)=\(encode($1))" }.joined(separator: "&"), ["Cookie": cookie])
    }

    /// The token of this session's forms.
    func token() async throws -> String {
        let text = try await get("/admin/account").text
        return String(try #require(text.firstMatch(of: /name="form_token" value="([^"]+)"/)).1)
    }

    /// The value of a field on a page.
    func value(_ id: String, of answer: Answer) throws -> String {
        let text = try answer.text
        let match = try #require(text.firstMatch(of: try Regex("id=\"\(id)\"[^>]*>([^<]+)<")))
        return String(try #require(match[1].substring))
    }
}

private func encode(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
}
