import News
import PostgreSQL

// The SQL that selects stories.
extension Stories {
    /// The stories of a page, each kind of selection through its own index, so that the cost does not grow
    /// with the archive.
    func selection(_ wanted: StoryQuery, _ limit: Int) -> SQL {
        let illustrated: SQL = wanted.isIllustrated ? "and a.picture is not null" : ""
        let before: SQL = "\(before(wanted, "a.published_at", "a.id")) \(illustrated)"
        let rung: SQL = "\(literal: Self.limitRung(limit + 1))"
        let newest: SQL = "order by a.published_at desc, a.id desc limit \(rung)"
        if wanted.isLocal { return local(wanted, before, newest) }
        if !wanted.articles.isEmpty {
            return """
                select a.id, a.revision, a.published_at from articles a
                where a.status = 'published' \(narrowed(wanted)) \(before) \(newest)
                """
        }
        if let since = wanted.since {
            return """
                select a.id, a.revision, a.published_at from (\(changed(after: since))) a
                where true \(narrowed(wanted)) \(before) \(newest)
                """
        }
        if wanted.edition != nil {
            return """
                select a.id, a.revision, a.published_at from articles a
                where a.status = 'published' and a.follows is null \(narrowed(wanted)) \(before) \(newest)
                """
        }
        if let followed = wanted.followed { return of(followed, wanted, before, newest, rung) }
        if let author = wanted.author { return written(by: author, wanted, rung) }
        if !wanted.categories.isEmpty { return inCategories(wanted, rung) }
        if !wanted.sections.isEmpty { return inSections(wanted, before, newest) }
        return
            "select a.id, a.revision, a.published_at from articles a where a.status = 'published' and a.follows is null \(before) \(newest)"
    }

    /// The stories of any of these topics, each kind through its own index.
    private func of(
        _ followed: FollowedTopics, _ wanted: StoryQuery, _ before: SQL, _ newest: SQL, _ rung: SQL
    ) -> SQL {
        var ofSections = StoryQuery(limit: wanted.limit)
        (ofSections.before, ofSections.sections) = (wanted.before, followed.sections)
        var ofCategories = ofSections
        (ofCategories.sections, ofCategories.categories) = ([], followed.categories)
        let written: SQL = """
            select w.article_id as id, w.revision, w.published_at from unnest(\(followed.authors)::int[]) as wanted(id)
            cross join lateral (
                select w.article_id, w.revision, w.published_at from article_authors w
                where w.author_id = wanted.id \(self.before(wanted, "w.published_at", "w.article_id"))
                order by w.published_at desc, w.article_id desc limit \(rung)
            ) w
            """
        let nearby = followed.places.reduce(into: "" as SQL) { all, place in
            var ofPlace = StoryQuery(limit: wanted.limit)
            (ofPlace.before, ofPlace.near) = (wanted.before, place)
            all = "\(all) union (\(local(ofPlace, before, newest)))"
        }
        return """
            select a.id, a.revision, a.published_at from (
                (\(inSections(ofSections, before, newest))) union (\(inCategories(ofCategories, rung))) union (\(written))
                union (\(about(followed, wanted, rung))) \(nearby)
            ) a \(newest)
            """
    }

    private func about(_ followed: FollowedTopics, _ wanted: StoryQuery, _ rung: SQL) -> SQL {
        let (languages, terms) = (followed.keywords.map(\.language), followed.keywords.map(\.term))
        return """
            select a.id, a.revision, a.published_at from unnest(\(languages)::text[], \(terms)::text[]) as wanted(language, term)
            cross join lateral (
                select k.article_id from story_keywords k
                where k.language = wanted.language and k.term = wanted.term \(before(wanted, "k.published_at", "k.article_id"))
                order by k.published_at desc, k.article_id desc limit \(rung)
            ) k join articles a on a.id = k.article_id where a.status = 'published' and a.follows is null
            """
    }

    private func written(by author: Int, _ wanted: StoryQuery, _ rung: SQL) -> SQL {
        let narrowed: SQL =
            wanted.sections.isEmpty && wanted.categories.isEmpty
            ? "" : "join articles a on a.id = w.article_id \(sections(wanted)) \(categories(wanted))"
        return """
            select w.article_id as id, w.revision, w.published_at from article_authors w \(narrowed)
            where w.author_id = \(author) \(before(wanted, "w.published_at", "w.article_id"))
            order by w.published_at desc, w.article_id desc limit \(rung)
            """
    }

    private func inCategories(_ wanted: StoryQuery, _ rung: SQL) -> SQL {
        let ofSections: SQL =
            wanted.sections.isEmpty ? "" : "join articles a on a.id = c.article_id \(sections(wanted))"
        return """
            select distinct c.article_id as id, c.revision, c.published_at
            from unnest(\(wanted.categories)::int[]) as wanted(id)
            cross join lateral (
                select c.article_id, c.revision, c.published_at from article_categories c \(ofSections)
                where c.category_id = wanted.id \(before(wanted, "c.published_at", "c.article_id"))
                order by c.published_at desc, c.article_id desc limit \(rung)
            ) c order by c.published_at desc, c.article_id desc limit \(rung)
            """
    }

    private func inSections(_ wanted: StoryQuery, _ before: SQL, _ newest: SQL) -> SQL {
        """
        select a.id, a.revision, a.published_at from unnest(\(wanted.sections)::int[]) as wanted(id)
        cross join lateral (
            select a.id, a.revision, a.published_at from articles a
            where a.section_id = wanted.id and a.status = 'published' and a.follows is null \(before) \(newest)
        ) a \(newest)
        """
    }

