public import Foundation
public import News
public import PostgreSQL

/// An article as editors see it.
public struct Article: Sendable, Identifiable {
    /// The number under which the archive knows it.
    public var id: Int
    /// Rises with every change; what `If-Match` names.
    public var revision: Int
    /// What it says.
    public var draft: ArticleDraft
    /// When it was last changed.
    public var updatedAt: Date

    /// An article of a draft.
    public init(id: Int, revision: Int, draft: ArticleDraft, updatedAt: Date) {
        self.id = id
        self.revision = revision
        self.draft = draft
        self.updatedAt = updatedAt
    }
}

/// Why a write was not done, though the database is well.
public enum ArchiveError: Error, Sendable {
    /// What the draft refers to does not exist, or a name is taken: every fault of it.
    case faults([ArticleDraft.Fault])
    /// Somebody else changed it first; the revision that it has now.
    case outdated(current: Int)
    /// There is no such thing.
    case notFound
}

extension Connection {
    /// Makes an article with its first revision. Publishes it where the draft says so.
    public func insertArticle(_ draft: ArticleDraft, by maker: Maker?) throws -> Article {
        let draft = try current(draft)
        let place = try references(of: draft)
        let slug = try freeSlug(
            draft.slug.isEmpty ? Slug.make(draft.headline) ?? "article" : draft.slug, isWish: draft.slug.isEmpty)
        let guid = draft.guid.isEmpty ? "tag:n4md,\(slug)" : draft.guid
        if try query("select from articles where guid = \(guid)").count > 0 {
            throw ArchiveError.faults([.init(field: "guid", detail: "is taken by another article")])
        }
        let published = place.publishedAt
        let row = try query(
            """
            insert into articles (guid, slug, status, headline, standfirst, body_html, body_text, byline, language, section_id,
                edition, category_ids, picture, picture_alt, picture_caption, picture_credit, latitude, longitude, radius,
                translation_of, published_at, updated_at)
            values (\(guid), \(slug), \(draft.status.rawValue)::article_status, \(draft.headline), \(draft.standfirst),
                \(draft.bodyHTML), \(draft.bodyText), \(draft.byline), \(draft.language), \(place.section), \(place.edition),
                \(place.categories)::int[],
                decode(\(draft.picture?.hash), 'hex'), \(draft.picture?.alt ?? ""), \(draft.picture?.caption ?? ""),
                \(draft.picture?.credit ?? ""), \(draft.place?.latitude)::numeric, \(draft.place?.longitude)::numeric,
                \(draft.place == nil ? nil : draft.radius)::smallint, \(place.translationOf)::bigint, \(published)::timestamptz,
                \(maker == nil ? published : Date())::timestamptz)
            returning id
            """)[0]
        let id: Int = try row.get(0)
        try enterCategories(id)
        return try record(id, revision: 1, by: maker, action: "article.create")
    }

    /// Replaces an article that has this revision.
    public func updateArticle(_ id: Int, revision: Int, _ draft: ArticleDraft, by maker: Maker?) throws -> Article {
        let draft = try current(draft)
        let old = try lockedArticle(id, revision: revision)
        let place = try references(of: draft)
        let slug =
            draft.slug.isEmpty || draft.slug == old.draft.slug
            ? old.draft.slug : try freeSlug(draft.slug, isWish: false)
        // A draft has no moment of its own: it is published when it is published.
        let published =
            draft.publishedAt ?? (old.draft.status == .draft ? nil : old.draft.publishedAt) ?? place.publishedAt
        try query(
            """
            update articles set slug = \(slug), status = \(draft.status.rawValue)::article_status, headline = \(draft.headline),
                standfirst = \(draft.standfirst), body_html = \(draft.bodyHTML), body_text = \(draft.bodyText),
                byline = \(draft.byline), language = \(draft.language), section_id = \(place.section), edition = \(place.edition),
                category_ids = \(place.categories)::int[],
                picture = decode(\(draft.picture?.hash), 'hex'), picture_alt = \(draft.picture?.alt ?? ""),
                picture_caption = \(draft.picture?.caption ?? ""), picture_credit = \(draft.picture?.credit ?? ""),
                latitude = \(draft.place?.latitude)::numeric, longitude = \(draft.place?.longitude)::numeric,
                radius = \(draft.place == nil ? nil : draft.radius)::smallint, translation_of = \(place.translationOf)::bigint,
                published_at = \(published)::timestamptz,
                updated_at = now(), revision = revision + 1
            where id = \(id)
            """)
        try enterCategories(id)
        return try record(id, revision: revision + 1, by: maker, action: "article.update")
    }

