import Archive
import Editorial
import Foundation
import News
import Web

/// An article with which something is to be done, as the visitor ticked it: its number, and the revision seen.
struct TickedArticle: Sendable, Hashable {
    let id: Int
    let revision: Int

    /// Reads `12.3`; nil for anything else.
    init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 2, let id = parts[0], let revision = parts[1], id > 0, revision > 0 else { return nil }
        (self.id, self.revision) = (id, revision)
    }

    /// Those that a form names, each once; nil if one of them is none.
    static func all(in form: NewsroomForm) -> [TickedArticle]? {
        let names = form.values(form["all"].isEmpty ? "article" : "listed")
        let ticked = names.map { TickedArticle($0) }
        guard ticked.allSatisfy({ $0 != nil }) else { return nil }
        var known: Set<Int> = []
        return ticked.compactMap(\.self).filter { known.insert($0.id).inserted }
    }
}

/// An article on the pages that ask before something is done with several, and that tell what was done.
struct BulkRow: Sendable {
    var value: String
    var url: String?
    var headline: String
    var note: String
    /// Why it cannot be done, or was not; nil if nothing is in the way.
    var obstacle: String?
    /// Whether readers see the article now.
    var isOut = false

    /// An article that there is not.
    init(_ ticked: TickedArticle, missing strings: Strings) {
        (value, headline, note) = ("\(ticked.id).\(ticked.revision)", "\(ticked.id)", "")
        obstacle = strings["room_noArticle"]
    }

    init(_ article: Article, obstacle: String?, _ strings: Strings) {
        let row = ArticleRow(article, strings)
        (value, url, headline, note) = ("\(article.id).\(article.revision)", row.url, row.headline, row.note)
        isOut = article.state.publication.isOut
        self.obstacle = obstacle
    }
}

extension BulkRequest {
    /// Why this cannot be done with an article now, in words; nil if nothing is in the way.
    /// - Parameters:
    ///   - hasUnsaved: whether the editor has typed something in it that is not saved.
    ///   - isAsked: whether what is missing in the request itself was typed already.
    func obstacle(
        _ article: Article, by editor: Editor, hasUnsaved: Bool, isAsked: Bool, _ strings: Strings
    ) -> String? {
        let state = article.state
        if act == .delete, state.publication != .unpublished { return strings["room_bulk_notADraft"] }
        do {
            _ = try state.after(act.move, by: editor.role, isOwn: article.isOwn(of: editor), now: Date())
        } catch {
            return strings.text(of: error)
        }
        if hasUnsaved, act.move != .save { return strings["room_bulk_unsaved"] }
        if act.move.needsWholeArticle || state.publication != .unpublished, act != .delete, act != .withdraw,
            let gap = article.draft.gaps.first
        {
            return strings.fault(WritingPage.fields[gap.field] ?? gap.field, gap.detail)
        }
        if act == .publish, !article.draft.hasText { return strings["room_bulk_noText"] }
        return isAsked && isDone(article) ? strings["room_bulk_already"] : nil
    }
}

extension Strings {
    /// Why a change was refused, in words; nil for what is no refusal.
    func text(ofRefused error: ArchiveError) -> String? {
        switch error {
        case .faults(let faults):
            faults.map {
                fault($0.field == "categories" ? "categories" : WritingPage.fields[$0.field] ?? $0.field, $0.detail)
            }
            .joined(separator: " ")
        case .refused(let refusal): text(of: refusal)
        case .outdated: self["room_bulk_outdated"]
        case .notFound: self["room_noArticle"]
        default: nil
        }
    }
}
