import FeedReading
package import Foundation
import Syndication

extension Importer {
    /// The maximum size of a Ghost export, in bytes; it is read into memory as a whole.
    package static let ghostLimit = 256 << 20

    /// Imports a Ghost export.
    /// - Throws: `GhostError` if it is not a Ghost export; nothing has been changed then.
    package func runGhost(
        _ json: Data, media: MediaFolder?, progress: @escaping @Sendable (Int, Int) -> Void
    ) async throws -> Report {
        let export = try GhostExport(json)
        var report = Report()
        report.tellOfMissing(media)
        for left in export.left { report.tell("not taken: \(left)") }
        report.leave("posts and pages", export.left.count)
        let origin = Origin(
            language: export.feed.language, media: media.map { .folder($0) }, unit: "post", isMove: true)
        try await run(export.feed, from: origin, &report, progress: progress)
        return report
    }
}
