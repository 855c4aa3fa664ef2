import Archive
import Foundation
import Hummingbird
import News
import PostgreSQL

/// `/api/v1/sections`.
struct SectionRoutes: Sendable {
    let desk: EditorDesk

    func add(to router: RouterGroup<NewsRequestContext>) {
        router.get("sections", use: list)
        router.post("sections", use: create)
        router.get("sections/{slug}", use: show)
        router.put("sections/{slug}", use: replace)
        router.delete("sections/{slug}", use: delete)
    }

    private struct Input: Decodable, Sendable {
        var slug: String?
        var name: String?
        /// Whom all of its news concerns.
        var place: ArticleInput.Place?

        /// The name, and the slug made of it where none is given; else all that is wrong.
        func checked() throws -> (slug: String, name: String) {
            let name = (name ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
            let slug = slug ?? Slug.make(name) ?? ""
            var faults: [ArticleDraft.Fault] = []
            if !(1...100).contains(name.unicodeScalars.count) {
                faults.append(.init(field: "name", detail: "must have 1 to 100 characters"))
            }
            if slug == Section.local {
                faults.append(.init(field: "slug", detail: "stands for what is near the reader: choose another"))
            }
            if place != nil, area == nil { faults.append(ArticleInput.Place.fault) }
            if !Slug.isValid(slug) {
                faults.append(
                    .init(field: "slug", detail: "may hold lower-case letters, digits and single hyphens, at most 100"))
            }
            guard faults.isEmpty else { throw ArchiveError.faults(faults) }
            return (slug, name)
        }

        var area: Area? { place.flatMap { Area($0) } }
    }

    private struct Output: Encodable {
        var slug: String
        var name: String
        var place: ArticleInput.Place?
        var revision: Int?
        var url: String

        init(_ slug: String, _ name: String, _ area: Area?, _ revision: Int?) {
            self.slug = slug
            self.name = name
            place = area.map { .init(latitude: $0.place.latitude, longitude: $0.place.longitude, radius: $0.radius) }
            self.revision = revision
            url = "/sections/\(slug)"
        }
    }
    private struct List: Encodable { var sections: [Output] }

    @Sendable private func list(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        _ = try await desk.editor(request, context, atLeast: .contributor)
        let sections = try await desk.press.database.read { try $0.sections() }
        return try desk.read(List(sections: sections.map { Output($0.slug, $0.name, $0.area, nil) }))
    }

    @Sendable private func show(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        _ = try await desk.editor(request, context, atLeast: .contributor)
        let slug = context.parameters.get("slug") ?? ""
        guard let found = try await desk.press.database.read({ try $0.section(slug: slug) }) else {
            throw Self.unknown(slug)
        }
        return try desk.read(
            Output(slug, found.section.name, found.section.area, found.revision), revision: found.revision)
    }

    @Sendable private func create(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        try await desk.write(request, context, Input.self, atLeast: .editor) { input, editor, connection in
            let (slug, name) = try input.checked()
            try connection.insertSection(slug: slug, name: name, area: input.area)
            try connection.publish("section.create", "section/\(slug)", by: editor, articles: [])
            return try .init(
                .created, Output(slug, name, input.area, 1), location: "/api/v1/sections/\(slug)", revision: 1)
        }
    }

    @Sendable private func replace(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let slug = context.parameters.get("slug") ?? ""
        return try await desk.change(request, context, Input.self, atLeast: .editor) {
            input, expected, editor, connection in
            guard let old = try connection.section(slug: slug) else { throw Self.unknown(slug) }
            guard input.slug == nil || input.slug == slug else {
                throw ArchiveError.faults([.init(field: "slug", detail: "cannot be changed, since addresses hold it")])
            }
            let name = try Input(slug: slug, name: input.name, place: input.place).checked().name
            let revision = try expected.revision(old.revision)
            guard
                let new = try connection.updateSection(
                    old.section.id, revision: revision, name: name, area: input.area)
            else {
                throw ArchiveError.outdated(current: old.revision)
            }
            try connection.publish("section.update", "section/\(slug)", by: editor)
            return try .init(.ok, Output(slug, name, input.area, new), revision: new)
        }
    }

    @Sendable private func delete(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let editor = try await desk.editor(request, context, atLeast: .editor)
        let (slug, expected) = (context.parameters.get("slug") ?? "", try desk.expectation(request))
        return try await desk.write(request, [], by: editor) { connection in
            guard let old = try connection.section(slug: slug) else { throw Self.unknown(slug) }
            guard try connection.deleteSection(old.section.id, revision: try expected.revision(old.revision)) else {
                throw ArchiveError.outdated(current: old.revision)
            }
            try connection.publish("section.delete", "section/\(slug)", by: editor, articles: [])
            return .noContent
        }
    }

    private static func unknown(_ slug: String) -> Problem { Problem(.notFound, "There is no section \(slug).") }
}
