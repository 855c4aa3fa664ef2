import Archive
import Documents
import Hummingbird
import News
import Syndication
import Web

/// `/api/v1/articles/{id}/authors`: the authors behind the names in an article's byline.
struct ArticleAuthorRoutes: Sendable {
    let desk: EditorDesk
    let site: Site

    func add(to router: RouterGroup<NewsRequestContext>) {
        let contributors = router.group().add(middleware: TokenMiddleware(desk: desk, atLeast: .contributor))
        let editors = router.group().add(middleware: TokenMiddleware(desk: desk, atLeast: .editor))
        contributors.get("articles/{id}/authors", use: show)
        editors.put("articles/{id}/authors", use: change)
    }

    private struct Input: Decodable, Sendable {
        struct Choice: Decodable, Sendable {
            var name: String
            var id: Int?
            var note: String?
        }
        var authors: [Choice]
    }

    private struct Output: Encodable {
        struct Person: Encodable {
            var id: Int
            var name: String
            var note: String
            var url: String
            var articles: Int
        }
        struct Name: Encodable {
            var name: String
            /// The author's identifier.
            var id: Int?
            /// All authors with this name.
            var namesakes: [Person]
        }
        var authors: [Name]

        init(_ names: [BylineName], _ site: Site) {
            authors = names.map { name in
                Name(
                    name: name.name, id: name.author,
                    namesakes: name.namesakes.map {
                        Person(
                            id: $0.id, name: $0.author.name, note: $0.author.note,
                            url: site.author($0.author.slug), articles: $0.articles)
                    })
            }
        }
    }

    @Sendable private func show(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let id = try context.articleID()
        guard let names = try await desk.archive.read({ try $0.authors.bylineNames(of: id) }) else {
            throw ArticleRoutes.unknown
        }
        return try desk.read(Output(names, site), revision: names.version)
    }

    /// Assigns the authors given in the request; the other names keep theirs.
    @Sendable private func change(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        try await desk.change(request, context, Input.self) { input, expected, editor, holdings in
            let id = try context.articleID()
            guard let old = try holdings.authors.bylineNames(of: id) else { throw ArticleRoutes.unknown }
            let version = try expected.revision(old.version)
            let choices = input.authors.map { AuthorChoice(name: $0.name, author: $0.id, note: $0.note) }
            try holdings.authors.set(of: id, version: version, choices, by: editor.maker)
            guard let new = try holdings.authors.bylineNames(of: id) else { throw ArticleRoutes.unknown }
            return try EditorDesk.Answer(.ok, Output(new, site), revision: new.version)
        }
    }
}
