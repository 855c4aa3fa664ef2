public import News
public import PostgreSQL

/// Which published stories to read, newest first, and how much of them.
public struct StoryQuery: Sendable {
    /// Identifiers; empty means all.
    public var sections: [Int] = []
    /// Identifiers; empty means all.
    public var categories: [Int] = []
    public var edition: EditionReference?
    /// Only what comes after this place.
    public var before: Cursor?
    /// At most so many.
    public var limit: Int
    /// The text to bring: `plain`, `html`, or none.
    public var text: TextFormat
    /// The renditions whose sizes to bring; nil where no picture is wanted.
    public var pictures: (thumbnail: PictureSpec, detail: PictureSpec)?

    /// All stories, so many and so much of each.
    public init(limit: Int, text: TextFormat, pictures: (thumbnail: PictureSpec, detail: PictureSpec)?) {
        self.limit = limit
        self.text = text
        self.pictures = pictures
    }
}

/// One page of stories.
public struct StoryPage: Sendable {
    public var stories: [Story]
    /// Whether there are more after them.
    public var hasMore: Bool
    /// The newspaper's revision as of the same moment; nil where there are no stories.
    public var revision: Int?
}

extension Connection {
    /// One page of stories, the newest first.
    public func stories(_ wanted: StoryQuery) throws -> StoryPage {
        let rows = try stories(page: page(wanted), wanted)
        let stories = try (0..<min(rows.count, wanted.limit)).map { try story(rows[$0]) }
        return StoryPage(stories: stories, hasMore: rows.count > wanted.limit, revision: try rows.first { try $0.get(29) })
    }

    /// The published story of a slug.
    public func story(slug: String, pictures: (thumbnail: PictureSpec, detail: PictureSpec)?) throws -> StoryPage {
        let wanted = StoryQuery(limit: 1, text: .html, pictures: pictures)
        let rows = try stories(page: "select id from articles where slug = \(slug) and status = 'published'", wanted)
        return StoryPage(stories: try rows.map(story), hasMore: false, revision: try rows.first { try $0.get(29) })
    }

    private func stories(page: SQL, _ wanted: StoryQuery) throws -> Rows {
        let text: SQL =
            switch wanted.text {
            case .html: "a.body_html"
            case .plain: "a.body_text"
            case .summary, .headline: "''::text"
            }
        return try query(
            """
            select a.id, a.guid, a.slug, a.headline, a.standfirst, \(text), a.byline, a.language, a.section_id, e.number,
                a.published_at, a.updated_at, a.latitude::float8, a.longitude::float8,
                array(select c.category_id from article_categories c where c.article_id = a.id),
                encode(a.picture, 'hex'), a.picture_alt, a.picture_caption, a.picture_credit,
                t.width, t.quality, t.pixel_width, t.pixel_height, t.bytes,
                d.width, d.quality, d.pixel_width, d.pixel_height, d.bytes, (select revision from newspaper)
            from (\(page)) page
            join articles a on a.id = page.id
            join editions e on e.id = a.edition_id
            left join lateral (\(rendition(wanted.pictures?.thumbnail))) t on true
            left join lateral (\(rendition(wanted.pictures?.detail))) d on true
            order by a.published_at desc, a.id desc
            """
        )
    }

    /// The stored rendition that serves a specification: the ladder of a small original ends below it.
    private func rendition(_ spec: PictureSpec?) -> SQL {
        """
        select r.width, r.quality, r.pixel_width, r.pixel_height, r.bytes from renditions r
        where r.picture = a.picture and r.width <= \(spec?.width ?? 0)::int and r.quality = \(spec?.quality ?? 0)::int
            and r.format = 'jpeg'
        order by r.width desc limit 1
        """
    }

