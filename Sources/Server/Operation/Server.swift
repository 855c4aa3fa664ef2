import Archive
import Channels
import Credentials
import Documents
import Editorial
import Exchange
import Feeds
import Fetching
import Foundation
import HTTPTypes
package import Hummingbird
import HummingbirdCore
import Locating
package import Logging
import Metrics
import News
import Newsroom
import NIOCore
import NIOPosix
import Pictures
import PostgreSQL
package import ServiceLifecycle
import Syndication
import UnixSignals
import Web
import WebEditions

/// The server: everything that answers requests, put together once for both the command and the tests.
package struct Server: Sendable {
    private let backend: Backend
    let press: Press
    private let listener: Listener
    private let accessLog: AccessLog?
    private let log: Logger
    private let connections: Connections
    private let patience: TimeAmount
    private let desk: ChannelDesk
    private let passwords: [PasswordWork]
    private let fetcher: Fetcher
    private let hubFetcher: Fetcher
    private let linkChecker: LinkChecker
    private let webhooks: WebhookSender
    private let sourceFetcher: Fetcher
    private let sources: SourceRounds
    private let hub: Hub
    private let ledger: RequestLedger
    /// The routes, as the router has them, without those that answer 405.
    let routes: [(method: HTTPRequest.Method, path: String)]
    private let responder: SiteResponder<RouterResponder<NewsRequestContext>>

    /// Creates a server on an open backend.
    package init(_ backend: Backend, log: Logger) async throws {
        try await self.init(backend, passwordCost: .standard, log: log)
    }

    /// - Parameter patience: how long a new connection may say nothing.
    init(
        _ backend: Backend, passwordCost: PasswordHash.Cost, patience: TimeAmount = .seconds(10), log: Logger
    ) async throws {
        self.backend = backend
        self.patience = patience
        // One password at a time, since each takes 128 MiB; whoever would wait longer than a few seconds is
        // told to try again.
        let (known, strangers) = (
            PasswordWork(threads: 1, limit: 8, cost: passwordCost),
            PasswordWork(threads: 1, limit: 8, cost: passwordCost)
        )
        passwords = [known, strangers]
        self.log = log
        let options = backend.options
        let metrics = PrometheusMetrics()
        var places = Connections.Limits(all: options.connectionLimit, perAddress: options.connectionsPerAddress)
        places.fitOpenFiles(log: log)
        let connections = Connections(places, log: log) { [proxies = options.trustedProxies] address in
            proxies.contains { $0.contains(address) }
        }
        self.connections = connections
        let revisions = Revisions(database: backend.database)
        press = Press(database: backend.database, revisions: revisions, cacheBytes: options.cacheBytes)
        fetcher = Fetcher(
            atOnce: WebhookSender.atOnce, perHost: WebhookSender.atOnce, limit: 2 * WebhookSender.atOnce,
            agent: options.agent, mayReach: options.mayReach)
        // Webhooks do not wait for the subscribers of feeds.
        hubFetcher = .forHub(agent: options.agent, mayReach: options.maySubscribe)
        let webhooks = WebhookSender(
            database: backend.database, fetcher: fetcher, root: options.site.root, log: log)
        self.webhooks = webhooks
        sourceFetcher = .forSources(agent: options.agent, mayReach: options.mayReach)
        sources = SourceRounds(
            reader: SourceReader(
                database: backend.sourceDatabase,
                importer: Importer(database: backend.sourceDatabase, pictures: backend.pictures),
                fetcher: sourceFetcher, revisions: revisions), root: options.isPublic ? options.site.root : nil,
            log: log)
        linkChecker = LinkChecker(agent: options.agent, mayReach: options.mayReach)
        accessLog = options.logsRequests ? AccessLog() : nil
        let assets = try Home().assets
        let templates = try await Templates(folder: assets, timeZone: options.timeZone)
        desk = ChannelDesk(
            press: press, site: options.site,
            origins: try options.origins)
        let hub = Hub(
            feeds: FeedDesk(desk: desk, otherHubs: options.hubs.map(\.text)), hubs: options.hubs,
            fetcher: hubFetcher, log: log)
        self.hub = hub
        listener = await revisions.listen(backend.connectionString, log: log) {
            webhooks.wake()
            hub.wake()
        }
        let pages = PageDesk(desk: desk, templates: templates)
        let newsroom = NewsroomDesk(
            pages: pages, passwords: known, strangers: strangers,
            gazetteer: try Self.gazetteer(options, assets), linkChecker: linkChecker)
        let finder = SourceFinder(fetcher: sourceFetcher, site: options.site)
        let router = Self.router(backend, pages, newsroom, finder, hub, connections, metrics, log)
        routes = router.routes.map { ($0.method, $0.path.description) }
        router.refuseOtherMethods()
        ledger = RequestLedger(metrics: RequestMetrics(factory: metrics), log: accessLog)
        responder = SiteResponder(router: router.buildResponder(), ledger: ledger)
    }

    /// The operator's places file if there is one, otherwise the program's.
    private static func gazetteer(_ options: Options, _ assets: String) throws -> Gazetteer {
        let own = options.data + "/places.tsv"
        return try Gazetteer(FileManager.default.fileExists(atPath: own) ? own : assets + "/places.tsv")
    }

    private static func router(
        _ backend: Backend, _ pages: PageDesk, _ newsroom: NewsroomDesk, _ finder: SourceFinder, _ hub: Hub,
        _ connections: Connections, _ metrics: PrometheusMetrics, _ log: Logger
    ) -> Router<NewsRequestContext> {
        let router = Router(context: NewsRequestContext.self, options: [.autoGenerateHeadEndpoints])
        let (desk, press) = (pages.desk, pages.press)
        router.add(middleware: ErrorMiddleware(pages: pages, log: log))
        ChannelRoutes(desk: desk).add(to: router)
        DecisionRoutes(desk: desk, pages: pages).add(to: router)
        DeviceRoutes(desk: desk.devices, origins: desk.origins, limits: RateLimits(backend.options.apiQuotas))
            .add(to: router)
        HomeRoutes(desk: pages).add(to: router)
        PageRoutes(edition: .reader, desk: pages).add(to: router)
        for edition in [WebEdition.mobile, .edition, .lite] {
            PageRoutes(edition: edition, desk: pages).add(to: router)
            ArticlePageRoutes(edition: edition, desk: pages).add(to: router)
            IndexRoutes(edition: edition, desk: pages).add(to: router)
            SearchRoutes(edition: edition, desk: pages).add(to: router)
        }
        NewsRoutes(desk: pages).add(to: router)
        FeedRoutes(desk: hub.feeds, pages: pages).add(to: router)
        HubRoutes(
            hub: hub, origins: desk.origins, limits: RateLimits(backend.options.apiQuotas),
            mayReach: backend.options.maySubscribe
        ).add(to: router)
        SourceHubRoutes(database: backend.database).add(to: router)
        CatalogueRoutes(desk: pages, contact: backend.options.securityContact).add(to: router)
        EmbedRoutes(desk: pages).add(to: router)
        PictureRoutes(store: backend.pictures, press: press).add(to: router)
        OperationRoutes(press: press, pictures: backend.pictures, connections: connections, metrics: metrics).add(
            to: router)
        pages.templates.assets.add(to: router)
        let editors = EditorDesk(
            press: press, origins: desk.origins, limits: RateLimits(backend.options.apiQuotas))
        let api = router.group("/api/v1").add(middleware: RateLimitMiddleware(desk: editors))
        ArticleRoutes(desk: editors, site: desk.site).add(to: api)
        ArticleRevisionRoutes(desk: editors, site: desk.site).add(to: api)
        ClusterRoutes(desk: editors, site: desk.site).add(to: api)
        ArticleAuthorRoutes(desk: editors, site: desk.site).add(to: api)
        WorkingCopyRoutes(desk: editors).add(to: api)
        SeenAsRoutes(desk: editors, site: desk.site).add(to: api)
        EditorRoutes(desk: editors, site: desk.site).add(to: api)
        TokenRoutes(desk: editors).add(to: api)
        NewsroomSettingsRoutes(desk: editors).add(to: api)
        SectionRoutes(desk: editors).add(to: api)
        EditionRoutes(desk: editors).add(to: api)
        PolicyRoutes(desk: editors).add(to: api)
        WebhookRoutes(desk: editors).add(to: api)
        WireRoutes(desk: editors, site: desk.site).add(to: api)
        SourceRoutes(desk: editors, finder: finder).add(to: api)
        AuditRoutes(desk: editors, timeZone: backend.options.timeZone).add(to: api)
        PictureUploadRoutes(desk: editors, store: backend.pictures).add(to: api)
        PictureLibraryRoutes(desk: editors, store: backend.pictures).add(to: api)
        NewsroomRoutes(desk: newsroom).add(to: router)
        SourcesRoutes(desk: newsroom, finder: finder).add(to: router)
        PlaceRoutes(desk: newsroom, editors: editors).add(to: router, api: api)
        LibraryRoutes(desk: newsroom, store: backend.pictures).add(to: router)
        PicturePageRoutes(desk: newsroom, store: backend.pictures).add(to: router)
        let uploads = UploadStore(pictures: backend.pictures)
        UploadRoutes(uploads: uploads, root: "/api/v1") { try await editors.editor($0, $1, atLeast: .contributor) }
            .add(to: api)
        UploadRoutes(uploads: uploads, root: "/admin", editor: newsroom.scriptEditor).add(to: router.group("/admin"))
        return router
    }

    /// The HTTP application, which is a service.
    package func application(onListening: @escaping @Sendable (Int) async -> Void = { _ in })
        -> some ApplicationProtocol
    {
        let options = backend.options
        let limit = TimeAmount.seconds(Int64(options.requestTimeout))
        return Application(
            responder: responder,
            server: HTTPServerBuilder { [desk, ledger, connections, patience] responder in
                NewsChannel(
                    responder: responder, connections: connections, patience: min(limit, patience),
                    deadline: { RequestDeadline(limit: limit, idleLimit: .seconds(75)) },
                    ready: { ReadyAnswers(desk: desk, ledger: ledger) })
            },
            configuration: ApplicationConfiguration(
                address: .hostname(options.host, port: options.port), serverName: nil, backlog: 1024),
            onServerRunning: { [connections, log] channel in
                // Without it the server still serves, but stops when file descriptors run out.
                try? await channel.eventLoop.submit {
                    try channel.pipeline.syncOperations.addHandler(AcceptGuard(connections, log: log), position: .first)
                }.get()
                await onListening(channel.localAddress?.port ?? options.port)
            },
            logger: log)
    }

    /// Every service that runs alongside the application.
    package var services: [any Service] {
        [
            ClusterWatch(backend: backend, log: log), PictureLadders(store: backend.pictures, log: log),
            Scheduler(press: press, log: log), StoryReader(press: press, log: log), webhooks, sources, hub,
            UploadCare(uploads: UploadStore(pictures: backend.pictures), log: log),
        ] + (accessLog.map { [$0 as any Service] } ?? [])
    }

    /// Serves until a signal stops it; requests in flight are finished.
    package func run(onListening: @escaping @Sendable (Int) async -> Void = { _ in }) async throws {
        defer { close() }
        try await backend.pictures.workers.start()
        var configuration = ServiceGroupConfiguration(
            services: services + [application(onListening: onListening)], gracefulShutdownSignals: [.sigterm, .sigint],
            logger: log)
        configuration.maximumGracefulShutdownDuration = .seconds(30)
        do {
            try await ServiceGroup(configuration: configuration).run()
        } catch let error as IOError where error.errnoCode == EADDRINUSE {
            throw OptionError(faults: ["The port \(backend.options.port) is taken. Choose another: --port NUMBER"])
        } catch let error as IOError where [EACCES, EADDRNOTAVAIL].contains(error.errnoCode) {
            throw OptionError(faults: [
                "\(backend.options.host):\(backend.options.port) cannot be listened on: it is not an address of this machine, or the port needs more privileges."
            ])
        } catch is SocketAddressError.UnknownHost {
            throw OptionError(faults: ["The host \(backend.options.host) is not known. Choose another: --host ADDRESS"])
        }
    }

    /// Stops everything that is not a service.
    package func close() {
        listener.stop()
        for work in passwords { work.stop() }
        fetcher.stop()
        sourceFetcher.stop()
        hubFetcher.stop()
        linkChecker.stop()
    }
}