    /// Whether an article, or its section, concerns a place.
    func isNear(_ place: Place) -> SQL {
        "(a.section_id in (\(sections(near: place))) or a.latitude is not null and \(reaches("a", place)))"
    }

    private func sections(near place: Place) -> SQL {
        "select s.id from sections s where s.latitude is not null and \(reaches("s", place))"
    }

    /// Whether a place is within the radius of a row's place, plus the distance by which the centre of its
    /// cell may be off.
    private func reaches(_ row: SQL, _ place: Place) -> SQL {
        """
        kilometres(\(row).latitude::float8, \(row).longitude::float8, \(place.latitude)::float8, \(place.longitude)::float8)
            <= coalesce(\(row).radius, \(Area.usualRadius)::int) + \(Area.cellRadius)::int
        """
    }

    /// Stories that concern a place, among the newest that have one; and all stories of its sections, and of
    /// others that are requested with it.
    private func local(_ wanted: StoryQuery, _ before: SQL, _ newest: SQL) -> SQL {
        guard let place = wanted.near else {
            return "select a.id, a.revision, a.published_at from articles a where false"
        }
        let columns: SQL = """
            a.id, a.revision, a.published_at, a.section_id, a.latitude, a.longitude, a.radius, a.edition, a.category_ids
            """
        let candidates: SQL =
            wanted.since.map { "select \(columns) from (\(changed(after: $0))) a where true \(before)" }
                ?? """
                (select \(columns) from articles a where a.status = 'published' and a.follows is null and a.latitude is not null \(before)
                order by a.published_at desc, a.id desc limit \(literal: Self.localWindow))
                union
                select a.* from (\(sections(near: place)) union select unnest(\(wanted.sections)::int[])) as near(id)
                cross join lateral (
                    select \(columns) from articles a
                    where a.section_id = near.id and a.status = 'published' and a.follows is null \(before) \(newest)
                ) a
                """
        var besides = wanted
        besides.sections = []
        return """
            select a.id, a.revision, a.published_at from (\(candidates)) a
            where (\(isNear(place)) or a.section_id = any(\(wanted.sections)::int[])) \(narrowed(besides)) \(newest)
            """
    }

    /// The number of newest articles with a place among which those nearby are looked for.
    private static let localWindow = 2000

    /// Where to go on looking for stories that concern a place; nil if no more stories have one.
    func endOfLocalWindow(_ wanted: StoryQuery) throws -> Cursor? {
        guard wanted.near != nil else { return nil }
        return try query(
            """
            select a.published_at, a.id from articles a
            where a.status = 'published' and a.follows is null and a.latitude is not null \(before(wanted, "a.published_at", "a.id"))
            order by a.published_at desc, a.id desc offset \(literal: Self.localWindow) - 1 limit 1
            """
        ).first { Cursor(publishedAt: try $0.get("published_at"), id: try $0.get("id")) }
    }

    /// The stories that changed after a revision: few articles, found by it alone. The `offset` keeps the
    /// planner from looking for them by time; the condition that `changed_in` is positive shows it that the
    /// index holds them all.
    private func changed(after revision: Int) -> SQL {
        """
        select * from articles where changed_in > 0 and changed_in > \(revision)::bigint and status = 'published' and follows is null
        offset 0
        """
    }

    /// Everything that narrows a selection of articles `a`.
    private func narrowed(_ wanted: StoryQuery) -> SQL {
        "\(articles(wanted)) \(sections(wanted)) \(categories(wanted)) \(edition(wanted)) \(author(wanted))"
    }

    private func articles(_ wanted: StoryQuery) -> SQL {
        wanted.articles.isEmpty ? "" : "and a.id = any(\(wanted.articles)::bigint[])"
    }

    private func sections(_ wanted: StoryQuery) -> SQL {
        wanted.sections.isEmpty ? "" : "and a.section_id = any(\(wanted.sections)::int[])"
    }

    private func categories(_ wanted: StoryQuery) -> SQL {
        wanted.categories.isEmpty ? "" : "and a.category_ids && \(wanted.categories)::int[]"
    }

    private func edition(_ wanted: StoryQuery) -> SQL { wanted.edition.map { "and a.edition = \(number($0))" } ?? "" }

    private func author(_ wanted: StoryQuery) -> SQL {
        wanted.author.map {
            "and exists (select from article_authors w where w.article_id = a.id and w.author_id = \($0))"
        } ?? ""
    }

    private func before(_ wanted: StoryQuery, _ moment: SQL, _ id: SQL) -> SQL {
        guard let cursor = wanted.before else { return "" }
        let shown: SQL = cursor.shown.isEmpty ? "" : "and \(id) <> all(\(cursor.shown)::bigint[])"
        return "and (\(moment), \(id)) < (\(cursor.publishedAt)::timestamptz, \(cursor.id)::bigint) \(shown)"
    }

    /// The number of an edition that readers see; null if there is none.
    func number(_ reference: EditionReference) -> SQL {
        switch reference {
        case .number(let number): "(select number from editions where number = \(number)::int and state <> 'open')"
        case .day:
            """
            (select e.number from editions e where e.date <= \(reference.name)::date and e.state <> 'open' and \(Editions.hasNews)
            order by e.date desc limit 1)
            """
        }
    }

    /// The limit is part of the text, since with a bound one PostgreSQL would plan for a tenth of the archive;
    /// a few rungs keep the number of prepared statements small.
    private static func limitRung(_ limit: Int) -> Int {
        [2, 6, 11, 21, 31, 51, 101, DeliveryPlan.itemLimit + 1].first { $0 >= limit } ?? DeliveryPlan.itemLimit + 1
    }
}
