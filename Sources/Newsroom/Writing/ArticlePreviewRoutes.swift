import Archive
import Documents
import Editorial
import Foundation
import Hummingbird
import News
import Syndication
import Web
import WebEditions

/// An article's page as devices will get it, including unsaved changes.
struct ArticlePreviewRoutes: Sendable {
    let desk: NewsroomDesk

    func add(to router: Router<NewsRequestContext>) {
        let contributors = desk.signedIn(router)
        contributors.get("/admin/articles/{id}/preview/{device}", use: preview)
    }

    @Sendable private func preview(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let visit = try context.visit
        let preview = try Preview(context, visit)
        let article = try await desk.article(context, visit)
        let draft = try await ArticleForm.written(
            of: article, by: visit.editor, in: visit.strings.timeZone, desk.archive)
        let opened = try await desk.archive.read {
            try $0.opened(draft, of: article, pictures: preview.plan.pair)
        }
        let document = try ArticlePageRoutes(edition: preview.edition, desk: desk.pages).fit(
            opened, visit.masthead, preview.key(.article(article.slug, .from(0)), request, visit.strings), visit.strings
        )
        return Preview.response(document)
    }
}

extension Holdings {
    /// A draft with everything on its page except translations, doubles, keywords and related stories.
    fileprivate func opened(_ draft: ArticleDraft, of article: Article, pictures: PicturePair?) throws
        -> OpenedStory
    {
        var story = try story(draft, of: article, text: .html, pictures: pictures)
        if let pictures { story = try self.pictures.adding(sources: pictures, to: [story]).first ?? story }
        story.corrections = try articles.corrections(of: [article.id])[article.id] ?? []
        let body = try stories.body(draft.bodyHTML, pictures: pictures)
        return OpenedStory(
            story: story, body: body.parts + [.markup(story.correctionMarkup)], pictures: body.pictures,
            translations: [], doubles: [], keywords: [], related: [])
    }
}
