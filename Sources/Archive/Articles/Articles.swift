import News
package import PostgreSQL

/// Articles, in whatever state they are.
package struct Articles: Noun {
    package let connection: Connection
}

extension Articles {
    /// The article with this number.
    package func find(_ id: Int) throws -> Article? {
        try find("articles a", "where a.id = \(id)").first
    }

    /// The articles with these numbers, in no particular order.
    package func find(_ ids: [Int]) throws -> [Article] {
        ids.isEmpty ? [] : try find("articles a", "where a.id = any(\(ids)::bigint[])")
    }

    /// An article as it was in one of its revisions; nil if that is unknown.
    package func find(_ id: Int, asOf revision: Int) throws -> Article? {
        try find(
            """
            (select past.* from articles now join article_revisions r on r.article_id = now.id
                cross join lateral jsonb_populate_record(
                    now, \(ArticleColumns.unwritten)::jsonb || r.content - 'status' || jsonb_build_object('revision', r.revision)) past
            where r.article_id = \(id) and r.revision = \(revision)::bigint) a
            """, ""
        ).first
    }

    /// The headlines of articles by their slugs.
    package func headlines(of slugs: [String]) throws -> [String: String] {
        Dictionary(
            uniqueKeysWithValues: try query("select slug, headline from articles where slug = any(\(slugs)::text[])")
                .map { (try $0.get("slug"), try $0.get("headline")) })
    }

    /// The headlines of articles by their numbers.
    package func headlines(of ids: [Int]) throws -> [Int: String] {
        Dictionary(
            uniqueKeysWithValues: try query("select id, headline from articles where id = any(\(ids)::bigint[])")
                .map { (try $0.get("id"), try $0.get("headline")) })
    }

    /// Those of these guids that the archive has.
    package func knownGuids(_ guids: [String]) throws -> Set<String> {
        Set(try query("select guid from articles where guid = any(\(guids)::text[])").values())
    }

    /// Whether there is no article at all.
    package func isEmpty() throws -> Bool {
        try query("select not exists (select from articles)").value()
    }

    func find(_ source: SQL, _ condition: SQL) throws -> [Article] {
        let articles = try query(
            """
            select a.id, a.revision, a.guid, a.slug, a.status::text, \(ArticleColumns.texts), a.body_html, a.body_text,
                coalesce(s.slug, '') as section, a.edition, encode(a.picture, 'hex') as picture,
                a.picture_alt, a.picture_caption, a.picture_credit,
                a.latitude::float8, a.longitude::float8, a.published_at, a.updated_at,
                array(select k.name from categories k where k.id = any(a.category_ids) order by k.name) as categories,
                a.radius, o.slug as original,
                a.workflow::text, a.publish_at, a.embargo_until, a.slug_is_set, a.edition_is_set, a.withdrawal_note,
                a.created_by, e.name as author,
                array(select r.slug::text from unnest(a.related) with ordinality u(id, n) join articles r on r.id = u.id order by u.n) as related,
                a.keywords, a.canonical_address, a.planned::text as planned,
                n.move, m.name as maker, n.note, n.at, n.untold
            from \(source) left join sections s on s.id = a.section_id left join articles o on o.id = a.translation_of
                left join editors e on e.id = a.created_by
                left join article_notices n on n.article_id = a.id left join editors m on m.id = n.made_by \(condition)
            """
        ).map(article)
        let corrections = try corrections(of: articles.map(\.id))
        return articles.map { article in
            var article = article
            article.corrections = corrections[article.id] ?? []
            if article.state.publication == .published, !article.corrections.isEmpty {
                article.state.publication = .corrected
            }
            return article
        }
    }

    private func article(_ row: Row) throws -> Article {
        let state = ArticleState(
            workflow: Workflow(rawValue: try row.get("workflow")) ?? .draft,
            publication: Publication(rawValue: try row.get("status")) ?? .unpublished,
            embargoUntil: try row.optional("embargo_until"))
        var article = Article(
            id: try row.get("id"), revision: try row.get("revision"), draft: try draft(row), state: state,
            slug: try row.get("slug"),
            edition: try row.get("edition"), publishedAt: try row.get("published_at"),
            publishAt: try row.optional("publish_at"),
            updatedAt: try row.get("updated_at"), corrections: [], withdrawalNote: try row.get("withdrawal_note"))
        article.notice = try notice(row)
        if let author: Int = try row.optional("created_by") {
            article.author = .init(id: author, name: try row.get("author"))
        }
        let isNew = [.unpublished, .scheduled].contains(state.publication)
        if try !isNew || row.get("slug_is_set") { article.draft.slug = article.slug }
        if try !isNew || row.get("edition_is_set") { article.draft.edition = .number(article.edition) }
        if !isNew { article.draft.publishedAt = article.publishedAt }
        return article
    }

    private func draft(_ row: Row) throws -> ArticleDraft {
        var draft = ArticleDraft()
        draft.guid = try row.get("guid")
        draft.texts = try row.articleText()
        draft.bodyHTML = try row.get("body_html")
        draft.bodyText = try row.get("body_text")
        draft.section = try row.get("section")
        if let hash: String = try row.optional("picture") {
            draft.picture = .init(
                hash: hash, alt: try row.get("picture_alt"), caption: try row.get("picture_caption"),
                credit: try row.get("picture_credit"))
        }
        if let latitude: Double = try row.optional("latitude"), let longitude: Double = try row.optional("longitude") {
            draft.place = Place(latitude: latitude, longitude: longitude)
            draft.radius = try row.optional("radius")
        }
        draft.categories = try row.get("categories")
        draft.translationOf = try row.optional("original") ?? ""
        draft.embargoUntil = try row.optional("embargo_until")
        draft.planned = try row.optional("planned", as: String.self).flatMap { CivilDate($0) }
        draft.related = try row.get("related")
        draft.keywords = try row.get("keywords")
        draft.canonicalAddress = try row.get("canonical_address")
        return draft
    }
}
