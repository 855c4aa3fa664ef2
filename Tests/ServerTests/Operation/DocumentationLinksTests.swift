import Foundation
import Testing

/// Links between pages of the documentation lead to existing files.
@Suite struct DocumentationLinksTests {
    private static let root = URL(filePath: #filePath).appending(path: "../../../..").standardized

    /// The README, CONTRIBUTING, and all pages under docs and benchmarks.
    private static func pages() throws -> [URL] {
        let files = FileManager.default
        let top = try files.contentsOfDirectory(at: root, includingPropertiesForKeys: nil)
        let below = ["docs", "benchmarks"].flatMap { folder in
            (files.enumerator(atPath: root.appending(path: folder).path)?.compactMap { $0 as? String } ?? [])
                .map { root.appending(path: "\(folder)/\($0)") }
        }
        return (top + below).filter { $0.pathExtension == "md" }
    }

    /// The paths that a page links to, without external addresses, anchors and code.
    private static func links(_ page: URL) throws -> [String] {
        let text = try String(contentsOf: page, encoding: .utf8)
            .replacing(/```[\s\S]*?```/, with: "").replacing(/`[^`\n]*`/, with: "")
        return text.matches(of: /\]\(([^)#\s]+)[^)]*\)/).map { String($0.output.1) }
            .filter { !$0.contains(":") }
    }

    @Test func everyLinkLeadsToAFile() throws {
        let pages = try Self.pages()
        #expect(pages.count > 20)
        for page in pages {
            for link in try Self.links(page) {
                let file = page.deletingLastPathComponent().appending(path: link).standardized
                #expect(FileManager.default.fileExists(atPath: file.path), "\(page.lastPathComponent): \(link)")
            }
        }
    }
}
