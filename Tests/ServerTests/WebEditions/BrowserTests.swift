import Foundation
import Testing

/// The path of a real browser.
private let chromium = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].first {
    FileManager.default.isExecutableFile(atPath: $0)
}

extension DemoSiteTests {
    @Suite(.enabled(if: chromium != nil, "no Chromium here"), .serialized)
    struct BrowserTests {
        private func dump(_ path: String) async throws -> CommandResult {
            let profile = FileManager.default.temporaryDirectory.appending(path: "n4md-chromium-" + UUID().uuidString)
            try FileManager.default.createDirectory(at: profile, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: profile) }
            return try await run(
                try #require(chromium),
                [
                    "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                    "--user-data-dir=\(profile.path)", "--window-size=390,844",
                    "--enable-logging=stderr", "--virtual-time-budget=5000", "--dump-dom",
                    "http://127.0.0.1:\(try SharedSite.site.port)\(path)",
                ], home: profile.path)
        }

        @Test func readsTheFrontPage() async throws {
            let result = try await dump("/m/")
            #expect(result.output.matches(of: /<article/).count == 20)
            #expect(result.output.contains("The Breakwater"))
            #expect(!result.errors.contains("Content Security Policy"), "\(result.errors)")
        }

        /// The form's script fills in the answer and its preview, if the address describes a device.
        @Test func triesTheChannel() async throws {
            let result = try await dump("/ws/form?network=edge")
            #expect(result.output.contains("<form id=\"context\""))
            #expect(!result.errors.contains("Content Security Policy"), "\(result.errors)")
            #expect(!result.errors.contains("Uncaught"), "\(result.errors)")
            #expect(result.output.contains("200 OK</b>"), "the answer stands beside the form")
        }
    }
}
