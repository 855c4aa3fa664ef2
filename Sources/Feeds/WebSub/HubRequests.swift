import Archive
import Channels
import Credentials
import ExchangeArchive
import Fetching
import Foundation
import HTTPTypes
import Logging
import NIOCore
import Syndication
import Web

// The hub's requests. Redirects are not followed: they count as failures (WebSub, sections 5.3 and 7).
extension Hub {
    /// How long a subscriber may take to respond to a verification and to a delivery.
    private static let (verificationTime, deliveryTime) = (Duration.seconds(10), Duration.seconds(20))
    /// The maximum bytes read of a response.
    private static let answerLimit = 1024

    /// Verifies a subscriber's intent. If it does not confirm or does not respond, nothing changes (section
    /// 5.3).
    func verify(_ verification: WebSubVerification) async {
        let challenge = Secret(bits: 256).text
        var isConfirmed = false
        do {
            let answer = try await fetcher.fetch(question(verification.request, challenge))
            isConfirmed = (200..<300).contains(answer.status) && !answer.isCut && answer.body == Array(challenge.utf8)
        } catch FetchError.cancelled, FetchError.busy {
            return  // it will be retried
        } catch {
            log.debug("cannot verify the subscriber at \(verification.request.callback.host): \(error)")
        }
        await write("the verification of the subscriber at \(verification.request.callback.host)") { [isConfirmed] in
            try $0.subscriptions.finish(verification, isConfirmed: isConfirmed)
        }
    }

    private func question(_ request: WebSubRequest, _ challenge: String) -> FetchRequest {
        var fields = [("hub.mode", request.mode.rawValue), ("hub.topic", feeds.desk.site.root + request.topic)]
        switch request.mode {
        case .subscribe: fields += [("hub.challenge", challenge), ("hub.lease_seconds", "\(request.leaseSeconds)")]
        case .unsubscribe: fields += [("hub.challenge", challenge)]
        case .denied: fields += [("hub.reason", "This feed no longer exists.")]
        }
        // The callback's own query is kept before ours (section 5.1.1).
        let callback = request.callback.text
        var fetch = FetchRequest(
            .get, callback + (callback.contains("?") ? "&" : "?") + FetchRequest.form(fields),
            time: Self.verificationTime,
            bytes: Self.answerLimit)
        fetch.followsRedirects = false
        return fetch
    }

    /// Sends a subscriber the current feed, whichever change triggered the delivery.
    func deliver(_ job: WebSubJob) async {
        var (outcome, fault, revision) = (WebhookOutcome.delivered, "", job.delivered)
        do {
            guard let address = FeedAddress(path: job.topic, fields: []) else {
                throw Problem(.notFound, job.topic)
            }
            let content = try await content(of: address)
            if content.revision > job.delivered {
                revision = content.revision
                let answer = try await fetcher.fetch(request(job, content.document))
                outcome = WebhookSchedule.outcome(
                    answer.status, retryAfter: answer.retryAfter(Date()), step: job.step)
                fault = outcome == .delivered ? "" : "HTTP \(answer.status)"
            }
        } catch FetchError.cancelled {
            return  // another server takes it over
        } catch let error as FetchError {
            fault = error.description
            outcome = WebhookSchedule.outcome(nil, retryAfter: nil, step: job.step)
        } catch {
            log.debug("the feed \(job.topic) is unavailable: \(error)")
            return await write("the retry of \(job.callback.host)") {
                try $0.subscriptions.release(job, wait: Self.pause)
            }
        }
        await finish(job, revision, outcome, fault)
    }

    private func finish(_ job: WebSubJob, _ revision: Int, _ outcome: WebhookOutcome, _ fault: String) async {
        do {
            let hasEnded = try await archive.write {
                try $0.subscriptions.finish(job, revision: revision, outcome, fault: fault)
            }
            if hasEnded { log.info("the subscription of \(job.callback.host) to \(job.topic) ends: \(fault)") }
        } catch {
            log.warning("cannot record the response of \(job.callback.host), so it is notified again: \(error)")
        }
    }

    private func request(_ job: WebSubJob, _ document: Document) -> FetchRequest {
        guard !job.isHub else { return ping(job) }
        let body = Array(document.body.readableBytesView)
        var headers = [
            ("Content-Type", document.headers[.contentType] ?? ""), ("Link", document.headers[.link] ?? ""),
        ]
        if let secret = job.secret {
            headers.append(("X-Hub-Signature", HubSignature.text(of: body, secret: secret)))
        }
        return FetchRequest(
            .post(body), job.callback.text, headers: headers, time: Self.deliveryTime, bytes: Self.answerLimit)
    }

    /// The notification to another hub: only the address, under the names used by PubSubHubbub 0.4 and by
    /// current hubs.
    private func ping(_ job: WebSubJob) -> FetchRequest {
        let topic = feeds.desk.site.root + job.topic
        return .form(
            [("hub.mode", "publish"), ("hub.topic", topic), ("hub.url", topic)], to: job.callback.text,
            time: Self.deliveryTime)
    }
}
