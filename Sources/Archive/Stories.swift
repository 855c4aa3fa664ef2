public import News
public import PostgreSQL

/// Which published stories, newest first.
public struct StoryQuery: Sendable {
    /// Identifiers; empty means all.
    public var sections: [Int] = []
    /// Identifiers; empty means all.
    public var categories: [Int] = []
    /// Only those of this edition.
    public var edition: EditionReference?
    /// Only what comes after this place.
    public var before: Cursor?
    /// Only what changed after this revision of the newspaper.
    public var since: Int?
    /// What concerns this place comes first.
    public var near: Place?
    /// The sections that belong to a place near it.
    public var nearSections: [Int] = []
    /// Only what concerns the place.
    public var isLocal = false
    /// Primary language subtags: what is written in them comes before all else; empty where it makes no difference.
    public var languages: [String] = []
    /// At most so many.
    public var limit: Int

    /// All stories, so many of them.
    public init(limit: Int) { self.limit = limit }

    /// Whether some stories come before newer ones.
    var prefers: Bool { before == nil && (near != nil && !isLocal || !languages.isEmpty) }
}

/// One page of a selection: which stories, not yet what they say.
public struct StoryPage: Sendable {
    /// A story of the page, as of its revision.
    public struct Entry: Sendable, Hashable {
        /// The article's number.
        public var id: Int
        /// The article's revision.
        public var revision: Int
    }

    /// In the order in which they are shown.
    public var entries: [Entry]
    /// Where the stories begin that are not on it; nil where there are no more.
    public var rest: Cursor?
    /// The newspaper's revision as of the same moment; nil where there are no stories.
    public var revision: Int?
}

extension Connection {
    /// Which stories a selection has: read from an index alone where nothing comes before newer stories.
    public func storyPage(_ wanted: StoryQuery) throws -> StoryPage {
        guard wanted.prefers else {
            return try page(
                query(
                    """
                    select a.id, a.revision, (select revision from newspaper), a.published_at
                    from (\(selection(wanted, wanted.limit))) a order by a.published_at desc, a.id desc
                    """
                ), limit: wanted.limit)
        }
        // Among so many of the newest, those that are preferred come first.
        let window = min(wanted.limit * 3, DeliveryPlan.itemLimit)
        let near: SQL = wanted.near.map { "\(isNear($0, wanted.nearSections)) desc," } ?? ""
        let read: SQL =
            wanted.languages.isEmpty
            ? "" : "split_part(lower(a.language), '-', 1) = any(\(wanted.languages)::text[]) desc,"
        return try page(
            query(
                """
                select a.id, a.revision, (select revision from newspaper), a.published_at
                from (\(selection(wanted, window))) newest join articles a on a.id = newest.id
                order by \(read) \(near) a.published_at desc, a.id desc
                """
            ), limit: wanted.limit)
    }

    /// The published story of a slug as a page of one.
    public func storyPage(slug: String) throws -> StoryPage {
        try page(
            query(
                """
                select id, revision, (select revision from newspaper), published_at from articles
                where slug = \(slug) and status = 'published'
                """
            ), limit: 1)
    }

    private func page(_ rows: Rows, limit: Int) throws -> StoryPage {
        let cursors = try rows.map { Cursor(publishedAt: try $0.get(3), id: try $0.get(0)) }
        return StoryPage(
            entries: try (0..<min(rows.count, limit)).map {
                .init(id: try rows[$0].get(0), revision: try rows[$0].get(1))
            },
            rest: Cursor.after(cursors, kept: limit, rest: nil), revision: try rows.first { try $0.get(2) })
    }

    /// Whether an article, or its section, belongs to where somebody is.
    private func isNear(_ place: Place, _ sections: [Int]) -> SQL {
        """
        (a.section_id = any(\(sections)::int[]) or a.latitude is not null and kilometres(a.latitude::float8, a.longitude::float8,
            \(place.latitude)::float8, \(place.longitude)::float8) <= coalesce(a.radius, \(Area.usualRadius)::int))
        """
    }

