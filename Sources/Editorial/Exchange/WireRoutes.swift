import Archive
import Documents
import ExchangeArchive
import HTTPTypes
import Hummingbird
import News
import Syndication
import Web

/// `/api/v1/wire`: the news for agencies and other newspapers, in ninjs and NewsML-G2. A token with read
/// scope is enough.
struct WireRoutes: Sendable {
    let desk: EditorDesk
    let stories: PublishedStories
    let site: Site
    private var archive: Archive { desk.archive }

    /// The formats for partners.
    private enum Format: String, CaseIterable, Sendable {
        case ninjs, newsml
    }

    /// Partners choose for themselves what to show, so they get the largest renditions.
    private static let pictures = PicturePair(
        thumbnail: PictureSpec(width: 320, quality: 60), detail: PictureSpec(width: 1920, quality: 90))
    private static let tombstoneLimit = 100

    func add(to router: RouterGroup<NewsRequestContext>) {
        let partners = router.group().add(middleware: TokenMiddleware(desk: desk, atLeast: .contributor))
        for format in Format.allCases {
            partners.get("wire/\(format.rawValue)") { try await list(format, $0, $1) }
            partners.get("wire/\(format.rawValue)/{id}") { try await story(format, $0, $1) }
        }
    }

    /// The newest stories of a selection, and those withdrawn since the oldest of them.
    private func list(_ format: Format, _ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let asked = ListQuery(request)
        let (section, category) = (try asked.text("section", limit: 100), try asked.text("category", limit: 100))
        let limit = try asked.number("limit", 1...100) ?? 30
        let before = try cursor(try asked.text("before", limit: 100))
        let found = try await stories.current { masthead in
            var query = StoryQuery(limit: limit)
            if !section.isEmpty { query.sections = [try masthead.sectionID(section)] }
            if !category.isEmpty { query.categories = [try masthead.categoryID(category)] }
            query.before = before
            let page = try await stories.feedEntries(
                query, text: .html, pictures: Self.pictures, bodyPictures: false, masthead)
            var feed = unwritten(masthead, page.stories)
            if before == nil, let oldest = page.stories.last {
                feed.tombstones = try await archive.read { [query] in
                    try $0.feeds.withdrawn(
                        query, since: oldest.story.publishedAt, after: 0, limit: Self.tombstoneLimit)
                }.map { .init(guid: $0.guid, at: $0.at, revision: $0.revision) }
            }
            return (feed: feed, rest: page.rest)
        }
        let bytes = format == .ninjs ? found.feed.ninjs : found.feed.newsMessage
        var response = answer(bytes, format == .ninjs ? Self.json : "application/vnd.iptc.g2.newsmessage+xml", request)
        response.headers[.link] = found.rest.map { asked.next("before", text: $0.token) }
        return response
    }

    /// A single story, including a withdrawn one, which is how partners learn of the withdrawal.
    private func story(_ format: Format, _ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let id = try context.articleID()
        let feed = try await stories.current { masthead in
            var query = StoryQuery(limit: 1)
            query.articles = [id]
            let page = try await stories.feedEntries(
                query, text: .html, pictures: Self.pictures, bodyPictures: false, masthead)
            var feed = unwritten(masthead, page.stories)
            if page.stories.isEmpty {
                let withdrawn = try await archive.read { try $0.feeds.withdrawn(article: id) }
                guard let withdrawn else {
                    throw Problem(.notFound, "Nothing was ever published under this number.")
                }
                feed.tombstones = [.init(guid: withdrawn.guid, at: withdrawn.at, revision: withdrawn.revision)]
            }
            return feed
        }
        let bytes = format == .ninjs ? feed.ninjsItem : feed.newsItem
        return answer(bytes, format == .ninjs ? Self.json : "application/vnd.iptc.g2.newsitem+xml", request)
    }

    private static let json = "application/json"

    private func unwritten(_ masthead: Masthead, _ entries: [SyndicatedFeed.Entry]) -> SyndicatedFeed {
        SyndicatedFeed(
            masthead: masthead, site: site, address: FeedAddress(.newspaper, .atom), subject: nil, entries: entries)
    }

    private func cursor(_ text: String) throws -> Cursor? {
        guard !text.isEmpty else { return nil }
        guard let cursor = Cursor(token: text) else {
            throw Problem(.badRequest, "before must be taken from the Link header of the previous page.")
        }
        return cursor
    }

    private func answer(_ bytes: [UInt8], _ type: String, _ request: Request) -> Response {
        Response(
            Document(
                revision: nil, bytes: bytes, type: type,
                coding: ContentCoding(accept: request.headers[.acceptEncoding]),
                cacheControl: "private, no-cache", headers: [.vary: "Accept-Encoding, Authorization"]), to: request)
    }
}
