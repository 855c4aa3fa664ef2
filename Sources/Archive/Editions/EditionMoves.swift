package import News
package import PostgreSQL

extension Connection {
    /// Does something with an edition as a whole, where it has this revision.
    /// - Parameter articles: whether to publish with it all of its articles that are approved.
    package func moveEdition(
        _ number: Int, revision: Int, _ move: EditionMove, articles: Bool = false, by editor: Editor
    ) throws -> Edition {
        let old = try lockedEdition(number, revision: revision)
        guard let state = old.state.after(move) else { throw ArchiveError.editionRefused(possible: old.state.moves) }
        if move == .publish, articles { try publishApproved(of: number, by: editor) }
        try query(
            """
            update editions set state = \(state.rawValue)::edition_state, revision = revision + 1 where number = \(number)
            """)
        try audit("edition." + move.rawValue, "edition/\(number)", by: editor.maker)
        try bumpRevision(articles: [])
        let new = try edition(number)
        if move == .publish { try note(published: new) }
        return new
    }

    /// Publishes what is approved of an edition, all of it or nothing.
    private func publishApproved(of edition: Int, by editor: Editor) throws {
        let ready: [Int] = try query("select id \(approved(of: edition)) order by id").values()
        // All of them before the first holds the newspaper.
        try lockArticles(ready)
        for id in ready {
            guard var article = try article(id) else { continue }
            // It stays in this edition, whatever week it is.
            article.draft.edition = .number(edition)
            do {
                _ = try changeArticle(id, revision: article.revision, to: article.draft, .init(.publish), by: editor)
            } catch ArchiveError.faults(let faults) {
                throw ArchiveError.faults(
                    faults.map { .init(field: "article \(id): \($0.field)", detail: $0.detail) })
            }
        }
    }

    /// How many articles of an edition would be published with it, and how many of them have no text.
    package func countApproved(of edition: Int) throws -> (all: Int, withoutText: Int) {
        let row = try query(
            "select count(*) as everything, count(*) filter (where body_text !~ '\\S') as without_text \(approved(of: edition))"
        )[0]
        return (try row.get("everything"), try row.get("without_text"))
    }

    private func approved(of edition: Int) -> SQL {
        """
        from articles where edition = \(edition) and workflow = 'approved' and status = 'unpublished'
            and coalesce(embargo_until, '-infinity') <= now()
        """
    }
}
