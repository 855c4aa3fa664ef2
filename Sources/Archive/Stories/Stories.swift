package import News
package import PostgreSQL

/// Articles as readers get them.
package struct Stories: Noun {
    package let connection: Connection
}

extension Stories {
    /// The stories of a selection: read from an index alone if nothing comes before newer stories.
    package func page(_ wanted: StoryQuery) throws -> StoryPage {
        guard wanted.prefers || wanted.front != nil || wanted.leads else {
            var page = try page(
                query(
                    """
                    select a.id, a.revision, (select revision from newspaper) as newspaper, a.published_at
                    from (\(selection(wanted, wanted.limit))) a order by a.published_at desc, a.id desc
                    """
                ), limit: wanted.limit)
            if wanted.isLocal, wanted.since == nil, page.rest == nil { page.rest = try endOfLocalWindow(wanted) }
            return page
        }
        // The preferred stories come first among this many of the newest.
        let window = wanted.prefers ? min(wanted.limit * 3, DeliveryPlan.itemLimit) : wanted.limit
        let near: SQL = wanted.near.map { "\(isNear($0)) desc," } ?? ""
        let read: SQL =
            wanted.languages.isEmpty
            ? "" : "split_part(lower(a.language), '-', 1) = any(\(wanted.languages)::text[]) desc,"
        let front: SQL =
            wanted.front.map {
                """
                select coalesce(a.follows, a.id), min(f.position) from front_pages f join articles a on a.id = f.article_id
                where f.edition = \(number($0)) group by 1
                """
            } ?? "select null::bigint, null::smallint limit 0"
        let (own, first) = leading(wanted)
        // The lead story leads for everybody who reads its language; then come stories that concern their place,
        // then the editors' order.
        return try page(
            query(
                """
                with front (id, position) as (\(front)), newest as (\(selection(wanted, window)))
                select a.id, a.revision, (select revision from newspaper) as newspaper, a.published_at
                from (select id from newest union select id from front \(own)) wanted join articles a using (id)
                    left join front f using (id)
                where a.status = 'published'
                order by \(read) f.position is not distinct from 1 desc, \(near) f.position nulls last, \(first)
                    a.published_at desc, a.id desc
                """
            ), limit: wanted.limit)
    }

    /// The stories of the edition that comes before the others, and the order that puts them there.
    private func leading(_ wanted: StoryQuery) -> (stories: SQL, order: SQL) {
        guard wanted.leads, let edition = wanted.leading else { return ("", "") }
        var own = StoryQuery(limit: wanted.limit)
        own.edition = edition
        return (
            "union select id from (\(selection(own, own.limit))) own", "(a.edition = \(number(edition))) desc,"
        )
    }

    /// The published story with this slug, as a page of one.
    package func page(slug: String) throws -> StoryPage {
        try page(
            query(
                """
                select id, revision, (select revision from newspaper) as newspaper, published_at from articles
                where slug = \(slug) and status = 'published'
                """
            ), limit: 1)
    }

    /// These stories in their order, except those that have been withdrawn meanwhile.
    func page(_ ids: [Int]) throws -> StoryPage {
        var revision: Int?
        let entries = try query(
            """
            select id, revision, (select revision from newspaper) as newspaper from articles
            where id = any(\(ids)::bigint[]) and status = 'published'
            order by array_position(\(ids)::bigint[], id)
            """
        ).map { row in
            revision = try row.get("newspaper")
            return StoryPage.Entry(id: try row.get("id"), revision: try row.get("revision"))
        }
        return StoryPage(entries: entries, rest: nil, revision: revision)
    }

    private func page(_ rows: Rows, limit: Int) throws -> StoryPage {
        let cursors = try rows.map { Cursor(publishedAt: try $0.get("published_at"), id: try $0.get("id")) }
        return StoryPage(
            entries: try (0..<min(rows.count, limit)).map {
                .init(id: try rows[$0].get("id"), revision: try rows[$0].get("revision"))
            },
            rest: Cursor.after(cursors, kept: limit, rest: nil), revision: try rows.first { try $0.get("newspaper") })
    }

    /// The body of an article with its pictures in place, and the known ones among them, with the requested
    /// renditions.
    package func body(of id: Int, pictures pair: PicturePair?) throws -> (
        parts: [BodyPart], pictures: [String: StoryPicture]
    ) {
        let html: String =
            try query("select body_html from articles where id = \(id)::bigint").firstValue() ?? ""
        return try body(html, pictures: pair)
    }

    /// A body with its pictures in place, and the known ones among them, with the requested renditions.
    package func body(_ html: String, pictures pair: PicturePair?) throws -> (
        parts: [BodyPart], pictures: [String: StoryPicture]
    ) {
        guard let pair else { return (BodyPictures.parts(of: html), [:]) }
        return (BodyPictures.parts(of: html), try pictures(in: [html], pair))
    }

    /// The pictures that bodies name, by their hashes, with the requested renditions.
    package func pictures(in bodies: [String], _ pair: PicturePair) throws -> [String: StoryPicture] {
        let hashes = Set(bodies.flatMap(BodyPictures.hashes))
        guard !hashes.isEmpty else { return [:] }
        let pictures = try holdings.pictures.renditions(of: Array(hashes), pair).map { hash, renditions in
            (hash, StoryPicture(hash: hash, alt: "", caption: "", credit: "", renditions: renditions, pair: pair))
        }
        return Dictionary(uniqueKeysWithValues: pictures)
    }

