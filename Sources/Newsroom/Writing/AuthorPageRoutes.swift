import Archive
import Editorial
import Hummingbird
import News
import Web

/// `/admin/articles/{id}/authors`: the authors behind the names in an article's byline, if several people
/// share a name.
struct AuthorPageRoutes: Sendable {
    let desk: NewsroomDesk

    func add(to router: Router<NewsRequestContext>) {
        let editors = desk.signedIn(router, atLeast: .editor)
        editors.get("/admin/articles/{id}/authors", use: show)
        editors.post("/admin/articles/{id}/authors", use: change)
    }

    private struct Row: Sendable {
        /// The number in the names of the form's fields.
        var number: Int
        var name: String
        var namesakes: [Choice]
        var note: String
    }

    private struct Part: Sendable {
        var id: Int
        var headline: String
        var version: Int
        var rows: [Row]
        var isNobody: Bool
    }

    @Sendable private func show(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let visit = try context.visit
        return try await page(try await desk.article(context, visit), visit, request)
    }

    private func page(
        _ article: Article, _ visit: NewsroomDesk.Visit, _ request: Request, fault: String? = nil
    ) async throws -> Response {
        let names = try await desk.archive.read { try $0.authors.bylineNames(of: article.id) } ?? []
        let rows = names.enumerated().map { number, name in
            Row(
                number: number, name: name.name, namesakes: choices(name, visit.strings),
                note: name.namesakes.first { $0.id == name.author }?.author.note ?? "")
        }
        let part = Part(
            id: article.id, headline: article.draft.headline, version: names.version, rows: rows, isNobody: rows.isEmpty
        )
        let status = PageStatus(
            title: "room_authors", path: NewsroomLinks.articles, fault: fault, status: fault == nil ? .ok : .conflict)
        return try await desk.page("authors", part, status, visit, request)
    }

    private func choices(_ name: BylineName, _ strings: Strings) -> [Choice] {
        let known = name.namesakes.map { namesake in
            let facts = [strings("room_sourceArticles", namesake.articles), namesake.latest].filter { !$0.isEmpty }
            return Choice(
                value: "\(namesake.id)", name: ([namesake.author.title] + facts).joined(separator: " · "),
                isChosen: namesake.id == name.author)
        }
        return known + [Choice(value: "new", name: strings["room_authorNew"])]
    }

    /// Reads the fields of each name: `name-0`, `author-0` (a number, or `new`), `note-0`, and `had-0`, the
    /// note as it was before.
    @Sendable private func change(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let visit = try context.visit
        let form = try await desk.form(request, visit)
        let article = try await desk.article(context, visit)
        guard let version = Int(form["version"]) else {
            throw Problem(.badRequest, visit.strings["room_formIsOld"])
        }
        var choices: [AuthorChoice] = []
        for number in 0..<20 where !form["name-\(number)"].isEmpty {
            let author = form["author-\(number)"]
            guard author == "new" || Int(author) != nil else {
                throw Problem(.badRequest, visit.strings["room_formIsOld"])
            }
            // The old note describes the author chosen before, not the one chosen now, so it only
            // counts if somebody changed it.
            let note = form.line("note-\(number)", limit: 200)
            choices.append(
                AuthorChoice(
                    name: form["name-\(number)"], author: Int(author),
                    note: note == form.line("had-\(number)", limit: 200) ? nil : note))
        }
        do {
            try await desk.change { [choices] in
                try $0.authors.set(of: article.id, version: version, choices, by: visit.maker)
            }
        } catch ArchiveError.faults, ArchiveError.outdated, ArchiveError.notFound {
            return try await page(article, visit, request, fault: visit.strings["room_authorsChanged"])
        }
        return desk.redirect(NewsroomLinks.article(article.id) + "/authors")
    }
}