    /// Takes an article of this revision from the readers; its revisions stay.
    public func withdrawArticle(_ id: Int, revision: Int, by maker: Maker?) throws -> Article {
        _ = try lockedArticle(id, revision: revision)
        try query(
            "update articles set status = 'withdrawn', updated_at = now(), revision = revision + 1 where id = \(id)")
        try query("delete from article_categories where article_id = \(id)")
        return try record(id, revision: revision + 1, by: maker, action: "article.withdraw")
    }

    /// The article of an identifier.
    public func article(_ id: Int) throws -> Article? {
        try articles("where a.id = \(id)").first
    }

    /// The newest articles of any status, after an identifier, for editors.
    public func articles(limit: Int, after id: Int?, status: ArticleDraft.Status?) throws -> [Article] {
        try articles(
            """
            where (\(id)::bigint is null or a.id < \(id)::bigint)
                and (\(status?.rawValue)::article_status is null or a.status = \(status?.rawValue)::article_status)
            order by a.id desc limit \(limit)
            """)
    }

    /// Which of these guids the archive has.
    public func knownGuids(_ guids: [String]) throws -> Set<String> {
        Set(try query("select guid from articles where guid = any(\(guids)::text[])").map { try $0.get(0) })
    }

    /// Whether there is no article at all.
    public func isEmpty() throws -> Bool {
        try query("select not exists (select from articles)")[0].get(0)
    }
}

// The parts of a write.
extension Connection {
    private struct References {
        var section: Int
        var edition: Int
        var categories: [Int]
        var publishedAt: Date
        var translationOf: Int?
    }

    /// Looks up everything the draft names, and says all that is missing at once.
    private func references(of draft: ArticleDraft) throws -> References {
        var faults: [ArticleDraft.Fault] = []
        let published = draft.publishedAt ?? Date()
        let section = try section(slug: draft.section)?.section.id
        if section == nil { faults.append(.init(field: "section", detail: "\(draft.section) does not exist")) }
        var edition: Int?
        if let reference = draft.edition {
            edition = try self.edition(reference, onlyPublished: false)?.number
            if edition == nil { faults.append(.init(field: "edition", detail: "\(reference.name) does not exist")) }
        } else {
            edition = try weeklyEdition(of: published)
        }
        if let hash = draft.picture?.hash,
            try query("select from pictures where hash = decode(\(hash), 'hex')").count == 0
        {
            faults.append(.init(field: "picture.hash", detail: "is not known: upload the picture first"))
        }
        let inBody = BodyPictures.hashes(in: draft.bodyHTML)
        if !inBody.isEmpty {
            let known: Int = try query(
                "select count(*) from pictures where hash = any(array(select decode(h, 'hex') from unnest(\(inBody)::text[]) h))"
            )[0].get(0)
            if known < inBody.count {
                faults.append(.init(field: "body", detail: "names a picture that is not known: upload it first"))
            }
        }
        let original = try original(of: draft)
        if original == nil, !draft.translationOf.isEmpty {
            faults.append(.init(field: "translationOf", detail: "\(draft.translationOf) is no other article"))
        }
        guard faults.isEmpty, let section, let edition else { throw ArchiveError.faults(faults) }
        return References(
            section: section, edition: edition, categories: try categoryIDs(names: draft.categories),
            publishedAt: published, translationOf: original)
    }

    /// The article that a draft translates; of a translation of another, that other one.
    private func original(of draft: ArticleDraft) throws -> Int? {
        guard !draft.translationOf.isEmpty, draft.translationOf != draft.slug else { return nil }
        return try query("select coalesce(translation_of, id) from articles where slug = \(draft.translationOf)").first
        {
            try $0.get(0)
        }
    }

