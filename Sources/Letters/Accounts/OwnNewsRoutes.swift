import Archive
import Channels
import Documents
import Foundation
import HTTPTypes
import Hummingbird
import Locating
import News
import Syndication
import Web
import WebEditions

/// `/me/news`: the topics that a reader follows, their newest stories, and these as a feed at an address that only the reader knows, and by
/// mail.
struct OwnNewsRoutes: Sendable {
    let own: OwnPageRoutes
    let gazetteer: Gazetteer
    private var accounts: AccountDesk { own.accounts }
    private var pages: PageDesk { own.pages }

    static let page = OwnPageRoutes.page + "/news"
    /// The most stories on a page.
    private static let length = 20
    /// The most authors to choose from: those who wrote most recently.
    private static let authorsLimit = 200
    /// The most places of a name to choose from.
    private static let namesakes = 8

    func add(to router: Router<NewsRequestContext>) {
        router.get(RouterPath(Self.page), use: show)
        router.post(RouterPath(Self.page), use: change)
        router.get(RouterPath(OwnFeedLinks.path + "/{name}")) { request, context in
            try await feed(context.parameters.get("name") ?? "", request)
        }
    }

    @Sendable private func show(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        guard let session = try await accounts.session(request) else { return OwnPageRoutes.redirect() }
        let fields = FormFields.parse(request.uri.query ?? "")
        func field(_ name: String) -> String? { fields.last { $0.name == name }?.value }
        let before = field("before").flatMap(Cursor.init(token:))
        var choice = OwnNewsPage.Choices()
        choice.asked = field("follow").flatMap { ReaderTopic($0) }
        if let name = field("place") {
            choice.places = try await gazetteer.search(name, limit: Self.namesakes)
            choice.placeNote = choice.places.isEmpty ? "me_newsNoPlace" : "me_newsPlaces"
        }
        let version: Int
        (choice, version) = try await pages.archive.read { [choice] holdings in
            var choice = choice
            choice.followed = try holdings.readerTopics.list(of: session.reader)
            choice.authors = try Self.authors(choice.followed + [choice.asked].compactMap(\.self), holdings)
            choice.getsLetter = try holdings.readers.subscriptions(of: session.reader).contains { $0.list == .mine }
            return (choice, try holdings.readerTopics.feedVersion(of: session.reader) ?? 0)
        }
        let found = try await pages.stories.current { [choice] masthead in
            var query = try await query(choice.followed, masthead, limit: Self.length)
            query.before = before
            return try await pages.stories.list(query, text: .headline, pictures: nil, masthead)
        }
        let address = accounts.feeds.feed(of: session.reader, version: version)
        return try await pages.reply("me", title: "me_news", request, context) { masthead, strings, rows in
            OwnPage(
                note: field("done").flatMap { ["kept": "me_newsKept", "renewed": "me_feedRenewed"][$0] }
                    .map { strings[$0] },
                news: OwnNewsPage(found, choice, feed: address, masthead, strings, rows: rows))
        }
    }

    /// The authors to choose from: those who wrote most recently, and those who are followed.
    private static func authors(_ topics: [ReaderTopic], _ holdings: Holdings) throws -> [Author] {
        let latest = try holdings.authors.latest(limit: authorsLimit)
        let others = try topics.compactMap { topic -> Author? in
            guard case .author(let slug) = topic, !latest.contains(where: { $0.slug == slug }) else { return nil }
            return try holdings.authors.find(slug: slug)
        }
        return (latest + others).sorted { $0.title.localizedStandardCompare($1.title) == .orderedAscending }
    }

    private func query(_ topics: [ReaderTopic], _ masthead: Masthead, limit: Int) async throws -> StoryQuery {
        try await pages.archive.read { try $0.readerTopics.query(following: topics, in: masthead, limit: limit) }
    }

