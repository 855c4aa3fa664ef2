import Foundation
import News
import Testing
@testable import WebEditions

extension DemoSiteTests {
    /// The newspaper as text only.
    struct LiteTests {
        private func page(_ path: String, _ headers: [String: String] = [:]) async throws -> (Answer, String) {
            let answer = try await SharedSite.site.get(path, headers)
            try #require(answer.status == 200, "\(path)")
            #expect(answer["content-type"] == "text/html; charset=utf-8")
            let text = try answer.text
            for mark in ["<img", "<script", "<link rel=\"stylesheet\"", " style="] {
                #expect(!text.contains(mark), "\(mark) in \(path)")
            }
            return (answer, text)
        }

        @Test(arguments: ["wifi", "4g", "3g", "edge", "gprs"], [[:], ["Accept-Encoding": "gzip"]])
        func theFrontPageIsOneRoundOfTCP(_ network: String, _ headers: [String: String]) async throws {
            let (answer, text) = try await page("/lite/?network=\(network)", headers)
            let channel = try await SharedSite.site.get("/ws?network=\(network)&text=headline&images=off").channel
            #expect(answer.body.count <= min(WebEdition.liteBudget, channel.plan.budget))
            let stories = text.matches(of: /<h2[^>]*><a href="\/lite\/articles\/[a-z0-9-]+">/)
            #expect(stories.count == channel.items.count, "everything that the link carries")
            if !headers.isEmpty { #expect(text.contains("<p lang=")) }
        }

        @Test func everySectionAndArticleIsReadable() async throws {
            let (_, front) = try await page("/lite")
            #expect(front.contains("href=\"/lite/sections\"") && front.contains("href=\"/m/\""))
            let (_, sections) = try await page("/lite/sections")
            let links = sections.matches(of: /href="(\/lite\/sections\/[a-z]+)"/).map { String($0.output.1) }.filter {
                !$0.hasSuffix("/place")
            }
            #expect(links.count == 5)
            for link in links {
                let (_, section) = try await page(link)
                #expect(section.contains("<h2"))
            }
            let article = try #require(front.firstMatch(of: /href="(\/lite\/articles\/[a-z0-9-]+)"/)?.output.1)
            let (_, text) = try await page(String(article))
            #expect(text.contains("<h1 lang=") && text.contains("<p>") && text.contains("/lite/"))
            let canonical = article.dropFirst("/lite".count)
            #expect(text.contains("<link rel=\"canonical\" href=\"\(TestSite.publicURL)\(canonical)\""))
        }

        @Test func pagesGoOn() async throws {
            let (_, first) = try await page("/lite/?network=gprs")
            let next = try #require(first.firstMatch(of: /rel="next" href="([^"]+)"/)?.output.1)
            let (_, second) = try await page(String(next) + "&network=gprs")
            #expect(second != first && second.contains("<h2"))
        }

        @Test(arguments: ["/lite/articles/no-such", "/lite/articles/UP", "/lite/sections/nowhere"])
        func whatIsNotThereIsToldSo(_ path: String) async throws {
            #expect(try await SharedSite.site.get(path).status == 404)
        }
    }
}
