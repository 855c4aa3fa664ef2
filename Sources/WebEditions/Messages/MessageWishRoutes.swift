import Archive
import Documents
import Hummingbird
import News
import Web

/// `/news/messages`: what the reader of this device is told of on its lock screen. It is among the app's addresses, so that an installed app
/// opens it too. A link may name what the reader has just seen: `?article=12`, `?author=eva-sousa`, `?category=…` or `?section=…`.
struct MessageWishRoutes: Sendable {
    let desk: PageDesk

    static let path = "/news/messages"
    /// The most authors to choose from: those who wrote most recently.
    private static let authorsLimit = 200

    func add(to router: Router<NewsRequestContext>) { router.get(RouterPath(Self.path), use: page) }

    /// The budget in bytes from which the header has sections: what a connection carries in its first round trip (RFC 6928).
    private static let ample = 14_000

    @Sendable private func page(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let wanted = try await desk.understand(request, context)
        let fields = FormFields.parse(request.uri.query ?? "")
        let (masthead, asked) = try await desk.stories.current { ($0, try await self.asked(fields, $0)) }
        let authors = try await desk.archive.read { try $0.authors.latest(limit: Self.authorsLimit) }
        let plan = wanted.plan(of: .mobile)
        var frame = desk.frame(
            masthead, wanted.strings, title: wanted.strings["news_push"], path: Self.path, plan: plan,
            coding: wanted.coding, sheet: "pages", why: nil)
        // A newspaper may have so many that they alone would not leave room for the form; the menu leads to all of them.
        if plan.budget < Self.ample { (frame.sections, frame.hasStrip) = ([], false) }
        return try desk.templates.page("wishes", frame, within: plan.budget, request) { rows in
            MessageWishPage(asked: asked, authors, masthead, wanted.strings, rows: rows)
        }
    }

    /// The topics of what the reader has just seen; none if it is not there any more.
    private func asked(_ fields: [(name: String, value: String)], _ masthead: Masthead) async throws
        -> [MessageWishPage.Choice]
    {
        for (name, value) in fields {
            switch name {
            case "section":
                return masthead.sections.filter { $0.slug == value }.map { .init(.section($0.slug), $0.name) }
            case "category":
                return masthead.categories.filter { $0.slug == value }.map { .init(.category($0.slug), $0.name) }
            case "author" where Slug.isValid(value):
                let author = try await desk.archive.read { try $0.authors.find(slug: value) }
                return author.map { [.init(.author($0.slug), $0.title)] } ?? []
            case "article":
                if let id = Int(value) { return try await topics(of: id, masthead) }
            default: break
            }
        }
        return []
    }

    /// The topics of an article: its authors, its section, its categories.
    private func topics(of id: Int, _ masthead: Masthead) async throws -> [MessageWishPage.Choice] {
        var query = StoryQuery(limit: 1)
        query.articles = [id]
        let found = try await desk.stories.list(query, text: .headline, pictures: nil, masthead).stories.first
        guard let story = found else { return [] }
        let authors = try await desk.archive.read { try $0.authors.list(of: [id]) }[id] ?? []
        let section = masthead.section(story.sectionID)
        return authors.map { .init(.author($0.slug), $0.title) }
            + (section.map { [.init(.section($0.slug), $0.name)] } ?? [])
            + story.categoryIDs.compactMap { masthead.category($0) }.filter { $0.name != section?.name }
            .map { .init(.category($0.slug), $0.name) }
    }
}