    /// A slug that no article has. A wish from a headline gets a number where it is taken; one that was asked for is refused.
    private func freeSlug(_ slug: String, isWish: Bool) throws -> String {
        let stem = String(slug.prefix(Slug.limit - 8)).trimmingSuffix("-")
        let taken = Set(
            try query("select slug from articles where slug = \(slug) or slug like \(stem + "-%")").map {
                try $0.get(0, as: String.self)
            })
        if !taken.contains(slug) { return slug }
        guard isWish else { throw ArchiveError.faults([.init(field: "slug", detail: "is taken by another article")]) }
        return (2...).lazy.map { "\(stem)-\($0)" }.first { !taken.contains($0) } ?? slug
    }

    private func lockedArticle(_ id: Int, revision: Int) throws -> Article {
        guard try query("select from articles where id = \(id) for update").count == 1, let article = try article(id)
        else {
            throw ArchiveError.notFound
        }
        guard article.revision == revision else { throw ArchiveError.outdated(current: article.revision) }
        return article
    }

    /// Enters an article among those of its categories, where it is found only while it is published.
    private func enterCategories(_ article: Int) throws {
        try query(
            """
            delete from article_categories c using articles a
            where a.id = \(article) and c.article_id = a.id
                and (a.status <> 'published' or c.category_id <> all(a.category_ids))
            """)
        try query(
            """
            insert into article_categories (article_id, category_id, published_at, revision)
            select id, unnest(category_ids), published_at, revision from articles where id = \(article) and status = 'published'
            on conflict do nothing
            """)
    }

    /// Writes down the revision as it stands now, and who made it.
    func record(_ id: Int, revision: Int, by maker: Maker?, action: String) throws -> Article {
        try query(
            """
            insert into article_revisions (article_id, revision, editor_id, content)
            select id, revision, \(maker?.editor)::int, to_jsonb(a) - 'id' - 'revision' - 'changed_in' - 'changed_at' from articles a where id = \(id)
            """)
        try audit(action, "article/\(id)", by: maker, detail: ["revision": revision])
        guard let article = try article(id) else { throw ArchiveError.notFound }
        return article
    }

    private func articles(_ condition: SQL) throws -> [Article] {
        try query(
            """
            select a.id, a.revision, a.guid, a.slug, a.status::text, a.headline, a.standfirst, a.body_html, a.body_text, a.byline,
                a.language, s.slug, a.edition, encode(a.picture, 'hex'), a.picture_alt, a.picture_caption, a.picture_credit,
                a.latitude::float8, a.longitude::float8, a.published_at, a.updated_at,
                array(select k.name from categories k where k.id = any(a.category_ids) order by k.name), a.radius, o.slug
            from articles a join sections s on s.id = a.section_id left join articles o on o.id = a.translation_of \(condition)
            """
        ).map(article)
    }

    private func article(_ row: Row) throws -> Article {
        var draft = ArticleDraft()
        draft.guid = try row.get(2)
        draft.slug = try row.get(3)
        draft.status = ArticleDraft.Status(rawValue: try row.get(4)) ?? .draft
        draft.headline = try row.get(5)
        draft.standfirst = try row.get(6)
        draft.bodyHTML = try row.get(7)
        draft.bodyText = try row.get(8)
        draft.byline = try row.get(9)
        draft.language = try row.get(10)
        draft.section = try row.get(11)
        draft.edition = .number(try row.get(12))
        if let hash: String = try row.optional(13) {
            draft.picture = .init(hash: hash, alt: try row.get(14), caption: try row.get(15), credit: try row.get(16))
        }
        if let latitude: Double = try row.optional(17), let longitude: Double = try row.optional(18) {
            draft.place = Place(latitude: latitude, longitude: longitude)
            draft.radius = try row.optional(22)
        }
        draft.publishedAt = try row.get(19)
        draft.categories = try row.get(21)
        draft.translationOf = try row.optional(23) ?? ""
        return Article(id: try row.get(0), revision: try row.get(1), draft: draft, updatedAt: try row.get(20))
    }
}

extension String {
    fileprivate func trimmingSuffix(_ suffix: Character) -> String {
        var text = self
        while text.last == suffix { text.removeLast() }
        return text
    }
}
