import Foundation
import Testing
@testable import Web

/// Scripts as they are sent.
struct ScriptTests {
    @Test(arguments: [
        ("// What it is for.\n\n  if (a) {\n    b();\n  }\n", "if (a) {\nb();\n}"),
        ("/** A line. */\na();\n/* Several\n   lines. */\nb();", "a();\nb();"),
        ("a(); // stays\nb('https://c/*');", "a(); // stays\nb('https://c/*');"), ("", ""),
    ])
    func commentsGo(_ source: String, _ expected: String) { #expect(Script.packed(source) == expected) }

    /// A string over several lines would lose its indentation.
    @Test func noStringGoesOverSeveralLines() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../static")
        let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
        let scripts = files.compactMap { $0 as? URL }.filter { $0.pathExtension == "js" && !$0.path.contains("vendor") }
        #expect(scripts.count > 20)
        for script in scripts {
            // Backticks that are meant as such stand in quotation marks or in the brackets of an expression.
            let lines = try String(contentsOf: script, encoding: .utf8).split(separator: "\n").map {
                $0.replacing(/"`"|\[[^\]]*\]/, with: "")
            }
            #expect(lines.allSatisfy { $0.count { $0 == "`" }.isMultiple(of: 2) }, "\(script.lastPathComponent)")
        }
    }
}
