import Archive
import Channels
import ExchangeArchive
import HTTPTypes
import Hummingbird
import Syndication
import Web

/// `/websub`: where subscribers subscribe to our feeds and unsubscribe (WebSub, section 5).
struct HubRoutes: Sendable {
    /// The maximum size of a form, in bytes.
    private static let formLimit = 8192

    let hub: Hub
    let origins: Origins
    /// Limits requests by address, since each makes us call another server.
    let limits: RateLimits
    /// Whether the server may connect to an IP address.
    let mayReach: @Sendable (String) -> Bool

    func add(to router: Router<NewsRequestContext>) { router.post("/websub", use: answer) }

    @Sendable private func answer(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        do {
            try limits.countStranger(request, context, origins)
            try await take(try await form(request))
            return Self.text(
                .accepted, "Accepted. The callback will be verified, unless there is nothing to unsubscribe.")
        } catch let problem as Problem {
            return Self.text(problem.status, problem.detail, problem.headers)
        }
    }

    /// A plain-text response for developers of subscribers (section 5.1.2).
    private static func text(_ status: HTTPResponse.Status, _ text: String, _ headers: HTTPFields = [:]) -> Response {
        var headers = headers
        headers[.contentType] = "text/plain; charset=utf-8"
        headers[.cacheControl] = "no-store"
        return Response(status: status, headers: headers, body: .init(byteBuffer: ByteBuffer(string: text + "\n")))
    }

    private func form(_ request: Request) async throws -> SubscriptionForm {
        let type = request.headers[.contentType]?.lowercased() ?? ""
        guard type.prefix(while: { $0 != ";" && $0 != " " }) == "application/x-www-form-urlencoded" else {
            throw Problem(.unsupportedMediaType, "Post the form as application/x-www-form-urlencoded.")
        }
        let body = try await FormBody.collect(request, limit: Self.formLimit)
        return try SubscriptionForm(FormFields.parse(String(decoding: body, as: UTF8.self)))
    }

    private func take(_ form: SubscriptionForm) async throws {
        if let address = AddressRange.plain(form.callback.host), !mayReach(address) {
            throw Problem(.badRequest, "hub.callback is not on the open internet.")
        }
        let noTopic = Problem(
            .badRequest, "hub.topic is not one of our feeds. It must be the address in the link rel=self of a feed.")
        guard let address = hub.feeds.desk.site.feed(at: form.topic), address.isTopic else { throw noTopic }
        var revision = 0
        if form.mode == .subscribe {
            do { revision = try await hub.content(of: address).revision } catch let problem as Problem {
                throw problem.status == .notFound ? noTopic : problem
            }
        }
        let request = WebSubRequest(
            form.mode, topic: address.path, callback: form.callback, secret: form.secret,
            leaseSeconds: form.leaseSeconds, revision: revision)
        if let limit = try await hub.archive.write({ try $0.subscriptions.ask(request) }) { throw Problem(limit) }
        hub.wakeForRequests()
    }
}

extension Problem {
    fileprivate init(_ limit: WebSubLimit) {
        switch limit {
        case .requests, .requestsOfHost:
            self.init(
                .serviceUnavailable, "Too many requests are waiting for confirmation. Try again in a minute.",
                headers: [.retryAfter: "60"])
        case .subscriptions:
            self.init(
                .serviceUnavailable, "The hub cannot serve any more subscriptions. Try again in a day.",
                headers: [.retryAfter: "86400"])
        case .subscriptionsOfHost:
            self.init(.forbidden, "The callback's host already has the maximum of \(limit.most) subscriptions.")
        case .subscriptionsOfCallback:
            self.init(.forbidden, "The callback already has the maximum of \(limit.most) subscriptions.")
        }
    }
}
