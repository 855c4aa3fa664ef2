import Archive
@testable import Credentials
import Foundation
import HTTPTypes
import News
import PostgreSQL
@testable import Server
import Testing
@testable import Web

extension NewsroomSiteTests {
    @Suite("Rights")
    struct RightsTests {
        static let pages = [
            ("/admin/", EditorRole.contributor), ("/admin/account", .contributor),
            ("/admin/account/second-factor", .contributor), ("/admin/people", .chief),
            ("/admin/articles", .contributor), ("/admin/articles/1", .contributor),
            ("/admin/articles/selected", .contributor), ("/admin/calendar", .contributor),
            ("/admin/articles/1/preview/old", .contributor), ("/admin/articles/1/revisions", .contributor),
            ("/admin/articles/1/revisions/1", .contributor), ("/admin/articles/1/cluster", .editor),
            ("/admin/articles/1/authors", .editor), ("/admin/articles/1/publish", .editor),
            ("/admin/webhooks", .chief), ("/admin/webhooks/1", .chief), ("/admin/websub", .chief),
            ("/admin/pictures/1", .contributor), ("/admin/pictures/1/preview.jpg", .contributor),
            ("/admin/pictures", .contributor), ("/admin/pictures.json", .contributor),
            ("/admin/pictures/words", .contributor), ("/admin/pictures/delete", .editor),
            ("/admin/articles/1/message", .editor), ("/admin/messages", .editor),
            ("/admin/settings", .chief), ("/admin/settings/pages", .chief), ("/admin/settings/pages/none", .chief),
            ("/admin/settings/policy", .chief), ("/admin/audit", .chief), ("/admin/audit.csv", .chief),
            ("/admin/editions", .editor), ("/admin/editions/1", .editor), ("/admin/editions/1/preview/old", .editor),
            ("/admin/sections", .editor), ("/admin/sections/city", .editor), ("/admin/places.json", .contributor),
            ("/admin/articles.json", .contributor), ("/admin/articles/1/links", .contributor),
            ("/admin/names.json", .contributor),
            ("/admin/sources", .journalist), ("/admin/sources.opml", .journalist), ("/admin/sources/1", .journalist),
        ]
        static let forms = [
            ("/admin/articles", EditorRole.contributor), ("/admin/articles/1", .contributor),
            ("/admin/articles/selected", .contributor),
            ("/admin/text", .contributor), ("/admin/articles/1/working-copy", .contributor),
            ("/admin/articles/1/revisions/1", .contributor), ("/admin/articles/1/presence", .contributor),
            ("/admin/articles/1/comments", .contributor), ("/admin/articles/1/comments/1", .contributor),
            ("/admin/articles/1/cluster", .editor), ("/admin/articles/1/authors", .editor),
            ("/admin/articles/1/publish", .editor),
            ("/admin/account/password", EditorRole.contributor), ("/admin/account/sessions/1", .contributor),
            ("/admin/account/tokens", .contributor), ("/admin/account/tokens/1", .contributor),
            ("/admin/account/passkeys", .contributor), ("/admin/account/passkeys/question", .contributor),
            ("/admin/account/passkeys/remove", .contributor),
            ("/admin/account/second-factor", .contributor), ("/admin/account/second-factor/remove", .contributor),
            ("/admin/account/second-factor/codes", .contributor),
            ("/admin/people", .chief), ("/admin/people/1", .chief), ("/admin/people/rules", .chief),
            ("/admin/webhooks", .chief), ("/admin/webhooks/1", .chief), ("/admin/websub", .chief),
            ("/admin/websub/1", .chief),
            ("/admin/settings", .chief), ("/admin/settings/pages", .chief), ("/admin/settings/pages/none", .chief),
            ("/admin/settings/policy", .chief), ("/admin/pictures/1/logo", .chief),
            ("/admin/pictures", .contributor), ("/admin/pictures/1", .contributor),
            ("/admin/pictures/1/focus", .journalist), ("/admin/pictures/1/replace", .journalist),
            ("/admin/pictures/1/crop", .journalist), ("/admin/pictures/1/delete", .contributor),
            ("/admin/pictures/1/portrait", .editor),
            ("/admin/pictures/1/former", .journalist), ("/admin/pictures/words", .contributor),
            ("/admin/pictures/delete", .editor), ("/admin/articles/1/message", .editor),
            ("/admin/editions", .editor), ("/admin/editions/1", .editor),
            ("/admin/sections", .editor), ("/admin/sections/city", .editor),
            ("/admin/sources", .editor), ("/admin/sources.opml", .editor), ("/admin/sources/1", .editor),
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
                // There is no picture 1, and nobody to tell of a draft, but only people with access learn that.
                let allowed = path.hasPrefix("/admin/pictures/1") ? 404 : path.hasSuffix("/message") ? 303 : 200
                #expect(try await browser.get(path).status == (role < least ? 403 : allowed), "\(path)")
            }
            for (path, least) in Self.forms where role < least {
                #expect(try await browser.post(path).status == 403, "\(path)")
            }
        }

