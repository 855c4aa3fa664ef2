import Archive
import ExchangeArchive
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import News
import PostgreSQL
@testable import Server
import Synchronization
import TestSupport
import Testing

/// A server of feeds that records its requests.
final class FeedServer: Sendable {
    /// The answer at a path, set by tests and changed as they go on.
    struct Page: Sendable {
        var status = HTTPResponse.Status.ok
        var headers: HTTPFields = [:]
        var body: [UInt8] = []
    }

    /// Its address without a trailing slash.
    let root: String
    private let state: State

    private final class State: Sendable {
        let pages = Mutex<[String: Page]>([:])
        let asked = Mutex<[(path: String, headers: HTTPFields)]>([])
    }

    private init(_ root: String, _ state: State) { (self.root, self.state) = (root, state) }

    static func open<T: Sendable>(_ body: @escaping @Sendable (FeedServer) async throws -> T) async throws -> T {
        let state = State()
        return try await withServer { router in
            router.get("/**") { request, _ in
                let path = request.uri.path
                state.asked.withLock { $0.append((path, request.headers)) }
                guard let page = state.pages.withLock({ $0[path] }) else { return Response(status: .notFound) }
                if let etag = page.headers[.eTag], request.headers[.ifNoneMatch] == etag {
                    return Response(status: .notModified, headers: page.headers)
                }
                return Response(
                    status: page.status, headers: page.headers, body: .init(byteBuffer: ByteBuffer(bytes: page.body)))
            }
        } _: {
            try await body(FeedServer($0, state))
        }
    }

    /// Sets the answer at a path.
    func put(_ path: String, _ body: String, _ status: HTTPResponse.Status = .ok, _ headers: HTTPFields = [:]) {
        put(path, bytes: Array(body.utf8), status, headers)
    }

    func put(_ path: String, bytes: [UInt8], _ status: HTTPResponse.Status = .ok, _ headers: HTTPFields = [:]) {
        state.pages.withLock { $0[path] = Page(status: status, headers: headers, body: bytes) }
    }

    /// The header fields of the requests for a path, oldest first.
    func asked(_ path: String) -> [HTTPFields] {
        state.asked.withLock { $0.filter { $0.path == path }.map(\.headers) }
    }
}

/// An RSS feed with these items.
func rss(_ items: [String], title: String = "The Wire", link: String = "https://wire.example/") -> String {
    """
    <rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/"
      xmlns:media="http://search.yahoo.com/mrss/"><channel><title>\(title)</title><link>\(link)</link><language>pt-PT</language>
    \(items.joined(separator: "\n"))</channel></rss>
    """
}

/// An item of an RSS feed.
func item(
    _ guid: String, _ title: String, text: String = "&lt;p&gt;The text.&lt;/p&gt;",
    date: String? = "Mon, 05 Jan 2026 10:00:00 GMT",
    more: String = ""
) -> String {
    let name = guid.replacing("urn:", with: "").replacing(":", with: "-")
    return """
        <item><guid isPermaLink="false">\(guid)</guid><title>\(title)</title><link>https://wire.example/\(name)</link>
        <description>In short.</description><content:encoded>\(text)</content:encoded>
        \(date.map { "<pubDate>\($0)</pubDate>" } ?? "")\(more)</item>
        """
}

/// A source as returned by the API.
struct MadeSource: Decodable {
    struct Fetch: Decodable {
        var status: Int?
        var summary: String
        var error: String?
        var found: Int
        var added: Int
        var changed: Int
        var refused: Int
        var notes: [String]
    }
    struct Waiting: Decodable {
        var entries: Int
        var nextTryAt: String?
    }
    struct Entry: Decodable {
        var guid: String
        var link: String
        var article: Int?
        var note: String
    }
    var id: Int
    var url: String
    var site: String
    var title: String
    var section: String
    var language: String
    var trust: String
    var byline: String
    var state: String
    var nextFetchAt: String?
    var interval: Int?
    var failures: Int
    var articles: Int
    var lastFetch: Fetch?
    var waiting: Waiting?
    var revision: Int
}

extension Desk {
    /// Adds a source, and expects the API to accept it. Only the test fetches it.
    func source(_ url: String, _ trust: SourceDraft.Trust = .draft, _ location: SourceLocation = #_sourceLocation)
        async throws -> MadeSource
    {
        let json =
            #"{"url":"\#(url)","title":"The Wire","section":"city","trust":"\#(trust.rawValue)","discover":false,"paused":true}"#
        let answer = try await send(.post, "sources", json)
        let text = try answer.text
        try #require(answer.status == 201, "\(text)", sourceLocation: location)
        return try answer.json()
    }

    /// Adds a source that is never fetched.
    func pausedSource() async throws { _ = try await source("http://127.0.0.1:9/feed") }

    /// Fetches a source now, and waits until the fetch is recorded.
    func fetch(_ source: MadeSource) async throws -> SourceFetch {
        let fetch = Mutex<SourceFetch?>(nil)
        try await Commands(site.backend).refreshSources([source.id]) { _, made in fetch.withLock { $0 = made } }
        return try #require(fetch.withLock { $0 })
    }

    func now(_ source: MadeSource) async throws -> MadeSource { try await send(.get, "sources/\(source.id)").json() }

    func entries(_ source: MadeSource) async throws -> [MadeSource.Entry] {
        struct List: Decodable { var entries: [MadeSource.Entry] }
        return try await send(.get, "sources/\(source.id)/entries").json(List.self).entries
    }

    /// The article made from an entry.
    func article(_ guid: String) async throws -> WrittenArticle {
        let id = try await site.number("select id from articles where guid = \(guid)")
        return try await send(.get, "articles/\(id)").json()
    }

    func forget(_ source: MadeSource) async {
        _ = try? await send(.delete, "sources/\(source.id)", nil, ["If-Match": "*"])
    }
}
