import Archive
import Foundation
import HTTPTypes
import Hummingbird
import News
import PostgreSQL
import Syndication

/// The mobile web edition: front page, sections, categories, editions and articles, each by the plan of the device.
struct PageRoutes: Sendable {
    let desk: ChannelDesk
    let templates: Templates
    private var press: Press { desk.press }

    func add(to router: Router<NewsRequestContext>) {
        router.get("/") { _, _ in Response(status: .found, headers: [.location: "/m/", .cacheControl: "no-cache"]) }
        router.get("/m") { request, context in try await list(.front, request, context) }
        router.get("/sections/{slug}") { request, context in
            try await list(.section(context.parameters.get("slug") ?? ""), request, context)
        }
        router.get("/categories/{slug}") { request, context in
            try await list(.category(context.parameters.get("slug") ?? ""), request, context)
        }
        router.get("/editions/{edition}") { request, context in
            var device = DeviceContext()
            guard ContextForm.read([("edition", context.parameters.get("edition") ?? "")], into: &device).isEmpty,
                let edition = device.selection.edition
            else {
                throw Problem(.notFound, "An edition is named by its number or its date, such as 12 or 2009-05-31.")
            }
            return try await list(.edition(edition), request, context)
        }
        router.get("/sections", use: sections)
        router.get("/editions", use: editions)
        router.get("/articles/{slug}", use: article)
    }

    private func list(_ page: DocumentKey.Page, _ request: Request, _ context: NewsRequestContext) async throws
        -> Response
    {
        let wanted = try await desk.understand(request, [], context).wanted
        let selection = selection(of: page, wanted.context)
        let copy = try await press.copy(.page(page, wanted.plan, selection, wanted.coding)) { masthead in
            let (subject, query) = try await subject(page, wanted.plan, selection, masthead)
            let found = try await press.stories(
                query, text: .headline, pictures: wanted.plan.pair, sources: true, masthead)
            return try fit(subject, found, masthead, wanted.plan, wanted.coding)
        }
        return response(copy, to: request, wanted)
    }

    /// What comes first on a page, and where it begins. An edition stays as it was printed.
    private func selection(of page: DocumentKey.Page, _ context: DeviceContext) -> Selection {
        var selection = Selection()
        selection.before = context.selection.before
        if case .edition = page { return selection }
        if case .section(let slug) = page { selection.sections = [slug] }
        selection.prefer(context, in: press.revisions.lastKnown)
        return selection
    }

    /// The answer with a page. A browser whose link is known need not ask again to tell it, which takes a round trip.
    private func response(_ copy: Press.Copy, to request: Request, _ wanted: ChannelRequest) -> Response {
        var response = copy.response(to: request)
        if wanted.context.network != nil { response.headers[.criticalCH] = nil }
        return response
    }

    /// What stories a page shows, and where to read them.
    private func subject(
        _ page: DocumentKey.Page, _ plan: DeliveryPlan, _ selection: Selection, _ masthead: Masthead
    ) async throws -> (ListPage.Subject, StoryQuery) {
        var query = StoryQuery(selection, masthead, limit: min(plan.items ?? ListPage.length, ListPage.length))
        var subject = ListPage.Subject(path: "/m/")
        switch page {
        case .section(Section.local):
            query.isLocal = true
            subject = .init(
                heading: "Near you", path: "/sections/\(Section.local)", section: Section.local, near: selection.near)
        case .section(let slug):
            query.sections = [try masthead.sectionID(slug)]
            subject = .init(
                heading: masthead.section(query.sections[0])?.name, path: "/sections/\(slug)", section: slug)
        case .category(let slug):
            query.categories = [try masthead.categoryID(slug)]
            subject = .init(heading: masthead.category(query.categories[0])?.name, path: "/categories/\(slug)")
        case .edition(let reference):
            query.edition = reference
            subject.edition = try await press.database.read { connection in
                try connection.checkEdition(reference)
                return try connection.edition(reference, onlyPublished: true)
            }
            subject.path = "/editions/\(reference.name)"
            subject.heading = subject.edition.map { $0.title.isEmpty ? "Edition \($0.number)" : $0.title }
        case .front, .article, .editions, .lite: break
        }
        return (subject, query)
    }

