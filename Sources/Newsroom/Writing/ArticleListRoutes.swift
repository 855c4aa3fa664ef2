import Archive
import Editorial
import Foundation
import Hummingbird
import News
import Syndication
import Web
import WebEditions

/// `/admin/articles`: all articles, and a new one.
struct ArticleListRoutes: Sendable {
    let desk: NewsroomDesk

    func add(to router: Router<NewsRequestContext>) {
        let contributors = desk.signedIn(router)
        contributors.get("/admin/articles", use: list)
        contributors.post("/admin/articles", use: create)
    }

    @Sendable private func list(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let form = NewsroomForm(FormFields.parse(request.uri.query ?? ""))
        return try await desk.articleList(form, try context.visit, request)
    }

    /// Creates an empty draft in the first section.
    @Sendable private func create(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let visit = try context.visit
        let planned = CivilDate(try await desk.form(request, visit)["planned"])
        let (editor, language) = (visit.editor, visit.masthead.language)
        let article: Article? = try await desk.archive.write { holdings in
            guard let section = try holdings.sections.list().first else { return nil }
            var draft = ArticleDraft()
            draft.section = section.slug
            draft.language = language
            draft.byline = editor.name
            draft.planned = planned
            return try holdings.articles.insert(draft, by: editor)
        }
        guard let article else { throw Problem(.conflict, visit.strings["room_noSection"]) }
        return desk.redirect(NewsroomLinks.article(article.id))
    }
}

extension Strings {
    /// The move of which the writers of an article are told, and who made it.
    func text(of notice: ArticleNotice) -> String {
        let maker = notice.maker ?? self["room_auditNobody"]
        return self("room_told_" + notice.move.rawValue, maker)
    }

    /// Why a comment concerns somebody, and who wrote it.
    func line(of comment: Comment, for editor: Editor) -> String {
        guard comment.assignee?.id == editor.id else {
            let isMention = comment.mentioned.contains { $0.id == editor.id }
            return self(isMention ? "room_told_mention" : "room_told_comment", comment.author.name)
        }
        let task = self("room_told_task", comment.author.name)
        return comment.due.map { task + ", " + self("room_commentBy", Moment.day($0, self)) } ?? task
    }
}

/// An article in a list.
struct ArticleRow: Sendable {
    var url: String
    var headline: String
    /// The move of which its writers are told, and who made it.
    var noticeText: String?
    /// The reason given for that.
    var noticeWords: String?
    var note: String

    /// Creates the row for an article whose writer is told what was done with it, when and why.
    init(_ article: Article, told notice: ArticleNotice, _ strings: Strings) {
        self.init(article, strings)
        noticeText = strings.text(of: notice)
        noticeWords = notice.note.isEmpty ? nil : notice.note
        note = Moment(notice.at, strings).text
    }

    /// Creates the row for an edition that goes out by itself.
    init(_ edition: Edition, _ strings: Strings) {
        url = NewsroomLinks.edition(edition.number)
        headline = strings.name(of: edition)
        note = edition.publishAt.map { strings.filled("room_editionDue", ["time": Moment($0, strings).text]) } ?? ""
    }

    /// Creates the row for a comment that somebody has to read, or a task that they have to do.
    init(_ comment: Comment, _ headline: String, for editor: Editor, _ strings: Strings) {
        url = NewsroomLinks.article(comment.article) + "?comments=1#comment-\(comment.id)"
        self.headline = headline.isEmpty ? strings["room_noHeadline"] : headline
        noticeText = strings.line(of: comment, for: editor)
        noticeWords = CommentText.beginning(comment.text)
        note = Moment(comment.at, strings).text
    }

    init(_ article: Article, _ strings: Strings) {
        url = NewsroomLinks.article(article.id)
        headline = article.draft.headline.isEmpty ? strings["room_noHeadline"] : article.draft.headline
        let moment = article.publishAt ?? (article.state.publication.isOut ? article.publishedAt : article.updatedAt)
        note = [strings.state(of: article.state), article.author?.name, Moment(moment, strings).text].compactMap(\.self)
            .joined(separator: " · ")
        if let notice = article.notice, notice.move == .sendBack { noticeText = strings.text(of: notice) }
    }

    init(_ writing: Writing, _ strings: Strings) {
        url = NewsroomLinks.article(writing.article)
        headline = writing.headline.isEmpty ? strings["room_noHeadline"] : writing.headline
        note = Moment(writing.updatedAt, strings).text
    }
}
