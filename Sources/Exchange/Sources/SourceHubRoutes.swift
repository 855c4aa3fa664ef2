import Archive
import Credentials
import ExchangeArchive
import FeedReading
import Hummingbird
import NIOCore
import Syndication
import Web

/// `/websub/sources/{token}`: the callbacks for the hubs of sources. Each hub has its own secret address.
struct SourceHubRoutes: Sendable {
    /// The path relative to the public address.
    static let path = "/websub/sources/"
    /// The range to which a hub's lease is clamped, in seconds: five minutes to thirty days.
    private static let leases = 300...2_592_000

    /// The maximum bytes of a feed that are read.
    private static let bodyLimit = FeedLimits().bytes

    let archive: Archive

    func add(to router: Router<NewsRequestContext>) {
        router.get("/websub/sources/{token}", use: answer)
        router.post("/websub/sources/{token}", use: take)
    }

    /// Answers a hub that verifies our intent or denies the subscription (sections 5.2 and 5.3).
    @Sendable private func answer(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let token = try context.parameters.require("token")
        let fields = FormFields.parse(request.uri.query ?? "")
        func value(_ name: String) -> String { fields.first { $0.name == name }?.value ?? "" }
        let (topic, challenge) = (value("hub.topic"), value("hub.challenge"))
        switch value("hub.mode") {
        case "subscribe" where !challenge.isEmpty:
            let seconds = Int(value("hub.lease_seconds")) ?? Self.leases.upperBound
            let lease = min(max(seconds, Self.leases.lowerBound), Self.leases.upperBound)
            guard try await archive.write({ try $0.sourceHubs.confirm(token, topic: topic, seconds: lease) }) else {
                break
            }
            return Response(
                status: .ok, headers: [.contentType: "text/plain; charset=utf-8", .cacheControl: "no-store"],
                body: .init(byteBuffer: ByteBuffer(string: challenge)))
        case "denied":
            let reason = "The hub denied the subscription. " + value("hub.reason")
            guard try await archive.write({ try $0.sourceHubs.deny(token, topic: topic, reason: reason) }) else {
                break
            }
            return Response(status: .noContent)
        default: break
        }
        throw Problem(.notFound, "This subscription was not requested.")
    }

    /// Takes a hub's notification of news. It only triggers a fetch: the feed's content always comes from
    /// its own server.
    @Sendable private func take(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let token = try context.parameters.require("token")
        guard let secret = try await archive.read({ try $0.sourceHubs.secret(token) }) else {
            // In response the hub ends the subscription (section 7).
            throw Problem(.gone, "This subscription no longer exists.")
        }
        // A call without a valid signature is silently ignored (section 8).
        if try await isSigned(request, secret) { try await archive.write { try $0.sourceHubs.ping(token) } }
        return Response(status: .accepted)
    }

    private func isSigned(_ request: Request, _ secret: String) async throws -> Bool {
        guard var check = HubSignatureCheck(header: request.headers[.hubSignature] ?? "", secret: secret) else {
            return false
        }
        var count = 0
        for try await piece in request.body {
            count += piece.readableBytes
            guard count <= Self.bodyLimit else { throw Problem(.contentTooLarge, "A feed may have at most 16 MB.") }
            check.update(piece.readableBytesView)
        }
        return check.isGood
    }
}