    /// Renders until the page as sent and its pictures are within the budget.
    private func fit(
        _ subject: ListPage.Subject, _ found: (stories: [Story], rest: Cursor?), _ masthead: Masthead,
        _ plan: DeliveryPlan, _ coding: ContentCoding
    ) throws -> Document {
        let frame = PageFrame(
            masthead, desk.site, title: subject.heading, path: subject.path, style: templates.style, plan: plan,
            section: subject.section)
        let loads = found.stories.enumerated().map { index, story in
            ListPage.load(story, plan, isLead: index == 0 && subject.heading == nil)
        }
        let packer = Packer(plan, loads, compression: coding.usualRatio)
        return try packer.fit(
            frame: templates.style.utf8.count + 2500, budget: plan.budget, compression: coding.usualRatio
        ) { count in
            let shares = packer.shares(count)
            let page = ListPage(subject, found.stories, shares, rest: found.rest, masthead: masthead)
            let document = try document("front", Page(frame: frame, part: page), masthead, coding)
            return (document, sent: document.body.readableBytes)
        }.written
    }

    private func document<Part>(_ template: String, _ page: Page<Part>, _ masthead: Masthead, _ coding: ContentCoding)
        throws -> Document
    {
        Document(
            revision: masthead.revision, bytes: try templates.render(template, page), type: Templates.type,
            coding: coding, cacheControl: "private, no-cache", headers: Self.headers)
    }

    static let headers: HTTPFields = {
        var headers = Templates.headers
        headers[.vary] = "Accept-Encoding, " + ContextHints.names.joined(separator: ", ")
        return headers
    }()

    @Sendable private func article(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let slug = context.parameters.get("slug") ?? ""
        guard Slug.isValid(slug) else { throw Problem(.notFound, "There is no article of this name.") }
        let wanted = try await desk.understand(request, [], context).wanted
        let plan = wanted.plan
        let copy = try await press.copy(.page(.article(slug), plan, Selection(), wanted.coding)) { masthead in
            guard let story = try await press.story(slug: slug, pictures: plan.pair, masthead) else {
                throw Problem(.notFound, "There is no article of this name, or it has been withdrawn.")
            }
            let frame = PageFrame(
                masthead, desk.site, title: story.headline, path: "/articles/\(slug)", style: templates.style,
                plan: plan)
            // The text is what the reader came for, so it is never cut; the picture is the best that fits beside it.
            let affordable = (story.picture?.affordable(plan.pictures) ?? []).filter { $0.bytes < plan.budget }
            for rendition in affordable {
                let page = Page(frame: frame, part: ArticlePage(story, rendition, masthead))
                let illustrated = try document("article", page, masthead, wanted.coding)
                if illustrated.body.readableBytes + rendition.bytes <= plan.budget { return illustrated }
            }
            return try document(
                "article", Page(frame: frame, part: ArticlePage(story, nil, masthead)), masthead, wanted.coding)
        }
        return response(copy, to: request, wanted)
    }

    @Sendable private func sections(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let masthead = try await press.revisions.masthead()
        let plan = try await desk.understand(request, [], context).wanted.plan
        let frame = PageFrame(
            masthead, desk.site, title: "Sections", path: "/sections", style: templates.style, plan: plan)
        return try templates.page("sections", Page(frame: frame, part: SectionsPage(masthead)), revision: nil, request)
    }

    @Sendable private func editions(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let wanted = try await desk.understand(request, [], context).wanted
        let before = FormFields.parse(request.uri.query ?? "").first { $0.name == "before" }.flatMap { Int($0.value) }
        let copy = try await press.copy(.page(.editions(before: before), wanted.plan, Selection(), wanted.coding)) {
            masthead in
            let editions = try await press.database.read {
                try $0.editions(limit: EditionsPage.length + 1, before: before, onlyPublished: true)
            }
            let frame = PageFrame(
                masthead, desk.site, title: "Editions", path: "/editions", style: templates.style, plan: wanted.plan)
            return try document("editions", Page(frame: frame, part: EditionsPage(editions)), masthead, wanted.coding)
        }
        return copy.response(to: request)
    }
}
