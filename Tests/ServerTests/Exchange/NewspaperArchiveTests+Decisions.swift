import Foundation
import HTTPTypes
import Testing

extension NewspaperArchiveTests {
    /// Records editors' decisions: that two articles are different stories, and which namesake wrote one. Adds a source, too.
    func decide(_ first: WrittenArticle, _ barco: WrittenArticle, _ hash: String, _ desk: Desk) async throws {
        #expect(
            try await desk.send(
                .put, "articles/\(barco.id)/cluster", #"{"members":[\#(barco.id),\#(first.id)]}"#, ["If-Match": "*"]
            ).status == 200)
        #expect(
            try await desk.send(.delete, "articles/\(first.id)/cluster", nil, ["If-Match": "*"]).status == 200)
        #expect(
            try await desk.send(
                .put, "articles/\(first.id)",
                #"{"headline":"Ferry again","section":"zoo","byline":"Ana","body":"<p>New</p>","categories":["Sea"],"picture":{"hash":"\#(hash)","alt":"Boat"}}"#,
                ["If-Match": "*"]
            ).status == 200)
        #expect(
            try await desk.send(
                .put, "articles/\(first.id)/authors", #"{"authors":[{"name":"Ana","note":"sports"}]}"#,
                ["If-Match": "*"]
            ).status == 200)
        #expect(
            try await desk.send(
                .post, "sources",
                #"{"url":"http://127.0.0.1:9/feed","title":"The Wire","section":"zoo","discover":false,"paused":true}"#
            ).status == 201)
    }
}
