import Archive
import Editorial
import Foundation
import HTTPTypes
import Hummingbird
import News
import Web

/// `/admin/articles/{id}/comments`: what people of the newsroom write to each other about an article.
///
/// Without a script, the buttons send the whole form of the article, whose text is kept as by its other buttons. A script sends only
/// what belongs to the comment, and gets the new list.
struct CommentPageRoutes: Sendable {
    let desk: NewsroomDesk
    let writing: WritingRoutes

    func add(to router: Router<NewsRequestContext>) {
        let contributors = desk.signedIn(router)
        contributors.post("/admin/articles/{id}/comments", use: create)
        contributors.post("/admin/articles/{id}/comments/{number}", use: change)
        contributors.get("/admin/names.json", use: names)
    }

    @Sendable private func create(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let visit = try context.visit
        let fields = try await desk.form(request, visit, limit: ArticleForm.limit)
        let article = try await desk.article(context, visit)
        var typed = CommentsPart.Typed(
            text: fields["comment"], assignee: fields["comment_for"], due: fields["comment_due"], faults: [])
        let draft = CommentDraft(
            text: typed.text, assignee: typed.assignee.isEmpty ? nil : Int32(typed.assignee).map { Int($0) } ?? 0,
            due: typed.due.isEmpty ? nil : typed.due)
        do {
            let editor = visit.editor
            let comment = try await desk.archive.write { try $0.comments.insert(draft, on: article.id, by: editor) }
            return try await done("comment", comment.id, article, fields, visit)
        } catch let error as CommentFaults {
            typed.faults = error.faults
            typed.text = String(typed.text.prefix(2 * CommentDraft.limit))
            guard fields.isFromScript else {
                let text = try await writing.keep(of: article, fields, visit)
                return try await writing.page(
                    article, visit, request, typed: text, comment: typed, status: .unprocessableContent)
            }
            var response = try await piece(article, visit, typed: typed)
            response.status = .unprocessableContent
            return response
        }
    }

    @Sendable private func change(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let visit = try context.visit
        let fields = try await desk.form(request, visit, limit: ArticleForm.limit)
        let article = try await desk.article(context, visit)
        guard let number = context.parameters.get("number", as: Int.self), let act = Act(rawValue: fields["do"]) else {
            throw Problem(.badRequest, visit.strings["room_formIsOld"])
        }
        do {
            let (editor, strings) = (visit.editor, visit.strings)
            try await desk.archive.write { holdings in
                let comment = try holdings.comments.locked(number, of: article.id)
                switch act {
                case .done, .reopen: _ = try holdings.comments.set(act == .done, comment, by: editor)
                case .delete where comment.mayBeDeleted(by: editor): try holdings.comments.delete(comment, by: editor)
                case .delete: throw Problem(.forbidden, strings["room_comment_notYours"])
                }
            }
        } catch ArchiveError.notFound {
            // Somebody else deleted it first.
            return try await done("commentGone", nil, article, fields, visit)
        }
        return try await done(act.said, act == .delete ? nil : number, article, fields, visit)
    }

    private enum Act: String {
        case done, reopen, delete

        /// The message for it, by its key in the catalogues.
        var said: String {
            switch self {
            case .done: "commentDone"
            case .reopen: "commentReopened"
            case .delete: "commentDeleted"
            }
        }
    }

    /// The answer after a change: the list for a script; else the page of the article, whose text is kept.
    private func done(
        _ said: String, _ comment: Int?, _ article: Article, _ fields: NewsroomForm, _ visit: NewsroomDesk.Visit
    ) async throws -> Response {
        if fields.isFromScript { return try await piece(article, visit, said: said) }
        _ = try await writing.keep(of: article, fields, visit)
        let field = comment.map { "comment-\($0)" } ?? "comments"
        return desk.redirect(to: article, BrowserCopy(fields), done: said, field: field)
    }

    private func piece(
        _ article: Article, _ visit: NewsroomDesk.Visit, typed: CommentsPart.Typed? = nil, said: String? = nil
    ) async throws -> Response {
        let (comments, people) = try await desk.archive.read {
            (try $0.comments.list(of: article.id), try $0.comments.people())
        }
        return try desk.piece(
            "comments", CommentsPart(comments, on: article, people, visit, typed: typed, said: said), visit)
    }

    /// Answers a script with the people whose names begin with what was typed.
    @Sendable private func names(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let words = NewsroomForm(FormFields.parse(request.uri.query ?? "")).line("q", limit: 100)
        let people = try await desk.archive.read { try $0.comments.people() }
        let found = words.isEmpty ? [] : people.filter { $0.matches(words) }.prefix(8).map { ["title": $0.name] }
        return Response(
            status: .ok, headers: [.contentType: "application/json", .cacheControl: "no-store"],
            body: .init(byteBuffer: ByteBuffer(bytes: try JSONEncoder().encode(["people": found]))))
    }
}

extension NewsroomForm {
    /// Whether a script sent it, which wants only a part of the page.
    fileprivate var isFromScript: Bool { self["part"] == "1" }
}
