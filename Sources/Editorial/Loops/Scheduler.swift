package import Archive
package import Documents
package import Logging
import ServiceLifecycle

/// Publishes scheduled articles and editions when their time has come, by the database's clock. Every node tries; the
/// first one locks the row and publishes it in one transaction, so it happens once however many nodes there
/// are, and whichever dies.
package struct Scheduler: Service {
    let archive: Archive
    let revisions: Revisions
    package let log: Logger

    package init(archive: Archive, revisions: Revisions, log: Logger) {
        self.archive = archive
        self.revisions = revisions
        self.log = log
    }

    /// The number of articles published in one transaction.
    private static let batch = 20
    /// The time between two looks, since other nodes schedule too: half of the second within which an
    /// article must be out.
    private static let interval = Duration.milliseconds(500)

    package func run() async throws {
        try? await cancelWhenGracefulShutdown {
            while true { try await Task.sleep(for: await look()) }
        }
    }

    /// Publishes what is due, and returns the time until the next look.
    private func look() async -> Duration {
        do {
            let (wait, revision) = try await archive.write { holdings in
                // One or the other in a transaction: both would lock articles before editions, which others lock first.
                let isChanged =
                    try !holdings.articles.publishDue(limit: Self.batch).isEmpty
                    || !holdings.editions.publishDue().isEmpty
                let revision = isChanged ? try holdings.newspaper.revision() : nil
                let waits = [
                    try holdings.articles.secondsToNextSchedule(), try holdings.editions.secondsToNextSchedule(),
                ]
                return (waits.compactMap(\.self).min(), revision)
            }
            if let revision { revisions.observe(revision) }
            return min(Self.interval, .milliseconds(max(1, Int(min(wait ?? 1, 1) * 1000))))
        } catch {
            if !(ArchiveFault.away ~= error) {
                log.error("what is scheduled could not be published: \(error)")
            }
            return .seconds(1)
        }
    }
}
