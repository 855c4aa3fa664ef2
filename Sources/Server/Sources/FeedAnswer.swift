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

    /// The HTTP status; nil where there was no answer.
    var status: Int? { answer?.status }

    /// Asks for a feed and parses it as its bytes come; it is there when all of it was read. A failure is an answer too.
    /// - Throws: `FetchError` where we could not ask: `busy` and `cancelled`.
    static func ask(_ url: String, etag: String? = nil, lastModified: String? = nil, by fetcher: Fetcher) async throws
        -> FeedAnswer
    {
        var request = request(url)
        if let etag { request.headers.append(("If-None-Match", etag)) }
        if let lastModified { request.headers.append(("If-Modified-Since", lastModified)) }
        let intake = FeedIntake()
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
        return request
    }

    /// What the answer and the feed ask of us.
    func wishes(now: Date) -> SourceSchedule.Wishes {
        SourceSchedule.Wishes(
            quiet: max(answer?.freshFor(now) ?? 0, feed?.rhythm.interval ?? 0), retryAfter: answer?.retryAfter(now),
            skipHours: feed?.rhythm.skipHours ?? [])
    }
}

/// A feed as its bytes come, on the fetcher's thread.
private final class FeedIntake: Sendable {
    private struct State {
        var parser: FeedParser?
        var head: FetchAnswer?
        var bytes = 0
    }

    private let state = Mutex(State())

    /// What is no 200 is not read.
    func take(_ head: FetchAnswer, _ bytes: UnsafeRawBufferPointer) throws {
        // What the parser holds behind the lock may not come from outside; a copy of some kilobytes costs nothing beside the parsing.
        let piece = Array(bytes)
        try state.withLock { state in
            state.head = head
            state.bytes += piece.count
            guard head.status == 200 else { return }
            let parser = try state.parser ?? FeedParser(url: head.url, contentType: head.header("content-type"))
            state.parser = parser
            try parser.take(piece)
        }
    }

    /// The feed, all of whose bytes came.
    func finished(_ answer: FetchAnswer) -> FeedAnswer {
        state.withLock { state in
            var result = FeedAnswer(answer: answer, bytes: state.bytes)
            switch answer.status {
            case 200:
                do {
                    guard let parser = state.parser else { throw FeedError.truncated(line: 1) }
                    result.feed = try parser.finish()
                } catch {
                    result.error = "\(error)"
                }
            case 304: break
            default: result.error = "HTTP \(answer.status)"
            }
            state.parser = nil
            return result
        }
    }

    /// What there is of an answer that was not read to its end.
    func failed(_ error: any Error) -> FeedAnswer {
        state.withLock { FeedAnswer(answer: $0.head, bytes: $0.bytes, error: "\(error)") }
    }
}
