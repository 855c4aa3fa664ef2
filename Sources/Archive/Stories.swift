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
    /// At most so many.
    public var limit: Int

    /// All stories, so many of them.
    public init(limit: Int) { self.limit = limit }
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

    /// The newest first.
    public var entries: [Entry]
    /// Whether there are more after them.
    public var hasMore: Bool
    /// The newspaper's revision as of the same moment; nil where there are no stories.
    public var revision: Int?
}

extension Connection {
    /// Which stories a selection has, the newest first: read from an index alone.
    public func storyPage(_ wanted: StoryQuery) throws -> StoryPage {
        try page(
            query(
                "select a.id, a.revision, (select revision from newspaper) from (\(page(wanted))) a order by a.published_at desc, a.id desc"
            ), limit: wanted.limit)
    }

    /// The published story of a slug as a page of one.
    public func storyPage(slug: String) throws -> StoryPage {
        try page(
            query(
                "select id, revision, (select revision from newspaper) from articles where slug = \(slug) and status = 'published'"
            ), limit: 1)
    }

    private func page(_ rows: Rows, limit: Int) throws -> StoryPage {
        StoryPage(
            entries: try (0..<min(rows.count, limit)).map {
                .init(id: try rows[$0].get(0), revision: try rows[$0].get(1))
            },
            hasMore: rows.count > limit, revision: try rows.first { try $0.get(2) })
    }

    /// What stories say, in no order.
    /// - Parameters:
    ///   - text: the text to bring: `plain`, `html`, or none.
    ///   - pictures: the renditions whose sizes to bring; nil where no picture is wanted.
    public func stories(_ ids: [Int], text: TextFormat, pictures: PicturePair?) throws -> [Story] {
        let body: SQL =
            switch text {
            case .html: "a.body_html"
            case .plain: "a.body_text"
            case .summary, .headline: "''::text"
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
        return try query(
            """
            \(columns), encode(a.picture, 'hex'), a.picture_alt, a.picture_caption, a.picture_credit,
                p.color, t.*, d.*
            from articles a
            left join pictures p on p.hash = a.picture
            left join lateral (\(rendition(pictures.thumbnail, pictures.formats))) t on true
            left join lateral (\(rendition(pictures.detail, pictures.formats))) d on true
            where a.id = any(\(ids)::bigint[])
            """
        ).map { try story($0, picture: try picture($0)) }
    }

    /// The stored rendition that serves a specification: the ladder of a small original ends below it. Of all formats that may be sent
    /// the one with the fewest bytes, but for an animation, which says more. What is stored without loss has the highest class.
    private func rendition(_ spec: PictureSpec, _ formats: PictureFormats) -> SQL {
        """
        select r.width, r.quality, r.shape, r.crop, r.format, r.pixel_width, r.pixel_height, r.bytes from renditions r
        where r.picture = a.picture and r.shape = \(spec.shape.rawValue) and r.width <= \(spec.width)::int
            and (r.quality = \(spec.quality)::int or r.format in ('png', 'gif'))
            and r.format = any(\(formats.all.map(\.rawValue))::text[])
        order by r.width desc, r.format = 'gif' desc, r.bytes limit 1
        """
    }

    private func story(_ row: Row, picture: StoryPicture?) throws -> Story {
        let latitude: Double? = try row.optional(12)
        let longitude: Double? = try row.optional(13)
        return Story(
            id: try row.get(0), revision: try row.get(15), guid: try row.get(1), slug: try row.get(2),
            headline: try row.get(3),
            standfirst: try row.get(4),
            text: try row.get(5), byline: try row.get(6), language: try row.get(7), sectionID: try row.get(8),
            categoryIDs: try row.get(14), edition: try row.get(9), publishedAt: try row.get(10),
            updatedAt: try row.get(11),
            picture: picture,
            place: latitude.flatMap { latitude in longitude.flatMap { Place(latitude: latitude, longitude: $0) } })
    }

    private func picture(_ row: Row) throws -> StoryPicture? {
        guard let hash: String = try row.optional(16) else { return nil }
        func rendition(_ first: Int) throws -> Rendition? {
            let width: Int? = try row.optional(first)
            return try width.map { _ in try self.rendition(row, from: first) }
        }
        return StoryPicture(
            hash: hash, alt: try row.get(17), caption: try row.get(18), credit: try row.get(19),
            color: try row.optional(20), thumbnail: try rendition(21), detail: try rendition(29))
    }

    /// The stories of a page, each way in by its own index, so that the cost does not grow with the archive.
    private func page(_ wanted: StoryQuery) -> SQL {
        let sections: SQL = wanted.sections.isEmpty ? "" : "and a.section_id = any(\(wanted.sections)::int[])"
        let before = before(wanted, "(a.published_at, a.id)")
        let rung: SQL = "\(literal: Self.limitRung(wanted.limit + 1))"
        let newest: SQL = "order by a.published_at desc, a.id desc limit \(rung)"
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
