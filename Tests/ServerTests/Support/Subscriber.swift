import Archive
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import PostgreSQL
@testable import Server
import Synchronization
import Syndication
import TestSupport
import Testing
@testable import Web

/// A server that subscribes to feeds by WebSub, and keeps the requests it receives.
final class Subscriber: Sendable {
    /// The hub's question whether it really wants to subscribe.
    struct Question: Sendable {
        var path: String
        var fields: [String: String]
        /// The query as received.
        var query: String
    }

    /// A feed that was delivered, or a notice to another hub.
    struct Ping: Sendable {
        var path: String
        var query: String
        var type: String?
        var link: String?
        var signature: String?
        var body: [UInt8]
        var text: String { String(decoding: body, as: UTF8.self) }
    }

    /// Its address, to which each test adds a path.
    let root: String
    private let kept: Kept

    private init(_ root: String, _ kept: Kept) { (self.root, self.kept) = (root, kept) }

    private final class Kept: Sendable {
        let questions = Mutex<[Question]>([])
        let pings = Mutex<[Ping]>([])
    }

    /// - Parameters:
    ///   - confirm: its answer to a question; by default it confirms them all.
    ///   - answer: its answer to a feed, given the feed's number at that path, from 1.
    static func open<T: Sendable>(
        _ host: String = "127.0.0.1",
        confirm: @escaping @Sendable (Question) async throws -> Response = { $0.yes },
        answer: @escaping @Sendable (Ping, Int) async throws -> Response = { _, _ in Response(status: .noContent) },
        _ body: @escaping @Sendable (Subscriber) async throws -> T
    ) async throws -> T {
        let kept = Kept()
        return try await withServer(host) { router in
            router.get("/**") { request, _ in
                let query = request.uri.query ?? ""
                let fields = Dictionary(FormFields.parse(query).map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
                let question = Question(path: request.uri.path, fields: fields, query: query)
                kept.questions.withLock { $0.append(question) }
                return try await confirm(question)
            }
            router.post("/**") { request, _ in
                func header(_ name: String) -> String? { HTTPField.Name(name).flatMap { request.headers[$0] } }
                let bytes = try await request.body.collect(upTo: 10_000_000)
                let ping = Ping(
                    path: request.uri.path, query: request.uri.query ?? "", type: header("content-type"),
                    link: header("link"), signature: header("x-hub-signature"), body: Array(bytes.readableBytesView))
                let count = kept.pings.withLock { pings in
                    pings.append(ping)
                    return pings.count { $0.path == ping.path }
                }
                return try await answer(ping, count)
            }
        } _: {
            try await body(Subscriber($0, kept))
        }
    }

    func questions(_ path: String) -> [Question] { kept.questions.withLock { $0.filter { $0.path == path } } }
    func pings(_ path: String) -> [Ping] { kept.pings.withLock { $0.filter { $0.path == path } } }

    /// Waits for a number of feeds at a path.
    func wait(_ count: Int, _ path: String, _ location: SourceLocation = #_sourceLocation) async throws -> [Ping] {
        let came = await eventually { pings(path).count >= count }
        try #require(came, "\(pings(path).count) came to \(path)", sourceLocation: location)
        return pings(path)
    }
}

extension Subscriber.Question {
    /// The answer that confirms it.
    var yes: Response {
        Response(status: .ok, body: .init(byteBuffer: ByteBuffer(string: fields["hub.challenge"] ?? "")))
    }
}

extension TestSite {
    /// Posts a form to the hub.
    func hub(_ fields: [(String, String)], _ headers: [String: String] = [:]) async throws -> Answer {
        try await post(
            "/websub", form: fields.map { "\($0)=\($1.escapedForQuery)" }.joined(separator: "&"), headers)
    }

    /// Requests a subscription or its end, and expects the hub to accept the request.
    func ask(
        _ callback: String, _ mode: String = "subscribe", topic: String, _ more: [(String, String)] = [],
        _ location: SourceLocation = #_sourceLocation
    ) async throws {
        let answer = try await hub(
            [("hub.mode", mode), ("hub.callback", callback), ("hub.topic", Self.publicURL + topic)] + more)
        let text = try answer.text
        try #require(answer.status == 202, "\(text)", sourceLocation: location)
    }

    /// Subscribes, and waits for the confirmation.
    func subscribe(
        _ callback: String, topic: String, _ more: [(String, String)] = [],
        _ location: SourceLocation = #_sourceLocation
    ) async throws {
        try await ask(callback, topic: topic, more, location)
        let came = try await eventually {
            let (subscriptions, requests) = (try await subscriptions(callback), try await requests(callback))
            return subscriptions == 1 && requests == 0
        }
        try #require(came, "not subscribed", sourceLocation: location)
    }

    func subscriptions(_ callback: String) async throws -> Int {
        try await number("select count(*) from websub_subscriptions where callback = \(callback)")
    }

    /// The number of requests waiting for confirmation.
    func requests(_ callback: String) async throws -> Int {
        try await number("select count(*) from websub_requests where callback = \(callback)")
    }

    /// Changes a subscription in the database, for example to expire it.
    func shift(_ callback: String, _ change: SQL) async throws {
        try await backend.archive.write {
            _ = try $0.connection.query("update websub_subscriptions set \(change) where callback = \(callback)")
        }
    }
}
