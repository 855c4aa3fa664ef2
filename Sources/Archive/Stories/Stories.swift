package import News
package import PostgreSQL

/// Which published stories, newest first.
package struct StoryQuery: Sendable {
    /// Identifiers; empty means all.
    package var sections: [Int] = []
    /// Identifiers; empty means all.
    package var categories: [Int] = []
    /// Only what this author wrote, by the author's identifier.
    package var author: Int?
    /// Only these; empty means all.
    package var articles: [Int] = []
    /// Only those of this edition.
    package var edition: EditionReference?
    /// Only what comes after this place.
    package var before: Cursor?
    /// The edition whose front page tells the order of all news, or of that edition; it makes no difference to what is narrower.
    package var arrangement: EditionReference?
    /// The edition whose stories come before all others, of any edition. It makes no difference to pages after the first one.
    package var leading: EditionReference?
    /// Only what changed after this revision of the newspaper.
    package var since: Int?
    /// What concerns this place comes first.
    package var near: Place?
    /// Only what has a picture.
    package var isIllustrated = false
    /// Only what concerns the place.
    package var isLocal = false
    /// Primary language subtags: what is written in them comes before all else; empty where it makes no difference.
    package var languages: [String] = []
    /// At most so many.
    package var limit: Int

    /// All stories, so many of them.
    package init(limit: Int) { self.limit = limit }

    /// Whether what the reader is near to, or reads, comes first.
    var prefers: Bool { before == nil && (near != nil && !isLocal || !languages.isEmpty) }
    /// The front page by which editors say what comes first; nil where none does. What stands on it is in the selection then. Pages after
    /// the first one go on by time.
    var front: EditionReference? {
        let isWhole =
            sections.isEmpty && categories.isEmpty && articles.isEmpty && author == nil && since == nil
            && !isIllustrated
            && !isLocal && (edition == nil || edition == arrangement)
        return isWhole && before == nil ? arrangement : nil
    }
    /// Whether an edition comes before the others.
    var leads: Bool { before == nil && leading != nil }
}

/// One page of a selection: which stories, not yet what they say.
package struct StoryPage: Sendable {
    /// A story of the page, as of its revision.
    package struct Entry: Sendable, Hashable {
        /// The article's number.
        package var id: Int
        /// The article's revision.
        package var revision: Int
    }

    /// In the order in which they are shown.
    package var entries: [Entry]
    /// Where the stories begin that are not on it; nil where there are no more.
    package var rest: Cursor?
    /// The newspaper's revision as of the same moment; nil where there are no stories.
    package var revision: Int?
}

