import Archive
import Channels
import Credentials
import Fetching
import Foundation
import HTTPTypes
import Logging
import NIOCore
import PostgreSQL
import Syndication
import Web

// What the hub sends. Redirects are not followed: they are failures (WebSub, sections 5.3 and 7).
extension Hub {
    /// How long a subscriber may take over its answer, to a question and to a whole feed.
    private static let (verificationTime, deliveryTime) = (Duration.seconds(10), Duration.seconds(20))
    /// Bytes that are read of an answer.
    private static let answerLimit = 1024

    /// Asks a subscriber whether what was asked for it is meant; where it is not, or nobody answers, nothing changes (section 5.3).
    func verify(_ verification: WebSubVerification) async {
        let challenge = Secret(bits: 256).text
        var isConfirmed = false
        do {
            let answer = try await fetcher.fetch(question(verification.request, challenge))
            isConfirmed = (200..<300).contains(answer.status) && !answer.isCut && answer.body == Array(challenge.utf8)
        } catch FetchError.cancelled, FetchError.busy {
            return  // it is taken on again
        } catch {
            log.debug("the subscriber at \(verification.request.callback.host) was not asked: \(error)")
        }
        await write("what the subscriber at \(verification.request.callback.host) confirmed") { [isConfirmed] in
            try $0.finish(verification, isConfirmed: isConfirmed)
        }
    }

    private func question(_ request: WebSubRequest, _ challenge: String) -> FetchRequest {
        var fields = [("hub.mode", request.mode.rawValue), ("hub.topic", feeds.desk.site.root + request.topic)]
        switch request.mode {
        case .subscribe: fields += [("hub.challenge", challenge), ("hub.lease_seconds", "\(request.leaseSeconds)")]
        case .unsubscribe: fields += [("hub.challenge", challenge)]
        case .denied: fields += [("hub.reason", "There is no such feed any more.")]
        }
        // The callback's own query stays before ours (section 5.1.1).
        let callback = request.callback.text
        var fetch = FetchRequest(
            .get, callback + (callback.contains("?") ? "&" : "?") + FetchRequest.form(fields),
            time: Self.verificationTime,
            bytes: Self.answerLimit)
        fetch.followsRedirects = false
        return fetch
    }

    /// Sends a subscriber the feed as it is now, whatever it was told of.
    func deliver(_ errand: WebSubErrand) async {
        var (outcome, fault, revision) = (WebhookOutcome.delivered, "", errand.delivered)
        do {
            guard let address = FeedAddress(path: errand.topic, fields: []) else {
                throw Problem(.notFound, errand.topic)
            }
            let content = try await content(of: address)
            if content.revision > errand.delivered {
                revision = content.revision
                let answer = try await fetcher.fetch(request(errand, content.document))
                outcome = WebhookSchedule.outcome(
                    answer.status, retryAfter: answer.retryAfter(Date()), step: errand.step)
                fault = outcome == .delivered ? "" : "HTTP \(answer.status)"
            }
        } catch FetchError.cancelled {
            return  // another server takes it on
        } catch let error as FetchError {
            fault = error.description
            outcome = WebhookSchedule.outcome(nil, retryAfter: nil, step: errand.step)
        } catch {
            log.debug("the feed \(errand.topic) cannot be had: \(error)")
            return await write("that \(errand.callback.host) is to be told") {
                try $0.release(errand, wait: Self.pause)
            }
        }
        await finish(errand, revision, outcome, fault)
    }

    private func finish(_ errand: WebSubErrand, _ revision: Int, _ outcome: WebhookOutcome, _ fault: String) async {
        do {
            let hasEnded = try await database.write {
                try $0.finish(errand, revision: revision, outcome, fault: fault)
            }
            if hasEnded { log.info("the subscription of \(errand.callback.host) to \(errand.topic) ends: \(fault)") }
        } catch {
            log.warning("how \(errand.callback.host) answered is not written down, so it is told again: \(error)")
        }
    }

    private func request(_ errand: WebSubErrand, _ document: Document) -> FetchRequest {
        guard !errand.isHub else { return ping(errand) }
        let body = Array(document.body.readableBytesView)
        var headers = [
            ("Content-Type", document.headers[.contentType] ?? ""), ("Link", document.headers[.link] ?? ""),
        ]
        if let secret = errand.secret {
            headers.append(("X-Hub-Signature", HubSignature.text(of: body, secret: secret)))
        }
        return FetchRequest(
            .post(body), errand.callback.text, headers: headers, time: Self.deliveryTime, bytes: Self.answerLimit)
    }

    /// Hubs get the address alone, under the names that PubSubHubbub 0.4 and the hubs of today know it by.
    private func ping(_ errand: WebSubErrand) -> FetchRequest {
        let topic = feeds.desk.site.root + errand.topic
        return .form(
            [("hub.mode", "publish"), ("hub.topic", topic), ("hub.url", topic)], to: errand.callback.text,
            time: Self.deliveryTime)
    }
}