    private func story(_ row: Row) throws -> Story {
        let latitude: Double? = try row.optional(12)
        let longitude: Double? = try row.optional(13)
        return Story(
            id: try row.get(0), guid: try row.get(1), slug: try row.get(2), headline: try row.get(3),
            standfirst: try row.get(4),
            text: try row.get(5), byline: try row.get(6), language: try row.get(7), sectionID: try row.get(8),
            categoryIDs: try row.get(14), edition: try row.get(9), publishedAt: try row.get(10),
            updatedAt: try row.get(11),
            picture: try picture(row),
            place: latitude.flatMap { latitude in longitude.flatMap { Place(latitude: latitude, longitude: $0) } })
    }

    private func picture(_ row: Row) throws -> StoryPicture? {
        guard let hash: String = try row.optional(15) else { return nil }
        return StoryPicture(
            hash: hash, alt: try row.get(16), caption: try row.get(17), credit: try row.get(18),
            thumbnail: try rendition(row, from: 19), detail: try rendition(row, from: 24))
    }

    private func rendition(_ row: Row, from first: Int) throws -> Rendition? {
        guard let width: Int = try row.optional(first) else { return nil }
        return Rendition(
            spec: PictureSpec(width: width, quality: try row.get(first + 1)), width: try row.get(first + 2),
            height: try row.get(first + 3), bytes: try row.get(first + 4))
    }

    /// The identifiers of a page, each way in by its own index, so that the cost does not grow with the archive.
    private func page(_ wanted: StoryQuery) -> SQL {
        let limit = Self.limitRung(wanted.limit + 1)
        let before: SQL =
            wanted.before.map { "and (a.published_at, a.id) < (\($0.publishedAt)::timestamptz, \($0.id)::bigint)" }
            ?? ""
        let sections: SQL = wanted.sections.isEmpty ? "" : "and a.section_id = any(\(wanted.sections)::int[])"
        let categories: SQL =
            wanted.categories.isEmpty
            ? ""
            : "and exists (select from article_categories c where c.article_id = a.id and c.category_id = any(\(wanted.categories)::int[]))"
        let newest: SQL = "order by a.published_at desc, a.id desc limit \(literal: limit)"
        if let edition = wanted.edition {
            return """
                select a.id from articles a
                where a.status = 'published' and a.edition_id = (\(editionID(edition))) \(sections) \(categories) \(before) \(newest)
                """
        }
        if !wanted.categories.isEmpty {
            // Named with its type: a bare literal within the statement would be a bound text.
            let beforeHere: SQL =
                wanted.before.map {
                    "and (c.published_at, c.article_id) < (\($0.publishedAt)::timestamptz, \($0.id)::bigint)"
                } ?? ""
            return """
                select distinct a.id, a.published_at from unnest(\(wanted.categories)::int[]) as wanted(id)
                cross join lateral (
                    select a.id, a.published_at from article_categories c join articles a on a.id = c.article_id
                    where c.category_id = wanted.id and a.status = 'published' \(sections)
                        \(beforeHere)
                    order by c.published_at desc, c.article_id desc limit \(literal: limit)
                ) a \(newest)
                """
        }
        if !wanted.sections.isEmpty {
            return """
                select a.id from unnest(\(wanted.sections)::int[]) as wanted(id)
                cross join lateral (
                    select a.id, a.published_at from articles a
                    where a.section_id = wanted.id and a.status = 'published' \(before) \(newest)
                ) a \(newest)
                """
        }
        return "select a.id from articles a where a.status = 'published' \(before) \(newest)"
    }

    private func editionID(_ reference: EditionReference) -> SQL {
        switch reference {
        case .number(let number): "select id from editions where number = \(number)"
        case .day: "select id from editions where date <= \(reference.name)::date order by date desc limit 1"
        }
    }

    /// The limit stands in the text, since a bound one would make PostgreSQL plan for a tenth of the archive; a few rungs keep the
    /// number of prepared statements small.
    private static func limitRung(_ limit: Int) -> Int {
        [2, 6, 11, 21, 31, 51, 101, DeliveryPlan.itemLimit + 1].first { $0 >= limit } ?? DeliveryPlan.itemLimit + 1
    }
}
