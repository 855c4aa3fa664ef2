import Archive
import Foundation
import HTTPTypes
import News
import PostgreSQL
@testable import Server
import Testing

extension WritingSiteTests {
    /// Records of a write: the answer under its idempotency key, the revision, and the entry in the audit trail.
    struct WriteRecordTests {
        @Test func theSameKeyDoesItOnce() async throws {
            let site = try SharedSite.site
            let desk = try await Desk(site, .editor)
            let body = #"{"headline":"Only once","section":"city","status":"published"}"#
            let key = ["Idempotency-Key": UUID().uuidString]
            let answers = try await withThrowingTaskGroup(of: Answer.self) { group in
                for _ in 0..<6 { group.addTask { try await desk.send(.post, "articles", body, key) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(
                answers.allSatisfy {
                    $0.status == 201 && $0.body == answers[0].body && $0["location"] == answers[0]["location"]
                        && $0["etag"] == "\"1\""
                })
            #expect(answers.count { $0["idempotency-replayed"] == nil } == 1)
            #expect(try await site.number("select count(*) from articles where headline = 'Only once'") == 1)
            let other = try await desk.send(.post, "articles", #"{"headline":"Another","section":"city"}"#, key)
            #expect(other.status == 422)
            #expect(try other.problem().detail.contains("Idempotency-Key"))
            // The key belongs to the person who used it.
            #expect(
                try await Desk(site, .editor).send(
                    .post, "articles", #"{"headline":"Of another","section":"city"}"#, key
                ).status == 201)
        }

        @Test func aRefusedWriteMayBeRepeatedUnderItsKey() async throws {
            let desk = try await Desk(SharedSite.site, .editor)
            let key = ["Idempotency-Key": UUID().uuidString]
            #expect(try await desk.send(.post, "articles", #"{"headline":"x","section":"later"}"#, key).status == 422)
            try await desk.section("later")
            #expect(try await desk.send(.post, "articles", #"{"headline":"x","section":"later"}"#, key).status == 201)
        }

        @Test func everyWriteIsWrittenDown() async throws {
            let site = try SharedSite.site
            let desk = try await Desk(site, .editor)
            let article = try await desk.write(#"{"headline":"First","section":"city"}"#)
            _ = try await desk.send(
                .put, "articles/\(article.id)", #"{"headline":"Second","section":"city","status":"published"}"#,
                ["If-Match": "\"1\""])
            _ = try await desk.send(.delete, "articles/\(article.id)", nil, ["If-Match": "\"2\""])
            let id = article.id
            let (headlines, actions) = try await site.backend.archive.read { holdings in
                (
                    try holdings.connection.query(
                        "select content->>'headline' from article_revisions where article_id = \(id) and editor_id is not null order by revision"
                    ).map { try $0.get(0, as: String.self) },
                    try holdings.connection.query(
                        "select action from audit where subject = \("article/\(id)") and editor_id is not null order by id"
                    ).map { try $0.get(0, as: String.self) }
                )
            }
            #expect(headlines == ["First", "Second", "Second"])
            #expect(actions == ["article.create", "article.publish", "article.withdraw"])
        }

        /// A refused write leaves nothing behind, not even an entry in the audit trail.
        @Test func aRefusedWriteLeavesNothing() async throws {
            let site = try SharedSite.site
            let desk = try await Desk(site, .editor)
            let before = try await [
                site.number("select count(*) from audit"), site.number("select count(*) from articles"),
                site.number("select count(*) from categories"), site.number("select revision from newspaper"),
            ]
            _ = try await desk.send(
                .post, "articles",
                #"{"headline":"x","section":"nowhere","categories":["Never seen"],"status":"published"}"#)
            _ = try await desk.send(.delete, "sections/city", nil, ["If-Match": "\"1\""])
            let after = try await [
                site.number("select count(*) from audit"), site.number("select count(*) from articles"),
                site.number("select count(*) from categories"), site.number("select revision from newspaper"),
            ]
            #expect(before == after)
        }

        @Test(arguments: ["update audit set action = 'nothing'", "delete from audit", "truncate audit"])
        func theAuditTrailCannotBeChanged(_ statement: String) async throws {
            let site = try SharedSite.site
            let count = try await site.number("select count(*) from audit")
            #expect(count > 0)
            await #expect(throws: PostgresError.self) {
                try await site.backend.archive.write { try $0.connection.run(script: statement) }
            }
            #expect(try await site.number("select count(*) from audit where action <> 'nothing'") == count)
        }

        /// The same body for a different revision is a different request.
        @Test func aKeyCoversWhatTheRequestExpects() async throws {
            let desk = try await Desk(SharedSite.site, .editor)
            let article = try await desk.write(#"{"headline":"Expected","section":"city"}"#)
            let (path, body) = ("articles/\(article.id)", #"{"headline":"As expected","section":"city"}"#)
            let key = UUID().uuidString
            let first = try await desk.send(.put, path, body, ["Idempotency-Key": key, "If-Match": "\"1\""])
            let again = try await desk.send(.put, path, body, ["Idempotency-Key": key, "If-Match": "\"1\""])
            let other = try await desk.send(.put, path, body, ["Idempotency-Key": key, "If-Match": "\"2\""])
            #expect((first.status, again.status, other.status) == (200, 200, 422))
            #expect(again["idempotency-replayed"] == "true" && again["etag"] == "\"2\"")
        }
    }
}
