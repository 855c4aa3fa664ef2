import Archive
import Documents
import Foundation
import Hummingbird
import News
import Web
import WebEditions

/// An edition's front page as devices will get it, made by the same code as the readers' page, including
/// what is not published yet.
struct EditionPreviewRoutes: Sendable {
    let desk: NewsroomDesk

    func add(to router: Router<NewsRequestContext>) {
        let editors = desk.signedIn(router, atLeast: .editor)
        editors.get("/admin/editions/{number}/preview/{device}", use: preview)
    }

    @Sendable private func preview(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let number = context.parameters.get("number", as: Int.self) ?? 0
        let visit = try context.visit
        let preview = try Preview(context, visit)
        let (edition, plan) = (preview.edition, preview.plan)
        let reads = ReadersLanguage(request, visit)
        let limit = min(plan.items ?? edition.length, edition.length)
        let found = try await desk.archive.read {
            try $0.preview(of: number, on: edition, to: reads, limit: limit, pictures: plan.pair)
        }
        guard let found else { throw Problem(.notFound, visit.strings["room_editionUnknown"]) }
        var masthead = visit.masthead
        (masthead.latestEdition, masthead.front) = (found.edition, found.front)
        let leads = edition == .edition && !found.edition.isFull
        let strings = reads.code.isEmpty ? visit.strings : desk.pages.strings([reads.code])
        var subject = ListPage.Subject(
            path: edition.home, leading: leads ? found.edition.number : nil, webEdition: edition, strings: strings)
        subject.isPreview = true
        let document = try PageRoutes(edition: edition, desk: desk.pages).fit(
            subject, (found.stories, nil), masthead, preview.key(.front, request, strings))
        var response = Preview.response(document)
        response.headers.allowBeingFramed()
        return response
    }
}

/// The language that the readers of a preview read.
struct ReadersLanguage: Sendable {
    /// The field of an address that names it.
    static let field = "reads"

    /// A primary language subtag; empty for readers who prefer none.
    let code: String

    /// That of the address, else the newspaper's own.
    init(_ request: Request, _ visit: NewsroomDesk.Visit) {
        let asked = FormFields.parse(request.uri.query ?? "").last { $0.name == Self.field }?.value
        code = String((asked ?? visit.masthead.language).lowercased().prefix { $0 != "-" }.prefix(8))
    }

    /// Stories that they read before all others, as in their own lists.
    func sorted(_ stories: [Story]) -> [Story] {
        guard !code.isEmpty else { return stories }
        func isRead(_ story: Story) -> Bool { story.language.lowercased().prefix { $0 != "-" } == code }
        return stories.filter(isRead) + stories.filter { !isRead($0) }
    }
}

extension Holdings {
    /// The stories that readers would get if an edition were published now: its front page, then its other approved or published articles, as
    /// far as they come first in a web edition, and the newest of all editions.
    fileprivate func preview(
        of number: Int, on face: WebEdition, to reads: ReadersLanguage, limit: Int, pictures: PicturePair?
    ) throws -> (edition: Edition, front: FrontPage, stories: [Story])? {
        guard let edition = try editions.find(.number(number), onlyPublished: false) else { return nil }
        let front = try editions.frontPage(of: number, onlyPublished: false)
        var filter = ArticleFilter()
        filter.edition = number
        let own = try articles.list(filter, limit: DeliveryPlan.itemLimit, after: nil).filter(\.goesOut).sorted {
            ($0.publishedAt, $0.id) > ($1.publishedAt, $1.id)
        }
        let coming = Set(try articles.find(front.stories).filter(\.goesOut).map(\.id))
        let isAlone = face == .edition && edition.isFull
        var query = StoryQuery(limit: limit)
        query.languages = reads.code.isEmpty ? [] : [reads.code]
        let newest = isAlone ? [] : try self.stories.page(query).entries.map(\.id)
        // Whatever is not published yet is the newest then.
        let first = face == .edition ? own : own.filter { !$0.state.publication.isOut }
        let all = front.stories.filter(coming.contains) + first.map(\.id) + newest
        let ids = all.reduce(into: [Int]()) { ids, id in if !ids.contains(id) { ids.append(id) } }
        var stories = try self.stories.find(ids, text: .headline, pictures: pictures)
        let places = Dictionary(uniqueKeysWithValues: ids.enumerated().map { ($1, $0) })
        stories.sort { places[$0.id] ?? 0 < places[$1.id] ?? 0 }
        stories = Array(reads.sorted(stories.filter { !$0.headline.isEmpty }).prefix(limit))
        if let pictures { stories = try self.pictures.adding(sources: pictures, to: stories) }
        return (edition, front, stories)
    }
}

extension Article {
    /// Whether readers have it, or get it once its edition is published: drafts, what was taken back, and what is
    /// scheduled for a time of its own stay out.
    var goesOut: Bool {
        state.publication.isOut
            || state.publication == .unpublished && state.workflow == .approved
                && state.embargoUntil.map { $0 <= Date() } ?? true
    }
}