        static let uploads: [(HTTPRequest.Method, String)] = [
            (.post, "/admin/uploads"), (.head, "/admin/uploads/1"), (.patch, "/admin/uploads/1"),
            (.delete, "/admin/uploads/1"), (.post, "/admin/uploads/1"),
        ]

        @Test("Uploads without a session are refused", arguments: uploads)
        func uploadsWithoutSession(_ method: HTTPRequest.Method, _ path: String) async throws {
            let site = try SharedSite.site
            for headers in [[:], ["Cookie": "__Secure-newsroom=AAAAAAAAAAAAAAAAAAAAAA"]] {
                let answer = try await site.send(method, path, headers.merging(["Tus-Resumable": "1.0.0"]) { $1 })
                #expect(answer.status == 401)
            }
        }

        /// Uses a new person for each case, since this ends all sessions of that person.
        @Test("A session that is over is none, whatever is asked", arguments: ["idle", "old", "ended", "shut out"])
        func over(_ how: String) async throws {
            let site = try SharedSite.site
            let room = try await Room.person(site, .chief)
            let browser = try await room.browser()
            try await site.backend.archive.write { holdings in
                let change: SQL =
                    switch how {
                    case "idle":
                        "update sessions set used_at = now() - interval '13 hours' where editor_id = \(room.id)"
                    case "old":
                        "update sessions set created_at = now() - interval '15 days' where editor_id = \(room.id)"
                    case "ended": "delete from sessions where editor_id = \(room.id)"
                    default: "update editors set disabled_at = now() where id = \(room.id)"
                    }
                try holdings.connection.query(change)
            }
            for (path, _) in Self.pages { #expect(try await browser.get(path).status == 401, "\(path)") }
            for (path, _) in Self.forms { #expect(try await browser.post(path, token: "x").status == 401, "\(path)") }
            for (method, path) in Self.uploads {
                let headers = ["Cookie": browser.cookie, "Tus-Resumable": "1.0.0"]
                #expect(try await site.send(method, path, headers).status == 401, "\(path)")
            }
        }

        /// Compares with the router, so that no route is forgotten here.
        @Test("The lists are whole") func allRoutes() async throws {
            let all =
                Self.pages.map { ("GET", $0.0) } + Self.forms.map { ("POST", $0.0) }
                + Self.uploads.map { ($0.0.rawValue, $0.1) }
            let known = Set(
                all.map { method, path in
                    let pattern = path.replacing("revisions/1", with: "revisions/{revision}")
                        .replacing("comments/1", with: "comments/{number}")
                        .replacing("pictures/1", with: "pictures/{hash}").replacing("/old", with: "/{device}")
                        .replacing("editions/1", with: "editions/{number}")
                        .replacing("pages/none", with: "pages/{slug}")
                        .replacing("sections/city", with: "sections/{slug}").replacing("/1", with: "/{id}")
                    return "\(method) \(pattern == "/admin/" ? "/admin" : pattern)"
                })
            let open: Set = [
                "GET /admin/log-in", "GET /admin/log-in/puzzle", "POST /admin/log-in", "POST /admin/log-out",
                "POST /admin/log-in/passkey", "POST /admin/log-in/passkey/question",
                "GET /admin/code", "POST /admin/code",
                "GET /admin/welcome/{secret}", "POST /admin/welcome/{secret}", "OPTIONS /admin/uploads",
            ]
            let routes = try SharedSite.site.server.routes.filter { $0.path.hasPrefix("/admin") }.map {
                "\($0.method.rawValue) \($0.path)"
            }
            #expect(Set(routes).symmetricDifference(known.union(open)).sorted() == [])
        }

        @Test("A newspaper keeps a chief") func lastChief() async throws {
            let site = try SharedSite.site
            let chief = try await Room.person(site, .chief)
            let browser = try await chief.browser()
            try await site.backend.archive.write {
                _ = try $0.connection.query(
                    "update editors set disabled_at = now() where role = 'chief' and id <> \(chief.id)")
            }
            for change in [["do": "disable"], ["do": "save", "name": "A chief", "role": "editor"]] {
                #expect(try await browser.post("/admin/people/\(chief.id)", change).status == 422)
            }
            // A chief who has not chosen a password yet does not count.
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
                (.post, "sections", #"{"name":"\#(slug)","slug":"\#(slug)"}"#), (.put, "policy", "{}"),
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
            let trail: [String] = try await site.backend.archive.read {
                try $0.connection.query(
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
