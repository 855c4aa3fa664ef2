import Archive
import Foundation
import HTTPTypes
import News
import Testing
@testable import Web

extension WritingSiteTests {
    /// Values that once crashed the server, caused a 5xx, or showed readers something they should not see.
    struct HostileValueTests {
        @Test func aLetterThatGrowsWhenLoweredIsNoBoundary() {
            let type = "multipart/form-data; x=" + String(repeating: "İ", count: 20) + "; boundary=abc"
            #expect(Multipart.file(in: Array("x".utf8), type: type) == nil)
            let body = "--abc\r\nContent-Disposition: form-data; filename=a\r\n\r\nhello\r\n--abc--\r\n"
            #expect(Multipart.file(in: Array(body.utf8), type: type)?.content == Array("hello".utf8)[...])
        }

        @Test(arguments: ["/editions?before=9999999999", "/editions/999999999", "/ws?edition=999999999"])
        func numbersOutOfRangeAreTheClientsFault(_ path: String) async throws {
            let status = try await SharedSite.site.get(path).status
            #expect(status < 500)
        }

        @Test func revisionsOutOfRangeAreTheClientsFault() async throws {
            let desk = try await Desk(SharedSite.site, .editor)
            try await desk.section("city")
            let answer = try await desk.send(
                .put, "sections/city", #"{"name":"City"}"#, ["If-Match": "\"99999999999\""])
            #expect((400..<500).contains(answer.status))
            #expect(try await desk.send(.get, "editions/9999999999").status < 500)
        }

        @Test func whatIsPublishedInTheFutureIsRefused() async throws {
            let desk = try await Desk(SharedSite.site, .editor)
            try await desk.section("city")
            let answer = try await desk.send(
                .post, "articles",
                #"{"status":"published","headline":"Tomorrow","section":"city","publishedAt":"2999-01-01T00:00:00Z"}"#)
            #expect(answer.status == 422)
            #expect(try answer.problem().fields == ["publishedAt"])
        }

        /// A draft has no publication time yet.
        @Test func aDraftIsPublishedWhenItIsPublished() async throws {
            let desk = try await Desk(SharedSite.site, .editor)
            try await desk.section("city")
            let draft = try await desk.send(
                .post, "articles",
                #"{"headline":"Slow story","slug":"slow-story","section":"city","publishedAt":"2015-03-02T00:00:00Z"}"#)
            #expect(draft.status == 201)
            let location = try #require(draft["location"]).replacing("/api/v1/", with: "")
            let published = try await desk.send(
                .put, location, #"{"status":"published","headline":"Slow story","section":"city"}"#,
                ["If-Match": "\"1\""])
            #expect(published.status == 200)
            let year = Calendar(identifier: .gregorian).component(.year, from: Date())
            #expect(try published.text.contains("\"publishedAt\":\"\(year)-"))
        }

        @Test func anEditionMayBeNamedByANumber() async throws {
            let desk = try await Desk(SharedSite.site, .editor)
            try await desk.section("city")
            let edition = try await desk.send(.post, "editions", #"{"number":70707,"date":"2017-07-03"}"#)
            #expect([201, 409].contains(edition.status))
            let answer = try await desk.send(
                .post, "articles", #"{"headline":"Numbered","section":"city","edition":70707}"#)
            #expect(answer.status == 201)
        }
    }
}
