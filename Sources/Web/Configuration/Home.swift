import Foundation

/// Where the files that come with the program are: `schema/` and `static/`.
package struct Home: Sendable {
    /// The folder that holds both.
    package let path: String
    /// The SQL migrations.
    package var schema: String { path + "/schema" }
    /// The web assets.
    package var assets: String { path + "/static" }

    /// The program itself, to run it again; in tests, which run inside another program, the one beside that.
    package static var program: String {
        let running = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        // The link stands for the very file, even where a newer one has taken its place.
        if running.lastPathComponent.hasPrefix("n4md"), running.pathExtension != "xctest" { return "/proc/self/exe" }
        return running.deletingLastPathComponent().appendingPathComponent("n4md").path
    }

    /// Looks beside the program and in every folder above it, and in the `share/n4md` of each: so it is found in a checkout, below
    /// `.build`, and below `/usr`. Throws where there is none.
    package init() throws(OptionError) {
        var folder = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        while true {
            for candidate in [folder, folder.appendingPathComponent("share/n4md")] {
                let files = FileManager.default
                if files.fileExists(atPath: candidate.path + "/schema"),
                    files.fileExists(atPath: candidate.path + "/static")
                {
                    path = candidate.path
                    return
                }
            }
            guard folder.path != "/" else { break }
            folder.deleteLastPathComponent()
        }
        throw OptionError(faults: [
            "The folders schema and static, which come with the program, are not beside it nor above it."
        ])
    }
}
