import Archive
import ExchangeArchive
import FeedReading
import Fetching
import Foundation
import NIOPosix
import Synchronization
import Syndication

/// The result of requesting a feed.
struct FeedAnswer: Sendable {
    /// The response without its body; nil if there was none.
    var answer: FetchAnswer?
    /// The size of the body in bytes.
    var bytes = 0
    /// The feed; nil if it has not changed or could not be read.
    var feed: Feed?
    /// The reason why it could not be read; empty if it was read or has not changed.
    var error = ""
    /// Why the request failed; nil if it did not, or if the feed's own faults ended it.
    var fetchError: FetchError?

    /// The maximum time for the whole request.
    static let patience = Duration.seconds(30)
    /// How long the transfer may be slow.
    static let stall = Duration.seconds(10)

    /// The HTTP status; nil if there was no response.
    var status: Int? { answer?.status }

    /// Requests a feed and parses it as its bytes arrive. A failure is returned as an answer too.
    /// - Parameter rule: the rule for reading a page instead of a feed.
    /// - Throws: `FetchError` if no request could be made: `busy` or `cancelled`.
    static func ask(
        _ url: String, rule: PageRule? = nil, etag: String? = nil, lastModified: String? = nil, by fetcher: Fetcher
    ) async throws -> FeedAnswer {
        var request = request(url)
        if let etag { request.headers.append(("If-None-Match", etag)) }
        if let lastModified { request.headers.append(("If-Modified-Since", lastModified)) }
        let intake = FeedIntake(rule)
        do {
            let answer = try await fetcher.fetch(request) { try intake.take($0, $1) }
            return try await NIOThreadPool.singleton.runIfActive { intake.finished(answer) }
        } catch let error as FetchError where error == .busy || error == .cancelled {
            throw error
        } catch let error as CancellationError {
            throw error
        } catch {
            return intake.failed(error)
        }
    }

    /// The request for a feed, or for a page that may link to one.
    static func request(_ url: String) -> FetchRequest {
        let types = [
            "application/atom+xml", "application/rss+xml", "application/feed+json", "application/xml;q=0.9",
            "text/xml;q=0.9", "text/html;q=0.5", "*/*;q=0.1",
        ]
        var request = FetchRequest(
            .get, url, headers: [("Accept", types.joined(separator: ", "))], time: patience, bytes: FeedLimits().bytes)
        request.isDecompressed = true
        request.stall = stall
        return request
    }

    /// The WebSub hub named by the response header or the feed (WebSub, section 4); nil if there is none.
    var hub: SourceHubLink? {
        guard let feed, let answer else { return nil }
        let links = answer.links
        let hubs = links["hub", default: []] + feed.hubs
        let topic = links["self"]?.first ?? (feed.selfLink.isEmpty ? answer.url : feed.selfLink)
        return hubs.lazy.compactMap(CallbackAddress.init).first.flatMap { SourceHubLink(hub: $0, topic: topic) }
    }

    /// The polling requirements stated by the response and the feed.
    func wishes(now: Date) -> SourceSchedule.Wishes {
        SourceSchedule.Wishes(
            quiet: max(answer?.freshFor(now) ?? 0, feed?.rhythm.interval ?? 0), retryAfter: answer?.retryAfter(now),
            skipHours: feed?.rhythm.skipHours ?? [], skipDays: feed?.rhythm.skipDays ?? [])
    }
}

/// Collects a feed as its bytes arrive on the fetcher's thread.
private final class FeedIntake: Sendable {
    private struct State {
        var parser: FeedParser?
        /// The bytes of a page, which is read as a whole.
        var page: [UInt8] = []
        var head: FetchAnswer?
        var bytes = 0
    }

    private let rule: PageRule?
    private let state = Mutex(State())

    init(_ rule: PageRule?) { self.rule = rule }

    /// Takes the next bytes; ignores the body of any response other than 200.
    func take(_ head: FetchAnswer, _ bytes: UnsafeRawBufferPointer) throws {
        // Data that enters the lock must not be shared with the caller; copying a few kilobytes costs nothing
        // compared to parsing.
        let piece = Array(bytes)
        try state.withLock { state in
            state.head = head
            state.bytes += piece.count
            guard head.status == 200 else { return }
            guard rule == nil else { return state.page += piece }
            let parser = try state.parser ?? FeedParser(url: head.url, contentType: head.header("content-type"))
            state.parser = parser
            try parser.take(piece)
        }
    }

    /// The result once all bytes have arrived.
    func finished(_ answer: FetchAnswer) -> FeedAnswer {
        state.withLock { state in
            var result = FeedAnswer(answer: answer, bytes: state.bytes)
            do {
                switch answer.status {
                case 200: result.feed = try feed(answer, &state)
                case 304: break
                default: result.error = "HTTP \(answer.status)"
                }
            } catch {
                result.error = "\(error)"
            }
            return result
        }
    }

    private func feed(_ answer: FetchAnswer, _ state: inout State) throws -> Feed {
        if let rule {
            return try rule.feed(in: state.page, url: answer.url, contentType: answer.header("content-type"))
        }
        guard let parser = state.parser else { throw FeedError.truncated(line: 1) }
        state.parser = nil
        return try parser.finish()
    }

    /// The result of a response that was not read to its end.
    func failed(_ error: any Error) -> FeedAnswer {
        state.withLock {
            FeedAnswer(
                answer: $0.head, bytes: $0.bytes, error: "\(error)", fetchError: error as? FetchError)
        }
    }
}