    /// The published translations of an article, and the article itself, by language; empty if there are no
    /// others.
    package func translations(of id: Int) throws -> [Translation] {
        let all = try query(
            """
            with original as (select coalesce(translation_of, id) as id from articles where id = \(id)::bigint)
            select language, slug, headline from (
                select a.* from articles a join original o on a.id = o.id
                union all select a.* from articles a join original o on a.translation_of = o.id
            ) same where status = 'published' order by language, id
            """
        ).map {
            Translation(language: try $0.get("language"), slug: try $0.get("slug"), headline: try $0.get("headline"))
        }
        return all.count > 1 ? all : []
    }

    /// The notice in place of an article that readers had and that is gone; nil if they never had one with
    /// this slug.
    package func tombstone(slug: String) throws -> Tombstone? {
        try query(
            """
            select status = 'killed' as is_killed, headline, updated_at, withdrawal_note from articles
            where slug = \(slug) and (status = 'withdrawn' or status = 'killed' and changed_in > 0)
            """
        ).first { row in
            guard try !row.get("is_killed", as: Bool.self) else { return .killed }
            return .withdrawn(
                headline: try row.get("headline"), at: try row.get("updated_at"), note: try row.get("withdrawal_note"))
        }
    }

    /// The articles withdrawn after a revision of the newspaper, the last first; nil if that is unknown, or if
    /// so much changed that all news is better.
    package func withdrawals(since revision: Int) throws -> [Withdrawal]? {
        // The condition that `changed_in` is positive is there for the planner, which uses the index only if it
        // sees that.
        let known: Bool = try query(
            """
            select \(revision)::bigint between deltas_from and revision and \(Self.changeLimit)::int >= (
                select count(*) from (
                    select from articles where changed_in > 0 and changed_in > \(revision)::bigint limit \(Self.changeLimit + 1)
                ) changed) from newspaper
            """
        ).value()
        guard known else { return nil }
        return try query(
            """
            select id, changed_at from articles
            where changed_in > 0 and changed_in > \(revision)::bigint and (status <> 'published' or follows is not null)
            order by changed_in desc, id desc
            """
        ).map { Withdrawal(id: try $0.get("id"), at: try $0.get("changed_at")) }
    }

    /// The number of changes above which all news is better than a list of them.
    private static let changeLimit = 500

    /// The stories with these numbers, in no particular order.
    /// - Parameters:
    ///   - text: the text to include: `opening`, `plain`, `html`, or none.
    ///   - pictures: the requested renditions; nil if no picture is wanted.
    ///   - keepsBodyPictures: whether HTML keeps naming the pictures in it by their hashes.
    package func find(
        _ ids: [Int], text: TextFormat, pictures: PicturePair?, keepsBodyPictures: Bool = false
    ) throws -> [Story] {
        // HTML, with the plain text that replaces it if there is little room.
        let body: SQL =
            switch text {
            case .html: "a.body_html as text, a.body_text as plain_text"
            case .plain, .opening: "a.body_text as text, ''::text as plain_text"
            case .summary, .headline: "''::text as text, ''::text as plain_text"
            }
        let columns: SQL = """
            select a.id, a.guid, a.slug, \(ArticleColumns.texts), \(body), a.section_id, a.edition,
                a.published_at, a.updated_at, a.latitude::float8, a.longitude::float8, a.category_ids, a.revision, a.changed_in,
                a.picture is not null as is_pictured
            """
        let corrections = text >= .plain ? try holdings.articles.corrections(of: ids) : [:]
        guard let pictures else {
            return try query("\(columns) from articles a where a.id = any(\(ids)::bigint[])").map {
                try story($0, picture: nil, corrections, keepsBodyPictures)
            }
        }
        let rows = try query(
            """
            \(columns), encode(a.picture, 'hex') as picture, a.picture_alt, a.picture_caption, a.picture_credit, p.color
            from articles a left join pictures p on p.hash = a.picture
            where a.id = any(\(ids)::bigint[])
            """)
        let hashes = try rows.map { try $0.optional("picture", as: String.self) }.compactMap(\.self)
        let known = try holdings.pictures.renditions(of: Array(Set(hashes)), pictures)
        return try rows.map { row in
            try story(row, picture: try picture(row, known, pictures), corrections, keepsBodyPictures)
        }
    }

    private func story(
        _ row: Row, picture: StoryPicture?, _ corrections: [Int: [Correction]], _ keepsBodyPictures: Bool
    ) throws -> Story {
        let text: String = try row.get("text")
        let latitude: Double? = try row.optional("latitude")
        let longitude: Double? = try row.optional("longitude")
        var story = Story(
            id: try row.get("id"), revision: try row.get("revision"), guid: try row.get("guid"),
            slug: try row.get("slug"),
            texts: try row.articleText(),
            text: keepsBodyPictures ? text : BodyPictures.removed(from: text),
            plainText: try row.get("plain_text"),
            sectionID: try row.get("section_id"),
            categoryIDs: try row.get("category_ids"),
            edition: try row.get("edition"), publishedAt: try row.get("published_at"),
            updatedAt: try row.get("updated_at"), picture: picture,
            isPictured: try row.get("is_pictured"),
            place: latitude.flatMap { latitude in longitude.flatMap { Place(latitude: latitude, longitude: $0) } })
        story.changedIn = try row.get("changed_in")
        story.corrections = corrections[story.id] ?? []
        return story
    }

    private func picture(_ row: Row, _ renditions: [String: [Rendition]], _ pair: PicturePair) throws -> StoryPicture? {
        guard let hash: String = try row.optional("picture") else { return nil }
        return StoryPicture(
            hash: hash, alt: try row.get("picture_alt"), caption: try row.get("picture_caption"),
            credit: try row.get("picture_credit"),
            color: try row.optional("color"), renditions: renditions[hash] ?? [], pair: pair)
    }
}
