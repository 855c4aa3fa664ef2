import Archive
import Editorial
import Foundation
import HTTPTypes
import Hummingbird
import News
import Web

/// What the table of articles shows.
struct ArticleList: Sendable {
    /// One more than the page shows if there are others.
    var articles: [Article] = []
    var count = 0
    var order = ArticleOrder.changed
    var isFirst = true
    /// The sources of the articles, by their numbers.
    var origins: [Int: ArticleSource] = [:]
    var sections: [Section]
    var sources: [ArticleSource]
    var languages: [String]
    /// The last ones, and the one that the list is narrowed to.
    var editions: [Edition]
    /// Whether the form asks for something that there is not.
    var isUnclear = false

    /// The most sources, languages and editions to choose from.
    private static let (sourceLimit, languageLimit, editionLimit) = (500, 100, 30)

    init(_ form: NewsroomForm, _ address: ArticleListAddress, _ holdings: Holdings, _ editor: Editor, in zone: TimeZone)
        throws
    {
        sections = try holdings.sections.list()
        sources = try holdings.articles.sourceChoices(
            limit: Self.sourceLimit, with: Int(address["source"]).flatMap { $0 > 0 ? $0 : nil })
        languages = try holdings.articles.languages(limit: Self.languageLimit)
        editions = try holdings.editions.list(limit: Self.editionLimit, onlyPublished: false)
        if let number = Int(address["edition"]), !editions.contains(where: { $0.number == number }) {
            editions += try holdings.editions.find(.number(number), onlyPublished: false).map { [$0] } ?? []
        }
        let state = ArticleListState(rawValue: address["state"])
        guard state != nil || address["state"].isEmpty,
            let query = try? ArticleQuery(form, sections, in: zone, usual: .changed)
        else {
            isUnclear = true
            return
        }
        var filter = query.filter
        filter.leavesOutDeleted = true
        state?.narrow(&filter)
        if !address["mine"].isEmpty { filter.author = editor.id }
        (order, isFirst) = (query.order, query.after == nil)
        articles = try holdings.articles.list(
            filter, in: order, limit: ArticleListPage.limit + 1, after: query.after)
        count = try holdings.articles.count(filter, in: order, upTo: ArticleListPage.countLimit + 1)
        origins = try holdings.articles.sources(of: articles.map(\.id))
    }
}

extension NewsroomDesk {
    /// The table of articles.
    /// - Parameter fault: what was wrong with what was to be done with the rows.
    func articleList(_ form: NewsroomForm, _ visit: Visit, _ request: Request, fault: String? = nil) async throws
        -> Response
    {
        let (address, strings, editor) = (ArticleListAddress(form), visit.strings, visit.editor)
        let list = try await archive.read {
            try ArticleList(form, address, $0, editor, in: strings.timeZone)
        }
        let status = PageStatus(
            title: "room_articles", path: NewsroomLinks.articles,
            fault: fault ?? (list.isUnclear ? strings["room_articlesFault"] : nil),
            status: list.isUnclear ? .badRequest : .ok)
        let part = ArticleListPage(list, address, isFolded: request.isFromPhone, of: visit)
        return try await page("articles", part, status, visit, request)
    }
}
