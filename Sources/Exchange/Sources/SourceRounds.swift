import Archive
import ExchangeArchive
package import Fetching
package import Logging
import ServiceLifecycle
import Web

/// Fetches sources as they become due. All servers of a newspaper share the work; when a server dies,
/// another takes over its sources once their leases expire.
package final class SourceRounds: Service {
    /// The number of sources fetched at a time.
    static let atOnce = 256
    /// The number of entries tried again at a time.
    private static let retriesAtOnce = 8
    /// Their number of database connections, and how long they wait for one: less than a lease.
    package static let (connections, patience) = (2, Duration.seconds(90))
    /// The minimum time between two queries for due sources, so that one query leases many.
    private static let pause = Duration.milliseconds(50)

    private let reader: SourceReader
    private let log: Logger
    private let loop: JobLoop<SourceJob>
    private let retries: JobLoop<SourceRetryJob>
    private let hubs: SourceHubLoop?

    /// - Parameter root: the newspaper's public address; nil if hubs cannot reach it.
    package init(reader: SourceReader, root: String?, log: Logger) {
        (self.reader, self.log) = (reader, log)
        hubs = root.map { SourceHubLoop(archive: reader.archive, fetcher: reader.fetcher, root: $0, log: log) }
        loop = JobLoop("sources", atOnce: Self.atOnce, pause: Self.pause, log: log)
        retries = JobLoop("entries of sources", atOnce: Self.retriesAtOnce, pause: Self.pause, log: log)
    }

    /// Until the server stops; what is under way then is waited for.
    package func run() async throws {
        await withDiscardingTaskGroup { group in
            group.addTask { await self.hubs?.run() }
            group.addTask { await self.runRetries() }
            await loop.run { [archive = reader.archive] room in
                try await archive.write { try $0.sources.take(limit: room, lease: SourceReader.lease) }
            } then: {
                await self.read($0)
            }
        }
    }

    private func runRetries() async {
        await retries.run { [archive = reader.archive] room in
            try await archive.write { try $0.sources.takeRetries(limit: room, lease: SourceReader.lease) }
        } then: { job in
            do {
                try await self.reader.retry(job)
            } catch {
                self.log.warning("cannot try an entry of the source \(job.source) again, retrying later: \(error)")
            }
        }
    }

    private func read(_ job: SourceJob) async {
        do {
            _ = try await reader.read(job)
        } catch {
            log.warning("cannot read the source \(job.source), retrying later: \(error)")
        }
    }
}

extension Fetcher {
    /// The fetcher for sources and their pictures, with one request per host at a time.
    package static func forSources(agent: String, mayReach: @escaping @Sendable (String) -> Bool) -> Fetcher {
        Fetcher(
            atOnce: SourceRounds.atOnce + 32, perHost: 1, limit: 16 * SourceRounds.atOnce, agent: agent,
            mayReach: mayReach)
    }
}
