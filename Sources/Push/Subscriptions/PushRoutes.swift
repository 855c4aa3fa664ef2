import Archive
import Credentials
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import News
import Syndication
import Web

/// `/push/…`: where a reader's device says that it wants to be told of news, and what it did with it.
struct PushRoutes: Sendable {
    /// The bits of a subscription's identifier: whoever knows it is the device, so it is neither stored nor logged.
    private static let bits = 128

    let archive: Archive
    let keys: KeyDesk
    let secret: Secret
    let rules: EndpointRules
    let origins: Origins
    /// Limits writes by address, since each subscription makes us call another server for months.
    let limits: RateLimits
    /// Limits receipts by address.
    let receiptLimits: RateLimits

    func add(to router: Router<NewsRequestContext>) {
        router.get("/push/key", use: key)
        router.post("/push/subscriptions", use: subscribe)
        router.get("/push/subscriptions/{id}", use: show)
        router.put("/push/subscriptions/{id}", use: replace)
        router.delete("/push/subscriptions/{id}", use: delete)
        ReceiptRoutes(archive: archive, receipts: Receipts(secret: secret), origins: origins, limits: receiptLimits)
            .add(to: router)
    }

    /// What browsers call `applicationServerKey`.
    @Sendable private func key(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let key = try await current().publicText
        return json(.ok) { $0.member("key", key) }
    }

    @Sendable private func subscribe(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        try limits.countStranger(request, context, origins)
        let body = try SubscriptionBody(try await FormBody.collect(request, limit: SubscriptionBody.limit), rules)
        let (key, id) = (try await current().id, Secret(bits: Self.bits))
        let address = origins.client(request, context) ?? context.remoteAddress ?? ""
        let network = secret.derivedBytes(for: "push network " + AddressRange.network(of: address))
        let limit = try await archive.write {
            try $0.pushSubscriptions.insert(body.draft, id.hash, key: key, network: network)
        }
        if let limit { throw Problem(limit) }
        return try await answer(.created, id, body.ignored)
    }

    @Sendable private func show(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        try await answer(.ok, try id(context), [])
    }

    @Sendable private func replace(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        try limits.countStranger(request, context, origins)
        let id = try id(context)
        let body = try SubscriptionBody(try await FormBody.collect(request, limit: SubscriptionBody.limit), rules)
        let key = try await current().id
        guard try await archive.write({ try $0.pushSubscriptions.replace(id.hash, with: body.draft, key: key) }) else {
            throw Self.unknown
        }
        return try await answer(.ok, id, body.ignored)
    }

    @Sendable private func delete(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        try limits.countStranger(request, context, origins)
        let id = try id(context)
        guard try await archive.write({ try $0.pushSubscriptions.delete(id.hash) }) else { throw Self.unknown }
        return Response(status: .noContent, headers: [.cacheControl: "no-store"])
    }

    private func current() async throws -> (id: Int, publicText: String) {
        do { return try await keys.current() } catch is PushFault {
            throw Problem(
                .serviceUnavailable,
                "The newspaper cannot use its push key at the moment. Its operator has to see to it.",
                headers: [.retryAfter: "600"])
        }
    }

    private func id(_ context: NewsRequestContext) throws -> Secret {
        guard let id = Secret(context.parameters.get("id") ?? "", bits: Self.bits) else { throw Self.unknown }
        return id
    }

    private static let unknown = Problem(
        .notFound,
        "No subscription has this identifier. Those not seen for 90 days end, and so do those that their service has ended. Subscribe anew."
    )

    /// Answers with the subscription, which only its device gets to see.
    private func answer(_ status: HTTPResponse.Status, _ id: Secret, _ ignored: [String]) async throws -> Response {
        guard let subscription = try await archive.read({ try $0.pushSubscriptions.find(id.hash) }) else {
            throw Self.unknown
        }
        var response = json(status) { json in
            json.member("id", id.text)
            json.member("topics", subscription.topics)
            if let quiet = subscription.quiet?.names {
                json.key("quiet")
                json.open("{")
                json.member("from", quiet.from)
                json.member("to", quiet.to)
                json.close("}")
            }
            if let cap = subscription.cap { json.member("cap", cap) }
            json.key("device")
            json.open("{")
            for (name, value) in subscription.device.sorted(by: { $0.key < $1.key }) {
                json.member(dynamic: name, value)
            }
            json.close("}")
            json.member("key", subscription.applicationKey)
            json.member("expires", RFC822.iso8601(subscription.expiresAt))
        }
        if status == .created { response.headers[.location] = "/push/subscriptions/" + id.text }
        if !ignored.isEmpty { response.headers[.nIgnored] = ignored.joined(separator: ", ") }
        return response
    }

    private func json(_ status: HTTPResponse.Status, _ write: (inout JSONWriter) -> Void) -> Response {
        var json = JSONWriter()
        json.open("{")
        write(&json)
        json.close("}")
        return Response(
            status: status, headers: [.contentType: "application/json", .cacheControl: "no-store"],
            body: .init(byteBuffer: ByteBuffer(bytes: json.bytes)))
    }
}

extension Problem {
    fileprivate init(_ limit: PushLimit) {
        switch limit {
        case .subscriptions:
            self.init(
                .serviceUnavailable, "The newspaper cannot take any more subscriptions. Try again in a day.",
                headers: [.retryAfter: "86400"])
        case .ofNetwork:
            self.init(
                .tooManyRequests, "Your network has made \(limit.most) subscriptions today. Try again tomorrow.",
                headers: [.retryAfter: "86400"])
        }
    }
}
