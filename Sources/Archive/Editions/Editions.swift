package import Foundation
package import News
package import PostgreSQL

/// The issues of the newspaper, and their front pages.
package struct Editions: Noun {
    package let connection: Connection
}

extension Editions {
    /// The published edition of the latest day in which readers find stories: its front page is the
    /// newspaper's.
    /// - Parameter other: an edition that is left out.
    package func latest(besides other: Int? = nil) throws -> Edition? {
        try list(
            """
            where e.state = 'published' and \(Self.hasNews) and e.number is distinct from \(other)::bigint
            order by e.date desc limit 1
            """
        ).first
    }

    /// The open edition that is published next by itself; nil if none is scheduled.
    package func nextScheduled() throws -> Edition? {
        try list("where e.state = 'open' and e.publish_at > now() order by e.publish_at limit 1").first
    }

    /// Whether readers find stories in an edition `e`: its own, or on its front page.
    static let hasNews: SQL = """
        (exists (select from articles a where a.edition = e.number and a.status = 'published')
            or exists (select from front_pages f join articles a on a.id = f.article_id
                where f.edition = e.number and a.status = 'published'))
        """

    /// The newest editions first, before a number if one is given.
    ///
    /// - Parameter onlyPublished: leaves out open editions, and those in which readers find nothing.
    package func list(limit: Int, before number: Int? = nil, onlyPublished: Bool) throws -> [Edition] {
        try list(
            """
            where (\(number)::bigint is null or e.number < \(number)::bigint) and (not \(onlyPublished)::bool or e.state <> 'open'
                and \(Self.hasNews))
            order by e.number desc limit \(limit)
            """)
    }

    /// The editions with news that come just before and just after one, in this order.
    package func neighbours(of number: Int) throws -> [Edition] {
        try list(
            """
            where e.number in (
                (select max(e.number) from editions e where e.number < \(number) and e.state <> 'open' and \(Self.hasNews)),
                (select min(e.number) from editions e where e.number > \(number) and e.state <> 'open' and \(Self.hasNews)))
            order by e.number
            """)
    }

    /// The edition with this number, or the one that a day falls in: the newest that is not later than the
    /// day.
    package func find(_ reference: EditionReference, onlyPublished: Bool) throws -> Edition? {
        switch reference {
        case .number(let number):
            try list("where e.number = \(number)::bigint and (not \(onlyPublished)::bool or e.state <> 'open')").first
        case .day:
            try list(
                """
                where e.date <= \(reference.name)::date
                    and (not \(onlyPublished)::bool or e.state <> 'open'
                        and \(Self.hasNews))
                order by e.date desc limit 1
                """
            ).first
        }
    }

    /// The story that an edition opens with.
    package struct Lead: Sendable, Hashable {
        package let headline: String
        /// The story's language as a BCP 47 tag.
        package let language: String
    }

    /// The stories that these editions open with: the first of the front page, or else the newest. Editions without stories are missing.
    package func leads(of numbers: [Int]) throws -> [Int: Lead] {
        let rows = try query(
            """
            select distinct on (e.number) e.number, a.headline, a.language
            from editions e left join front_pages f on f.edition = e.number
                join articles a on (a.id = f.article_id or a.edition = e.number) and a.status = 'published'
            where e.number = any(\(numbers)::int[])
            order by e.number, case when a.id = f.article_id then f.position end nulls last, a.published_at desc
            """)
        return Dictionary(
            try rows.map {
                (try $0.get("number"), Lead(headline: try $0.get("headline"), language: try $0.get("language")))
            }
        ) { first, _ in first }
    }

    /// The editions `e` of a condition.
    func list(_ condition: SQL) throws -> [Edition] {
        try query(
            """
            select e.number, e.date, e.weekly, e.title, e.revision,
                (select count(*) from (
                    select a.id from articles a where a.edition = e.number and a.status = 'published'
                    union select a.id from front_pages f join articles a on a.id = f.article_id
                    where f.edition = e.number and a.status = 'published') shown) as article_count,
                e.state::text, e.publish_at
            from editions e \(condition)
            """
        ).map { row in
            Edition(
                number: try row.get("number"), date: try row.get("date"), isWeekly: try row.get("weekly"),
                title: try row.get("title"),
                revision: try row.get("revision"),
                articleCount: try row.get("article_count"),
                state: EditionState(rawValue: try row.get("state")) ?? .published,
                publishAt: try row.optional("publish_at"))
        }
    }

    /// Creates an edition, with the next number if none is given. Throws `uniqueViolation` if the number or
    /// the date is taken.
    /// - Parameter copied: the edition whose front page it starts with; nil for an empty one.
    package func insert(
        number: Int?, date: String, title: String, state: EditionState = .published, copyOf copied: Int? = nil
    ) throws -> Int {
        let number: Int = try query(
            """
            insert into editions (number, date, title, state)
            values (coalesce(\(number)::int, (select coalesce(max(number), 0) + 1 from editions)), \(date)::date, \(title),
                \(state.rawValue)::edition_state)
            returning number
            """
        ).value()
        if let copied { try setFrontPage(of: number, to: try frontPage(of: copied, onlyPublished: false)) }
        return number
    }

    /// Changes an edition's title. Returns its new revision; nil if somebody else was faster.
    package func rename(_ number: Int, revision: Int, title: String) throws -> Int? {
        try query(
            """
            update editions set title = \(title), revision = revision + 1
            where number = \(number) and revision = \(revision) returning revision
            """
        ).firstValue()
    }

    /// Removes an empty edition that has this revision. Throws `foreignKeyViolation` if it has articles, and
    /// `ArchiveError.editionRefused` if readers find stories on its front page.
    package func delete(_ number: Int, revision: Int) throws -> Bool {
        if let shown = try list("where e.number = \(number) and e.state <> 'open' and \(Self.hasNews)").first,
            try query("select from articles where edition = \(number) limit 1").count == 0
        {
            throw ArchiveError.editionRefused(possible: shown.state.moves)
        }
        return try query("delete from editions where number = \(number) and revision = \(revision)").affected == 1
    }

    /// The days of the editions that somebody opened, the latest first; weekly ones that began by themselves do not count.
    package func openedDays(limit: Int) throws -> [Date] {
        try query(
            """
            select date from editions
            where exists (select from audit where subject = 'edition/' || number and action = 'edition.create')
            order by date desc limit \(limit)
            """
        ).map { try $0.get("date") }
    }

    /// Creates the missing weekly editions of these times, the earliest first, so that they are numbered in
    /// order.
    /// - Returns: their numbers, in that order.
    package func makeWeekly(of moments: [Date]) throws -> [Int] {
        try moments.sorted().map { try weekly(of: $0) }
    }

    /// The weekly edition that a time falls in, created if it is missing: its date is the Monday (UTC).
    func weekly(of moment: Date) throws -> Int {
        let monday: SQL = "date_trunc('week', \(moment)::timestamptz at time zone 'UTC')::date"
        // This waits for anybody who is creating the same edition, or another under the same number. It locks no
        // existing row, since others who hold it may be waiting for this transaction.
        for _ in 0..<Self.editionTries {
            let there = try query("select number from editions where date = \(monday)").firstValue(as: Int.self)
            if let there { return there }
            let made = try query(
                """
                insert into editions (number, date, weekly)
                values ((select coalesce(max(number), 0) + 1 from editions), \(monday), true) on conflict do nothing returning number
                """
            ).firstValue(as: Int.self)
            if let made { return made }
        }
        throw PostgresError.overloaded
    }

    private static let editionTries = 20
}
