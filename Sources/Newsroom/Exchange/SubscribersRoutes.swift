import Archive
import Editorial
import ExchangeArchive
import HTTPTypes
import Hummingbird
import News
import Web

/// `/admin/websub`: the chief's view of the subscribers of our feeds, with a way to end a failing
/// subscription, or all of a host.
struct SubscribersRoutes: Sendable {
    let desk: NewsroomDesk

    func add(to router: Router<NewsRequestContext>) {
        let chiefs = desk.signedIn(router, atLeast: .chief)
        chiefs.get("/admin/websub", use: show)
        chiefs.post("/admin/websub", use: removeHost)
        chiefs.post("/admin/websub/{id}", use: remove)
    }

    @Sendable private func show(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let visit = try context.visit
        let part = try await desk.archive.read { try SubscribersPage($0, visit.strings) }
        let status = PageStatus(title: "room_subscribers", path: NewsroomLinks.webhooks)
        return try await desk.page("websub", part, status, visit, request)
    }

    @Sendable private func remove(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let id = context.parameters.get("id", as: Int.self) ?? 0
        return try await end(request, context) { holdings, _, maker in
            try holdings.subscriptions.delete(id, by: maker)
        }
    }

    @Sendable private func removeHost(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        try await end(request, context) { try $0.subscriptions.delete(ofHost: $1["host"], by: $2) }
    }

    private func end(
        _ request: Request, _ context: NewsRequestContext,
        _ remove: @escaping @Sendable (Holdings, NewsroomForm, Maker) throws -> Void
    ) async throws -> Response {
        let visit = try context.visit
        let (form, maker) = (try await desk.form(request, visit), visit.maker)
        do {
            try await desk.archive.write { try remove($0, form, maker) }
        } catch ArchiveError.notFound {
            throw Problem(.notFound, visit.strings["room_subscriberUnknown"])
        }
        return desk.redirect(NewsroomLinks.subscribers + "?done=subscriberGone")
    }
}

/// The page of the subscribers of our feeds.
struct SubscribersPage: Sendable {
    struct Topic: Sendable {
        var path: String
        var facts: [String]
    }
    struct Host: Sendable {
        var name: String
        var facts: [String]
    }
    struct Failure: Sendable {
        var id: Int
        var host: String
        var topic: String
        var facts: [String]
        /// Whether it is one of the operator's other hubs, which only the operator can remove.
        var isHub: Bool
    }

    /// The most feeds, hosts and failing subscribers on the page.
    private static let length = 200

    var topics: [Topic]
    var hosts: [Host]
    var hasHosts: Bool
    var failures: [Failure]

    init(_ holdings: Holdings, _ strings: Strings) throws {
        topics = try holdings.subscriptions.topics(limit: Self.length).map { topic in
            Topic(
                path: topic.path,
                facts: [
                    strings("room_subscribersCount", topic.subscribers),
                    strings("room_subscribersWaiting", topic.waiting),
                    strings("room_subscribersFailing", topic.failing),
                ])
        }
        hosts = try holdings.subscriptions.hosts(limit: Self.length).map { host in
            Host(name: host.name, facts: [strings("room_subscriptionsCount", host.subscriptions)])
        }
        hasHosts = !hosts.isEmpty
        failures = try holdings.subscriptions.failures(limit: Self.length).map { failure in
            let next = failure.nextTryAt.map { strings("room_nextTry", Moment($0, strings).text) }
            return Failure(
                id: failure.id, host: failure.host, topic: failure.topic,
                facts: [failure.fault, strings("room_tries", failure.tries)] + (next.map { [$0] } ?? []),
                isHub: failure.isHub)
        }
    }
}