    /// What was withdrawn after a revision of the newspaper, the last first; nil where nobody knows, or where so much changed that all news
    /// is better.
    public func withdrawals(since revision: Int) throws -> [Withdrawal]? {
        let known: Bool = try query(
            "select \(revision)::bigint between deltas_from and revision from newspaper")[0].get(0)
        guard known else { return nil }
        let limit = DeliveryPlan.itemLimit
        let withdrawn = try query(
            """
            select id, updated_at from articles where changed_in > \(revision)::bigint and status <> 'published'
            order by changed_in desc, id desc limit \(limit + 1)
            """
        ).map { Withdrawal(id: try $0.get(0), at: try $0.get(1)) }
        return withdrawn.count > limit ? nil : withdrawn
    }

    /// What stories say, in no order.
    /// - Parameters:
    ///   - text: the text to bring: `plain`, `html`, or none.
    ///   - pictures: the renditions that are wished; nil where no picture is wanted.
    ///   - renditions: where else to take what there is of pictures; nil reads it.
    public func stories(
        _ ids: [Int], text: TextFormat, pictures: PicturePair?, renditions: RenditionSource? = nil
    ) throws -> [Story] {
        // HTML with the plain text that stands for it where there is little room.
        let body: SQL =
            switch text {
            case .html: "a.body_html, a.body_text"
            case .plain: "a.body_text, ''::text"
            case .summary, .headline: "''::text, ''::text"
            }
        let columns: SQL = """
            select a.id, a.guid, a.slug, a.headline, a.standfirst, \(body), a.byline, a.language, a.section_id, a.edition,
                a.published_at, a.updated_at, a.latitude::float8, a.longitude::float8, a.category_ids, a.revision
            """
        guard let pictures else {
            return try query("\(columns) from articles a where a.id = any(\(ids)::bigint[])").map {
                try story($0, picture: nil)
            }
        }
        let rows = try query(
            """
            \(columns), encode(a.picture, 'hex'), a.picture_alt, a.picture_caption, a.picture_credit, p.color
            from articles a left join pictures p on p.hash = a.picture
            where a.id = any(\(ids)::bigint[])
            """)
        let hashes = try rows.map { try $0.optional(17, as: String.self) }.compactMap(\.self)
        let source = renditions ?? { try self.renditions(of: $0, in: pictures.formats) }
        let known = try source(Array(Set(hashes)))
        return try rows.map { row in
            try story(row, picture: try picture(row, known, pictures))
        }
    }

    private func story(_ row: Row, picture: StoryPicture?) throws -> Story {
        let latitude: Double? = try row.optional(13)
        let longitude: Double? = try row.optional(14)
        return Story(
            id: try row.get(0), revision: try row.get(16), guid: try row.get(1), slug: try row.get(2),
            headline: try row.get(3), standfirst: try row.get(4), text: try row.get(5), plainText: try row.get(6),
            byline: try row.get(7), language: try row.get(8), sectionID: try row.get(9), categoryIDs: try row.get(15),
            edition: try row.get(10), publishedAt: try row.get(11), updatedAt: try row.get(12), picture: picture,
            place: latitude.flatMap { latitude in longitude.flatMap { Place(latitude: latitude, longitude: $0) } })
    }

    private func picture(_ row: Row, _ renditions: [String: [Rendition]], _ pair: PicturePair) throws -> StoryPicture? {
        guard let hash: String = try row.optional(17) else { return nil }
        return StoryPicture(
            hash: hash, alt: try row.get(18), caption: try row.get(19), credit: try row.get(20),
            color: try row.optional(21), renditions: renditions[hash] ?? [], pair: pair)
    }

