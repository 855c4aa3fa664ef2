import Archive
import Editorial
import Foundation
import Hummingbird
import NIOPosix
import News
import Web

extension NewsroomDesk {
    /// The form of an article as it is edited.
    func articleForm(_ article: Article, _ visit: Visit) async throws -> ArticleForm {
        let zone = visit.strings.timeZone
        return try await NIOThreadPool.singleton.runIfActive { ArticleForm(article, zone: zone) }
    }
}

extension NewsroomDesk {
    /// Merges a form, begun at a revision, with what others saved since. If that revision is gone, every difference counts as
    /// the writer's.
    func merge(
        _ written: ArticleForm, since base: Int, _ article: Article, _ saved: ArticleForm, _ visit: Visit
    ) async throws -> ArticleMerge {
        guard base != article.revision,
            let old = try await archive.read({ try $0.articles.find(article.id, asOf: base) })
        else { return ArticleMerge(written, base: saved, saved: saved) }
        return ArticleMerge(written, base: try await articleForm(old, visit), saved: saved)
    }

    /// Redirects to the page of an article after its form was processed, with what was done and the field
    /// to continue with.
    func redirect(
        to article: Article, _ copy: BrowserCopy?, done: String? = nil, field: String? = nil
    ) -> Response {
        let query = [done.map { "done=" + $0 }, copy.map { "copy=" + $0.name }].compactMap(\.self)
        return redirect(
            NewsroomLinks.article(article.id) + (query.isEmpty ? "" : "?" + query.joined(separator: "&"))
                + (field.map { "#" + $0 } ?? ""))
    }

    /// The article in the address.
    func article(_ context: NewsRequestContext, _ visit: Visit) async throws -> Article {
        guard let id = context.parameters.get("id", as: Int.self),
            let article = try await archive.read({ try $0.articles.find(id) })
        else { throw Problem(.notFound, visit.strings["room_noArticle"]) }
        return article
    }

    /// Writes a change of an article, after which nothing is left unsaved.
    func write(_ draft: ArticleDraft?, _ move: MoveRequest?, of article: Article, _ visit: Visit) async throws {
        let editor = visit.editor
        try await change { holdings in
            if draft != nil || move != nil {
                _ = try holdings.articles.change(article.id, revision: article.revision, to: draft, move, by: editor)
            }
            if draft != nil { try holdings.pictures.describe(of: article.id, before: article.draft) }
            try holdings.workingCopies.drop(of: article.id, editor: editor.id)
        }
    }
}

extension Strings {
    /// The reason why a move is not made, and which moves are possible.
    func text(of refusal: ArticleState.Refusal) -> String {
        func moves(_ possible: [Move]) -> String {
            possible.filter { $0 != .save }.map { self["room_move_" + $0.rawValue] }.joined(separator: ", ")
        }
        return switch refusal {
        case .illegal(let possible):
            moves(possible).isEmpty ? self["room_illegalNow"] : self("room_illegal", moves(possible))
        case .role(let role): tooWeak(below: role)
        case .embargo(let until, _): self("room_embargoed", Moment(until, self).text)
        }
    }
}