    /// Keeps what is ticked and typed, or ends the feed's address.
    @Sendable private func change(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let fields = try await own.fields(request, context)
        guard let session = try await accounts.session(request) else { return OwnPageRoutes.redirect() }
        func field(_ name: String) -> String { fields.last { $0.name == name }?.value ?? "" }
        if field("do") == "renew" {
            try await pages.archive.write { try $0.readerTopics.renewFeed(of: session.reader) }
            return Self.redirect("renewed")
        }
        let strings = try await pages.understand(request, context).strings
        let typed = field("place").trimmingCharacters(in: .whitespacesAndNewlines)
        let found = typed.isEmpty ? [] : try await gazetteer.search(typed, limit: Self.namesakes)
        // Of several places of a name the reader chooses on the page that follows.
        let exact = found.filter { Slug.make($0.name) == Slug.make(typed) }
        let only = exact.count == 1 ? exact[0] : found.count == 1 ? found[0] : nil
        let place = only.flatMap { ReaderTopic($0.place, named: $0.name) }
        let topics =
            fields.filter { $0.name == "topic" }.compactMap { ReaderTopic($0.value) }
            + field("keywords").split(separator: ",").compactMap { ReaderTopic(keyword: String($0)) }
            + [place].compactMap(\.self)
        let places = topics.count { if case .place = $0 { true } else { false } }
        guard topics.count <= ReaderTopic.limit, places <= ReaderTopic.placesLimit else {
            let most = ["topics": "\(ReaderTopic.limit)", "places": "\(ReaderTopic.placesLimit)"]
            throw Problem(.unprocessableContent, strings.filled("me_newsMost", most))
        }
        let (consent, wantsLetter) = (strings["me_newsLetter"], field("letter") == "1")
        try await pages.archive.write { holdings in
            try holdings.readerTopics.set(topics, of: session.reader)
            if wantsLetter {
                try holdings.readers.add(.mine, for: session.reader, consent: consent)
            } else {
                try holdings.readers.leave(session.reader, .mine)
            }
        }
        let isOpen = !typed.isEmpty && only == nil
        return Self.redirect("kept", isOpen ? "&place=" + typed.escapedForQuery + "#places" : "")
    }

    private static func redirect(_ outcome: String, _ more: String = "") -> Response {
        Response(
            status: .seeOther,
            headers: [.location: Self.page + "?done=" + outcome + more, .cacheControl: "no-store"])
    }

    /// The feed of what a reader follows. Whoever has its address can read it; it tells nothing else of the reader.
    private func feed(_ name: String, _ request: Request) async throws -> Response {
        guard let (reader, version) = accounts.feeds.read(name) else { throw Self.ended }
        let topics = try await pages.archive.read { holdings in
            try holdings.readerTopics.feedVersion(of: reader) == version
                ? try holdings.readerTopics.list(of: reader) : nil
        }
        guard let topics else { throw Self.ended }
        let (masthead, entries) = try await pages.stories.current { masthead in
            let query = try await query(topics, masthead, limit: SyndicatedFeed.length)
            return (
                masthead,
                try await pages.stories.feedEntries(
                    query, text: .html, pictures: SyndicatedFeed.pictures, bodyPictures: true, masthead
                ).stories
            )
        }
        let strings = pages.templates.catalogues.strings(for: [masthead.language], of: masthead)
        var feed = SyndicatedFeed(
            masthead: masthead, site: pages.site, address: FeedAddress(.newspaper, .rss), subject: strings["me_news"],
            entries: entries)
        feed.own = (accounts.feeds.feed(of: reader, version: version), pages.site.root + Self.page)
        let document = Document(
            revision: masthead.revision, bytes: feed.document, type: FeedFormat.rss.mediaType + "; charset=utf-8",
            coding: ContentCoding(accept: request.headers[.acceptEncoding]), cacheControl: "private, max-age=300",
            headers: [.vary: "Accept-Encoding", .robots: "noindex"])
        return Response(document, to: request)
    }

    private static let ended = Problem(
        .notFound, "There is no feed at this address. Its reader may have a new address for it.", key: "ownFeed")
}

extension HTTPField.Name {
    /// A valid name by construction; the fallback is never taken.
    fileprivate static let robots = Self("X-Robots-Tag") ?? .server
}
