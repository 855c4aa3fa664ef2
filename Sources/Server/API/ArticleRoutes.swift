import Archive
import Hummingbird
import News
import PostgreSQL
import Syndication

/// `/api/v1/articles`.
struct ArticleRoutes: Sendable {
    let desk: EditorDesk
    let site: Site

    func add(to router: RouterGroup<NewsRequestContext>) {
        router.get("articles", use: list)
        router.post("articles", use: create)
        router.get("articles/{id}", use: show)
        router.put("articles/{id}", use: replace)
        router.delete("articles/{id}", use: withdraw)
    }

    private struct List: Encodable {
        var articles: [ArticleOutput]
    }

    @Sendable private func list(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        _ = try await desk.editor(request, context, atLeast: .contributor)
        let fields = Dictionary(FormFields.parse(request.uri.query ?? ""), uniquingKeysWith: { $1 })
        let limit = min(max(fields["limit"].flatMap { Int($0) } ?? 50, 1), 200)
        let after = fields["after"].flatMap { Int($0) }
        let status = fields["status"].flatMap(ArticleDraft.Status.init)
        let articles = try await desk.press.database.read {
            try $0.articles(limit: limit + 1, after: after, status: status)
        }
        let page = articles.prefix(limit)
        let filter = status.map { "&status=\($0.rawValue)" } ?? ""
        let link =
            articles.count > limit
            ? page.last.map { "</api/v1/articles?limit=\(limit)&after=\($0.id)\(filter)>; rel=\"next\"" } : nil
        return try desk.read(List(articles: page.map { ArticleOutput($0, site) }), link: link)
    }

    @Sendable private func show(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        _ = try await desk.editor(request, context, atLeast: .contributor)
        let id = try identifier(context)
        guard let article = try await desk.press.database.read({ try $0.article(id) }) else { throw Self.unknown }
        return try desk.read(ArticleOutput(article, site), revision: article.revision)
    }

    @Sendable private func create(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let editor = try await desk.editor(request, context, atLeast: .contributor)
        let body = try await desk.body(request)
        let input = try desk.json(ArticleInput.self, body)
        let draft = try await desk.draft(input)
        return try await desk.write(request, body, by: editor) { connection in
            try Self.check(editor, may: draft.status)
            let article = try connection.insertArticle(draft, by: editor.maker)
            try tell(connection, article, was: nil)
            return try answer(.created, article)
        }
    }

    @Sendable private func replace(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let editor = try await desk.editor(request, context, atLeast: .contributor)
        let id = try identifier(context)
        let expected = try desk.expectation(request)
        let body = try await desk.body(request)
        let input = try desk.json(ArticleInput.self, body)
        let written = try await desk.draft(input)
        return try await desk.write(request, body, by: editor) { connection in
            guard let old = try connection.article(id) else { throw Self.unknown }
            var draft = written
            // What is not said stays as it is: the state, the edition and the moment of publication.
            if input.status == nil { draft.status = old.draft.status }
            if input.edition == nil, old.draft.status != .draft { draft.edition = old.draft.edition }
            try Self.check(editor, may: old.draft.status)
            try Self.check(editor, may: draft.status)
            let revision = try expected.revision(old.revision)
            let article = try connection.updateArticle(id, revision: revision, draft, by: editor.maker)
            try tell(connection, article, was: old)
            return try answer(.ok, article)
        }
    }

    @Sendable private func withdraw(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let editor = try await desk.editor(request, context, atLeast: .editor)
        let id = try identifier(context)
        let expected = try desk.expectation(request)
        return try await desk.write(request, [], by: editor) { connection in
            guard let old = try connection.article(id) else { throw Self.unknown }
            let revision = try expected.revision(old.revision)
            let article = try connection.withdrawArticle(id, revision: revision, by: editor.maker)
            try tell(connection, article, was: old)
            return try answer(.ok, article)
        }
    }

    /// Drafts are everybody's; what readers see or saw is the editors'.
    private static func check(_ editor: Editor, may status: ArticleDraft.Status) throws {
        guard status == .draft || editor.role >= .editor else {
            throw Problem(
                .forbidden,
                "What is published is changed by the role editor; \(editor.name) has the role \(editor.role.rawValue).")
        }
        if status != .draft, let token = editor.token, token.scope < .publish { throw EditorDesk.tooNarrow(.publish) }
    }

    /// Readers, and who listens by a webhook, see a change of what is or was published.
    private func tell(_ connection: Connection, _ article: Article, was old: Article?) throws {
        guard let event = WebhookEvent(from: old?.draft.status, to: article.draft.status) else { return }
        try connection.bumpRevision(articles: [article.id])
        try connection.note(event, of: article, url: site.article(article.draft.slug))
        if event == .articlePublished || article.draft.edition != old?.draft.edition {
            try connection.noteEdition(of: article, url: site.edition)
        }
    }

    private func answer(_ status: HTTPResponse.Status, _ article: Article) throws -> EditorDesk.Answer {
        try EditorDesk.Answer(
            status, ArticleOutput(article, site), location: "/api/v1/articles/\(article.id)", revision: article.revision
        )
    }

    private func identifier(_ context: NewsRequestContext) throws -> Int {
        guard let id = context.parameters.get("id", as: Int.self) else { throw Self.unknown }
        return id
    }

    private static let unknown = Problem(.notFound, "There is no article of this number.")
}
