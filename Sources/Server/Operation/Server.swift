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
import Letters
import Locating
package import Logging
import Mail
import Metrics
import NIOCore
import NIOPosix
import News
import Passkeys
import Newsroom
import Pictures
import Push
package import ServiceLifecycle
import Syndication
import UnixSignals
import Weather
import Web
import WebEditions

/// The server: everything that answers requests, put together once for both the command and the tests.
package struct Server: Sendable {
    private let backend: Backend
    let revisions: Revisions
    private let listener: RevisionListener
    private let accessLog: AccessLog?
    private let log: Logger
    private let connections: Connections
    private let patience: TimeAmount
    private let desk: ChannelDesk
    private let features: [Feature]
    private let ledger: RequestLedger
    /// The routes, as the router has them, without those that answer 405.
    let routes: [(method: HTTPRequest.Method, path: String)]
    private let responder: SiteResponder<RouterResponder<NewsRequestContext>>

    /// Creates a server on an open backend.
    package init(_ backend: Backend, log: Logger) async throws {
        let templates = try await Templates(folder: try Home().assets, timeZone: backend.options.readers.timeZone)
        try await self.init(backend, templates, passwordCost: .standard, log: log)
    }

    /// - Parameter patience: how long a new connection may say nothing.
    init(
        _ backend: Backend, _ templates: Templates, passwordCost: PasswordHash.Cost,
        patience: TimeAmount = .seconds(10), log: Logger
    ) async throws {
        self.backend = backend
        self.patience = patience
        self.log = log
        let options = backend.options
        let metrics = PrometheusMetrics()
        connections = Self.connections(options, log)
        revisions = Revisions(archive: backend.archive)
        // A written story serves every plan of its kind, a document one: stories get two thirds.
        let documents = DocumentCache(
            archive: backend.archive, revisions: revisions, cacheBytes: options.readers.cacheBytes / 3)
        let stories = PublishedStories(
            archive: backend.archive, revisions: revisions, cacheBytes: options.readers.cacheBytes / 2)
        accessLog = options.listening.logsRequests ? AccessLog() : nil
        let gazetteer = try Self.gazetteer(options)
        desk = ChannelDesk(
            archive: backend.archive, revisions: revisions, documents: documents, stories: stories, site: options.site,
            origins: try options.origins, catalogues: templates.catalogues,
            weather: Self.weather(options, gazetteer, revisions, log))
        let pages = PageDesk(
            desk: desk, templates: templates, markupBytes: options.readers.cacheBytes / 6,
            hasPush: options.push.contact != nil, hasLetters: options.mail != nil,
            pictureFormats: options.readers.pictureFormats)
        let features = try Self.features(backend, pages, gazetteer, passwordCost, log)
        self.features = features
        listener = await revisions.listen(log: log) {
            for feature in features { feature.wake() }
        }
        let router = Router(context: NewsRequestContext.self, options: [.autoGenerateHeadEndpoints])
        router.add(middleware: ErrorMiddleware(pages: pages, log: log))
        for feature in features { feature.addRoutes(router) }
        OperationRoutes(revisions: revisions, features: features, connections: connections, metrics: metrics).add(
            to: router)
        routes = router.routes.map { ($0.method, $0.path.description) }
        router.refuseOtherMethods()
        ledger = RequestLedger(metrics: RequestMetrics(factory: metrics), log: accessLog)
        responder = SiteResponder(router: router.buildResponder(), ledger: ledger)
    }

    private static func connections(_ options: Options, _ log: Logger) -> Connections {
        var places = Connections.Limits(
            all: options.listening.connectionLimit, perAddress: options.listening.connectionsPerAddress)
        places.fitOpenFiles(log: log)
        return Connections(places, log: log) { [proxies = options.listening.trustedProxies] address in
            proxies.contains { $0.contains(address) }
        }
    }

    /// All features: a new one is a target of its own, and a line here.
    private static func features(
        _ backend: Backend, _ pages: PageDesk, _ gazetteer: Gazetteer, _ passwordCost: PasswordHash.Cost, _ log: Logger
    ) throws -> [Feature] {
        let (options, desk, pictures) = (backend.options, pages.desk, backend.pictures)
        let sources = SourceReader(
            archive: backend.sourceArchive,
            importer: Importer(archive: backend.sourceArchive, pictures: pictures),
            fetcher: .forSources(agent: options.agent, mayReach: options.mayReach), revisions: desk.revisions)
        let finder = SourceFinder(fetcher: sources.fetcher, site: options.site)
        let editors = EditorDesk(
            archive: desk.archive, revisions: desk.revisions, origins: desk.origins,
            limits: RateLimits(options.partners.apiQuotas))
        let push = try push(options, desk, log)
        let passkeys = PasskeyDesk(archive: desk.archive, root: options.site.root, log: log)
        let letters = try letters(options, pages, passkeys, gazetteer, log)
        let newsroom = newsroom(
            options, pages, gazetteer, passwordCost, try link(push, options, desk), try link(letters, options, pages),
            passkeys)
        return [
            .documents(desk.documents, desk.stories, desk.revisions),
            .channels(desk, quotas: options.partners.apiQuotas),
            .weather(desk.weather),
            .webEditions(pages, gazetteer: gazetteer),
            .feeds(
                pages, hubs: options.partners.hubs, agent: options.agent, mayReach: options.maySubscribe,
                quotas: options.partners.apiQuotas, contact: options.readers.securityContact, log: log),
            .pictures(
                pictures, archive: desk.archive, revisions: desk.revisions, documents: desk.documents, log: log),
            .exchange(
                backend.archive, sources: sources, site: options.site, isPublic: options.isPublic,
                agent: options.agent, mayReach: options.mayReach, log: log),
            .editorial(
                editors, stories: desk.stories, site: options.site, finder: finder, pictures: pictures,
                strings: desk.catalogues.english, push: push?.wake, log: log),
            push ?? .noPush,
            letters ?? .noLetters,
            .newsroom(newsroom, editors: editors, finder: finder, pictures: pictures),
        ]
    }

    /// Messages to readers' devices; nil if the operator has not set them up.
    private static func push(_ options: Options, _ desk: ChannelDesk, _ log: Logger) throws -> Feature? {
        try options.push.contact.map { contact in
            .push(
                archive: desk.archive, revisions: desk.revisions, origins: desk.origins, site: options.site,
                contact: contact, secret: try options.secret, rules: options.endpointRules,
                zone: options.readers.timeZone, quotas: options.partners.apiQuotas, agent: options.agent,
                isDemo: options.push.isDemo, log: log)
        }
    }

    /// Newsletters; nil if the operator has not set up mail.
    private static func letters(
        _ options: Options, _ pages: PageDesk, _ passkeys: PasskeyDesk?, _ gazetteer: Gazetteer, _ log: Logger
    ) throws -> Feature? {
        try options.mail.map { mail in
            .letters(
                pages, relay: mail.relay, returned: mail.returned, from: mail.from, secret: try options.secret,
                zone: options.readers.timeZone,
                quotas: options.partners.apiQuotas, passkeys: passkeys, gazetteer: gazetteer, log: log)
        }
    }

    /// The newsroom's link to their sender.
    private static func link(_ push: Feature?, _ options: Options, _ desk: ChannelDesk) throws -> PushLink? {
        guard let push, let keys = try options.keys(desk.archive) else { return nil }
        return PushLink(wake: push.wake) { [archive = desk.archive] test in
            try await TestMessage(archive: archive, keys: keys, agent: options.agent, rules: options.endpointRules)
                .isTaken(by: test.device, .init(title: test.title, text: test.text, url: test.url))
        }
    }

    /// The newsroom's link to newsletters.
    private static func link(_ letters: Feature?, _ options: Options, _ pages: PageDesk) throws -> NewsletterLink? {
        guard let letters, let mail = options.mail, let keys = try options.mailKeys(pages.archive) else { return nil }
        let writer = LetterWriter(stories: pages.stories, templates: pages.templates, site: pages.site)
        let checklist = MailChecklist(keys: keys, domain: mail.from.domain)
        return NewsletterLink(
            wake: letters.wake, preview: { try await writer.preview($0, $1) }, checklist: { try await checklist.run() })
    }

    private static func newsroom(
        _ options: Options, _ pages: PageDesk, _ gazetteer: Gazetteer, _ cost: PasswordHash.Cost,
        _ push: PushLink?, _ letters: NewsletterLink?, _ passkeys: PasskeyDesk?
    ) -> NewsroomDesk {
        // One password of each at a time, since each takes 128 MiB; whoever would wait too long is told to try again.
        NewsroomDesk(
            pages: pages, passwords: PasswordWork(threads: 1, limit: 8, cost: cost),
            strangers: PasswordQueue(cost: cost), gazetteer: gazetteer,
            linkChecker: LinkChecker(agent: options.agent, mayReach: options.mayReach), push: push,
            letters: letters, passkeys: passkeys)
    }

    private static func weather(
        _ options: Options, _ gazetteer: Gazetteer, _ revisions: Revisions, _ log: Logger
    ) -> WeatherDesk? {
        options.readers.weather.map { service in
            WeatherDesk(
                service, gazetteer: gazetteer, agent: options.weatherAgent, mayReach: options.mayReach,
                isFrozen: { !revisions.isListening }, log: log)
        }
    }

    /// The operator's places file if there is one, otherwise the program's.
    private static func gazetteer(_ options: Options) throws -> Gazetteer {
        let own = options.storage.data + "/places.tsv"
        return try Gazetteer(FileManager.default.fileExists(atPath: own) ? own : try Home().assets + "/places.tsv")
    }

    /// The HTTP application, which is a service.
    package func application(onListening: @escaping @Sendable (Int) async -> Void = { _ in })
        -> some ApplicationProtocol
    {
        let options = backend.options
        let limit = TimeAmount.seconds(Int64(options.listening.requestTimeout))
        return Application(
            responder: responder,
            server: HTTPServerBuilder { [desk, ledger, connections, patience] responder in
                NewsChannel(
                    responder: responder, connections: connections, patience: min(limit, patience),
                    deadline: { RequestDeadline(limit: limit, idleLimit: .seconds(75)) },
                    ready: { ReadyAnswers(desk: desk, ledger: ledger) })
            },
            configuration: ApplicationConfiguration(
                address: .hostname(options.listening.host, port: options.listening.port), serverName: nil, backlog: 1024
            ),
            onServerRunning: { [connections, log] channel in
                // Without it the server still serves, but stops when file descriptors run out.
                try? await channel.eventLoop.submit {
                    try channel.pipeline.syncOperations.addHandler(AcceptGuard(connections, log: log), position: .first)
                }.get()
                await onListening(channel.localAddress?.port ?? options.listening.port)
            },
            logger: log)
    }

    /// Every service that runs alongside the application.
    package var services: [any Service] {
        [ClusterWatch(backend: backend, log: log)] + features.flatMap(\.loops)
            + (accessLog.map { [$0 as any Service] } ?? [])
    }

    /// Serves until a signal or `group.triggerGracefulShutdown()` stops it; requests in flight are finished.
    /// - Parameter onStart: gets the group before it runs.
    package func run(
        onListening: @escaping @Sendable (Int) async -> Void = { _ in },
        onStart: @Sendable (_ group: ServiceGroup) -> Void = { _ in }
    ) async throws {
        let port = ServedPort(backend.options)
        defer {
            port.forget()
            close()
        }
        try await backend.pictures.start()
        var configuration = ServiceGroupConfiguration(
            services: services + [
                application {
                    port.keep($0)
                    await onListening($0)
                }
            ], gracefulShutdownSignals: [.sigterm, .sigint],
            logger: log)
        configuration.maximumGracefulShutdownDuration = .seconds(30)
        let group = ServiceGroup(configuration: configuration)
        onStart(group)
        do {
            try await group.run()
        } catch let error as IOError where error.errnoCode == EADDRINUSE {
            throw OptionError(faults: [
                "The port \(backend.options.listening.port) is taken. Choose another: --port NUMBER"
            ])
        } catch let error as IOError where [EACCES, EADDRNOTAVAIL].contains(error.errnoCode) {
            throw OptionError(faults: [
                "\(backend.options.listening.host):\(backend.options.listening.port) cannot be listened on: it is not an address of this machine, or the port needs more privileges."
            ])
        } catch is SocketAddressError.UnknownHost {
            throw OptionError(faults: [
                "The host \(backend.options.listening.host) is not known. Choose another: --host ADDRESS"
            ])
        }
    }

    /// Stops everything that is not a service.
    package func close() {
        listener.stop()
        for feature in features { feature.stop() }
    }
}
