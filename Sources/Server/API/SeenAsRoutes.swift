import Archive
import Hummingbird
import News
import PostgreSQL
import Syndication

/// `/api/v1/articles/{id}/seen-as`: how five devices would get an article, and what readers would miss in it.
struct SeenAsRoutes: Sendable {
    let desk: EditorDesk
    let site: Site

    func add(to router: RouterGroup<NewsRequestContext>) {
        router.get("articles/{id}/seen-as", use: show)
    }

    private struct Output: Encodable {
        var checks: [String]
        var devices: [SeenAs.Sight]
    }

    @Sendable private func show(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        _ = try await desk.editor(request, context, atLeast: .contributor)
        let (id, masthead) = (try context.articleID(), try await desk.press.revisions.masthead())
        let (article, sights) = try await desk.press.database.read { [site] connection in
            let article = try ArticleRoutes.find(id, connection)
            return (article, try SeenAs.all(article.draft, of: article, masthead, site, connection))
        }
        return try desk.read(
            Output(checks: ArticleCheck.of(article.draft).map(\.rawValue), devices: sights), revision: article.revision)
    }
}
