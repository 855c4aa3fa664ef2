import Archive
import Foundation
import HTTPTypes
import Hummingbird
import News
@testable import Newsroom
import Synchronization
import TestSupport
import Testing

extension NewsroomSiteTests {
    /// The check for dead links on an article's page.
    @Suite("Links")
    struct LinksTests {
        private let asked = Asked()
        private final class Asked: Sendable {
            let all = Mutex<[String]>([])
        }

        @Test("Links that do not answer are told, others are not", .timeLimit(.minutes(1))) func told() async throws {
            let asked = asked
            let checker = LinkChecker(agent: "N4MD") { $0 == "127.0.0.1" }
            defer { checker.stop() }
            try await withServer { router in
                @Sendable func answer(_ request: Request, _ context: BasicRequestContext) -> Response {
                    asked.all.withLock { $0.append("\(request.method.rawValue) \(request.uri.path)") }
                    let status = Int(context.parameters.get("status") ?? "") ?? 200
                    if status == 299 { return Response(status: request.method == .head ? .init(code: 501) : .ok) }
                    return Response(status: .init(code: status))
                }
                router.on("/{status}", method: .head, use: answer)
                router.on("/{status}", method: .get, use: answer)
            } _: { root in
                let fine = [200, 204, 299, 401, 403, 405, 429].map { "\(root)/\($0)" }
                let wrong = [400, 404, 410, 500, 503].map { "\(root)/\($0)" }
                let report = await checker.check(
                    fine + wrong + ["http://127.0.0.1:9/", "http://no.such.host.invalid/"])
                #expect(report.unchecked == 0)
                #expect(
                    report.faults.map(\.address) == wrong + ["http://127.0.0.1:9/", "http://no.such.host.invalid/"])
                #expect(
                    report.faults.map(\.fault) == [400, 404, 410, 500, 503].map { .status($0) } + [
                        .failed, .unknownHost,
                    ])
                // Known results are not requested again.
                let before = asked.all.withLock { $0.count }
                #expect(await checker.check(fine + wrong).faults.count == 5)
                #expect(asked.all.withLock { $0.count } == before)
                #expect(asked.all.withLock { $0.contains("GET /299") && !$0.contains("GET /200") })
            }
        }

        @Test("What may not be reached, and what is too much, is not asked") func bounded() async throws {
            let checker = LinkChecker(agent: "N4MD") { _ in false }
            defer { checker.stop() }
            let report = await checker.check((0..<25).map { "http://127.0.0.1:9/\($0)" })
            #expect(report.faults.isEmpty && report.unchecked == 25)
        }

        @Test("The page asks where its address says so, and never by itself", .timeLimit(.minutes(1))) func page()
            async throws
        {
            let site = try SharedSite.site
            let browser = try await Room.person(site, .editor).browser()
            let path = try #require(try await browser.post("/admin/articles")["location"])
            let fields = [
                "headline": "Links", "section": "city", "language": "en", "revision": "1", "base": "1",
                "body": "[one](http://no.such.host.invalid/?a=1&b=<i>) and [two](/articles/own)",
            ]
            #expect(try await browser.post(path, fields).status == 303)
            #expect(try await !browser.get(path).text.contains("cannot be found"))
            for address in [path + "?links=1", path + "/links"] {
                let text = try await browser.get(address).text
                #expect(text.contains("cannot be found") && text.contains("http://no.such.host.invalid/?a=1&amp;b="))
                #expect(!text.contains("<i>)") && text.contains("Check the links"))
            }
            #expect(try await site.get(path + "/links").status == 401)
        }
    }
}
