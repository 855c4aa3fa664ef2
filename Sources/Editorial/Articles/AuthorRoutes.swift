import Archive
import Documents
import Hummingbird
import News
import Syndication
import Web

/// `/api/v1/authors/{slug}`: an author, and the portrait beside the bylines.
struct AuthorRoutes: Sendable {
    let desk: EditorDesk
    let site: Site

    func add(to router: RouterGroup<NewsRequestContext>) {
        let contributors = router.group().add(middleware: TokenMiddleware(desk: desk, atLeast: .contributor))
        let editors = router.group().add(middleware: TokenMiddleware(desk: desk, atLeast: .editor))
        contributors.get("authors/{slug}", use: show)
        editors.put("authors/{slug}/portrait", use: setPortrait)
    }

    private struct Input: Decodable, Sendable {
        var picture: String?
    }

    private struct Output: Encodable {
        var slug: String
        var name: String
        var note: String
        var url: String
        /// SHA-256 of the picture, in hexadecimal.
        var portrait: String?

        init(_ slug: String, _ holdings: Holdings, _ site: Site) throws {
            guard let author = try holdings.authors.find(slug: slug) else { throw AuthorRoutes.unknown }
            (self.slug, name, note, url) = (author.slug, author.name, author.note, site.author(author.slug))
            portrait = try holdings.authors.portraitHash(of: author.id)
        }
    }

    @Sendable private func show(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let slug = context.parameters.get("slug") ?? ""
        return try desk.read(try await desk.archive.read { [site] in try Output(slug, $0, site) })
    }

    @Sendable private func setPortrait(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let slug = context.parameters.get("slug") ?? ""
        return try await desk.write(request, context, Input.self) { [site] input, editor, holdings in
            guard input.picture.map(isSHA256) ?? true else {
                throw ArchiveError.faults([.init(field: "picture", detail: "is not a SHA-256 in hexadecimal")])
            }
            do {
                try holdings.authors.setPortrait(input.picture, of: slug, by: editor.maker)
            } catch ArchiveError.notFound {
                throw AuthorRoutes.unknown
            }
            return try EditorDesk.Answer(.ok, Output(slug, holdings, site))
        }
    }

    private static let unknown = Problem(.notFound, "There is no author with this slug.")
}
