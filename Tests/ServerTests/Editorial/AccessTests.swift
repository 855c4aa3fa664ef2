import Archive
import Foundation
import HTTPTypes
import News
import PostgreSQL
@testable import Server
import Testing
@testable import Web

extension WritingSiteTests {
    /// Who may do what.
    struct AccessTests {
        private static let addresses: [(String, String)] = [
            ("GET", "articles"), ("POST", "articles"), ("GET", "articles/1"), ("PUT", "articles/1"),
            ("DELETE", "articles/1"), ("GET", "sections"), ("GET", "places"),
            ("POST", "sections"), ("GET", "sections/city"), ("PUT", "sections/city"), ("DELETE", "sections/city"),
            ("GET", "editions"),
            ("POST", "editions"), ("GET", "editions/1"), ("PUT", "editions/1"), ("DELETE", "editions/1"),
            ("POST", "pictures"),
            ("GET", "pictures/\(String(repeating: "0", count: 64))"),
        ]

        @Test(arguments: addresses)
        func withoutATokenNothingIsDone(_ name: String, _ path: String) async throws {
            let method = try #require(HTTPRequest.Method(name))
            for authorization in [
                nil, "", "Bearer", "Bearer ", "Bearer wrong", "Basic abc",
                "Bearer n4md_" + String(repeating: "A", count: 43),
            ] {
                let headers = (authorization.map { ["Authorization": $0] } ?? [:]).merging(["If-Match": "\"1\""]) { $1 }
                let answer = try await SharedSite.site.send(
                    method, "/api/v1/" + path, headers, body: name == "GET" ? nil : Array("{}".utf8))
                #expect(answer.status == 401, "\(authorization ?? "none")")
                #expect(answer["www-authenticate"]?.hasPrefix("Bearer") == true)
                _ = try answer.problem()
            }
        }

        @Test func aTokenThatExpiredOrWhoseEditorIsDisabledIsWorthless() async throws {
            let site = try SharedSite.site
            let commands = Commands(site.backend)
            try await commands.addEditor(name: "Past", role: .chief)
            let expired = try await commands.createToken(editor: "Past", days: 0)
            #expect(try await site.send(.get, "/api/v1/articles", ["Authorization": "Bearer " + expired]).status == 401)
            let good = try await commands.createToken(editor: "Past", days: nil)
            #expect(try await site.send(.get, "/api/v1/articles", ["Authorization": "bearer " + good]).status == 200)
            try await site.backend.archive.write {
                _ = try $0.connection.query("update editors set disabled_at = now() where name = 'Past'")
            }
            #expect(try await site.send(.get, "/api/v1/articles", ["Authorization": "Bearer " + good]).status == 401)
        }

        @Test func onlyTheHashOfATokenIsKept() async throws {
            let site = try SharedSite.site
            let desk = try await Desk(site, .journalist)
            #expect(desk.token.hasPrefix("n4md_") && desk.token.count > 45)
            let dump = try await site.backend.archive.read {
                try $0.connection.query("select string_agg(t::text, ' ') from tokens t")[0].get(0, as: String.self)
            }
            #expect(!dump.contains(desk.token.dropFirst(5)))
        }

        @Test(arguments: [EditorRole.contributor, .journalist])
        func theWeakerRolesWriteDrafts(_ role: EditorRole) async throws {
            let site = try SharedSite.site
            let desk = try await Desk(site, role)
            let draft = try await desk.write(#"{"headline":"Draft of \#(role.rawValue)","section":"city"}"#)
            let path = "articles/\(draft.id)"
            #expect(
                try await desk.send(.put, path, #"{"headline":"Better","section":"city"}"#, ["If-Match": "\"1\""])
                    .status == 200)
            let published = #"{"headline":"x","section":"city","status":"published"}"#
            let refused = try await [
                desk.send(.post, "articles", published), desk.send(.put, path, published, ["If-Match": "\"2\""]),
                desk.send(.post, "sections", #"{"name":"New"}"#),
                desk.send(.put, "sections/city", #"{"name":"New"}"#, ["If-Match": "\"1\""]),
                desk.send(.delete, "sections/city", nil, ["If-Match": "\"1\""]),
                desk.send(.post, "editions", #"{"date":"2020-01-06"}"#),
            ]
            for answer in refused {
                #expect(answer.status == 403)
                #expect(try answer.problem().detail.contains(role.rawValue))
            }
            let editor = try await Desk(site, .editor)
            #expect(try await editor.send(.put, path, published, ["If-Match": "\"2\""]).status == 200)
            #expect(
                try await desk.send(.put, path, #"{"headline":"Mine again","section":"city"}"#, ["If-Match": "\"3\""])
                    .status == 403, "what is published is the editors'")
        }

        @Test func theCommandsSayWhatIsWrong() async throws {
            let commands = Commands(try SharedSite.site.backend)
            try await commands.addEditor(name: "Twice", role: .editor)
            await #expect(throws: OptionError.self) { try await commands.addEditor(name: "Twice", role: .editor) }
            await #expect(throws: OptionError.self) { _ = try await commands.createToken(editor: "Nobody", days: nil) }
        }
    }
}
