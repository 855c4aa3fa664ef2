package import Foundation
package import News
package import PostgreSQL

/// Something that is due at a time, or on a day, or has happened.
package struct AgendaEntry: Sendable {
    /// What is due.
    package enum Kind: String, Sendable, CaseIterable {
        /// The day of an edition.
        case edition
        /// The day for which a story is planned that readers have not seen.
        case planned
        /// The day by which somebody is to do what a comment asks.
        case task
        /// The end of an embargo.
        case embargo
        /// A scheduled article is published.
        case scheduled
        /// A message to readers is sent.
        case message
        /// An article was published.
        case published
    }

    /// When it is due.
    package enum When: Sendable, Hashable {
        case day(CivilDate)
        case moment(Date)
    }

    /// What is due.
    package var kind: Kind
    /// When it is due.
    package var when: When
    /// The number of the article, or of the edition; of a task or a message that of its article.
    package var id: Int
    /// The headline, or the title of the edition; may be empty.
    package var title: String
    /// The name of whoever has the task; nil for everything else.
    package var assignee: String?
    /// The name of the article's section; empty for an edition.
    package var section: String
    /// How far the newsroom is with the article; nil for an edition.
    package var workflow: Workflow?
    /// The state of the edition; nil for an article.
    package var edition: EditionState?
    /// Whether readers see stories in the edition; without any they do not see the edition either.
    package var hasStories = false
    /// When the edition is published by itself, if somebody scheduled that.
    package var publishAt: Date?
}

/// What is due in the newsroom.
package struct Agenda: Noun {
    package let connection: Connection
}

extension Agenda {
    /// The entries of a span of days, the earliest first within each kind, and of each kind up to a limit.
    /// - Parameter span: the same days as moments, by the newspaper's clock.
    package func entries(from first: CivilDate, to last: CivilDate, span: DateInterval, limit: Int) throws
        -> [AgendaEntry]
    {
        try articles(
            .scheduled, "a.publish_at",
            "a.publish_at >= \(span.start)::timestamptz and a.publish_at < \(span.end)::timestamptz",
            limit)
            + articles(
                .published, "a.published_at",
                """
                a.published_at >= \(span.start)::timestamptz and a.published_at < \(span.end)::timestamptz
                    and a.status = 'published'
                """, limit)
            + articles(
                .embargo, "a.embargo_until",
                """
                a.embargo_until >= \(span.start)::timestamptz and a.embargo_until < \(span.end)::timestamptz
                    and a.status in ('unpublished', 'scheduled')
                """, limit)
            + articles(
                .planned, "a.planned",
                "a.planned between \(first.name)::date and \(last.name)::date and a.status = 'unpublished'", limit)
            + editions(from: first, to: last, limit)
            + tasks(from: first, to: last, limit)
            + messages(span, limit)
    }

    private func articles(_ kind: AgendaEntry.Kind, _ column: SQL, _ condition: SQL, _ limit: Int) throws
        -> [AgendaEntry]
    {
        let moment: SQL = kind == .planned ? "null::timestamptz" : column
        return try query(
            """
            select a.id, a.headline, a.workflow::text, s.name as section, \(moment) as at, a.planned::text as planned
            from articles a join sections s on s.id = a.section_id where \(condition) order by \(column), a.id limit \(limit)
            """
        ).map { row -> AgendaEntry? in
            let at: Date? = try row.optional("at")
            let day = try row.optional("planned", as: String.self).flatMap { CivilDate($0) }
            guard let when = at.map({ AgendaEntry.When.moment($0) }) ?? day.map({ .day($0) }) else { return nil }
            return AgendaEntry(
                kind: kind, when: when, id: try row.get("id"), title: try row.get("headline"),
                section: try row.get("section"), workflow: Workflow(rawValue: try row.get("workflow")))
        }.compactMap(\.self)
    }

    private func tasks(from first: CivilDate, to last: CivilDate, _ limit: Int) throws -> [AgendaEntry] {
        try query(
            """
            select a.id, a.headline, s.name as section, e.name as assignee, c.due_on::text as day
            from article_comments c join articles a on a.id = c.article_id join sections s on s.id = a.section_id
                join editors e on e.id = c.assignee_id
            where c.done_at is null and c.due_on between \(first.name)::date and \(last.name)::date
                and a.status <> 'killed'
            order by c.due_on, c.id limit \(limit)
            """
        ).map { row -> AgendaEntry? in
            guard let day = CivilDate(try row.get("day", as: String.self)) else { return nil }
            return AgendaEntry(
                kind: .task, when: .day(day), id: try row.get("id"), title: try row.get("headline"),
                assignee: try row.get("assignee"), section: try row.get("section"))
        }.compactMap(\.self)
    }

    /// Messages whose time has come are no longer due.
    private func messages(_ span: DateInterval, _ limit: Int) throws -> [AgendaEntry] {
        try query(
            """
            select a.id, coalesce(m.headline, a.headline) as headline, s.name as section, m.send_at
            from push_messages m join articles a on a.id = m.article_id join sections s on s.id = a.section_id
            where m.state = 'open' and m.send_at > now()
                and m.send_at >= \(span.start)::timestamptz and m.send_at < \(span.end)::timestamptz
            order by m.send_at, m.id limit \(limit)
            """
        ).map { row in
            AgendaEntry(
                kind: .message, when: .moment(try row.get("send_at")), id: try row.get("id"),
                title: try row.get("headline"), section: try row.get("section"))
        }
    }

    private func editions(from first: CivilDate, to last: CivilDate, _ limit: Int) throws -> [AgendaEntry] {
        try query(
            """
            select number, date::text as date, title, state::text, publish_at,
                \(Editions.hasNews) as has_stories
            from editions e
            where date between \(first.name)::date and \(last.name)::date order by date limit \(limit)
            """
        ).map { row -> AgendaEntry? in
            guard let day = CivilDate(try row.get("date", as: String.self)) else { return nil }
            return AgendaEntry(
                kind: .edition, when: .day(day), id: try row.get("number"), title: try row.get("title"), section: "",
                edition: EditionState(rawValue: try row.get("state")), hasStories: try row.get("has_stories"),
                publishAt: try row.optional("publish_at"))
        }.compactMap(\.self)
    }
}
