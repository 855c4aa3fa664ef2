public import Foundation
public import News
public import PostgreSQL

extension Connection {
    /// The edition of the newest published article.
    public func latestEdition() throws -> Edition? {
        try editions(
            """
            where e.number = (select edition from articles where status = 'published' order by published_at desc, id desc limit 1)
            """
        ).first
    }

    /// The newest editions first, before a number where one is given.
    ///
    /// - Parameter onlyPublished: without those that have no published article.
    public func editions(limit: Int, before number: Int? = nil, onlyPublished: Bool) throws -> [Edition] {
        try editions(
            """
            where (\(number)::bigint is null or e.number < \(number)::bigint) and (not \(onlyPublished)::bool
                or exists (select from articles a where a.edition = e.number and a.status = 'published'))
            order by e.number desc limit \(limit)
            """)
    }

    /// The edition of a number, or the one that a day falls in: the newest that is not younger than the day.
    public func edition(_ reference: EditionReference, onlyPublished: Bool) throws -> Edition? {
        switch reference {
        case .number(let number): try editions("where e.number = \(number)").first
        case .day:
            try editions(
                """
                where e.date <= \(reference.name)::date
                    and (not \(onlyPublished)::bool
                        or exists (select from articles a where a.edition = e.number and a.status = 'published'))
                order by e.date desc limit 1
                """
            ).first
        }
    }

    private func editions(_ condition: SQL) throws -> [Edition] {
        try query(
            """
            select e.number, e.date, e.title, e.revision,
                (select count(*) from articles a where a.edition = e.number and a.status = 'published')
            from editions e \(condition)
            """
        ).map { row in
            Edition(
                number: try row.get(0), date: try row.get(1), title: try row.get(2), revision: try row.get(3),
                articleCount: try row.get(4))
        }
    }

    /// Makes an edition with the next number. Throws `uniqueViolation` where the number or the date is taken.
    public func insertEdition(number: Int?, date: String, title: String) throws -> Int {
        try query(
            """
            insert into editions (number, date, title)
            values (coalesce(\(number)::int, (select coalesce(max(number), 0) + 1 from editions)), \(date)::date, \(title))
            returning number
            """)[0].get(0)
    }

    /// Changes an edition's title. Returns its new revision; nil where somebody else was faster.
    public func renameEdition(_ number: Int, revision: Int, title: String) throws -> Int? {
        try query(
            """
            update editions set title = \(title), revision = revision + 1
            where number = \(number) and revision = \(revision) returning revision
            """
        ).first { try $0.get(0) }
    }

    /// Removes an empty edition that has this revision. Throws `foreignKeyViolation` where it has articles.
    public func deleteEdition(_ number: Int, revision: Int) throws -> Bool {
        try query("delete from editions where number = \(number) and revision = \(revision)").affected == 1
    }

    /// Makes the weekly editions of moments, the earliest first, where there are none: they are numbered in their order so.
    public func makeWeeklyEditions(of moments: [Date]) throws {
        for moment in moments.sorted() { _ = try weeklyEdition(of: moment) }
    }

    /// The weekly edition that a moment falls in, made where there is none: its date is the Monday (UTC).
    func weeklyEdition(of moment: Date) throws -> Int {
        let monday: SQL = "date_trunc('week', \(moment)::timestamptz at time zone 'UTC')::date"
        if let number = try query("select number from editions where date = \(monday)").first({
            try $0.get(0, as: Int.self)
        }) {
            return number
        }
        return try query(
            """
            insert into editions (number, date)
            values ((select coalesce(max(number), 0) + 1 from editions), \(monday))
            on conflict (date) do update set date = excluded.date returning number
            """)[0].get(0)
    }
}
