import Archive
import Documents
import Fetching
import Foundation
import Logging
import News
import ServiceLifecycle
import Synchronization
import WebPush
import Web

/// Sends messages to readers' devices. All servers of a newspaper share the work; when one dies, another takes over its deliveries once their
/// leases expire, so a push service may get a message twice. Its `Topic` and tag then let the second take the place of the first.
final class PushSender: Service {
    /// The number of batches at a time, of them to one server, and of messages in a batch: few, so that readers' requests never wait long for the
    /// transaction that takes or records them (`benchmarks/push`).
    private static let (batches, each, size) = (32, 16, 25)
    /// The number of devices for which a message is spread in one transaction, and the time between two: some times as many as can be sent
    /// meanwhile, and not so many that readers' requests notice it.
    private static let (spread, spreadPause) = (1000, Duration.milliseconds(100))
    /// Seconds after which a server is presumed dead: enough for a batch and for recording its results.
    private static let lease = 60
    /// The connections that are kept to one server: each carries a hundred requests at a time.
    static let connections = 4
    /// The most messages under way at a time, and half of those that may wait.
    static let atOnce = batches * size

    let archive: Archive
    let keys: KeyDesk
    let texts: PushTexts
    let fetcher: Fetcher
    /// Whether some of the devices are simulated.
    let isDemo: Bool
    let log: Logger
    let pace = PushPace()
    private let thread = PushThread()
    private let revisions: Revisions
    /// The newspaper's time zone, unless its settings name another.
    private let zone: TimeZone
    private let messages: JobLoop<Int>
    private let deliveries: JobLoop<[PushJob]>
    /// The batches under way, by server.
    private let busy = Mutex<[String: Int]>([:])

    init(
        archive: Archive, revisions: Revisions, keys: KeyDesk, texts: PushTexts, fetcher: Fetcher, isDemo: Bool,
        zone: TimeZone, log: Logger
    ) {
        (self.archive, self.revisions, self.keys, self.texts) = (archive, revisions, keys, texts)
        (self.fetcher, self.isDemo, self.zone, self.log) = (fetcher, isDemo, zone, log)
        messages = JobLoop("messages to readers", atOnce: 1, pause: Self.spreadPause, log: log)
        deliveries = JobLoop("deliveries to readers' devices", atOnce: Self.batches, log: log)
    }

    /// Call when there may be a new message.
    func wake() { messages.wake() }

    /// Until the server stops; what is under way then is waited for.
    func run() async throws {
        do { _ = try await keys.current() } catch let fault as PushFault { log.error("\(fault)") } catch {}
        await withTaskExecutorPreference(thread) {
            await withDiscardingTaskGroup { group in
                group.addTask { await every(.seconds(60)) { await self.care() } }
                group.addTask { await self.spread() }
                await deliveries.run {
                    try await self.take($0)
                } then: {
                    await self.send($0)
                }
            }
        }
    }

    private func spread() async {
        await messages.run { [archive] _ in
            try await archive.write { try $0.readerMessages.spread(limit: Self.spread).map { [$0] } ?? [] }
        } then: { _ in
            self.deliveries.wake()
        }
    }

    private func take(_ room: Int) async throws -> [[PushJob]] {
        let full = busy.withLock { busy in busy.filter { $0.value >= Self.each }.map(\.key) }
        let zone = revisions.lastKnown?.presentation.timeZone ?? zone
        let batches = try await archive.write {
            try $0.pushDeliveries.take(hosts: room, besides: full, limit: Self.size, lease: Self.lease, zone: zone)
        }
        busy.withLock { busy in
            for host in batches.compactMap(\.first?.host) { busy[host, default: 0] += 1 }
        }
        // There may be more for the same servers.
        if !batches.isEmpty { deliveries.wake() }
        return batches
    }

    private func send(_ jobs: [PushJob]) async {
        await deliver(jobs)
        guard let host = jobs.first?.host else { return }
        busy.withLock { busy in
            let left = (busy[host] ?? 1) - 1
            busy[host] = left > 0 ? left : nil
        }
    }

    /// Ends what has expired, in small steps that block nobody.
    private func care() async {
        do {
            while try await archive.write({ try $0.pushSubscriptions.deleteExpired(limit: 500) }) == 500 {}
            while try await archive.write({ try $0.pushSubscriptions.deleteUnusedHosts(limit: 500) }) == 500 {}
            while try await archive.write({ try $0.pushDeliveries.deleteOld(limit: 5000) }) == 5000 {}
        } catch  where !Task.isCancelled {
            log.warning("cannot delete expired subscriptions, retrying in a minute: \(error)")
        } catch {}
    }

    /// Stops the thread and the connections.
    func stop() {
        fetcher.stop()
        thread.stop()
    }
}

extension Fetcher {
    /// The way out to push services, which keeps its connections: there are few of these servers, and many messages.
    static func forPush(agent: String, mayReach: @escaping @Sendable (String) -> Bool) -> Fetcher {
        Fetcher(
            atOnce: PushSender.atOnce, perHost: PushSender.atOnce, limit: 2 * PushSender.atOnce, agent: agent,
            shared: PushSender.connections, mayReach: mayReach)
    }
}
