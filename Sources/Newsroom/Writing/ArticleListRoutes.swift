import Archive
import Editorial
import Foundation
import Hummingbird
import News
import Syndication
import Web

/// `/admin/articles`: all articles, and a new one.
struct ArticleListRoutes: Sendable {
    let desk: NewsroomDesk

    func add(to router: Router<NewsRequestContext>) {
        let contributors = desk.signedIn(router)
        contributors.get("/admin/articles", use: list)
        contributors.post("/admin/articles", use: create)
    }

    @Sendable private func list(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let visit = try context.visit
        let query = NewsroomForm(FormFields.parse(request.uri.query ?? ""))
        let (state, words) = (ArticleListPage.State(query["state"]), query.line("q", limit: 200))
        let (filter, after) = (state.filter(of: visit.editor, words: words), Int(query["after"]))
        let articles = try await desk.archive.read {
            try $0.articles.list(filter, limit: ArticleListPage.limit + 1, after: after)
        }
        let part = ArticleListPage(articles, state, words: words, visit.strings)
        let status = PageStatus(title: "room_articles", path: NewsroomLinks.articles)
        return try await desk.page("articles", part, status, visit, request)
    }

    /// Creates an empty draft in the first section.
    @Sendable private func create(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let visit = try context.visit
        _ = try await desk.form(request, visit)
        let (editor, language) = (visit.editor, visit.masthead.language)
        let article: Article? = try await desk.archive.write { holdings in
            guard let section = try holdings.sections.list().first else { return nil }
            var draft = ArticleDraft()
            draft.section = section.slug
            draft.language = language
            draft.byline = editor.name
            return try holdings.articles.insert(draft, by: editor)
        }
        guard let article else { throw Problem(.conflict, visit.strings["room_noSection"]) }
        return desk.redirect(NewsroomLinks.article(article.id))
    }
}

extension Strings {
    /// The move that took an article back, and who made it.
    func text(of notice: ArticleNotice) -> String {
        let maker = notice.maker ?? self["room_auditNobody"]
        return self("room_told_" + notice.move.rawValue, maker)
    }
}

/// An article in a list.
struct ArticleRow: Sendable {
    var url: String
    var headline: String
    /// The move that took it back, and who made it.
    var noticeText: String?
    /// The reason given for that.
    var noticeWords: String?
    var note: String

    /// Creates the row for an article whose writer must be told what took it back, when and why.
    init(_ article: Article, told notice: ArticleNotice, _ strings: Strings) {
        self.init(article, strings)
        noticeText = strings.text(of: notice)
        noticeWords = notice.note.isEmpty ? nil : notice.note
        note = Moment(notice.at, strings).text
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

/// The page of all articles.
struct ArticleListPage: Sendable {
    /// The articles that a list shows.
    enum State: String, CaseIterable {
        case all, mine, draft, submitted, review = "in-review", approved, scheduled, published, corrected, withdrawn,
            killed

        init(_ name: String) { self = Self(rawValue: name) ?? .all }

        func filter(of editor: Editor, words: String) -> ArticleFilter {
            var filter = ArticleFilter()
            filter.words = words
            switch self {
            case .all: break
            case .mine: filter.author = editor.id
            case .draft, .submitted, .review, .approved:
                filter.publication = .unpublished
                filter.workflow = self == .review ? .inReview : Workflow(rawValue: rawValue)
            default: filter.publication = Publication(rawValue: rawValue)
            }
            return filter
        }
    }

    /// The number of articles on a page.
    static let limit = 50

    var rows: [ArticleRow]
    var isEmpty: Bool
    var states: [Choice]
    var words: String
    var more: String?

    init(_ articles: [Article], _ state: State, words: String, _ strings: Strings) {
        rows = articles.prefix(Self.limit).map { ArticleRow($0, strings) }
        isEmpty = rows.isEmpty
        states = State.allCases.map {
            Choice(value: $0.rawValue, name: strings["room_list_" + $0.rawValue], isChosen: $0 == state)
        }
        self.words = words
        guard articles.count > Self.limit else { return }
        more = "?state=\(state.rawValue)&q=\(words.escapedForQuery)&after=\(articles[Self.limit - 1].id)"
    }
}
