import Foundation
import Testing

extension DemoSiteTests {
    /// Answers from the event loop are the same as Hummingbird's, and come in the same order.
    struct ReadyAnswersTests {
        private static let path = "/ws?network=3g&client=android&images=off&battery=lots"

        private func get(_ path: String, _ fields: String...) -> String {
            "GET \(path) HTTP/1.1\r\n" + (["Host: x"] + fields).joined(separator: "\r\n") + "\r\n\r\n"
        }

        @Test func itIsTheSameAsTheFirst() async throws {
            let path = Self.path + "&items=7"
            let first = try await SharedSite.site.get(path)
            let second = try await SharedSite.site.get(path)
            #expect(first.status == 200 && second.status == 200)
            #expect(first.body == second.body)
            #expect(second["server-timing"] == "cache;desc=hit")
            for name in [
                "content-type", "content-length", "etag", "vary", "cache-control", "content-location", "link",
                "n4md-ignored",
            ] {
                #expect(first[name] == second[name] && second[name] != nil, "\(name)")
            }
            #expect(second["date"] != nil)
        }

        @Test func pipelinedRequestsAreAnsweredInTurn() async throws {
            _ = try await SharedSite.site.get(Self.path)
            let post = "POST /ws HTTP/1.1\r\nHost: x\r\nContent-Length: 7\r\n\r\nitems=3"
            let sent = [
                get(Self.path), get("/health/live"), get(Self.path), post, get(Self.path), get(Self.path),
                get("/health/live", "Connection: close"),
            ]
            let answer = try await exchange(sent.joined(), port: SharedSite.site.port)
            let types = answer.matches(of: /(?i)\r\ncontent-type: ([a-z\/]+)/).map { String($0.1) }
            let (xml, json) = ("application/xml", "application/json")
            #expect(types == [xml, json, xml, xml, xml, xml, json])
            #expect(answer.components(separatedBy: "</channel>").count == 6)
        }

        @Test func whoHasItAlreadyIsToldSo() async throws {
            let first = try await SharedSite.site.get(Self.path)
            let sent = get(Self.path, "If-None-Match: \(first["etag"] ?? "")", "Connection: close")
            let answer = try await exchange(sent, port: SharedSite.site.port)
            #expect(answer.hasPrefix("HTTP/1.1 304 ") && answer.hasSuffix("\r\n\r\n"))
        }

        @Test(arguments: ["HTTP/1.0\r\n\r\n", "HTTP/1.1\r\nHost: x\r\nConnection: Close\r\n\r\n"])
        func aConnectionIsClosedWhereThatIsExpected(_ rest: String) async throws {
            _ = try await SharedSite.site.get(Self.path)
            for path in [Self.path, "/health/live"] {
                let answer = try await exchange("GET \(path) \(rest)", port: SharedSite.site.port)
                #expect(answer.hasPrefix("HTTP/1.1 200 OK"))
            }
        }

        /// Headers that affect the answer are part of the cache key, whatever their case.
        @Test func hintsTellAnswersApart() async throws {
            let path = Self.path + "&items=9"
            _ = try await SharedSite.site.get(path)
            let json = try await exchange(
                get(path, "ACCEPT: application/json") + get(path, "Connection: close"), port: SharedSite.site.port)
            let types = json.matches(of: /(?i)\r\ncontent-type: ([a-z\/]+)/).map { String($0.1) }
            #expect(types == ["application/json", "application/xml"])
        }
    }
}
