import Archive
import Credentials
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization
import TestSupport
import Testing

/// A server that receives webhooks, and keeps them.
final class Inbox: Sendable {
    struct Message: Sendable, Equatable {
        var path: String
        var id: String
        var timestamp: Int
        var signatures: [String]
        var body: String

        /// The parts of the body that tests check.
        struct Payload: Decodable {
            struct Content: Decodable {
                var id: Int
                var revision: Int?
                var slug: String?
                var url: String?
                var headline: String?
                var at: String?
            }
            var type: String
            var timestamp: String
            var data: Content
        }
        var payload: Payload { get throws { try JSONDecoder().decode(Payload.self, from: Data(body.utf8)) } }

        func isSigned(by secret: String) -> Bool {
            guard let secret = WebhookSecret(secret) else { return false }
            return signatures.contains(secret.signature(id: id, timestamp: timestamp, body: Data(body.utf8)))
        }
    }

    /// Its address, to which each test adds a path.
    let root: String
    private let messages: Kept

    private init(_ root: String, _ messages: Kept) { (self.root, self.messages) = (root, messages) }

    private final class Kept: Sendable {
        let all = Mutex<[Message]>([])
    }

    /// - Parameter answer: its answer to a message, given the message's number at that path, from 1.
    static func open<T: Sendable>(
        answer: @escaping @Sendable (Message, Int) async throws -> Response = { _, _ in Response(status: .noContent) },
        _ body: @escaping @Sendable (Inbox) async throws -> T
    ) async throws -> T {
        let kept = Kept()
        return try await withServer { router in
            router.post("/**") { request, _ in
                func header(_ name: String) -> String { HTTPField.Name(name).flatMap { request.headers[$0] } ?? "" }
                let bytes = try await request.body.collect(upTo: 100_000)
                let message = Message(
                    path: request.uri.path, id: header("webhook-id"), timestamp: Int(header("webhook-timestamp")) ?? 0,
                    signatures: header("webhook-signature").split(separator: " ").map { String($0) },
                    body: String(decoding: bytes.readableBytesView, as: UTF8.self))
                let count = kept.all.withLock { all in
                    all.append(message)
                    return all.count { $0.path == message.path }
                }
                return try await answer(message, count)
            }
        } _: {
            try await body(Inbox($0, kept))
        }
    }

    /// The messages received at a path.
    func messages(_ path: String) -> [Message] { messages.all.withLock { $0.filter { $0.path == path } } }

    /// Waits for a number of messages at a path.
    func wait(
        _ count: Int, _ path: String, _ location: SourceLocation = #_sourceLocation
    ) async throws -> [Message] {
        let came = await eventually { messages(path).count >= count }
        try #require(came, "\(messages(path).count) came to \(path)", sourceLocation: location)
        return messages(path)
    }
}

/// An endpoint as returned by the API.
struct MadeWebhook: Decodable {
    var id: Int
    var url: String
    var description: String
    var events: [String]
    var state: String
    var revision: Int
    var secret: String?
}

/// A delivery as returned by the API.
struct MadeDelivery: Decodable {
    struct Try: Decodable {
        var status: Int?
        var milliseconds: Int
        var answer: String
        var error: String?
    }
    var id: Int
    var event: String
    var type: String
    var state: String
    var tries: Int
    var nextTryAt: String?
    var log: [Try]
}

extension Desk {
    /// Makes an endpoint, and expects the API to accept it.
    func webhook(
        _ url: String, _ events: [WebhookEvent] = WebhookEvent.offered, _ location: SourceLocation = #_sourceLocation
    ) async throws -> MadeWebhook {
        let names = events.map { "\"\($0.rawValue)\"" }.joined(separator: ",")
        let answer = try await send(.post, "webhooks", #"{"url":"\#(url)","events":[\#(names)]}"#)
        let text = try answer.text
        try #require(answer.status == 201, "\(text)", sourceLocation: location)
        return try answer.json()
    }

    func deliveries(_ webhook: MadeWebhook, _ query: String = "") async throws -> [MadeDelivery] {
        struct List: Decodable { var deliveries: [MadeDelivery] }
        return try await send(.get, "webhooks/\(webhook.id)/deliveries\(query)").json(List.self).deliveries
    }

    /// Waits until the newest delivery has this state and number of tries.
    func delivery(
        _ webhook: MadeWebhook, _ state: String, tries: Int, _ location: SourceLocation = #_sourceLocation
    ) async throws -> MadeDelivery {
        let came = try await eventually {
            let newest = try await deliveries(webhook).first
            return newest?.state == state && newest?.tries ?? 0 >= tries && newest?.log.count == newest?.tries
        }
        let newest = try #require(try await deliveries(webhook).first, sourceLocation: location)
        try #require(came, "\(newest)", sourceLocation: location)
        return newest
    }
}
