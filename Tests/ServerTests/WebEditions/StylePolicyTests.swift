import Crypto
import Foundation
@testable import Server
import Testing

extension DemoSiteTests {
    /// The policy of a page allows the style that stands in it, and no other.
    @Suite struct StylePolicyTests {
        @Test(arguments: [
            "/m/", "/edition/", "/reader/", "/lite/", "/search", "/settings", "/m/?why=1", "/nowhere", "/lite/nowhere",
            "/articles/night-ferry-returns-to-the-old-quay-after-eleven-years",
        ])
        func allowsItsStyle(_ page: String) async throws {
            let site = try await SharedSite.site
            let path = page
            let answer = try await site.get(
                path, ["Accept": "text/html", "Accept-Encoding": "gzip"])
            let style = try #require(try answer.text.firstMatch(of: /(?s)<style>(.*?)<\/style>/)).1
            let hash = Data(SHA256.hash(data: Data(style.utf8))).base64EncodedString()
            let policy = try #require(answer["content-security-policy"])
            #expect(policy.contains("style-src 'self' 'sha256-\(hash)';"), "\(path)")
        }
    }
}
