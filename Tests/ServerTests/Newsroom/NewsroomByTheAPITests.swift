import Archive
@testable import Credentials
import Foundation
import HTTPTypes
import News
import PostgreSQL
@testable import Server
import Testing

/// Everything that the newsroom's pages do except writing articles, done with the API.
@Suite("The newsroom by the API", SharedSite(prepare: { try await Desk($0, .editor).section("city") }))
struct NewsroomByTheAPITests {
    private struct Revisions: Decodable {
        struct Entry: Decodable {
            var revision: Int
            var action: String?
            var changed: [String]
        }
        var revisions: [Entry]
    }
    private struct Revision: Decodable {
        struct Text: Decodable { var headline: String }
        var revision: Int
        var article: Text
    }

    @Test("Revisions are listed, read and restored as a further one") func revisions() async throws {
        let site = try SharedSite.site
        let (editor, contributor) = (try await Desk(site, .editor), try await Desk(site, .contributor))
        let article = try await editor.write(#"{"headline":"One","section":"city"}"#)
        let path = "articles/\(article.id)"
        for (revision, headline) in ["Two", "Three"].enumerated() {
            let json = #"{"headline":"\#(headline)","section":"city"}"#
            #expect(try await editor.send(.put, path, json, ["If-Match": "\"\(revision + 1)\""]).status == 200)
        }
        let first = try await editor.send(.get, path + "/revisions?limit=2")
        #expect(try first.json(Revisions.self).revisions.map(\.revision) == [3, 2])
        #expect(try first.json(Revisions.self).revisions.first?.changed.contains("headline") == true)
        let next = try #require(first.link()).dropFirst("/api/v1/".count)
        #expect(try await editor.send(.get, String(next)).json(Revisions.self).revisions.map(\.revision) == [1])

        let old = try await contributor.send(.get, path + "/revisions/1").json(Revision.self)
        #expect(old.revision == 1 && old.article.headline == "One")
        let restore = path + "/revisions/1/restore"
        #expect(try await contributor.send(.post, restore, nil, ["If-Match": "*"]).status == 403)
        #expect(try await editor.send(.post, restore, nil, ["If-Match": "\"2\""]).status == 412)
        #expect(try await editor.send(.post, path + "/revisions/9/restore", nil, ["If-Match": "*"]).status == 404)
        let back = try await editor.send(.post, restore, nil, ["If-Match": "\"3\""])
        #expect(back.status == 200 && back["etag"] == "\"4\"")
        #expect(try back.json(WrittenArticle.self).headline == "One")
    }

    @Test("What readers see is restored only by a token that is good for it") func restoreScope() async throws {
        let site = try SharedSite.site
        let desk = try await Desk(site, .editor)
        let article = try await desk.write(#"{"headline":"Out","section":"city","status":"published"}"#)
        let token = try await CredentialsOfTheAPITests.token(site, .editor, .write)
        let answer = try await site.send(
            .post, "/api/v1/articles/\(article.id)/revisions/1/restore",
            ["Authorization": "Bearer " + token, "If-Match": "*"])
        #expect(answer.status == 403)
    }

    private struct Copy: Decodable {
        var version: Int
        var base: Int
        var fields: [String: String]
    }

    @Test("A working copy has a version, and is its owner's alone") func workingCopy() async throws {
        let site = try SharedSite.site
        let (desk, other) = (try await Desk(site, .journalist), try await Desk(site, .journalist))
        let article = try await desk.write(#"{"headline":"Copied","section":"city"}"#)
        let path = "articles/\(article.id)/working-copy"
        let typed = #"{"fields":{"headline":"Typed\u0000","body":"*so*"}}"#
        #expect(try await desk.send(.get, path).status == 404)
        #expect(try await desk.send(.put, path, typed).status == 428)
        let first = try await desk.send(.put, path, typed, ["If-Match": "\"0\""])
        #expect(first.status == 200 && first["etag"] == "\"1\"")
        let kept: Copy = try await desk.send(.get, path).json()
        #expect(kept.base == 1 && kept.fields == ["headline": "Typed", "body": "*so*"])
        #expect(
            try await desk.send(.put, path, typed, ["If-Match": "\"0\""]).status == 412, "another browser was faster")
        #expect(try await desk.send(.put, path, typed, ["If-Match": "\"1\""]).status == 200)
        for wrong in [#"{"fields":{"colour":"red"}}"#, #"{"base":2,"fields":{}}"#] {
            #expect(try await desk.send(.put, path, wrong, ["If-Match": "*"]).status == 422, "\(wrong)")
        }
        #expect(try await other.send(.get, path).status == 404)
        #expect(try await Desk(site, .contributor).send(.put, path, typed, ["If-Match": "*"]).status == 403)
        #expect(try await desk.send(.delete, path, nil, ["If-Match": "\"1\""]).status == 412)
        #expect(try await desk.send(.delete, path, nil, ["If-Match": "\"2\""]).status == 204)
        #expect(try await desk.send(.get, path).status == 404)
    }

    private struct Seen: Decodable {
        struct Device: Decodable {
            var device: String
            var bytes: Int
            var budget: Int
            var body: String?
        }
        var checks: [String]
        var devices: [Device]
    }

    @Test("Five devices are shown what they would get") func seenAs() async throws {
        let desk = try await Desk(try SharedSite.site, .journalist)
        let article = try await desk.write(#"{"headline":"Seen","section":"city","body":"<p>Far and wide.</p>"}"#)
        let seen: Seen = try await desk.send(.get, "articles/\(article.id)/seen-as").json()
        #expect(seen.devices.map(\.device) == ["feature", "old", "weak", "phone", "tablet"])
        #expect(seen.checks.contains("noStandfirst") && seen.devices.allSatisfy { $0.bytes <= $0.budget })
        #expect(seen.devices.last?.body == "Far and wide.")
        let typed = #"{"fields":{"headline":"Seen","body":"Typed **since**."}}"#
        let path = "articles/\(article.id)/"
        #expect(try await desk.send(.put, path + "working-copy", typed, ["If-Match": "*"]).status == 200)
        let since: Seen = try await desk.send(.get, path + "seen-as").json()
        #expect(since.devices.last?.body == "Typed since.")
        let others: Seen = try await Desk(try SharedSite.site, .editor).send(.get, path + "seen-as").json()
        #expect(others.devices.last?.body == "Far and wide.")
    }

    private struct Person: Decodable {
        var id: Int
        var name: String
        var role: String
        var isDisabled: Bool
        var link: String?
    }
    private struct People: Decodable { var editors: [Person] }

    @Test("People are invited, changed and shut out") func people() async throws {
        let site = try SharedSite.site
        _ = try await Room.person(site, .chief)
        let chief = try await Desk(site, .chief)
        let name = "Ana \(UUID().uuidString.prefix(8))"
        let made = try await chief.send(.post, "editors", #"{"name":"\#(name)","role":"journalist"}"#)
        let person: Person = try made.json()
        let link = try #require(person.link)
        #expect(made.status == 201 && made["location"] == "/api/v1/editors/\(person.id)")
        #expect(try await site.get(String(link.dropFirst(TestSite.publicURL.count))).status == 200)
        #expect(try await chief.send(.post, "editors", #"{"name":"\#(name)","role":"chief"}"#).status == 409)
        for wrong in [
            #"{"name":" Ana","role":"chief"}"#, #"{"name":"","role":"chief"}"#, #"{"name":"Eva","role":"boss"}"#,
        ] {
            #expect(try await chief.send(.post, "editors", wrong).status == 422, "\(wrong)")
        }
        let all = try await chief.send(.get, "editors").json(People.self).editors
        #expect(all.contains { $0.name == name && $0.link == nil })

        let path = "editors/\(person.id)"
        let changed: Person = try await chief.send(.put, path, #"{"role":"editor","isDisabled":true}"#).json()
        #expect(changed.role == "editor" && changed.isDisabled)
        #expect(try await chief.send(.post, path + "/password-link").status == 409)
        #expect(try await chief.send(.put, path, #"{"role":"editor","isDisabled":false}"#).status == 200)
        let again: Person = try await chief.send(.post, path + "/password-link").json()
        #expect(again.link != nil && again.link != link)
        #expect(try await chief.send(.delete, path + "/second-factor").status == 204)
        #expect(try await chief.send(.get, "editors/999999").status == 404)
    }

    @Test("Nobody makes a link for their own password, or removes their own second factor: a stolen token could")
    func noLinkForOneself() async throws {
        let chief = try await Desk(try SharedSite.site, .chief)
        let own = try await chief.send(.get, "editors").json(People.self).editors.filter { $0.name == chief.name }
        let path = "editors/\(try #require(own.first).id)"
        #expect(try await chief.send(.post, path + "/password-link").status == 403)
        #expect(try await chief.send(.delete, path + "/second-factor").status == 403)
    }

    @Test("An answer with a link is given again under the same key, and nobody is invited twice") func inviteOnce()
        async throws
    {
        let chief = try await Desk(try SharedSite.site, .chief)
        let json = #"{"name":"Once \#(UUID().uuidString)","role":"journalist"}"#
        let answers = [
            try await chief.send(.post, "editors", json, ["Idempotency-Key": "once"]),
            try await chief.send(.post, "editors", json, ["Idempotency-Key": "once"]),
        ]
        #expect(answers.map(\.status) == [201, 201] && answers[0].body == answers[1].body)
        // The database must not contain the link.
        let readable = try await SharedSite.site.number(
            "select count(*) from idempotency_keys where position('/admin/welcome/'::bytea in body) > 0")
        #expect(readable == 0)
    }

    @Test("The last chief stays, and nobody removes their own second factor") func lastChief() async throws {
        let site = try SharedSite.site
        let (room, chief) = (try await Room.person(site, .chief), try await Desk(site, .chief))
        try await site.backend.archive.write { holdings in
            _ = try holdings.connection.query(
                "update editors set disabled_at = now() where role = 'chief' and password is not null and id <> \(room.id)"
            )
        }
        let answer = try await chief.send(.put, "editors/\(room.id)", #"{"role":"editor","isDisabled":false}"#)
        #expect(answer.status == 422)
        let own = try await site.number("select id from editors where name = \(chief.name)")
        #expect(try await chief.send(.delete, "editors/\(own)/second-factor").status == 403)
    }

    private struct Tokens: Decodable {
        struct Token: Decodable {
            var id: Int
            var scope: String
            var isThis: Bool
        }
        var tokens: [Token]
    }

    @Test("Tokens are listed and ended; one of a narrow scope ends itself alone") func tokens() async throws {
        let site = try SharedSite.site
        let desk = try await Desk(site, .journalist)
        let hash = Secret(shown: desk.token).hash
        let name = try await site.backend.archive.read { try $0.tokens.editor(hash: hash)?.name ?? "" }
        let narrow = Secret(bits: 256, prefix: "n4md_")
        try await site.backend.archive.write { holdings in
            _ = try holdings.tokens.insert(editor: name, hash: narrow.hash, scope: .read, expiresAt: nil)
        }
        let all = try await desk.send(.get, "tokens").json(Tokens.self).tokens
        try #require(all.map(\.scope) == ["read", "manage"] && all.map(\.isThis) == [false, true])
        let (headers, ids) = (["Authorization": "Bearer " + narrow.text], all.map(\.id))
        #expect(try await site.send(.delete, "/api/v1/tokens/\(ids[1])", headers).status == 403)
        #expect(try await site.send(.delete, "/api/v1/tokens/\(ids[0])", headers).status == 204)
        #expect(try await site.send(.get, "/api/v1/tokens", headers).status == 401)
        #expect(try await desk.send(.delete, "tokens/\(ids[0])").status == 404)
        #expect(try await desk.send(.delete, "tokens/\(ids[1])").status == 204)
        #expect(try await site.get("/api/v1/tokens", ["Authorization": "Bearer " + desk.token]).status == 401)
    }

    @Test("The rule of the second factor is read and set") func rules() async throws {
        let chief = try await Desk(try SharedSite.site, .chief)
        for role in [#""chief""#, "null"] {
            let answer = try await chief.send(.put, "newsroom", #"{"secondFactorFrom":\#(role)}"#)
            #expect(try answer.status == 200 && answer.text == #"{"secondFactorFrom":\#(role)}"#)
            #expect(try await chief.send(.get, "newsroom").text == #"{"secondFactorFrom":\#(role)}"#)
        }
        #expect(try await chief.send(.put, "newsroom", #"{"secondFactorFrom":"boss"}"#).status == 422)
        #expect(try await chief.send(.put, "newsroom", "{}").status == 400)
    }

    @Test("A corrected article is written back as it was read") func corrected() async throws {
        let desk = try await Desk(try SharedSite.site, .editor)
        let article = try await desk.write(#"{"headline":"Mended","section":"city","status":"published"}"#)
        let path = "articles/\(article.id)"
        let move = #"{"move":"correct","text":"It was not so."}"#
        let read = try await desk.send(.post, path + "/moves", move, ["If-Match": "*"])
        let written = try await desk.send(.put, path, try read.text, ["If-Match": try #require(read["etag"])])
        #expect(try written.status == 200 && written.json(WrittenArticle.self).status == "corrected")
        let answer = try await desk.send(.post, "articles", #"{"headline":"X","section":"city","status":"corrected"}"#)
        #expect(answer.status == 409)
    }

    @Test(
        "What If-Match does not name is not changed, not even what is gone already",
        arguments: ["", "x", "W/\"2\"", "\"9\""])
    func unmatched(_ tags: String) async throws {
        let desk = try await Desk(try SharedSite.site, .editor)
        let article = try await desk.write(#"{"headline":"Gone","section":"city"}"#)
        let path = "articles/\(article.id)"
        #expect(try await desk.send(.delete, path, nil, ["If-Match": tags]).status == 412)
        #expect(try await desk.send(.delete, path, nil, ["If-Match": "\"1\""]).status == 200)
        #expect(try await desk.send(.delete, path, nil, ["If-Match": tags]).status == 412)
        #expect(try await desk.send(.delete, path, nil, ["If-Match": "\"2\""]).status == 200)
    }

    @Test(
        "A number beyond all others is that of nothing",
        arguments: ["editors/99999999999", "articles/1/revisions/99999999999"])
    func farNumbers(_ path: String) async throws {
        let desk = try await Desk(try SharedSite.site, .chief)
        #expect(try await desk.send(.get, path).status == 404)
        #expect(try await desk.send(.delete, "tokens/99999999999").status == 404)
    }

    @Test("A moment is one, or is not said", arguments: ["publishedAt", "embargoUntil", "publishAt"])
    func moments(_ field: String) async throws {
        let desk = try await Desk(try SharedSite.site, .editor)
        func write(_ value: String) async throws -> Int {
            let status = field == "publishAt" ? #","status":"scheduled""# : ""
            return try await desk.send(
                .post, "articles", #"{"headline":"X","section":"city","\#(field)":\#(value)\#(status)}"#
            ).status
        }
        #expect(try await write(#""""#) == 422)
        #expect(try await write(#""soon""#) == 422)
        if field != "publishAt" { #expect(try await write("null") == 201) }
    }

    @Test(
        "A list that is asked for wrongly says how it is asked for",
        arguments: [
            "articles?limit=0", "articles?limit=201", "articles?limit=ten", "articles?after=-1", "articles?author=ana",
            "articles?status=gone", "pictures?filter=all", "pictures?limit=", "audit?limit=1001",
            "articles?q=\(String(repeating: "a", count: 201))",
        ])
    func badQueries(_ path: String) async throws {
        let answer = try await Desk(try SharedSite.site, .chief).send(.get, path)
        #expect(try answer.status == 400 && !answer.problem().detail.isEmpty)
    }
}
