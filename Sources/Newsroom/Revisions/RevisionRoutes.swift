import Archive
import Editorial
import Foundation
import Hummingbird
import NIOPosix
import News
import Web

/// `/admin/articles/{id}/revisions`: earlier revisions of an article, what changed since, and how to
/// restore them.
struct RevisionRoutes: Sendable {
    let desk: NewsroomDesk

    func add(to router: Router<NewsRequestContext>) {
        let contributors = desk.signedIn(router)
        contributors.get("/admin/articles/{id}/revisions", use: list)
        contributors.get("/admin/articles/{id}/revisions/{revision}", use: compare)
        contributors.post("/admin/articles/{id}/revisions/{revision}", use: restore)
    }

    private struct Row: Sendable {
        var number: Int
        var url: String
        var title: String
        var note: String
        var text: String?
    }

    private struct ListPart: Sendable {
        var id: Int
        var headline: String
        var rows: [Row]
        var more: String?
    }

    /// The number of revisions on a page.
    private static let limit = 50

    @Sendable private func list(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let visit = try context.visit
        let (article, strings) = (try await desk.article(context, visit), visit.strings)
        let before = Int(NewsroomForm(FormFields.parse(request.uri.query ?? ""))["before"])
        let revisions = try await desk.archive.read {
            try $0.articles.revisions(of: article.id, before: before, limit: Self.limit + 1)
        }
        let here = NewsroomLinks.article(article.id) + "/revisions"
        let rows = revisions.prefix(Self.limit).map { revision in
            let move = String(revision.action.dropFirst("article.".count))
            let isChange = move == Move.save.rawValue && revision.isOut
            let name = isChange ? "room_changesPublished" : "room_audit_article-" + move
            let what = move.isEmpty ? "" : strings[name]
            let note = [revision.editor, Moment(revision.at, strings).text].compactMap(\.self).joined(
                separator: " · ")
            return Row(
                number: revision.number, url: "\(here)/\(revision.number)", title: what, note: note,
                text: revision.text.isEmpty ? nil : revision.text)
        }
        let part = ListPart(
            id: article.id, headline: article.draft.headline, rows: rows,
            more: revisions.count > Self.limit ? rows.last.map { "\(here)?before=\($0.number)" } : nil)
        return try await desk.page(
            "revisions", part, .init(title: "room_revisions", path: NewsroomLinks.articles), visit, request)
    }

    private struct Change: Sendable {
        var name: String
        var parts: [TextDifference.Part] = []
        /// The pictures before and after, whose names say nothing to anybody.
        var isPicture = false
        var before: String?
        var after: String?
    }

    private struct ComparePart: Sendable {
        var id: Int
        var headline: String
        var number: Int
        var isCurrent: Bool
        /// Whether it can be brought back.
        var isOld: Bool
        var moment: String
        var changes: [Change]
        var isSame: Bool
    }

    /// Shows what has changed since a revision, or what the current one changed.
    @Sendable private func compare(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let visit = try context.visit
        let article = try await desk.article(context, visit)
        let chosen = try await revision(context, of: article, visit)
        let isCurrent = chosen.revision == article.revision
        let old = isCurrent ? try await predecessor(of: chosen) : chosen
        let (before, now) = (try await desk.articleForm(old, visit), try await desk.articleForm(article, visit))
        let strings = visit.strings
        let changes = now.differences(from: before).map { name in
            let title = strings["room_field_" + name]
            guard name == "picture" else {
                let (old, new) = (strings.withNamedPictures(before[name]), strings.withNamedPictures(now[name]))
                return Change(name: title, parts: TextDifference.parts(from: old, to: new))
            }
            return Change(
                name: title, isPicture: true, before: Thumbnail.address(before[name]),
                after: Thumbnail.address(now[name]))
        }
        let part = ComparePart(
            id: article.id, headline: article.draft.headline, number: chosen.revision, isCurrent: isCurrent,
            isOld: !isCurrent && article.moves(for: visit.editor).contains(.save),
            moment: Moment(chosen.updatedAt, visit.strings).text, changes: changes, isSame: changes.isEmpty)
        return try await desk.page(
            "revision", part, .init(title: "room_revision", path: NewsroomLinks.articles), visit, request)
    }

    /// The revision before one; the same if it is the first.
    private func predecessor(of article: Article) async throws -> Article {
        try await desk.archive.read { holdings in
            let number = try holdings.articles.revisions(of: article.id, before: article.revision, limit: 1).first?
                .number
            return try number.flatMap { try holdings.articles.find(article.id, asOf: $0) } ?? article
        }
    }

    /// Puts the text of a revision into the form, to be checked and saved; to undo what was just published, saves it at once.
    @Sendable private func restore(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let visit = try context.visit
        let fields = try await desk.form(request, visit)
        let article = try await desk.article(context, visit)
        guard article.moves(for: visit.editor).contains(.save) else {
            throw Problem(.forbidden, visit.strings["room_notYours"])
        }
        let form = try await desk.articleForm(try await revision(context, of: article, visit), visit)
        if fields["do"] == "undo" {
            return try await undo(to: form, article, since: Int(fields["revision"]), visit)
        }
        let editor = visit.editor.id
        try await desk.archive.write { holdings in
            try holdings.workingCopies.drop(of: article.id, editor: editor)
            _ = try holdings.workingCopies.keep(
                form.fields, base: article.revision, version: 0, of: article.id, editor: editor)
        }
        return desk.redirect(NewsroomLinks.article(article.id) + "?done=brought-back")
    }

    /// Saves the text from before a change, unless somebody has changed the article since.
    private func undo(to form: ArticleForm, _ article: Article, since revision: Int?, _ visit: NewsroomDesk.Visit)
        async throws -> Response
    {
        let here = NewsroomLinks.article(article.id)
        let saved = try await desk.articleForm(article, visit)
        let (draft, faults) = try await form.read(of: article, instead: saved, visit.strings.timeZone)
        guard revision == article.revision, faults.isEmpty else { return desk.redirect(here + "?done=notUndone") }
        do {
            try await desk.write(draft, nil, of: article, visit)
        } catch ArchiveError.outdated {
            return desk.redirect(here + "?done=notUndone")
        }
        return desk.redirect(here + "?done=changeUndone")
    }

    private func revision(
        _ context: NewsRequestContext, of article: Article, _ visit: NewsroomDesk.Visit
    ) async throws -> Article {
        guard let number = context.parameters.get("revision", as: Int.self),
            let old = try await desk.archive.read({ try $0.articles.find(article.id, asOf: number) })
        else { throw Problem(.notFound, visit.strings["room_noRevision"]) }
        return old
    }
}
