package import Archive
package import Documents
package import Logging
import ServiceLifecycle

/// Analyses the stories that nobody waits for: those that predate the analysis, those imported, and those a
/// source had before it was followed. Every node takes some.
package struct StoryReader: Service {
    let archive: Archive
    let revisions: Revisions
    package let log: Logger

    package init(archive: Archive, revisions: Revisions, log: Logger) {
        self.archive = archive
        self.revisions = revisions
        self.log = log
    }

    /// The number of stories analysed in one transaction, which others wait for.
    private static let batch = 10
    /// The time between two looks when there was nothing to do.
    private static let pause = Duration.seconds(5)
    /// The number of looks between removals of surplus terms: an hour if there was nothing to read.
    private static let looksBetweenCuts = 720

    package func run() async throws {
        try? await cancelWhenGracefulShutdown {
            for looks in 1... {
                try await Task.sleep(for: await look(isCut: looks.isMultiple(of: Self.looksBetweenCuts)))
            }
        }
    }

    private func look(isCut: Bool) async -> Duration {
        do {
            if isCut { try await archive.write { try $0.keywords.cutTerms() } }
            let (count, revision) = try await archive.write { holdings in
                let count = try holdings.clusters.readUnread(limit: Self.batch)
                return (count, count == 0 ? nil : try holdings.newspaper.revision())
            }
            if let revision { revisions.observe(revision) }
            return count == 0 ? Self.pause : .milliseconds(50)
        } catch {
            if !(ArchiveFault.away ~= error) { log.error("stories could not be read: \(error)") }
            return Self.pause
        }
    }
}
