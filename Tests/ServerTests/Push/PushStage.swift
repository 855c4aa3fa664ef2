import Archive
import Foundation
import Hummingbird
import News
import PostgreSQL
@testable import Server
import Testing

/// Messages from the editors' request to the device that reads them, through a real push service.
@Suite(
    "Push deliveries", .serialized,
    SharedSite(options: ["push_contact": "mailto:push@example.org", "push_networks": "127.0.0.1,127.0.0.2"]))
struct PushSiteTests {}

/// An editor who tells readers, and a push service with their devices.
struct PushStage: Sendable {
    let site: TestSite
    let desk: Desk
    let service: PushService
    /// A topic of one test's own, so that no other test's devices hear of it.
    let topic = Self.ownTopic()

    static func ownTopic() -> String { "author/" + UUID().uuidString.lowercased() }

    /// - Parameters:
    ///   - host: the address of the push service.
    ///   - answer: its answer to a message, given the message's number at its device, from 1.
    static func run(
        _ host: String = "127.0.0.1",
        answer: @escaping @Sendable (PushService.Delivery, Int) async throws -> Response = { _, _ in
            Response(status: .created)
        },
        _ body: @escaping @Sendable (PushStage) async throws -> Void
    ) async throws {
        let site = try SharedSite.site
        let desk = try await Desk(site, .editor)
        try await PushService.open(host, answer: answer) {
            try await body(PushStage(site: site, desk: desk, service: $0))
        }
    }

    /// Subscribes a device to the topic.
    /// - Parameter more: further members of the subscription, each after a comma.
    func device(_ more: String = "") async throws -> PushDevice { try await subscribed(more).device }

    func subscribed(_ more: String = "") async throws -> (device: PushDevice, made: MadeSubscription) {
        let device = PushDevice(service.root)
        return (device, try await site.subscribe(device, #""topics":["\#(topic)"]\#(more)"#))
    }

    /// Publishes an article and tells the topic's devices of it.
    func tell(_ headline: String) async throws -> MadeMessage { try await tell(desk.publish(headline)) }

    /// - Parameter more: further members of the message, each after a comma.
    func tell(_ article: WrittenArticle, _ more: String = "") async throws -> MadeMessage {
        try await desk.tell(article, topic, more)
    }

    /// Whether the message's counts become these.
    func comesToCount(_ message: MadeMessage, _ counts: [MadeMessage.Count]) async throws -> Bool {
        try await eventually { try await desk.message(message).counts == counts }
    }

    /// Whether nothing of the message is under way any more.
    func ends(_ message: MadeMessage) async throws -> Bool {
        try await eventually { try await desk.message(message).waiting == 0 }
    }

    /// Whether deliveries to the device come to be in a state, so many of them.
    func comes(_ device: PushDevice, _ condition: SQL, count: Int = 1) async throws -> Bool {
        try await eventually { try await site.deliveries(device, condition) == count }
    }
}
