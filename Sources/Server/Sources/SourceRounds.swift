import Archive
import Fetching
import Logging
import PostgreSQL
import ServiceLifecycle
import Synchronization

/// Fetches sources as they become due. All servers of a newspaper share the work; what one of them had under way when it died another takes
/// on when the lease is over.
final class SourceRounds: Service {
    /// Sources under way at a time.
    static let atOnce = 256
    /// How often it is looked for what has become due.
    private static let beat = Duration.seconds(1)
    /// From one look to the next at least, so that many are taken on by one query.
    private static let pause = Duration.milliseconds(50)

    private let reader: SourceReader
    private let log: Logger
    private let wakes: AsyncStream<Void>
    private let waker: AsyncStream<Void>.Continuation
    private let underWay = Atomic<Int>(0)
    private let isAway = Atomic<Bool>(false)

    init(reader: SourceReader, log: Logger) {
        (self.reader, self.log) = (reader, log)
        (wakes, waker) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Until the server stops; what is under way then is waited for.
    func run() async throws {
        await withDiscardingTaskGroup { group in
            group.addTask { [waker] in
                try? await cancelWhenGracefulShutdown {
                    while true {
                        waker.yield()
                        try await Task.sleep(for: Self.beat)
                    }
                }
            }
            for await _ in wakes.cancelOnGracefulShutdown() {
                for errand in await take() {
                    group.addTask {
                        await self.read(errand)
                        self.underWay.subtract(1, ordering: .relaxed)
                        self.waker.yield()
                    }
                }
                try? await Task.sleep(for: Self.pause)
            }
        }
    }

    private func take() async -> [SourceErrand] {
        let free = Self.atOnce - underWay.load(ordering: .relaxed)
        guard free > 0 else { return [] }
        do {
            let errands = try await reader.database.write {
                try $0.takeSources(limit: free, lease: SourceReader.lease)
            }
            underWay.add(errands.count, ordering: .relaxed)
            isAway.store(false, ordering: .relaxed)
            return errands
        } catch {
            if !isAway.exchange(true, ordering: .relaxed) { log.warning("sources wait: \(error)") }
            return []
        }
    }

    private func read(_ errand: SourceErrand) async {
        do {
            _ = try await reader.read(errand)
        } catch {
            log.warning("the source \(errand.source) is fetched again later: \(error)")
        }
    }
}

extension Fetcher {
    /// The way out to sources and their pictures, of each host one at a time.
    static func forSources(_ options: Options) -> Fetcher {
        Fetcher(
            atOnce: SourceRounds.atOnce + 32, perHost: 1, limit: 16 * SourceRounds.atOnce, agent: options.agent,
            mayReach: options.mayReach)
    }
}
