import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization
import TestSupport
import Testing

/// A push service (RFC 8030), which keeps what it is sent.
final class PushService: Sendable {
    /// A message as it came.
    struct Delivery: Sendable {
        var path: String
        var headers: HTTPFields
        var body: [UInt8]

        subscript(_ name: String) -> String? { HTTPField.Name(name).flatMap { headers[$0] } }
    }

    /// Its address, to which each device adds a path.
    let root: String
    private let kept: Kept

    private init(_ root: String, _ kept: Kept) { (self.root, self.kept) = (root, kept) }

    private final class Kept: Sendable {
        let all = Mutex<[Delivery]>([])
    }

    /// - Parameter answer: its answer to a message, given the message's number at that path, from 1.
    static func open<T: Sendable>(
        _ host: String = "127.0.0.1",
        answer: @escaping @Sendable (Delivery, Int) async throws -> Response = { _, _ in Response(status: .created) },
        _ body: @escaping @Sendable (PushService) async throws -> T
    ) async throws -> T {
        let kept = Kept()
        return try await withServer(host) { router in
            router.post("/**") { request, _ in
                let bytes = try await request.body.collect(upTo: 10_000)
                let delivery = Delivery(
                    path: request.uri.path, headers: request.headers, body: Array(bytes.readableBytesView))
                let count = kept.all.withLock { all in
                    all.append(delivery)
                    return all.count { $0.path == delivery.path }
                }
                return try await answer(delivery, count)
            }
        } _: {
            try await body(PushService($0, kept))
        }
    }

    /// What came for a device.
    func deliveries(_ device: PushDevice) -> [Delivery] { kept.all.withLock { $0.filter { $0.path == device.path } } }

    /// Waits for a number of messages to a device.
    func wait(_ count: Int, _ device: PushDevice, _ location: SourceLocation = #_sourceLocation) async throws
        -> [Delivery]
    {
        let came = await eventually { deliveries(device).count >= count }
        try #require(came, "\(deliveries(device).count) came", sourceLocation: location)
        return deliveries(device)
    }
}

extension TestSite {
    /// Sends JSON to an address under `/push/`.
    func pushJSON(_ method: HTTPRequest.Method, _ path: String, _ json: String? = nil) async throws -> Answer {
        try await send(
            method, "/push/" + path, json == nil ? [:] : ["Content-Type": "application/json"],
            body: json.map { Array($0.utf8) })
    }
}

/// A message as the API returns it.
struct MadeMessage: Decodable {
    struct Count: Decodable, Equatable {
        var `class`: String
        var what: String
        var devices: Int
    }
    var id: Int
    var article: Int
    var kind: String
    var tag: String
    var text: String
    var state: String
    var waiting: Int?
    var counts: [Count]?
}

extension Desk {
    /// Writes a published article.
    func publish(_ headline: String, _ more: String = "") async throws -> WrittenArticle {
        try await section("city")
        return try await write(#"{"headline":"\#(headline)","section":"city","status":"published"\#(more)}"#)
    }

    /// Tells readers' devices of an article, and expects the API to accept it.
    func tell(
        _ article: WrittenArticle, _ audience: String, _ more: String = "",
        _ location: SourceLocation = #_sourceLocation
    ) async throws -> MadeMessage {
        let answer = try await send(
            .post, "push/messages", #"{"article":\#(article.id),"audience":["\#(audience)"]\#(more)}"#)
        let text = try answer.text
        try #require(answer.status == 201, "\(text)", sourceLocation: location)
        return try answer.json()
    }

    func message(_ message: MadeMessage) async throws -> MadeMessage {
        try await send(.get, "push/messages/\(message.id)").json()
    }
}
