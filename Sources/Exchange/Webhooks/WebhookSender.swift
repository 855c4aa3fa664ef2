package import Archive
import Credentials
package import Fetching
import Foundation
package import Logging
import ServiceLifecycle
import Web

/// Sends the messages in the outbox. All servers of a newspaper share the work; when a server dies,
/// another takes over its messages once their leases expire, so an endpoint may get a message twice,
/// but never misses one.
package final class WebhookSender: Service {
    /// The number of requests at a time.
    package static let atOnce = 16
    /// The number of requests to one endpoint at a time, across all servers.
    private static let each = 2
    /// How long an endpoint may take to respond.
    private static let patience = Duration.seconds(15)
    /// Seconds after which a server is presumed dead: enough for the request and for recording its result.
    private static let lease = 60
    /// The maximum bytes of a response kept in the log.
    static let answerLimit = 1024

    private let archive: Archive
    private let fetcher: Fetcher
    /// The newspaper's public address.
    private let root: String
    private let log: Logger
    private let loop: JobLoop<WebhookJob>

    package init(archive: Archive, fetcher: Fetcher, root: String, log: Logger) {
        (self.archive, self.fetcher, self.root, self.log) = (archive, fetcher, root, log)
        loop = JobLoop("webhooks", atOnce: Self.atOnce, log: log)
    }

    /// Call when there may be new messages in the outbox.
    package func wake() { loop.wake() }

    /// Until the server stops; what is under way then is waited for.
    package func run() async throws {
        await withDiscardingTaskGroup { group in
            group.addTask { await every(.seconds(3600)) { await self.forgetOld() } }
            await loop.run { [archive, root] room in
                try await archive.write {
                    try $0.deliveries.take(limit: room, each: Self.each, lease: Self.lease, root: root)
                }
            } then: {
                await self.send($0)
            }
        }
    }

    private func send(_ job: WebhookJob) async {
        let started = ContinuousClock.now
        var (answer, fault): (FetchAnswer?, String) = (nil, "")
        do {
            answer = try await fetcher.fetch(Self.request(job, at: Date()))
        } catch FetchError.cancelled {
            return  // another server takes it over
        } catch {
            fault = "\(error)"
        }
        let entry = WebhookTry(
            at: Date(), status: answer?.status,
            milliseconds: Int(started.duration(to: .now) / .milliseconds(1)),
            answer: String(decoding: answer?.body ?? [], as: UTF8.self), error: fault)
        let outcome = WebhookSchedule.outcome(
            answer?.status, retryAfter: answer?.retryAfter(Date()), step: job.step)
        do {
            try await archive.write { try $0.deliveries.finish(job, entry, outcome) }
        } catch {
            log.warning("cannot record the response of the webhook \(job.webhook), so it is sent again: \(error)")
        }
    }

    private static func request(_ job: WebhookJob, at moment: Date) -> FetchRequest {
        let (body, timestamp) = (Array(job.payload.utf8), Int(moment.timeIntervalSince1970))
        let signatures = job.secrets.compactMap { WebhookSecret($0) }.map {
            $0.signature(id: job.event, timestamp: timestamp, body: body)
        }
        return FetchRequest(
            .post(body), job.url,
            headers: [
                ("Content-Type", "application/json"), ("webhook-id", job.event),
                ("webhook-timestamp", "\(timestamp)"), ("webhook-signature", signatures.joined(separator: " ")),
            ],
            time: patience, bytes: answerLimit)
    }

    /// Deletes old events in small steps that block nobody.
    private func forgetOld() async {
        do {
            while try await archive.write({ try $0.webhooks.deleteOldEvents(limit: 500) }) == 500 {}
        } catch  where !Task.isCancelled {
            log.warning("cannot delete old webhook events, retrying in an hour: \(error)")
        } catch {}
    }
}

extension Fetcher {
    /// The way out to the endpoints of webhooks.
    static func forWebhooks(agent: String, mayReach: @escaping @Sendable (String) -> Bool) -> Fetcher {
        Fetcher(
            atOnce: WebhookSender.atOnce, perHost: WebhookSender.atOnce, limit: 2 * WebhookSender.atOnce, agent: agent,
            mayReach: mayReach)
    }
}
