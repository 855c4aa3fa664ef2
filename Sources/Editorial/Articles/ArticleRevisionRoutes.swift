import Archive
import Documents
import Foundation
import Hummingbird
import News
import Syndication
import Web

/// `/api/v1/articles/{id}/revisions`: earlier revisions of an article, and how to restore them.
struct ArticleRevisionRoutes: Sendable {
    let desk: EditorDesk
    let site: Site

    func add(to router: RouterGroup<NewsRequestContext>) {
        let contributors = router.group().add(middleware: TokenMiddleware(desk: desk, atLeast: .contributor))
        contributors.get("articles/{id}/revisions", use: list)
        contributors.get("articles/{id}/revisions/{revision}", use: show)
        contributors.post("articles/{id}/revisions/{revision}/restore", use: restore)
    }

    private struct Entry: Encodable {
        var revision: Int
        var at: String
        var editor: String?
        /// The action as the audit trail has it; nil if it is not known.
        var action: String?
        var text: String?
        var changed: [String]

        init(_ revision: ArticleRevision) {
            (self.revision, at, editor) = (revision.number, RFC822.iso8601(revision.at), revision.editor)
            action = revision.action.isEmpty ? nil : revision.action
            text = revision.text.isEmpty ? nil : revision.text
            changed = revision.changed
        }
    }
    private struct List: Encodable { var revisions: [Entry] }

    private struct Output: Encodable {
        var revision: Int
        var at: String
        var article: ArticleInput
    }

    @Sendable private func list(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let (id, query) = (try context.articleID(), ListQuery(request))
        let (limit, before) = (try query.limit(), try query.number("before"))
        let revisions = try await desk.archive.read { holdings in
            guard try holdings.articles.find(id) != nil else { throw ArticleRoutes.unknown }
            return try holdings.articles.revisions(of: id, before: before, limit: limit + 1)
        }
        let page = revisions.prefix(limit)
        return try desk.read(
            List(revisions: page.map(Entry.init)),
            link: query.next("before", revisions.count > limit ? page.last?.number : nil))
    }

    @Sendable private func show(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let (id, number) = (try context.articleID(), Self.number(context))
        let old = try await desk.archive.read { try Self.find(id, number, $0) }
        return try desk.read(
            Output(revision: old.revision, at: RFC822.iso8601(old.updatedAt), article: ArticleInput(old)))
    }

    /// Saves the text of an earlier revision again, as a new revision.
    @Sendable private func restore(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let editor = try context.editor
        let (expected, id, number) = (try desk.expectation(request), try context.articleID(), Self.number(context))
        return try await desk.write(request, [], by: editor) { holdings in
            let (now, old) = (try ArticleRoutes.find(id, holdings), try Self.find(id, number, holdings))
            try ArticleRoutes.check(editor, may: nil, now.state)
            let article = try holdings.articles.change(
                id, revision: try expected.revision(now.revision), to: old.draft, by: editor)
            return try .init(.ok, ArticleOutput(article, for: editor, site), revision: article.revision)
        }
    }

    private static func number(_ context: NewsRequestContext) -> Int {
        context.parameters.get("revision", as: Int.self) ?? 0
    }

    private static func find(_ id: Int, _ number: Int, _ holdings: Holdings) throws -> Article {
        guard let old = try holdings.articles.find(id, asOf: number) else {
            throw Problem(.notFound, "The article has no revision with this number.")
        }
        return old
    }
}
