import Archive
import Editorial
import Foundation
import HTTPTypes
import Hummingbird
import News
import Web

/// `/admin/articles/selected`: something done with several articles, after asking.
struct BulkRoutes: Sendable {
    let desk: NewsroomDesk
    /// The most editions offered, the latest first.
    private static let editionLimit = 20

    func add(to router: Router<NewsRequestContext>) {
        let contributors = desk.signedIn(router)
        contributors.post("/admin/articles/selected", use: answer)
        // Whoever had to log in before the form was read comes back here.
        contributors.get("/admin/articles/selected") { [desk] request, context in
            try await desk.articleList(NewsroomForm([]), try context.visit, request)
        }
    }

    @Sendable private func answer(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let visit = try context.visit
        let (form, strings) = (try await desk.form(request, visit), visit.strings)
        let list = NewsroomForm(FormFields.parse(form["list"]))
        let (sections, editions) = try await desk.archive.read {
            (
                try $0.sections.list(),
                Array(
                    try $0.editions.list(limit: 10 * Self.editionLimit, onlyPublished: false)
                        .filter { $0.state != .archived }.prefix(Self.editionLimit))
            )
        }
        guard let ticked = TickedArticle.all(in: form),
            let wanted = BulkRequest(form, sections: sections, editions: editions),
            BulkAct.acts(of: visit.editor.role).contains(wanted.act)
        else { throw Problem(.badRequest, strings["room_formIsOld"]) }
        guard (1...ArticleListPage.limit).contains(ticked.count) else {
            let fault = strings[ticked.isEmpty ? "room_bulk_none" : "room_bulk_tooMany"]
            return try await desk.articleList(list, visit, request, fault: fault)
        }
        let (isMade, address) = (form["do"] == "make", ArticleListAddress(list))
        if isMade, wanted.fault == nil {
            let rows = try await make(wanted, ticked, visit)
            return try await desk.page(
                "bulk-done", BulkDonePage(wanted.act, rows, address, strings),
                PageStatus(title: "room_bulk_\(wanted.act)", path: NewsroomLinks.articles), visit, request)
        }
        let rows = try await rows(wanted, ticked, isAsked: isMade && wanted.fault == nil, visit)
        let fault = isMade ? wanted.fault : nil
        let part = BulkPage(wanted, rows, sections, editions, fault: fault, address, strings)
        let status = PageStatus(
            title: "room_bulk_\(wanted.act)", path: NewsroomLinks.articles,
            status: fault == nil ? .ok : .unprocessableContent)
        return try await desk.page("bulk", part, status, visit, request)
    }

    /// The articles as they are now, each with what is in the way.
    private func rows(_ wanted: BulkRequest, _ ticked: [TickedArticle], isAsked: Bool, _ visit: NewsroomDesk.Visit)
        async throws -> [BulkRow]
    {
        let (editor, strings) = (visit.editor, visit.strings)
        return try await desk.archive.read { holdings in
            let articles = try holdings.articles.find(ticked.map(\.id))
            let known = Dictionary(articles.map { ($0.id, $0) }) { $1 }
            return try ticked.map { ticked in
                guard let article = known[ticked.id] else { return BulkRow(ticked, missing: strings) }
                let obstacle = try holdings.obstacle(wanted, article, by: editor, isAsked: isAsked, strings)
                return BulkRow(article, obstacle: obstacle, strings)
            }
        }
    }

    /// Does it with one article after the other, each in a transaction of its own: one that is refused holds up no
    /// other.
    private func make(_ wanted: BulkRequest, _ ticked: [TickedArticle], _ visit: NewsroomDesk.Visit) async throws
        -> [BulkRow]
    {
        let (editor, strings) = (visit.editor, visit.strings)
        var rows: [BulkRow] = []
        for ticked in ticked {
            do {
                rows.append(
                    try await desk.change { holdings in
                        guard let article = try holdings.articles.find(ticked.id) else {
                            return BulkRow(ticked, missing: strings)
                        }
                        guard article.revision == ticked.revision else {
                            return BulkRow(article, obstacle: strings["room_bulk_outdated"], strings)
                        }
                        let obstacle = try holdings.obstacle(wanted, article, by: editor, isAsked: true, strings)
                        if let obstacle { return BulkRow(article, obstacle: obstacle, strings) }
                        let changed = try holdings.articles.change(
                            article.id, revision: article.revision, to: wanted.draft(of: article), wanted.moveRequest,
                            by: editor)
                        return BulkRow(changed, obstacle: nil, strings)
                    })
            } catch let error as ArchiveError {
                guard let reason = strings.text(ofRefused: error) else { throw error }
                let article = try await desk.archive.read { try $0.articles.find(ticked.id) }
                rows.append(
                    article.map { BulkRow($0, obstacle: reason, strings) } ?? BulkRow(ticked, missing: strings))
            }
        }
        return rows
    }
}

extension Holdings {
    fileprivate func obstacle(
        _ wanted: BulkRequest, _ article: Article, by editor: Editor, isAsked: Bool, _ strings: Strings
    ) throws -> String? {
        let copy = try workingCopies.find(of: article.id, editor: editor.id)
        let writers = try workingCopies.writers(of: article.id, besides: editor.id)
        if let question = MoveQuestion(wanted.act.move, without: writers) {
            return WritingPage.Question(question, strings).text
        }
        return wanted.obstacle(article, by: editor, hasUnsaved: copy != nil, isAsked: isAsked, strings)
    }
}
