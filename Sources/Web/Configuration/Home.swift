import Foundation

/// The location of the files that come with the program: `schema/` and `static/`.
package struct Home: Sendable {
    /// The folder that holds both.
    package let path: String
    /// The SQL migrations.
    package var schema: String { path + "/schema" }
    /// The web assets.
    package var assets: String { path + "/static" }

    /// The path of the program, to run it again; in tests, which run inside another program, the one next
    /// to that.
    package static var program: String {
        let running = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        // The link refers to this very file, even after a newer one has replaced it.
        if running.lastPathComponent.hasPrefix("n4md"), running.pathExtension != "xctest" { return "/proc/self/exe" }
        return running.deletingLastPathComponent().appendingPathComponent("n4md").path
    }

    /// Looks next to the program and in every folder above it, and in `share/n4md` of each, so that it
    /// works in a checkout, under `.build`, and under `/usr`. Throws if nothing is found.
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
            "The folders schema and static, which come with the program, are neither next to it nor in a folder above it."
        ])
    }
}