extension Connection {
    /// Which stories a selection has: read from an index alone where nothing comes before newer stories.
    package func storyPage(_ wanted: StoryQuery) throws -> StoryPage {
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
        // Among so many of the newest, those that are preferred come first.
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
        // The lead story leads for all who read its language; what concerns their place comes next, then what editors put in order.
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

    /// The stories of the edition that comes before the others, and what puts them there.
    private func leading(_ wanted: StoryQuery) -> (stories: SQL, order: SQL) {
        guard wanted.leads, let edition = wanted.leading else { return ("", "") }
        var own = StoryQuery(limit: wanted.limit)
        own.edition = edition
        return (
            "union select id from (\(selection(own, own.limit))) own", "(a.edition = \(number(edition))) desc,"
        )
    }

    /// The published story of a slug as a page of one.
    package func storyPage(slug: String) throws -> StoryPage {
        try page(
            query(
                """
                select id, revision, (select revision from newspaper) as newspaper, published_at from articles
                where slug = \(slug) and status = 'published'
                """
            ), limit: 1)
    }

    private func page(_ rows: Rows, limit: Int) throws -> StoryPage {
        let cursors = try rows.map { Cursor(publishedAt: try $0.get("published_at"), id: try $0.get("id")) }
        return StoryPage(
            entries: try (0..<min(rows.count, limit)).map {
                .init(id: try rows[$0].get("id"), revision: try rows[$0].get("revision"))
            },
            rest: Cursor.after(cursors, kept: limit, rest: nil), revision: try rows.first { try $0.get("newspaper") })
    }

    /// The body of an article with its pictures in their places, and those of them that are known, with the renditions that are wished.
    package func body(of id: Int, pictures pair: PicturePair?) throws -> (
        parts: [BodyPart], pictures: [String: StoryPicture]
    ) {
        let html: String =
            try query("select body_html from articles where id = \(id)::bigint").firstValue() ?? ""
        return try body(html, pictures: pair)
    }

    /// A body with its pictures in their places, and those of them that are known, with the renditions that are wished.
    package func body(_ html: String, pictures pair: PicturePair?) throws -> (
        parts: [BodyPart], pictures: [String: StoryPicture]
    ) {
        guard let pair else { return (BodyPictures.parts(of: html), [:]) }
        return (BodyPictures.parts(of: html), try pictures(in: [html], pair))
    }

    /// The pictures that bodies name, by their hashes, with the renditions that are wished.
    package func pictures(in bodies: [String], _ pair: PicturePair) throws -> [String: StoryPicture] {
        let hashes = Set(bodies.flatMap(BodyPictures.hashes))
        guard !hashes.isEmpty else { return [:] }
        let pictures = try renditions(of: Array(hashes), pair).map { hash, renditions in
            (hash, StoryPicture(hash: hash, alt: "", caption: "", credit: "", renditions: renditions, pair: pair))
        }
        return Dictionary(uniqueKeysWithValues: pictures)
    }

    /// The published articles that say the same in other languages, and the article itself, by language; empty where there are no others.
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

    /// What readers find in the place of an article that they had and that is no more; nil where they never had one of the name.
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

    /// What was withdrawn after a revision of the newspaper, the last first; nil where nobody knows, or where so much changed that all news
    /// is better.
    package func withdrawals(since revision: Int) throws -> [Withdrawal]? {
        // That `changed_in` is positive is said for the planner, which uses the index only where it sees that.
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

    /// Changes of which all news is better than a list of them.
    private static let changeLimit = 500

    /// What stories say, in no order.
    /// - Parameters:
    ///   - text: the text to bring: `plain`, `html`, or none.
    ///   - pictures: the renditions that are wished; nil where no picture is wanted.
    ///   - keepsBodyPictures: whether HTML goes on naming the pictures in it by their hashes.
    package func stories(
        _ ids: [Int], text: TextFormat, pictures: PicturePair?, keepsBodyPictures: Bool = false
    ) throws -> [Story] {
        // HTML with the plain text that stands for it where there is little room.
        let body: SQL =
            switch text {
            case .html: "a.body_html as text, a.body_text as plain_text"
            case .plain: "a.body_text as text, ''::text as plain_text"
            case .summary, .headline: "''::text as text, ''::text as plain_text"
            }
        let columns: SQL = """
            select a.id, a.guid, a.slug, a.headline, a.standfirst, \(body), a.byline, a.language, a.section_id, a.edition,
                a.published_at, a.updated_at, a.latitude::float8, a.longitude::float8, a.category_ids, a.revision,
                a.picture is not null as is_pictured
            """
        let corrections = text >= .plain ? try corrections(of: ids) : [:]
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
        let known = try renditions(of: Array(Set(hashes)), pictures)
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
            headline: try row.get("headline"), standfirst: try row.get("standfirst"),
            text: keepsBodyPictures ? text : BodyPictures.removed(from: text),
            plainText: try row.get("plain_text"),
            byline: try row.get("byline"), language: try row.get("language"), sectionID: try row.get("section_id"),
            categoryIDs: try row.get("category_ids"),
            edition: try row.get("edition"), publishedAt: try row.get("published_at"),
            updatedAt: try row.get("updated_at"), picture: picture,
            isPictured: try row.get("is_pictured"),
            place: latitude.flatMap { latitude in longitude.flatMap { Place(latitude: latitude, longitude: $0) } })
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
