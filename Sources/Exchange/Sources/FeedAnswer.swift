import Archive
import Fetching
import Foundation
import NIOPosix
import Synchronization
import Syndication

/// What came of asking an address for a feed.
struct FeedAnswer: Sendable {
    /// Without its body; nil where there was no answer.
    var answer: FetchAnswer?
    /// Of the body.
    var bytes = 0
    /// Nil where it has not changed, and where there is none.
    var feed: Feed?
    /// Why there is none; empty where there is, or where it has not changed.
    var error = ""

    /// How long it may take.
    static let patience = Duration.seconds(30)
    /// For so long it may come drop by drop.
    static let stall = Duration.seconds(10)

    /// The HTTP status; nil where there was no answer.
    var status: Int? { answer?.status }

    /// Asks for a feed and parses it as its bytes come; it is there when all of it was read. A failure is an answer too.
    /// - Parameter rule: how a page is read in place of a feed.
    /// - Throws: `FetchError` where we could not ask: `busy` and `cancelled`.
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

    /// A request for a feed, or for a page that names one.
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

    /// The hub that tells of news in the feed, as the answer's header or the feed says (WebSub, section 4); nil where there is none.
    var hub: SourceHubLink? {
        guard let feed, let answer else { return nil }
        let links = answer.links
        let hubs = links["hub", default: []] + feed.hubs
        let topic = links["self"]?.first ?? (feed.selfLink.isEmpty ? answer.url : feed.selfLink)
        return hubs.lazy.compactMap(CallbackAddress.init).first.flatMap { SourceHubLink(hub: $0, topic: topic) }
    }

    /// What the answer and the feed ask of us.
    func wishes(now: Date) -> SourceSchedule.Wishes {
        SourceSchedule.Wishes(
            quiet: max(answer?.freshFor(now) ?? 0, feed?.rhythm.interval ?? 0), retryAfter: answer?.retryAfter(now),
            skipHours: feed?.rhythm.skipHours ?? [], skipDays: feed?.rhythm.skipDays ?? [])
    }
}

/// A feed as its bytes come, on the fetcher's thread.
private final class FeedIntake: Sendable {
    private struct State {
        var parser: FeedParser?
        /// Of a page, which is read as a whole.
        var page: [UInt8] = []
        var head: FetchAnswer?
        var bytes = 0
    }

    private let rule: PageRule?
    private let state = Mutex(State())

    init(_ rule: PageRule?) { self.rule = rule }

    /// What is no 200 is not read.
    func take(_ head: FetchAnswer, _ bytes: UnsafeRawBufferPointer) throws {
        // What the parser holds behind the lock may not come from outside; a copy of some kilobytes costs nothing beside the parsing.
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

    /// The feed, all of whose bytes came.
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

    /// What there is of an answer that was not read to its end.
    func failed(_ error: any Error) -> FeedAnswer {
        state.withLock { FeedAnswer(answer: $0.head, bytes: $0.bytes, error: "\(error)") }
    }
}
