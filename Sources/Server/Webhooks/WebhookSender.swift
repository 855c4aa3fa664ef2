import Archive
import Credentials
import Fetching
import Foundation
import Logging
import PostgreSQL
import ServiceLifecycle
import Synchronization

/// Sends what stands in the outbox. All servers of a newspaper share the work; what one of them had under way when it died another takes on
/// when the lease is over, so that an endpoint may get a message twice, but never not at all.
final class WebhookSender: Service {
    /// Requests under way at a time.
    static let atOnce = 16
    /// Of them to one endpoint, on all servers together.
    private static let each = 2
    /// How long an endpoint may take over its answer.
    private static let patience = Duration.seconds(15)
    /// Seconds after which a server is taken for dead: enough for the request and for writing down how it ended.
    private static let lease = 60
    /// How often it is looked for what has become due.
    private static let beat = Duration.seconds(1)
    /// Bytes of an answer that are kept in the log.
    static let answerLimit = 1024

    private let database: Database
    private let fetcher: Fetcher
    /// The newspaper's public address.
    private let root: String
    private let log: Logger
    private let wakes: AsyncStream<Void>
    private let waker: AsyncStream<Void>.Continuation
    private let underWay = Atomic<Int>(0)
    private let isAway = Atomic<Bool>(false)

    init(database: Database, fetcher: Fetcher, root: String, log: Logger) {
        (self.database, self.fetcher, self.root, self.log) = (database, fetcher, root, log)
        (wakes, waker) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Something may have come into the outbox.
    func wake() { waker.yield() }

    /// Until the server stops; what is under way then is waited for.
    func run() async throws {
        await withDiscardingTaskGroup { group in
            group.addTask { await self.every(Self.beat) { self.wake() } }
            group.addTask { await self.every(.seconds(3600)) { await self.forgetOld() } }
            for await _ in wakes.cancelOnGracefulShutdown() {
                for errand in await take() {
                    group.addTask {
                        await self.send(errand)
                        self.underWay.subtract(1, ordering: .relaxed)
                        self.wake()
                    }
                }
            }
        }
    }

    private func every(_ time: Duration, _ body: @escaping @Sendable () async -> Void) async {
        try? await cancelWhenGracefulShutdown {
            while true {
                await body()
                try await Task.sleep(for: time)
            }
        }
    }

    private func take() async -> [WebhookErrand] {
        let free = Self.atOnce - underWay.load(ordering: .relaxed)
        guard free > 0 else { return [] }
        do {
            let errands = try await database.write { [root] in
                try $0.takeErrands(limit: free, each: Self.each, lease: Self.lease, root: root)
            }
            underWay.add(errands.count, ordering: .relaxed)
            isAway.store(false, ordering: .relaxed)
            return errands
        } catch {
            if !isAway.exchange(true, ordering: .relaxed) { log.warning("webhooks wait: \(error)") }
            return []
        }
    }

    private func send(_ errand: WebhookErrand) async {
        let started = ContinuousClock.now
        var (answer, fault): (FetchAnswer?, String) = (nil, "")
        do {
            answer = try await fetcher.fetch(Self.request(errand, at: Date()))
        } catch FetchError.cancelled {
            return  // another server takes it on
        } catch {
            fault = "\(error)"
        }
        let entry = WebhookTry(
            at: Date(), status: answer?.status,
            milliseconds: Int(started.duration(to: .now) / .milliseconds(1)),
            answer: String(decoding: answer?.body ?? [], as: UTF8.self), error: fault)
        let outcome = WebhookSchedule.outcome(
            answer?.status, retryAfter: answer?.retryAfter(Date()), step: errand.step)
        do {
            try await database.write { try $0.finish(errand, entry, outcome) }
        } catch {
            log.warning("how the webhook \(errand.webhook) answered is not written down, so it is sent again: \(error)")
        }
    }

    private static func request(_ errand: WebhookErrand, at moment: Date) -> FetchRequest {
        let (body, timestamp) = (Array(errand.payload.utf8), Int(moment.timeIntervalSince1970))
        let signatures = errand.secrets.compactMap { WebhookSecret($0) }.map {
            $0.signature(id: errand.event, timestamp: timestamp, body: body)
        }
        return FetchRequest(
            .post(body), errand.url,
            headers: [
                ("Content-Type", "application/json"), ("webhook-id", errand.event),
                ("webhook-timestamp", "\(timestamp)"), ("webhook-signature", signatures.joined(separator: " ")),
            ],
            time: patience, bytes: answerLimit)
    }

    /// Forgets old events in steps that hold up nobody.
    private func forgetOld() async {
        do {
            while try await database.write({ try $0.deleteOldEvents(limit: 500) }) == 500 {}
        } catch  where !Task.isCancelled {
            log.warning("old webhook events are kept for another hour: \(error)")
        } catch {}
    }
}
