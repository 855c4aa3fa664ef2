import Foundation
package import News
import PostgreSQL

extension Articles {
    /// Creates an article with its first revision. If it is published, readers see it from the commit on.
    /// - Parameters:
    ///   - request: a move that is made at once, such as publishing it.
    ///   - editor: nil for the command line and for sources, which may do everything.
    ///   - isNews: whether other servers are notified and doubles found at once, although no editor did it.
    ///     What the command line brings in, and what a source had before we followed it, is an archive: it is
    ///     read later (`readUnreadStories`), and nobody is notified.
    package func insert(
        _ draft: ArticleDraft, _ request: MoveRequest? = nil, by editor: Editor?, isNews: Bool = false
    ) throws -> Article {
        let draft = try holdings.pictures.current(draft)
        let place = try references(of: draft)
        let slug = try freeSlug(
            draft.slug.isEmpty ? Slug.make(draft.headline) ?? "article" : draft.slug, isWish: draft.slug.isEmpty)
        let guid = draft.guid.isEmpty ? "urn:uuid:" + UUID().uuidString.lowercased() : draft.guid
        if try query("select from articles where guid = \(guid)").count > 0 {
            throw ArchiveError.faults([.init(field: "guid", detail: "is taken by another article")])
        }
        let (columns, values) = written(draft, place, slug: slug)
        let id: Int = try query(
            """
            insert into articles (guid, slug_is_set, canonical_address, published_at, updated_at, created_by, \(columns))
            values (\(guid), \(!draft.slug.isEmpty)::bool, \(draft.canonicalAddress), \(place.publishedAt)::timestamptz,
                \(editor == nil ? place.publishedAt : Date())::timestamptz, \(editor?.id)::int, \(values))
            returning id
            """
        ).value()
        if let request {
            guard let article = try find(id) else { throw ArchiveError.notFound }
            try make(request, of: article, draft, by: editor)
        }
        return try record(
            id, by: editor?.maker, action: "article.create", request, before: nil, isNews: isNews || editor != nil)
    }

    /// Changes an article that has this revision: its text, one of its states, or both at once.
    /// - Parameters:
    ///   - draft: nil to keep the text.
    ///   - request: nil to keep the states.
    ///   - editor: nil for the command line and the clock, which may do everything.
    package func change(
        _ id: Int, revision: Int, to draft: ArticleDraft? = nil, _ request: MoveRequest? = nil, by editor: Editor?
    ) throws -> Article {
        // Pictures are locked before articles.
        let draft = try draft.map(holdings.pictures.current)
        let old = try lockedArticle(id, revision: revision)
        if let draft {
            _ = try check(.save, of: old, by: editor)
            try require(draft.embargoFaults(for: old, request))
            // An article that readers see or saw stays complete, whatever else is done with it.
            if old.state.publication != .unpublished { try require(draft.gaps) }
            try write(draft, try references(of: draft, instead: old), slug: try slug(of: draft, instead: old), to: id)
        }
        try query("update articles set revision = revision + 1, updated_at = now() where id = \(id)")
        if let request {
            guard let written = try find(id) else { throw ArchiveError.notFound }
            try make(request, of: written, draft, by: editor)
        }
        let action = "article." + (request?.move ?? .save).rawValue
        return try record(id, by: editor?.maker, action: action, request, before: old)
    }

    /// Takes back what came with a publication that was undone within seconds: the approval, since the newsroom is as far with the article
    /// as before, and the notice of the move, since nothing was taken from anybody.
    /// - Parameter workflow: the state before; nil to keep the present one.
    package func restore(_ workflow: Workflow?, of id: Int, by editor: Editor) throws {
        try dropNotice(of: id)
        guard let workflow, workflow != .approved else { return }
        try query(
            """
            update articles set workflow = \(workflow.rawValue)::article_workflow
            where id = \(id) and workflow = 'approved' and status = 'unpublished'
            """)
        try holdings.audit.note("article.recall", "article/\(id)", by: editor.maker)
    }

