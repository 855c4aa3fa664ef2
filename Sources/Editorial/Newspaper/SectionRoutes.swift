import Archive
import Documents
import Foundation
import Hummingbird
import News
import Web

/// `/api/v1/sections`.
struct SectionRoutes: Sendable {
    let desk: EditorDesk

    func add(to router: RouterGroup<NewsRequestContext>) {
        let contributors = router.group().add(middleware: TokenMiddleware(desk: desk, atLeast: .contributor))
        let editors = router.group().add(middleware: TokenMiddleware(desk: desk, atLeast: .editor))
        contributors.get("sections", use: list)
        editors.post("sections", use: create)
        contributors.get("sections/{slug}", use: show)
        editors.put("sections/{slug}", use: replace)
        editors.delete("sections/{slug}", use: delete)
    }

    private struct Output: Encodable {
        var slug: String
        var name: String
        var place: ArticleInput.Place?
        var position: Int
        var pushLimit: Int
        var revision: Int
        var url: String

        init(_ row: SectionRow) {
            (slug, name) = (row.section.slug, row.section.name)
            place = row.section.area.map {
                .init(latitude: $0.place.latitude, longitude: $0.place.longitude, radius: $0.radius)
            }
            (position, pushLimit, revision) = (row.position, row.pushLimit, row.revision)
            url = "/sections/\(slug)"
        }
    }
    private struct List: Encodable { var sections: [Output] }

    @Sendable private func list(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let sections = try await desk.archive.read { try $0.sections.rows() }
        return try desk.read(List(sections: sections.map { Output($0) }))
    }

    @Sendable private func show(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let slug = context.parameters.get("slug") ?? ""
        guard let found = try await desk.archive.read({ try $0.sections.find(slug: slug) }) else {
            throw Self.unknown(slug)
        }
        return try desk.read(Output(found), revision: found.revision)
    }

    @Sendable private func create(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        try await desk.write(request, context, SectionInput.self) { input, editor, holdings in
            let made = try input.insert(holdings, by: editor)
            return try .init(
                .created, Output(made), location: "/api/v1/sections/\(made.section.slug)", revision: made.revision)
        }
    }

    @Sendable private func replace(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let slug = context.parameters.get("slug") ?? ""
        return try await desk.change(request, context, SectionInput.self) {
            input, expected, editor, holdings in
            guard let old = try holdings.sections.find(slug: slug) else { throw Self.unknown(slug) }
            let new = try input.replace(slug, revision: try expected.revision(old.revision), holdings, by: editor)
            return try .init(.ok, Output(new), revision: new.revision)
        }
    }

    @Sendable private func delete(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let editor = try context.editor
        let (slug, expected) = (context.parameters.get("slug") ?? "", try desk.expectation(request))
        return try await desk.write(request, [], by: editor) { holdings in
            guard let old = try holdings.sections.find(slug: slug) else { throw Self.unknown(slug) }
            try SectionInput.delete(slug, revision: try expected.revision(old.revision), holdings, by: editor)
            return .noContent
        }
    }

    private static func unknown(_ slug: String) -> Problem { Problem(.notFound, "There is no section \(slug).") }
}
