import Archive
import Foundation
import HTTPTypes
import News
import PostgreSQL
@testable import Server
import Testing

/// Comments through the API.
@Suite("Comments by the API", SharedSite())
struct CommentsByTheAPITests {
    private struct Comment: Decodable, Equatable {
        var id: Int
        var revision: Int
        var author: String
        var text: String
        var mentioned: [String]
        var `for`: String?
        var due: String?
        var isDone: Bool
        var doneBy: String?
    }
    private struct List: Decodable { var comments: [Comment] }

    private static func article(_ desk: Desk) async throws -> Int {
        try await desk.section("city")
        return try await desk.write(#"{"headline":"Discussed","section":"city","language":"en","body":"<p>x</p>"}"#).id
    }

    private static func day(in days: Double) -> String {
        String(Date().addingTimeInterval(days * 86_400).ISO8601Format().prefix(10))
    }

    @Test("A task is written, read, done and deleted") func whole() async throws {
        let site = try SharedSite.site
        let (editor, writer) = (try await Desk(site, .editor), try await Desk(site, .contributor))
        let id = try await Self.article(editor)
        let due = Self.day(in: 5)
        let json =
            #"{"text":"  @\#(editor.name) please\r\n\r\nsoon ","for":"\#(editor.name.uppercased())","due":"\#(due)"}"#
        let made = try await writer.send(.post, "articles/\(id)/comments", json)
        let comment = try made.json(Comment.self)
        #expect(
            made.status == 201 && made["location"] == "/api/v1/articles/\(id)/comments/\(comment.id)"
                && made["etag"] == "\"1\"")
        #expect(comment.author == writer.name && comment.text == "@\(editor.name) please\n\nsoon")
        #expect(
            comment.mentioned == [editor.name] && comment.for == editor.name && comment.due == due && !comment.isDone)

        let path = "articles/\(id)/comments/\(comment.id)"
        #expect(try await editor.send(.get, path).json(Comment.self) == comment)
        #expect(try await editor.send(.patch, path, #"{"isDone":true}"#).status == 428)
        #expect(try await editor.send(.patch, path, #"{"isDone":true}"#, ["If-Match": "\"9\""]).status == 412)
        let done = try await editor.send(.patch, path, #"{"isDone":true}"#, ["If-Match": "\"1\""])
        #expect(done["etag"] == "\"2\"")
        #expect(try done.json(Comment.self).isDone && done.json(Comment.self).doneBy == editor.name)
        #expect(try await editor.send(.delete, path).status == 428)
        #expect(try await writer.send(.delete, path, nil, ["If-Match": "\"1\""]).status == 412)
        #expect(try await writer.send(.delete, path, nil, ["If-Match": "*"]).status == 204)
        for method in [HTTPRequest.Method.get, .patch, .delete] {
            let body = method == .patch ? #"{"isDone":true}"# : nil
            #expect(try await writer.send(method, path, body, ["If-Match": "*"]).status == 404)
        }
    }

