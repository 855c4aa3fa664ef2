import Archive
import Documents
import Foundation
import Hummingbird
import News
import Syndication
import Web

/// `/api/v1/articles/{id}/seen-as`: an article as five devices would get it, including its writer's unsaved
/// changes, and what readers would miss in it.
struct SeenAsRoutes: Sendable {
    let desk: EditorDesk
    let site: Site

    func add(to router: RouterGroup<NewsRequestContext>) {
        let contributors = router.group().add(middleware: TokenMiddleware(desk: desk, atLeast: .contributor))
        contributors.get("articles/{id}/seen-as", use: show)
    }

    private struct Output: Encodable {
        var checks: [String]
        var devices: [SeenAs.Sight]
    }

    @Sendable private func show(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let editor = try context.editor
        let (id, masthead) = (try context.articleID(), try await desk.revisions.masthead())
        let article = try await desk.archive.read { try ArticleRoutes.find(id, $0) }
        let draft = try await ArticleForm.written(of: article, by: editor, in: .gmt, desk.archive)
        let sights = try await desk.archive.read { [site] in
            try SeenAs.all(draft, of: article, masthead, site, $0)
        }
        return try desk.read(
            Output(checks: ArticleCheck.of(draft).map(\.rawValue), devices: sights), revision: article.revision)
    }
}