    /// Publishes every scheduled article that is due. Returns the numbers of the articles; no two nodes
    /// publish the same one.
    package func publishDue(limit: Int) throws -> [Int] {
        let due: [(id: Int, revision: Int)] = try query(
            """
            select id, revision from articles where publish_at <= now() and coalesce(embargo_until, '-infinity') <= now()
            order by publish_at limit \(limit) for update skip locked
            """
        ).map { (try $0.get("id"), try $0.get("revision")) }
        for article in due { _ = try change(article.id, revision: article.revision, .init(.publish), by: nil) }
        return due.map(\.id)
    }

    /// The seconds until the next scheduled article is published; nil if there is none.
    package func secondsToNextSchedule() throws -> Double? {
        try query(
            "select extract(epoch from min(publish_at) - now())::float8 from articles where publish_at is not null"
        ).optionalValue()
    }
}

// The moves.
extension Articles {
    private func check(_ move: Move, of article: Article, by editor: Editor?) throws -> ArticleState {
        do {
            return try article.state.after(
                move, by: editor?.role ?? .chief, isOwn: editor.map { article.isOwn(of: $0) } ?? true, now: Date())
        } catch {
            throw ArchiveError.refused(error)
        }
    }

    /// Sets the states of an article after a move, and stores what comes with the move.
    private func make(_ request: MoveRequest, of old: Article, _ draft: ArticleDraft?, by editor: Editor?) throws {
        let new = try check(request.move, of: old, by: editor)
        try require(request.faults(for: old))
        if request.move.needsWholeArticle { try require(old.draft.gaps) }
        let stored = new.publication == .corrected ? .published : new.publication
        // Done before it is out, so that it is entered for the search once, with the right time.
        if request.move == .publish { try beginPublication(of: old, at: draft?.publishedAt ?? old.publishAt ?? Date()) }
        try query(
            """
            update articles set workflow = \(new.workflow.rawValue)::article_workflow, status = \(stored.rawValue)::article_status,
                publish_at = \(request.move == .schedule ? request.at : nil)::timestamptz,
                follows = case when \(new.publication.isOut)::bool then follows end, leads = leads and \(new.publication.isOut)::bool,
                withdrawal_note = case when \(request.move == .withdraw)::bool then \(request.text) else withdrawal_note end
            where id = \(old.id)
            """)
        try setNotice(request, of: old, by: editor)
        if request.move == .kill {
            try holdings.comments.deleteAll(of: old.id)
            try holdings.editions.takeOffFrontPages(old.id)
        }
        switch request.move {
        case .correct: try insertCorrection(request.text, of: old.id, revision: old.revision, by: editor?.maker)
        case .kill where old.state.publication.wasOut: try purge()
        default: break
        }
    }

    /// Sets the time of publication, and with it the edition, if no editor chose one.
    private func beginPublication(of article: Article, at moment: Date) throws {
        guard moment < Date().addingTimeInterval(ArticleDraft.headStart) else {
            throw ArchiveError.faults([.init(field: "publishedAt", detail: "is in the future: schedule it")])
        }
        let edition = article.draft.edition == nil ? try holdings.editions.weekly(of: moment) : article.edition
        try query(
            """
            update articles set published_at = \(moment)::timestamptz, edition = \(edition), updated_at = \(moment)::timestamptz
            where id = \(article.id)
            """)
    }

    /// Stops every node from showing anything that was made before.
    private func purge() throws {
        try query("update newspaper set purged_in = revision + 1")
    }

    private func require(_ faults: [ArticleDraft.Fault]) throws {
        guard faults.isEmpty else { throw ArchiveError.faults(faults) }
    }
}

extension MoveRequest {
    /// The faults of this request for an article.
    fileprivate func faults(for article: Article) -> [ArticleDraft.Fault] {
        var faults: [ArticleDraft.Fault] = []
        if text.unicodeScalars.count > 2000 {
            faults.append(.init(field: "text", detail: "is longer than 2000 characters"))
        }
        if move == .correct, text.isEmpty {
            faults.append(.init(field: "text", detail: "is missing: say what was wrong, and what is right"))
        }
        guard move == .schedule else { return faults }
        faults += PublicationTime.faults(at)
        if let at, let until = article.state.embargoUntil, at < until {
            faults.append(.init(field: "at", detail: "is before the end of the embargo"))
        }
        return faults
    }
}

