import Archive
import Foundation
import Hummingbird
import News
import NIOPosix
import Syndication
import Web

/// `/api/v1/pages`: the pages that stay as they are, such as the imprint.
struct StandingPageRoutes: Sendable {
    let desk: EditorDesk

    func add(to router: RouterGroup<NewsRequestContext>) {
        let contributors = router.group().add(middleware: TokenMiddleware(desk: desk, atLeast: .contributor))
        let chiefs = router.group().add(middleware: TokenMiddleware(desk: desk, atLeast: .chief, scope: .manage))
        contributors.get("pages", use: list)
        contributors.get("pages/{slug}", use: show)
        chiefs.post("pages", use: create)
        chiefs.put("pages/{slug}", use: replace)
        chiefs.delete("pages/{slug}", use: delete)
    }

    private struct Output: Encodable {
        var slug: String
        var title: String
        var body: String
        var inFooter: Bool
        var revision: Int
        var updatedAt: String
        var url: String

        init(_ page: StandingPage) {
            (slug, title, body, inFooter) = (page.slug, page.title, page.body, page.isInFooter)
            (revision, updatedAt) = (page.revision, RFC822.iso8601(page.updatedAt))
            url = "/pages/\(slug)"
        }
    }
    private struct List: Encodable { var pages: [Output] }

    @Sendable private func list(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let pages = try await desk.archive.read { try $0.pages.list() }
        return try desk.read(List(pages: pages.map { Output($0) }))
    }

    @Sendable private func show(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let slug = context.parameters.get("slug") ?? ""
        guard let found = try await desk.archive.read({ try $0.pages.find(slug) }) else { throw Self.unknown(slug) }
        return try desk.read(Output(found), revision: found.revision)
    }

    @Sendable private func create(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        try await desk.write(request, context, StandingPageInput.self) { input, editor, holdings in
            let page = try input.page()
            try page.insert(holdings, by: editor)
            return try .init(
                .created, Output(try Self.found(page.slug, holdings)), location: "/api/v1/pages/\(page.slug)",
                revision: 1)
        }
    }

    @Sendable private func replace(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let slug = context.parameters.get("slug") ?? ""
        return try await desk.change(request, context, StandingPageInput.self) { input, expected, editor, holdings in
            let old = try Self.found(slug, holdings)
            guard input.slug == nil || input.slug == slug else {
                throw ArchiveError.faults([
                    .init(field: "slug", detail: "cannot be changed, since addresses contain it")
                ])
            }
            var input = input
            input.slug = slug
            try input.page(revision: try expected.revision(old.revision)).replace(holdings, by: editor)
            let new = try Self.found(slug, holdings)
            return try .init(.ok, Output(new), revision: new.revision)
        }
    }

    @Sendable private func delete(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let editor = try context.editor
        let (slug, expected) = (context.parameters.get("slug") ?? "", try desk.expectation(request))
        return try await desk.write(request, [], by: editor) { holdings in
            let old = try Self.found(slug, holdings)
            try StandingPage.delete(slug, revision: try expected.revision(old.revision), holdings, by: editor)
            return .noContent
        }
    }

    private static func found(_ slug: String, _ holdings: Holdings) throws -> StandingPage {
        guard let page = try holdings.pages.find(slug) else { throw unknown(slug) }
        return page
    }

    private static func unknown(_ slug: String) -> Problem {
        Problem(.notFound, "There is no page \(slug.prefix(100)).")
    }
}
