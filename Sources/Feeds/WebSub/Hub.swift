package import Archive
import Documents
package import Fetching
import HTTPTypes
package import Logging
import PostgreSQL
import ServiceLifecycle
import Synchronization
import Syndication
import Web

/// Tells subscribers when our feeds change (https://www.w3.org/TR/websub/), and other hubs. All servers of a newspaper share the work; what
/// one of them had under way when it died another takes on when the lease is over.
///
/// Nobody waits for subscribers: a change only raises the newspaper's revision. After that a server looks which feeds have become others,
/// and each subscription that lags behind its feed is due.
package final class Hub: Service {
    /// Requests to subscribers under way at a time: deliveries, and questions whether a subscription is meant.
    static let (deliveriesAtOnce, verificationsAtOnce) = (16, 32)
    /// Deliveries under way to one host, on all servers together.
    static let each = 2
    /// Feeds that are written at a time to see whether they have changed.
    private static let checksAtOnce = 2
    /// Seconds after which a server is taken for dead: enough for each of the requests, and for writing down how it ended.
    private static let lease = 60
    /// Seconds until it is tried again what failed by our own fault.
    static let pause = 2

    package let feeds: FeedDesk
    let fetcher: Fetcher
    let log: Logger
    private let hubs: [CallbackAddress]
    private let knowsHubs = Atomic<Bool>(false)
    private let checks: ErrandLoop<String>
    private let verifications: ErrandLoop<WebSubVerification>
    private let deliveries: ErrandLoop<WebSubErrand>

    var database: Database { feeds.press.database }

    /// - Parameter hubs: others that are told when one of the newspaper's own feeds changes.
    package init(feeds: FeedDesk, hubs: [CallbackAddress], fetcher: Fetcher, log: Logger) {
        (self.feeds, self.hubs, self.fetcher, self.log) = (feeds, hubs, fetcher, log)
        checks = ErrandLoop("changes of feeds", atOnce: Self.checksAtOnce, log: log)
        verifications = ErrandLoop("requests of subscribers", atOnce: Self.verificationsAtOnce, log: log)
        deliveries = ErrandLoop("subscribers", atOnce: Self.deliveriesAtOnce, log: log)
    }

    /// The newspaper may have changed.
    package func wake() { checks.wake() }

    /// Somebody asked for something.
    func wakeForRequests() { verifications.wake() }

    /// Until the server stops; what is under way then is waited for.
    package func run() async throws {
        await withDiscardingTaskGroup { group in
            group.addTask { await every(.seconds(60)) { await self.care() } }
            group.addTask {
                await self.checks.run { [database = self.database] room in
                    try await database.write { try $0.takeTopics(limit: room, lease: Self.lease) }
                } then: {
                    await self.check($0)
                    self.deliveries.wake()
                }
            }
            group.addTask {
                await self.verifications.run { [database = self.database] room in
                    try await database.write { try $0.takeVerifications(limit: room, lease: Self.lease) }
                } then: {
                    await self.verify($0)
                    self.checks.wake()
                }
            }
            await deliveries.run { [database] room in
                try await database.write { try $0.takeWebSubErrands(limit: room, each: Self.each, lease: Self.lease) }
            } then: {
                await self.deliver($0)
            }
        }
    }

    /// A feed as subscribers get it, and as of which revision of the newspaper it is as it is. Throws 404 where there is no such feed.
    func content(of address: FeedAddress) async throws -> (document: Document, revision: Int) {
        let copy = try await feeds.copy(FeedKey(address: address), .identity)
        guard copy.source != .stale, let tag = FeedTag(copy.document.etag),
            !feeds.press.revisions.isPurged(copy.document.revision)
        else { throw Problem.unavailable }
        return (copy.document, tag.revision)
    }

    /// Sees whether a feed has become another.
    private func check(_ path: String) async {
        do {
            guard let address = FeedAddress(path: path, fields: []) else { throw Problem(.notFound, path) }
            let document = try await content(of: address).document
            try await database.write { try $0.finishTopic(path, checked: document.revision ?? 0) }
        } catch let problem as Problem where problem.status == .notFound {
            log.info("the feed \(path) is no more: its subscriptions end")
            await write("the end of the feed \(path)") { try $0.endTopic(path) }
            wakeForRequests()
        } catch {
            log.warning("whether the feed \(path) has changed is looked at later: \(error)")
            await write("that the feed \(path) is to be looked at") { try $0.releaseTopic(path, wait: Self.pause) }
        }
    }

    /// Writes down what happened; where that fails, it happens again when the lease is over.
    func write(_ what: String, _ body: @escaping @Sendable (Connection) throws -> Void) async {
        do { try await database.write(body) } catch { log.warning("\(what) is not written down: \(error)") }
    }

    /// Takes over which other hubs there are, once, and forgets what is over in steps that hold up nobody.
    private func care() async {
        let topics = FeedFormat.allCases.map { FeedAddress(.newspaper, $0).path }
        do {
            if !knowsHubs.load(ordering: .relaxed) {
                try await database.write { [hubs] in try $0.setHubs(hubs, topics: topics) }
                knowsHubs.store(true, ordering: .relaxed)
            }
            while try await database.write({ try $0.deleteExpiredSubscriptions(limit: 500) }) >= 500 {}
        } catch  where !Task.isCancelled {
            log.warning("subscriptions that are over are kept for another minute: \(error)")
        } catch {}
    }
}

extension Fetcher {
    /// The way out to subscribers, whom anybody may name, and other hubs. How many requests a host gets, the hub itself sees to, on all servers together.
    package static func forHub(agent: String, mayReach: @escaping @Sendable (String) -> Bool) -> Fetcher {
        let requests = Hub.deliveriesAtOnce + Hub.verificationsAtOnce
        return Fetcher(
            atOnce: requests, perHost: requests, limit: 2 * requests, agent: agent,
            mayReach: mayReach)
    }
}
