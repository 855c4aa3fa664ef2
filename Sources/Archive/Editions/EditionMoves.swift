package import Foundation
package import News
import PostgreSQL

extension Editions {
    /// Makes a move of an edition as a whole, if it has this revision.
    /// - Parameters:
    ///   - articles: whether to publish all approved articles in it and on its front page with it.
    ///   - moment: when it is to be published, if that is the move.
    ///   - editor: nil for the clock, which leaves out articles that lack something, so that the edition is out in time.
    package func move(
        _ number: Int, revision: Int, _ move: EditionMove, articles: Bool = false, at moment: Date? = nil,
        by editor: Editor?
    ) throws -> Edition {
        let old = try locked(number, revision: revision)
        guard let state = old.state.after(move) else { throw ArchiveError.editionRefused(possible: old.state.moves) }
        if move == .schedule {
            let faults = PublicationTime.faults(moment)
            guard faults.isEmpty else { throw ArchiveError.faults(faults) }
        }
        if move == .publish, articles { try publishApproved(of: number, by: editor) }
        let isScheduled = move == .schedule
        try query(
            """
            update editions set state = \(state.rawValue)::edition_state, revision = revision + 1,
                publish_at = \(isScheduled ? moment : nil)::timestamptz, publish_articles = \(isScheduled && articles)
            where number = \(number)
            """)
        try holdings.audit.note("edition." + move.rawValue, "edition/\(number)", by: editor?.maker)
        try holdings.newspaper.bump(articles: [])
        let new = try find(number)
        if move == .publish { try note(published: new) }
        return new
    }

    /// Publishes the approved articles of an edition, all of them or none.
    private func publishApproved(of edition: Int, by editor: Editor?) throws {
        let ready: [Int] = try query("select id \(approved(of: edition)) order by id").values()
        // All of them are locked before the first locks the newspaper.
        try holdings.articles.lock(ready)
        for id in ready {
            guard var article = try holdings.articles.find(id), editor != nil || article.draft.gaps.isEmpty else {
                continue
            }
            // It stays in this edition, whatever week it is.
            article.draft.edition = .number(edition)
            do {
                _ = try holdings.articles.change(
                    id, revision: article.revision, to: article.draft, .init(.publish), by: editor)
            } catch ArchiveError.faults(let faults) {
                throw ArchiveError.faults(
                    faults.map { .init(field: "article \(id): \($0.field)", detail: $0.detail) })
            }
        }
    }

    /// The number of articles that would be published with an edition, and the number of these without a text.
    package func countApproved(of edition: Int) throws -> (all: Int, withoutText: Int) {
        let row = try query(
            "select count(*) as everything, count(*) filter (where body_text !~ '\\S') as without_text \(approved(of: edition))"
        )[0]
        return (try row.get("everything"), try row.get("without_text"))
    }

    private func approved(of edition: Int) -> SQL {
        """
        from articles where (edition = \(edition) or id in (select article_id from front_pages where edition = \(edition)))
            and workflow = 'approved' and status = 'unpublished'
            and coalesce(embargo_until, '-infinity') <= now()
        """
    }
}
