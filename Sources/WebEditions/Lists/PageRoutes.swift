import Archive
import Channels
package import Documents
import Foundation
import HTTPTypes
package import Hummingbird
package import Locating
package import News
import Syndication
package import Web

/// The lists of a web edition, each following the device's plan.
package struct PageRoutes: Sendable {
    package let edition: WebEdition
    package let desk: PageDesk
    /// The names of places, for the heading of local news; nil where it needs none.
    let gazetteer: Gazetteer?

    package init(edition: WebEdition, desk: PageDesk, gazetteer: Gazetteer? = nil) {
        self.edition = edition
        self.desk = desk
        self.gazetteer = gazetteer
    }
    private var documents: DocumentCache { desk.documents }
    private var stories: PublishedStories { desk.stories }
    private var archive: Archive { desk.archive }
    private var revisions: Revisions { desk.revisions }

    package func add(to router: Router<NewsRequestContext>) {
        let root = edition.root
        router.get(RouterPath(String(edition.home.dropLast()))) { try await list(.front, $0, $1) }
        guard edition != .reader else { return }
        router.get("\(root)/sections/{slug}") { try await list(.section($1.parameters.get("slug") ?? ""), $0, $1) }
        router.get("\(root)/categories/{slug}") { try await list(.category($1.parameters.get("slug") ?? ""), $0, $1) }
        router.get("\(root)/authors/{slug}") { try await list(.author($1.parameters.get("slug") ?? ""), $0, $1) }
        router.get("\(root)/editions/{edition}") { try await list(.edition(try Self.edition($1)), $0, $1) }
        if edition == .edition { router.get("\(root)/latest") { try await list(.latest, $0, $1) } }
        guard edition == .mobile else { return }
        router.get("/m/pictures") { try await list(.pictures, $0, $1) }
        router.get("/m/thumbnails") { try await list(.thumbnails, $0, $1) }
    }

    private static func edition(_ context: NewsRequestContext) throws -> EditionReference {
        guard let edition = EditionReference(context.parameters.get("edition") ?? "") else {
            throw Problem(
                .notFound, "An edition is named by its number or its date, such as 12 or 2009-05-31.", key: "noEdition")
        }
        return edition
    }

    /// Answers a request for a list.
    package func list(_ page: PageKey.Page, _ request: Request, _ context: NewsRequestContext) async throws -> Response
    {
        try await list(page, request, try await desk.understand(request, context))
    }

    /// Answers a request for a list that has been interpreted.
    func list(_ page: PageKey.Page, _ request: Request, _ wanted: PageDesk.Request) async throws -> Response {
        try await desk.response(to: request, wanted, edition) { version in
            let routes = PageRoutes(edition: version.edition, desk: desk, gazetteer: gazetteer)
            return try await routes.copy(page, version.wanted)
        }
    }

    /// The document of a list.
    func copy(_ page: PageKey.Page, _ wanted: PageDesk.Request) async throws -> DocumentCache.Copy {
        let key = PageKey(
            edition: edition, page: page, plan: wanted.plan(of: edition), selection: selection(of: page, wanted),
            language: wanted.strings.language, isPiece: wanted.isPiece, coding: wanted.coding,
            weather: weather(of: page, wanted))
        return try await documents.copy(.page(key)) { masthead in
            let subject = try await subject(key, wanted.strings, masthead)
            let found = try await stories(key, subject, masthead)
            return try fit(subject, found, masthead, key)
        }
    }

    /// The stories of a page, and which come first. A past edition stays as it was printed.
    private func selection(of page: PageKey.Page, _ wanted: PageDesk.Request) -> Selection {
        let context = wanted.wanted.context
        var selection = Selection()
        selection.before = context.selection.before
        switch page {
        case .edition(let reference):
            selection.edition = reference
            return selection
        case .front where edition == .edition: return selection
        case .front where edition == .reader:
            // As feeds are: the latest first, whatever their language.
            selection.sections = context.selection.sections
            return selection
        case .section(let slug): selection.sections = [slug]
        case .category(let slug): selection.categories = [slug]
        case .feed(let address):
            if case .section(let slug) = address.subject { selection.sections = [slug] }
            if case .category(let slug) = address.subject { selection.categories = [slug] }
            return selection
        default: break
        }
        selection.prefer(context, in: revisions.lastKnown)
        return selection
    }

    /// The weather, on front pages and on the page of what is near.
    private func weather(of page: PageKey.Page, _ wanted: PageDesk.Request) -> WeatherReport? {
        let context = wanted.wanted.context
        guard context.selection.before == nil, page == .front || page == .section(Section.local) else { return nil }
        return desk.desk.weather(for: context, within: wanted.plan(of: edition))
    }

    private func stories(_ key: PageKey, _ subject: ListPage.Subject, _ masthead: Masthead) async throws -> (
        stories: [Story], rest: Cursor?
    ) {
        let plan = key.plan
        let length = subject.layout == .list ? edition.length : Self.picturesLength
        var query = StoryQuery(
            key.selection, limit: subject.layout == .list ? min(plan.items ?? length, length) : length)
        query.isIllustrated = subject.layout != .list
        query.author = subject.author?.id
        try query.select(key.selection, in: masthead)
        if key.page.isByTime || edition == .reader { query.arrangement = nil }
        if edition == .edition, key.page == .front, let current = masthead.latestEdition {
            // A full edition is shown as it was printed; until it is full, earlier news follows it.
            if current.isFull {
                query.edition = .number(current.number)
            } else {
                query.leading = .number(current.number)
            }
        }
        if subject.layout != .list, plan.pictures == .off { return ([], nil) }
        var found = try await stories.list(query, text: .headline, pictures: plan.pair, sources: true, masthead)
        if subject.partsLanguages {
            let isOwn = { (story: Story) in subject.strings.foreign(story.language) == nil }
            found.0 = found.0.filter(isOwn) + found.0.filter { !isOwn($0) }
        }
        return found
    }

    /// The most pictures on a page that shows nothing else.
    private static let picturesLength = 60

    /// The name of the nearest place that is known, as far as people go for news.
    private func town(_ place: Place) async throws -> String? {
        try await gazetteer?.nearest(to: place, within: 50)?.name
    }

    /// The heading and path of a page. Throws 404 if there is no such edition.
    private func subject(_ key: PageKey, _ strings: Strings, _ masthead: Masthead) async throws -> ListPage.Subject {
        var subject = ListPage.Subject(
            path: edition.home, near: key.selection.near, weather: key.weather.map { WeatherLine($0, strings) },
            webEdition: edition, strings: strings)
        switch key.page {
        case .section(let slug):
            subject.heading =
                slug == Section.local ? strings["nearYou"] : masthead.sections.first { $0.slug == slug }?.name
            if slug == Section.local, let near = key.selection.near, let town = try await town(near) {
                subject.heading = strings("nearTown", town)
            }
            (subject.path, subject.section) = ("\(edition.root)/sections/\(slug)", slug)
        case .category(let slug):
            subject.heading = masthead.categories.first { $0.slug == slug }?.name
            subject.path = "\(edition.root)/categories/\(slug)"
        case .author(let slug):
            let author = try await stories.author(slug)
            (subject.author, subject.heading) = (author, author.title)
            subject.portrait = PortraitPart(try await stories.portrait(of: author), key.plan)
            subject.path = "\(edition.root)/authors/\(slug)"
        case .feed(let address):
            try await describe(address, &subject, masthead)
        case .edition(let reference):
            (subject.edition, subject.neighbours) = try await archive.read { holdings in
                try holdings.checkEdition(reference)
                let edition = try holdings.editions.find(reference, onlyPublished: true)
                return (edition, try edition.map { try holdings.editions.neighbours(of: $0.number) } ?? [])
            }
            subject.heading = subject.edition.map(strings.name)
            subject.path = "\(edition.root)/editions/\(reference.name)"
        case .latest:
            (subject.heading, subject.path) = (strings["latest"], "\(edition.root)/latest")
        case .pictures:
            (subject.heading, subject.path, subject.layout) = (strings["pictures"], "/m/pictures", .pictures)
        case .thumbnails:
            (subject.heading, subject.path, subject.layout) = (strings["thumbnails"], "/m/thumbnails", .thumbnails)
        case .front where edition == .edition && key.selection.before == nil:
            subject.leading = masthead.latestEdition?.number
        case .front where edition == .reader: subject.section = key.selection.sections.first
        // Not today's front page: the first of them leads nothing.
        case .front where key.selection.before != nil:
            (subject.heading, subject.partsLanguages) = (strings["older"], edition != .reader)
        default: break
        }
        subject.former = key.selection.before
        if key.selection.before == nil { subject.topic = key.page.topic }
        return subject
    }

    /// A feed as a browser shows it: its name, its address, and the stories in it.
    private func describe(
        _ address: FeedAddress, _ subject: inout ListPage.Subject, _ masthead: Masthead
    ) async throws {
        if case .author(let slug) = address.subject { subject.author = try await stories.author(slug) }
        subject.heading = subject.author?.title ?? masthead.name(of: address.subject)
        subject.path = address.subject == .newspaper ? edition.home : address.subject.page.path
        subject.feed = FeedNote(address, desk.site)
    }

    /// Renders until the page as sent and its pictures are within the budget.
    package func fit(
        _ subject: ListPage.Subject, _ found: (stories: [Story], rest: Cursor?), _ masthead: Masthead, _ key: PageKey
    ) throws -> Document {
        let frame = desk.frame(
            masthead, subject.strings, title: subject.heading, path: subject.path, plan: key.plan, edition: edition,
            section: subject.section, feed: key.page.feed, isPiece: key.isPiece, hasTimes: subject.layout == .list,
            coding: key.coding,
            sheet: subject.layout != .list ? "pages" : nil
        )
        let values = frame.values
        let loads = ListPage.loads(found.stories, key.plan, subject, masthead)
        let packer = Packer(key.plan, loads, compression: key.coding.usualRatio)
        return try packer.fit(
            frame: desk.frameSize(edition, key.plan, key.coding) + (key.weather == nil ? 0 : WeatherLine.size),
            budget: key.plan.budget - frame.ownBytes - (subject.portrait?.bytes ?? 0),
            compression: key.coding.usualRatio
        ) { count in
            let shares = packer.shares(count)
            let page = try ListPage(
                subject, found.stories, shares, rest: found.rest, masthead: masthead, plan: key.plan, desk)
            var document = try desk.document(
                subject.layout.template(edition), Page(frame: values, part: page), masthead, key.coding)
            document.stories = shares.count
            document.pictures = shares.count { $0.thumbnail != nil || $0.picture != nil }
            document.isCut = found.rest != nil || shares.count < found.stories.count
            return (document, sent: document.body.readableBytes)
        }.document(with: frame)
    }
}

extension PageKey.Page {
    /// Whether the newest stories come first, regardless of the order of the front page.
    fileprivate var isByTime: Bool {
        switch self {
        case .latest, .feed: true
        default: false
        }
    }

    /// The topic of notifications about new stories of the list.
    fileprivate var topic: PushTopic? {
        switch self {
        case .section(Section.local): .near
        case .section(let slug): .section(slug)
        case .category(let slug): .category(slug)
        case .author(let slug): .author(slug)
        default: nil
        }
    }

    /// The feed with the same stories.
    fileprivate var feed: FeedSubject {
        switch self {
        case .section(let slug) where slug != Section.local: .section(slug)
        case .category(let slug): .category(slug)
        case .author(let slug): .author(slug)
        case .feed(let address): address.subject
        default: .newspaper
        }
    }
}