    @Test("Others' comments are deleted by editors only") func roles() async throws {
        let site = try SharedSite.site
        let (editor, writer) = (try await Desk(site, .editor), try await Desk(site, .journalist))
        let id = try await Self.article(editor)
        for desk in [editor, writer] {
            let made = try await desk.send(.post, "articles/\(id)/comments", #"{"text":"Hello"}"#)
            #expect(made.status == 201)
        }
        let all = try await writer.send(.get, "articles/\(id)/comments").json(List.self).comments
        #expect(all.map(\.author) == [editor.name, writer.name])
        let any = ["If-Match": "*"]
        #expect(try await writer.send(.delete, "articles/\(id)/comments/\(all[0].id)", nil, any).status == 403)
        #expect(try await editor.send(.delete, "articles/\(id)/comments/\(all[1].id)", nil, any).status == 204)
    }

    @Test("Pages of a list lead to the next") func pages() async throws {
        let desk = try await Desk(SharedSite.site, .editor)
        let id = try await Self.article(desk)
        for number in 1...5 {
            _ = try await desk.send(.post, "articles/\(id)/comments", #"{"text":"Number \#(number)"}"#)
        }
        var (next, texts): (String?, [String]) = ("articles/\(id)/comments?limit=2", [])
        while let path = next {
            let answer = try await desk.send(.get, path)
            texts += try answer.json(List.self).comments.map(\.text)
            next = answer["link"]?.firstMatch(of: /<\/api\/v1\/([^>]+)>/).map { String($0.1) }
        }
        #expect(texts == (1...5).map { "Number \($0)" })
        for query in ["limit=0", "limit=201", "after=x", "after=-1"] {
            #expect(try await desk.send(.get, "articles/\(id)/comments?" + query).status == 400)
        }
        #expect(try await desk.send(.get, "articles/999999999/comments").status == 404)
    }

    @Test(
        "What cannot be accepted is said by field",
        arguments: [
            (#"{"text":""}"#, 422, "text"), (#"{"text":" "}"#, 422, "text"), (#"{}"#, 400, "text is missing"),
            (#"{"text":5}"#, 400, "text"), (#"{"text":"x","for":"Nobody Of This Name"}"#, 422, "for"),
            (#"{"text":"x","for":7}"#, 400, "for"), (#"{"text":"x","due":"2031-01-01"}"#, 422, "for"),
            (#"{"text":"x","due":"soon"}"#, 422, "due"), (#"{"text":"x","due":"2009-05-31"}"#, 422, "due"),
            ("[", 400, "JSON"),
        ])
    func refused(_ json: String, _ status: Int, _ word: String) async throws {
        let desk = try await Desk(SharedSite.site, .editor)
        let id = try await Self.article(desk)
        let answer = try await desk.send(.post, "articles/\(id)/comments", json)
        #expect(try answer.status == status && answer.text.contains(word))
        #expect(try await desk.send(.get, "articles/\(id)/comments").json(List.self).comments == [])
    }

    @Test("Texts and bodies that are too long are refused") func long() async throws {
        let desk = try await Desk(SharedSite.site, .editor)
        let id = try await Self.article(desk)
        for (count, status) in [(2000, 201), (2001, 422), (50_000, 413)] {
            let text = String(repeating: "a", count: count)
            #expect(try await desk.send(.post, "articles/\(id)/comments", #"{"text":"\#(text)"}"#).status == status)
        }
    }

    @Test("The same key writes once") func idempotent() async throws {
        let desk = try await Desk(SharedSite.site, .editor)
        let id = try await Self.article(desk)
        let key = ["Idempotency-Key": UUID().uuidString]
        for _ in 1...2 {
            #expect(try await desk.send(.post, "articles/\(id)/comments", #"{"text":"Once"}"#, key).status == 201)
        }
        #expect(try await desk.send(.get, "articles/\(id)/comments").json(List.self).comments.count == 1)
    }

    @Test("A full article, and one deleted for good, take none") func closed() async throws {
        let desk = try await Desk(SharedSite.site, .editor)
        let id = try await Self.article(desk)
        try await SharedSite.site.backend.archive.write { holdings in
            _ = try holdings.connection.query(
                "insert into article_comments (article_id, author_id, text) select \(id), min(id), 'Many' from editors, generate_series(1, 500) n group by n"
            )
        }
        let full = try await desk.send(.post, "articles/\(id)/comments", #"{"text":"More"}"#)
        #expect(try full.status == 409 && full.text.contains("500 comments"))
        _ = try await desk.send(.post, "articles/\(id)/moves", #"{"move":"kill"}"#, ["If-Match": "*"])
        #expect(try await desk.send(.get, "articles/\(id)/comments").json(List.self).comments == [])
        #expect(try await desk.send(.post, "articles/\(id)/comments", #"{"text":"More"}"#).status == 409)
    }
}
