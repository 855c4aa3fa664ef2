import Archive
import Documents
import Foundation
import Hummingbird
import NIOPosix
import News
import Syndication
import Web

/// `/api/v1/articles`.
struct ArticleRoutes: Sendable {
    let desk: EditorDesk
    let site: Site
    /// The newspaper's, which decides when days begin and end.
    let zone: TimeZone

    func add(to router: RouterGroup<NewsRequestContext>) {
        let contributors = router.group().add(middleware: TokenMiddleware(desk: desk, atLeast: .contributor))
        contributors.get("articles", use: list)
        contributors.post("articles", use: create)
        contributors.get("articles/{id}", use: show)
        contributors.put("articles/{id}", use: replace)
        contributors.delete("articles/{id}", use: remove)
        contributors.post("articles/{id}/moves", use: move)
    }

    private struct List: Encodable {
        var articles: [ArticleOutput]
    }

    @Sendable private func list(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let editor = try context.editor
        let query = ListQuery(request)
        let (states, limit) = (try ArticleFilter(query, editor), try query.limit())
        let form = NewsroomForm(FormFields.parse(request.uri.query ?? ""))
        let (articles, order) = try await desk.archive.read { holdings in
            let wanted = try ArticleQuery(form, try holdings.sections.list(), in: zone, usual: .number)
            let filter = wanted.filter.with(states)
            return (
                try holdings.articles.list(filter, in: wanted.order, limit: limit + 1, after: wanted.after),
                wanted.order
            )
        }
        let page = articles.prefix(limit)
        let last = articles.count > limit ? page.last : nil
        return try desk.read(
            List(articles: page.map { ArticleOutput($0, for: editor, site) }),
            link: last.map { query.next("after", text: ArticlePlace(after: $0, in: order).token) })
    }

    @Sendable private func show(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let editor = try context.editor
        let id = try context.articleID()
        guard let article = try await desk.archive.read({ try $0.articles.find(id) }) else {
            throw Self.unknown
        }
        return try desk.read(ArticleOutput(article, for: editor, site), revision: article.revision)
    }

    @Sendable private func create(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let editor = try context.editor
        let body = try await desk.body(request)
        let input = try desk.json(ArticleInput.self, body)
        let draft = try await desk.draft(input)
        return try await desk.write(request, body, by: editor) { holdings in
            let move = try input.move(from: ArticleState())
            try Self.check(editor, may: move, ArticleState())
            return try answer(.created, try holdings.articles.insert(draft, move, by: editor), editor)
        }
    }

    @Sendable private func replace(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let editor = try context.editor
        let (id, expected) = (try context.articleID(), try desk.expectation(request))
        let body = try await desk.body(request)
        let input = try desk.json(ArticleInput.self, body)
        // Read before the transaction begins, since others wait for that.
        let written = try await desk.draft(input)
        return try await desk.write(request, body, by: editor) { holdings in
            let old = try Self.find(id, holdings)
            var draft = written
            // Members left out keep their values: the edition, the embargo, the planned day, and the states.
            if input.details.edition == nil { draft.edition = old.draft.edition }
            if input.details.embargoUntil == nil { draft.embargoUntil = old.draft.embargoUntil }
            if input.details.planned == nil { draft.planned = old.draft.planned }
            let move = try input.move(from: old.state)
            try Self.check(editor, may: move, old.state)
            let revision = try expected.revision(old.revision)
            return try answer(
                .ok, try holdings.articles.change(old.id, revision: revision, to: draft, move, by: editor), editor)
        }
    }

    /// Withdraws an article from readers, or kills it if they never saw it; one that is already gone stays
    /// so.
    @Sendable private func remove(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let editor = try context.editor
        let expected = try desk.expectation(request)
        return try await desk.write(request, [], by: editor) { holdings in
            let article = try Self.find(try context.articleID(), holdings)
            _ = try expected.revision(article.revision)
            switch article.state.publication {
            case .unpublished, .scheduled: return try make(.init(.kill), of: article.id, expected, editor, holdings)
            case .published, .corrected: return try make(.init(.withdraw), of: article.id, expected, editor, holdings)
            case .withdrawn, .killed: return try answer(.ok, article, editor)
            }
        }
    }

