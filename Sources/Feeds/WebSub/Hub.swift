package import Archive
import Documents
import ExchangeArchive
package import Fetching
import HTTPTypes
package import Logging
import ServiceLifecycle
import Synchronization
import Syndication
import Web

/// Notifies subscribers and other hubs when our feeds change (https://www.w3.org/TR/websub/). All
/// servers of a newspaper share the work; when a server dies, another takes over its tasks once their
/// leases expire.
///
/// Nobody waits for subscribers: a change only raises the newspaper's revision. A server then checks
/// which feeds have changed, and each subscription behind its feed becomes due.
package final class Hub: Service {
    /// The number of requests to subscribers at a time: deliveries, and verifications of intent.
    static let (deliveriesAtOnce, verificationsAtOnce) = (16, 32)
    /// The number of deliveries to one host at a time, across all servers.
    static let each = 2
    /// The number of feeds written at a time to check for changes.
    private static let checksAtOnce = 2
    /// Seconds after which a server is presumed dead: enough for any of the requests and for recording its
    /// result.
    private static let lease = 60
    /// Seconds before a retry after a fault of our own.
    static let pause = 2

    package let feeds: FeedDesk
    let fetcher: Fetcher
    let log: Logger
    private let hubs: [CallbackAddress]
    private let knowsHubs = Atomic<Bool>(false)
    private let checks: JobLoop<String>
    private let verifications: JobLoop<WebSubVerification>
    private let deliveries: JobLoop<WebSubJob>

    var archive: Archive { feeds.archive }

    /// - Parameter hubs: other hubs to notify when one of the newspaper's own feeds changes.
    package init(feeds: FeedDesk, hubs: [CallbackAddress], fetcher: Fetcher, log: Logger) {
        (self.feeds, self.hubs, self.fetcher, self.log) = (feeds, hubs, fetcher, log)
        checks = JobLoop("changes of feeds", atOnce: Self.checksAtOnce, log: log)
        verifications = JobLoop("requests of subscribers", atOnce: Self.verificationsAtOnce, log: log)
        deliveries = JobLoop("subscribers", atOnce: Self.deliveriesAtOnce, log: log)
    }

    /// Call when the newspaper may have changed.
    package func wake() { checks.wake() }

    /// Call when there is a new subscription request.
    func wakeForRequests() { verifications.wake() }

    /// Until the server stops; what is under way then is waited for.
    package func run() async throws {
        await withDiscardingTaskGroup { group in
            group.addTask { await every(.seconds(60)) { await self.care() } }
            group.addTask {
                await self.checks.run { [archive = self.archive] room in
                    try await archive.write { try $0.subscriptions.takeTopics(limit: room, lease: Self.lease) }
                } then: {
                    await self.check($0)
                    self.deliveries.wake()
                }
            }
            group.addTask {
                await self.verifications.run { [archive = self.archive] room in
                    try await archive.write { try $0.subscriptions.takeVerifications(limit: room, lease: Self.lease) }
                } then: {
                    await self.verify($0)
                    self.checks.wake()
                }
            }
            await deliveries.run { [archive] room in
                try await archive.write { try $0.subscriptions.take(limit: room, each: Self.each, lease: Self.lease) }
            } then: {
                await self.deliver($0)
            }
        }
    }

    /// Returns a feed as sent to subscribers, and the newspaper revision in which it last changed. Throws
    /// 404 if there is no such feed.
    func content(of address: FeedAddress) async throws -> (document: Document, revision: Int) {
        let copy = try await feeds.copy(FeedKey(address: address), .identity)
        guard copy.source != .stale, let tag = FeedTag(copy.document.etag),
            !feeds.revisions.isPurged(copy.document.revision)
        else { throw Problem.unavailable }
        return (copy.document, tag.revision)
    }

    /// Checks whether a feed has changed.
    private func check(_ path: String) async {
        do {
            guard let address = FeedAddress(path: path, fields: []) else { throw Problem(.notFound, path) }
            let document = try await content(of: address).document
            try await archive.write { try $0.subscriptions.finishTopic(path, checked: document.revision ?? 0) }
        } catch let problem as Problem where problem.status == .notFound {
            log.info("the feed \(path) no longer exists: its subscriptions end")
            await write("the end of the feed \(path)") { try $0.subscriptions.endTopic(path) }
            wakeForRequests()
        } catch {
            log.warning("cannot check the feed \(path) for changes, retrying later: \(error)")
            await write("the retry of the feed \(path)") {
                try $0.subscriptions.releaseTopic(path, wait: Self.pause)
            }
        }
    }

    /// Records a result. If that fails, the task is repeated once its lease expires.
    func write(_ what: String, _ body: @escaping @Sendable (Holdings) throws -> Void) async {
        do { try await archive.write(body) } catch { log.warning("cannot record \(what): \(error)") }
    }

    /// Stores the other hubs, once, and deletes expired subscriptions in small steps that block nobody.
    private func care() async {
        let topics = FeedFormat.allCases.map { FeedAddress(.newspaper, $0).path }
        do {
            if !knowsHubs.load(ordering: .relaxed) {
                try await archive.write { [hubs] in try $0.subscriptions.setHubs(hubs, topics: topics) }
                knowsHubs.store(true, ordering: .relaxed)
            }
            while try await archive.write({ try $0.subscriptions.deleteExpired(limit: 500) }) >= 500 {}
        } catch  where !Task.isCancelled {
            log.warning("cannot delete expired subscriptions, retrying in a minute: \(error)")
        } catch {}
    }
}

extension Fetcher {
    /// The fetcher for other hubs and for subscribers, which anybody may name. The hub itself limits the
    /// requests per host, across all servers.
    package static func forHub(agent: String, mayReach: @escaping @Sendable (String) -> Bool) -> Fetcher {
        let requests = Hub.deliveriesAtOnce + Hub.verificationsAtOnce
        return Fetcher(
            atOnce: requests, perHost: requests, limit: 2 * requests, agent: agent,
            mayReach: mayReach)
    }
}