    /// The stories of a page, each way in by its own index, so that the cost does not grow with the archive.
    private func selection(_ wanted: StoryQuery, _ limit: Int) -> SQL {
        let sections: SQL = wanted.sections.isEmpty ? "" : "and a.section_id = any(\(wanted.sections)::int[])"
        let before = before(wanted, "(a.published_at, a.id)")
        let rung: SQL = "\(literal: Self.limitRung(limit + 1))"
        let newest: SQL = "order by a.published_at desc, a.id desc limit \(rung)"
        if wanted.isLocal { return local(wanted, before, newest) }
        if wanted.since != nil { return changed(wanted, sections, before, newest) }
        if let edition = wanted.edition {
            let categories: SQL =
                wanted.categories.isEmpty ? "" : "and a.category_ids && \(wanted.categories)::int[]"
            return """
                select a.id, a.revision, a.published_at from articles a
                where a.status = 'published' and a.edition = \(number(edition)) \(sections) \(categories) \(before) \(newest)
                """
        }
        if !wanted.categories.isEmpty {
            let ofSections: SQL =
                wanted.sections.isEmpty ? "" : "join articles a on a.id = c.article_id \(sections)"
            return """
                select distinct c.article_id as id, c.revision, c.published_at
                from unnest(\(wanted.categories)::int[]) as wanted(id)
                cross join lateral (
                    select c.article_id, c.revision, c.published_at from article_categories c \(ofSections)
                    where c.category_id = wanted.id \(self.before(wanted, "(c.published_at, c.article_id)"))
                    order by c.published_at desc, c.article_id desc limit \(rung)
                ) c order by c.published_at desc, c.article_id desc limit \(rung)
                """
        }
        if !wanted.sections.isEmpty {
            return """
                select a.id, a.revision, a.published_at from unnest(\(wanted.sections)::int[]) as wanted(id)
                cross join lateral (
                    select a.id, a.revision, a.published_at from articles a
                    where a.section_id = wanted.id and a.status = 'published' \(before) \(newest)
                ) a \(newest)
                """
        }
        return
            "select a.id, a.revision, a.published_at from articles a where a.status = 'published' \(before) \(newest)"
    }

    /// What concerns a place, among the newest that have one and those of its sections.
    private func local(_ wanted: StoryQuery, _ before: SQL, _ newest: SQL) -> SQL {
        guard let place = wanted.near else {
            return "select a.id, a.revision, a.published_at from articles a where false"
        }
        let columns: SQL = "a.id, a.revision, a.published_at, a.section_id, a.latitude, a.longitude, a.radius"
        let since: SQL = wanted.since.map { "and a.changed_in > \($0)::bigint" } ?? ""
        return """
            select a.id, a.revision, a.published_at from (
                (select \(columns) from articles a
                where a.status = 'published' and a.latitude is not null \(since) \(before)
                order by a.published_at desc, a.id desc limit \(literal: Self.localWindow))
                union
                select a.* from unnest(\(wanted.nearSections)::int[]) as near(id)
                cross join lateral (
                    select \(columns) from articles a
                    where a.section_id = near.id and a.status = 'published' \(since) \(before) \(newest)
                ) a
            ) a where \(isNear(place, wanted.nearSections)) \(newest)
            """
    }

    /// Among so many of the newest articles with a place those near somebody are looked for.
    private static let localWindow = 2000

    /// What changed after a revision: few articles, found by it alone.
    private func changed(_ wanted: StoryQuery, _ sections: SQL, _ before: SQL, _ newest: SQL) -> SQL {
        let edition: SQL = wanted.edition.map { "and a.edition = \(number($0))" } ?? ""
        let categories: SQL = wanted.categories.isEmpty ? "" : "and a.category_ids && \(wanted.categories)::int[]"
        return """
            select a.id, a.revision, a.published_at from (
                select * from articles where changed_in > \(wanted.since ?? 0)::bigint and status = 'published' offset 0
            ) a where true \(sections) \(categories) \(edition) \(before) \(newest)
            """
    }

    private func before(_ wanted: StoryQuery, _ place: SQL) -> SQL {
        guard let cursor = wanted.before else { return "" }
        return "and \(place) < (\(cursor.publishedAt)::timestamptz, \(cursor.id)::bigint)"
    }

    private func number(_ reference: EditionReference) -> SQL {
        switch reference {
        case .number(let number): "\(number)::int"
        case .day:
            """
            (select e.number from editions e where e.date <= \(reference.name)::date
                and exists (select from articles p where p.edition = e.number and p.status = 'published')
            order by e.date desc limit 1)
            """
        }
    }

    /// The limit stands in the text, since a bound one would make PostgreSQL plan for a tenth of the archive; a few rungs keep the
    /// number of prepared statements small.
    private static func limitRung(_ limit: Int) -> Int {
        [2, 6, 11, 21, 31, 51, 101, DeliveryPlan.itemLimit + 1].first { $0 >= limit } ?? DeliveryPlan.itemLimit + 1
    }
}
