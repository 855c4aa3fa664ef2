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
        let limit = min(plan.items ?? edition.length, edition.length)
        let found = try await desk.archive.read {
            try $0.preview(of: number, on: edition, limit: limit, pictures: plan.pair)
        }
        guard let found else { throw Problem(.notFound, visit.strings["room_editionUnknown"]) }
        var masthead = visit.masthead
        (masthead.latestEdition, masthead.front) = (found.edition, found.front)
        let leads = edition == .edition && !found.edition.isFull
        let subject = ListPage.Subject(
            path: edition.home, leading: leads ? found.edition.number : nil, webEdition: edition, strings: visit.strings
        )
        let document = try PageRoutes(edition: edition, desk: desk.pages).fit(
            subject, (found.stories, nil), masthead, preview.key(.front, request, visit))
        return Preview.response(document)
    }
}

extension Holdings {
    /// The stories that readers would get if an edition were published now: its front page, then its other approved or published articles, as
    /// far as they come first in a web edition, and the newest of all editions.
    fileprivate func preview(of number: Int, on face: WebEdition, limit: Int, pictures: PicturePair?) throws -> (
        edition: Edition, front: FrontPage, stories: [Story]
    )? {
        guard let edition = try editions.find(.number(number), onlyPublished: false) else { return nil }
        let front = try editions.frontPage(of: number, onlyPublished: false)
        var filter = ArticleFilter()
        filter.edition = number
        let own = try articles.list(filter, limit: DeliveryPlan.itemLimit, after: nil).filter(\.goesOut).sorted {
            ($0.publishedAt, $0.id) > ($1.publishedAt, $1.id)
        }
        let coming = Set(try articles.find(front.stories).filter(\.goesOut).map(\.id))
        let isAlone = face == .edition && edition.isFull
        let newest = isAlone ? [] : try self.stories.page(StoryQuery(limit: limit)).entries.map(\.id)
        // Whatever is not published yet is the newest then.
        let first = face == .edition ? own : own.filter { !$0.state.publication.isOut }
        let all = front.stories.filter(coming.contains) + first.map(\.id) + newest
        let ids = all.reduce(into: [Int]()) { ids, id in if !ids.contains(id) { ids.append(id) } }
        var stories = try self.stories.find(Array(ids.prefix(limit)), text: .headline, pictures: pictures)
        if let pictures { stories = try self.pictures.adding(sources: pictures, to: stories) }
        let places = Dictionary(uniqueKeysWithValues: ids.enumerated().map { ($1, $0) })
        stories.sort { places[$0.id] ?? 0 < places[$1.id] ?? 0 }
        return (edition, front, stories.filter { !$0.headline.isEmpty })
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