extension ArticleDraft {
    /// An embargo cannot hold back what readers see already, or what is due before it ends.
    fileprivate func embargoFaults(for article: Article, _ request: MoveRequest?) -> [Fault] {
        guard let embargoUntil, embargoUntil > Date() else { return [] }
        if article.state.publication.isOut {
            return [.init(field: "embargoUntil", detail: "is too late: readers see the article already")]
        }
        guard request == nil, let publishAt = article.publishAt, publishAt < embargoUntil else { return [] }
        return [.init(field: "embargoUntil", detail: "ends after the time for which the article is scheduled")]
    }
}

// The steps that all writes share.
extension Articles {
    private func lockedArticle(_ id: Int, revision: Int) throws -> Article {
        guard try query("select from articles where id = \(id) for update").count == 1, let article = try find(id)
        else { throw ArchiveError.notFound }
        guard article.revision == revision else { throw ArchiveError.outdated(current: article.revision) }
        return article
    }

    /// Keeps articles from being changed by others until the transaction ends; always in the same order, so
    /// that no two transactions wait for each other.
    func lock(_ ids: [Int]) throws {
        try query("select from articles where id = any(\(ids)::bigint[]) order by id for no key update")
    }

    /// Writes a draft into the row of an existing article.
    private func write(_ draft: ArticleDraft, _ place: References, slug: String, to id: Int) throws {
        let (columns, values) = written(draft, place, slug: slug)
        try query(
            """
            update articles set slug_is_set = slug_is_set or \(!draft.slug.isEmpty)::bool,
                canonical_address = coalesce(nullif(\(draft.canonicalAddress)::text, ''), canonical_address),
                published_at = case when status in ('published', 'withdrawn') then coalesce(\(draft.publishedAt)::timestamptz, published_at)
                    else published_at end,
                (\(columns)) = row(\(values))
            where id = \(id)
            """)
    }

    /// The columns that always take the draft's values, and those values.
    private func written(_ draft: ArticleDraft, _ place: References, slug: String) -> (columns: SQL, values: SQL) {
        (
            """
            slug, \(ArticleColumns.textNames), body_html, body_text, section_id, edition, edition_is_set, category_ids,
            picture, picture_alt, picture_caption, picture_credit, latitude, longitude, radius, translation_of, related, keywords,
            embargo_until, planned
            """,
            """
            \(slug), \(ArticleColumns.values(of: draft.texts)), \(draft.bodyHTML), \(draft.bodyText),
            \(place.section), \(place.edition), \(draft.edition != nil)::bool, \(place.categories)::int[],
            decode(\(draft.picture?.hash), 'hex'), \(draft.picture?.alt ?? ""), \(draft.picture?.caption ?? ""),
            \(draft.picture?.credit ?? ""), \(draft.place?.latitude)::numeric, \(draft.place?.longitude)::numeric,
            \(draft.place == nil ? nil : draft.radius)::smallint, \(place.translationOf)::bigint, \(place.related)::bigint[],
            \(draft.keywords)::text[], \(draft.embargoUntil)::timestamptz,
            \(draft.planned?.name)::date
            """
        )
    }

    /// Enters articles under their categories, where they are found only while lists show them.
    func enterCategories(_ articles: [Int]) throws {
        try query(
            """
            with gone as (
                delete from article_categories c using articles a
                where a.id = any(\(articles)::bigint[]) and c.article_id = a.id
                    and (a.status <> 'published' or a.follows is not null or c.category_id <> all(a.category_ids))
            )
            insert into article_categories (article_id, category_id, published_at, revision)
            select id, unnest(category_ids), published_at, revision from articles
            where id = any(\(articles)::bigint[]) and status = 'published' and follows is null
            on conflict do nothing
            """)
    }
}
