import Archive
import Editorial
import Foundation
import Hummingbird
import News
import Web

/// `/admin/articles/{id}/cluster`: the articles that tell the same story, and the one that lists show.
struct ClusterPageRoutes: Sendable {
    let desk: NewsroomDesk

    func add(to router: Router<NewsRequestContext>) {
        let editors = desk.signedIn(router, atLeast: .editor)
        editors.get("/admin/articles/{id}/cluster", use: show)
        editors.post("/admin/articles/{id}/cluster", use: change)
    }

    private struct Row: Sendable {
        var id: Int
        var url: String
        var headline: String
        var note: String
        var isLead: Bool
    }

    private struct Part: Sendable {
        var id: Int
        var headline: String
        var version: Int
        var rows: [Row]
        var isAlone: Bool
        var isUnseen: Bool
        var words: String
        var found: [Row]
        var hasFound: Bool
        var isNothing: Bool
    }

    @Sendable private func show(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let visit = try context.visit
        return try await page(try await desk.article(context, visit), visit, request)
    }

    private func page(
        _ article: Article, _ visit: NewsroomDesk.Visit, _ request: Request, fault: String? = nil
    ) async throws -> Response {
        let words = NewsroomForm(FormFields.parse(request.uri.query ?? "")).line("q", limit: 300)
        let (cluster, found) = try await desk.archive.read { holdings in
            (
                try holdings.clusters.find(of: article.id),
                words.isEmpty ? [] : try holdings.published(words)
            )
        }
        let members = cluster?.members ?? []
        let rows = members.enumerated().map { index, member in
            Row(
                id: member.id, url: NewsroomLinks.article(member.id), headline: member.headline,
                note: [member.byline, member.canonicalAddress, Moment(member.publishedAt, visit.strings).text].filter {
                    !$0.isEmpty
                }.joined(separator: " · "), isLead: index == 0)
        }
        let others = found.filter { other in !members.contains { $0.id == other.id } }.map { other in
            let row = ArticleRow(other, visit.strings)
            return Row(id: other.id, url: row.url, headline: row.headline, note: row.note, isLead: false)
        }
        let part = Part(
            id: article.id, headline: article.draft.headline, version: cluster?.version ?? 0, rows: rows,
            isAlone: rows.count == 1, isUnseen: rows.isEmpty, words: words, found: others,
            hasFound: !others.isEmpty, isNothing: !words.isEmpty && others.isEmpty)
        let status = PageStatus(
            title: "room_cluster", path: NewsroomLinks.articles, fault: fault, status: fault == nil ? .ok : .conflict)
        return try await desk.page("cluster", part, status, visit, request)
    }

    /// Carries out the buttons: `lead-7`, `out-7`, and `merge-7` for the whole cluster of another article.
    @Sendable private func change(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let visit = try context.visit
        let form = try await desk.form(request, visit)
        let article = try await desk.article(context, visit)
        let command = form["do"].split(separator: "-")
        guard command.count == 2, let other = Int(command[1]), ["lead", "out", "merge"].contains(command[0]),
            let version = Int(form["version"])
        else { throw Problem(.badRequest, visit.strings["room_formIsOld"]) }
        let (what, maker) = (String(command[0]), visit.maker)
        do {
            try await desk.change { try $0.change(article.id, what, other, version: version, by: maker) }
        } catch ArchiveError.faults, ArchiveError.outdated, ArchiveError.notFound {
            return try await page(article, visit, request, fault: visit.strings["room_clusterChanged"])
        }
        return desk.redirect(NewsroomLinks.article(article.id) + "/cluster")
    }
}

extension Holdings {
    /// Published articles that match the words of a headline, or an address.
    fileprivate func published(_ words: String) throws -> [Article] {
        var filter = ArticleFilter()
        filter.publication = .published
        // An address is searched by its last segment, the article's slug.
        filter.words = words.contains("/") ? words.split(separator: "/").last.map(String.init) ?? "" : words
        return try articles.list(filter, limit: 8, after: nil)
    }

    fileprivate func change(_ id: Int, _ what: String, _ other: Int, version: Int, by maker: Maker) throws {
        let members = try clusters.find(of: id)?.members.map(\.id) ?? []
        switch what {
        case "lead": _ = try clusters.set(of: id, version: version, to: members, lead: other, by: maker)
        case "out":
            guard members.contains(other) else { throw ArchiveError.notFound }
            let rest = members.filter { $0 != other }
            guard let first = rest.first else { return }
            _ = try clusters.set(of: first, version: version, to: rest, by: maker)
        default:
            let theirs = try clusters.find(of: other)?.members.map(\.id) ?? []
            _ = try clusters.set(of: id, version: version, to: members + theirs + [other], by: maker)
        }
    }
}