    private struct MoveInput: Decodable, Sendable {
        var move: String
        var at: String?
        var text: String?

        func request() throws -> MoveRequest {
            guard let move = Move(rawValue: move), move != .save else {
                let all = Move.allCases.filter { $0 != .save }.map(\.rawValue).joined(separator: ", ")
                throw ArchiveError.faults([.init(field: "move", detail: "must be one of \(all)")])
            }
            let text = (text ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
            return MoveRequest(move, at: try ArticleInput.moment(at, "at"), text: text)
        }
    }

    @Sendable private func move(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        try await desk.change(request, context, MoveInput.self) {
            input, expected, editor, holdings in
            try make(try input.request(), of: try context.articleID(), expected, editor, holdings)
        }
    }

    private func make(
        _ move: MoveRequest, of id: Int, _ expected: EditorDesk.Expectation, _ editor: Editor, _ holdings: Holdings
    ) throws -> EditorDesk.Answer {
        let old = try Self.find(id, holdings)
        try Self.check(editor, may: move, old.state)
        let revision = try expected.revision(old.revision)
        return try answer(.ok, try holdings.articles.change(id, revision: revision, move, by: editor), editor)
    }

    /// Checks that the token is good for changing what readers see or saw. The table of moves decides what
    /// the editor may do.
    static func check(_ editor: Editor, may move: MoveRequest?, _ state: ArticleState) throws {
        let concernsReaders = move?.move.concernsReaders == true || state.publication != .unpublished
        if concernsReaders, let token = editor.token, token.scope < .publish { throw EditorDesk.tooNarrow(.publish) }
    }

    private func answer(_ status: HTTPResponse.Status, _ article: Article, _ editor: Editor) throws -> EditorDesk.Answer
    {
        try EditorDesk.Answer(
            status, ArticleOutput(article, for: editor, site), location: "/api/v1/articles/\(article.id)",
            revision: article.revision)
    }

    static func find(_ id: Int, _ holdings: Holdings) throws -> Article {
        guard let article = try holdings.articles.find(id) else { throw Self.unknown }
        return article
    }

    static let unknown = Problem(.notFound, "There is no article with this number.")
}

extension NewsRequestContext {
    /// The number of the article in the address. Throws `Problem` 404.
    func articleID() throws -> Int {
        guard let id = parameters.get("id", as: Int.self) else { throw ArticleRoutes.unknown }
        return id
    }
}

extension ArticleFilter {
    /// Reads from the query of a list what only the API has.
    fileprivate init(_ query: ListQuery, _ editor: Editor) throws {
        self.init()
        publication = try query.choice("status")
        workflow = try query.choice("workflow")
        for name in ["q", "byline"] { _ = try query.text(name, limit: 200) }
        let author: Author? = try query.choice("author")
        self.author = author == nil ? nil : editor.id
    }

    private enum Author: String, CaseIterable { case me }

    /// The same filter with the states and the author of another.
    fileprivate func with(_ states: ArticleFilter) -> ArticleFilter {
        var filter = self
        (filter.publication, filter.workflow, filter.author) = (states.publication, states.workflow, states.author)
        return filter
    }
}

extension EditorDesk {
    /// The draft of an article, its body sanitised on a thread that may take its time. Throws 422 with
    /// every fault.
    func draft(_ input: ArticleInput) async throws -> ArticleDraft {
        do {
            return try await NIOThreadPool.singleton.runIfActive { try input.draft() }
        } catch ArchiveError.faults(let faults) {
            throw Self.unacceptable(faults)
        }
    }
}
