import Archive
import HTTPTypes
import Hummingbird
import News
import PostgreSQL
import Syndication

/// The lite web edition: text alone, without style or script, for text browsers and the worst links.
struct LiteRoutes: Sendable {
    let desk: ChannelDesk
    let templates: Templates
    private var press: Press { desk.press }

    /// What stands before its addresses.
    static let root = "/lite"
    /// Bytes of a list as sent: ten segments of 1,460 bytes, which TCP sends in its first round trip (RFC 6928), their headers set aside.
    static let budget = 14_000
    /// Stories of a list, at most.
    private static let length = 60

    func add(to router: Router<NewsRequestContext>) {
        router.get("/lite") { request, context in try await list(.front, request, context) }
        router.get("/lite/sections/{slug}") { request, context in
            try await list(.section(context.parameters.get("slug") ?? ""), request, context)
        }
        router.get("/lite/articles/{slug}", use: article)
    }

    /// What the device gets, in text alone.
    private static func plan(_ plan: DeliveryPlan) -> DeliveryPlan { plan.textOnly(within: budget) }

    private func list(_ page: DocumentKey.Page, _ request: Request, _ context: NewsRequestContext) async throws
        -> Response
    {
        let wanted = try await desk.understand(request, [], context).wanted
        let plan = Self.plan(wanted.plan)
        var selection = Selection()
        selection.before = wanted.context.selection.before
        if case .section(let slug) = page { selection.sections = [slug] }
        selection.prefer(wanted.context, in: press.revisions.lastKnown)
        let copy = try await press.copy(.page(.lite(page), plan, selection, wanted.coding)) { [selection] masthead in
            var query = StoryQuery(selection, masthead, limit: min(plan.items ?? Self.length, Self.length))
            try query.select(selection, in: masthead)
            let found = try await press.stories(query, text: .headline, pictures: nil, masthead)
            return try fit(subject(page, selection, masthead), found, plan, masthead, wanted.coding)
        }
        return copy.response(to: request)
    }

    private func subject(
        _ page: DocumentKey.Page, _ selection: Selection, _ masthead: Masthead
    ) -> ListPage.Subject {
        guard case .section(let slug) = page else { return .init(path: Self.root + "/", root: Self.root) }
        let name = slug == Section.local ? "Near you" : masthead.sections.first { $0.slug == slug }?.name
        return .init(
            heading: name, path: "\(Self.root)/sections/\(slug)", section: slug, near: selection.near, root: Self.root)
    }

    private func fit(
        _ subject: ListPage.Subject, _ found: (stories: [Story], rest: Cursor?), _ plan: DeliveryPlan,
        _ masthead: Masthead, _ coding: ContentCoding
    ) throws -> Document {
        let frame = frame(masthead, subject.heading, subject.path, plan, section: subject.section)
        let loads = found.stories.map { story in
            Packer.Load(
                headline: 60 + Self.root.utf8.count + story.headline.utf8.count + story.slug.utf8.count,
                standfirst: plan.text >= .summary && !story.standfirst.isEmpty ? 12 + story.standfirst.utf8.count : 0)
        }
        let packer = Packer(plan, loads, compression: coding.usualRatio)
        return try packer.fit(frame: 1500, budget: plan.budget, compression: coding.usualRatio) { count in
            let page = ListPage(subject, found.stories, packer.shares(count), rest: found.rest, masthead: masthead)
            let document = try document("lite", Page(frame: frame, part: page), masthead, coding)
            return (document, sent: document.body.readableBytes)
        }.written
    }

    @Sendable private func article(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let slug = context.parameters.get("slug") ?? ""
        guard Slug.isValid(slug) else { throw Problem(.notFound, "There is no article of this name.") }
        let wanted = try await desk.understand(request, [], context).wanted
        let plan = Self.plan(wanted.plan)
        let copy = try await press.copy(.page(.lite(.article(slug)), plan, Selection(), wanted.coding)) { masthead in
            guard let story = try await press.story(slug: slug, pictures: nil, masthead) else {
                throw Problem(.notFound, "There is no article of this name, or it has been withdrawn.")
            }
            let frame = frame(masthead, story.headline, "/articles/\(slug)", plan)
            let page = Page(frame: frame, part: ArticlePage(story, nil, masthead))
            return try document("lite-article", page, masthead, wanted.coding)
        }
        return copy.response(to: request)
    }

    private func frame(
        _ masthead: Masthead, _ title: String?, _ path: String, _ plan: DeliveryPlan, section: String? = nil
    ) -> PageFrame {
        PageFrame(
            masthead, desk.site, title: title, path: path, style: nil, plan: plan, section: section, root: Self.root)
    }

    private func document<Part>(_ template: String, _ page: Page<Part>, _ masthead: Masthead, _ coding: ContentCoding)
        throws -> Document
    {
        Document(
            revision: masthead.revision, bytes: try templates.render(template, page), type: Templates.type,
            coding: coding, cacheControl: "private, no-cache", headers: PageRoutes.headers)
    }
}
