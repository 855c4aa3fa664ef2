package import Foundation
package import News
package import PostgreSQL

/// A newsletter as it is sent, written once for all its readers, or for one whose own news it tells.
package struct LetterDraft: Sendable {
    package var list: MailingList
    /// The reader whose own news it tells; nil for others.
    package var reader: Int?
    /// The day or edition that it is for.
    package var period: String
    package var subject: String
    package var html: String
    package var text: String
    /// The numbers of the articles that it tells.
    package var articles: [Int]

    package init(
        list: MailingList, reader: Int? = nil, period: String, subject: String, html: String, text: String,
        articles: [Int] = []
    ) {
        (self.list, self.reader, self.period, self.subject) = (list, reader, period, subject)
        (self.html, self.text, self.articles) = (html, text, articles)
    }
}

/// What became of a letter.
package struct SentLetter: Sendable {
    package let list: String
    package let subject: String
    package let madeAt: Date
    /// The number of mails that the relay took, that wait, that it refused, and that are in doubt.
    package let sent: Int
    package let waiting: Int
    package let refused: Int
    package let doubtful: Int
}

/// What newsletters send.
package struct Letters: Noun {
    package let connection: Connection
}

extension Letters {
    /// Whether a newsletter has sent something for a day or edition, or has found that there was nothing to send.
    package func exists(_ list: MailingList, _ period: String) throws -> Bool {
        try query("select 1 from letters where list = \(list.name) and period = \(period)").count > 0
    }

    /// When a newsletter last sent something; nil if it never did.
    package func last(of list: MailingList) throws -> Date? {
        try query(
            "select made_at from letters where list = \(list.name) and state <> 'empty' order by made_at desc limit 1"
        ).firstValue()
    }

    /// The texts of a letter.
    package func find(_ id: Int) throws -> LetterDraft? {
        try query(
            """
            select list, reader_id, period, subject, html, text,
                array(select article_id from letter_stories where letter_id = l.id) as articles
            from letters l where id = \(id)
            """
        ).first { row in
            let list: String = try row.get("list")
            let name = list.hasPrefix("test/") ? String(list.dropFirst("test/".count)) : list
            return try MailingList(name).map { list in
                LetterDraft(
                    list: list, reader: try row.optional("reader_id"), period: try row.get("period"),
                    subject: try row.get("subject"), html: try row.get("html"), text: try row.get("text"),
                    articles: try row.get("articles"))
            }
        } ?? nil
    }

    /// Stores a letter for the readers of its list, or for the one whose own news it tells, unless another server has just done so.
    /// - Parameter isEmpty: whether there is nothing to send for this day.
    package func insert(_ draft: LetterDraft, isEmpty: Bool = false) throws {
        let id: Int? = try query(
            """
            insert into letters (list, reader_id, period, subject, html, text, state)
            values (\(draft.list.name), \(draft.reader), \(draft.period), \(draft.subject), \(draft.html), \(draft.text),
                \(isEmpty ? "empty" : draft.reader == nil ? "open" : "spread"))
            on conflict (list, period, reader_id) do nothing returning id
            """
        ).firstValue()
        guard let id else { return }
        try tell(draft.articles, in: id)
        if let reader = draft.reader, !isEmpty {
            try query("insert into mails (kind, reader_id, letter_id) values ('letter', \(reader), \(id))")
        }
    }

    /// Readers who want their own news by mail and have no letter for a day yet, and when the last one that was not empty was made.
    package func awaiting(_ period: String, limit: Int) throws -> [(reader: Int, last: Date?)] {
        try query(
            """
            select s.reader_id, (select max(made_at) from letters l where l.reader_id = s.reader_id and l.state <> 'empty') as last
            from letter_subscriptions s
            where s.list = \(MailingList.mine.name) and s.confirmed_at is not null and not exists (
                select from letters l where l.reader_id = s.reader_id and l.list = s.list and l.period = \(period))
            order by s.reader_id limit \(limit)
            """
        ).map { (try $0.get("reader_id"), try $0.optional("last")) }
    }

    private func tell(_ articles: [Int], in letter: Int) throws {
        try query(
            """
            insert into letter_stories (letter_id, article_id) select \(letter), id from articles where id = any(\(articles)::bigint[])
            on conflict do nothing
            """)
    }

    /// Those among letters that tell a story that readers may no longer see.
    package func outdated(among letters: [Int]) throws -> [Int] {
        try query(
            """
            select distinct letter_id from letter_stories s join articles a on a.id = s.article_id
            where letter_id = any(\(letters)::bigint[]) and a.status <> 'published'
            """
        ).values()
    }

    /// Puts other texts in place of those of a letter, for its mails that are not sent yet.
    package func rewrite(_ letter: Int, _ draft: LetterDraft) throws {
        try query(
            """
            update letters set subject = \(draft.subject), html = \(draft.html), text = \(draft.text) where id = \(letter)
            """)
        try query("delete from letter_stories where letter_id = \(letter)")
        try tell(draft.articles, in: letter)
    }

    /// Counts a test that somebody of the newsroom sends. Returns false once there were too many today.
    package func countTest(by maker: Maker, most: Int) throws -> Bool {
        let count: Int = try query(
            """
            select count(*) from audit where action = 'letter.test' and editor_id = \(maker.editor)
                and at > now() - interval '1 day'
            """
        ).value()
        return count < most
    }

    /// Queues a test of a letter to one address. Tests belong to no list.
    package func test(_ draft: LetterDraft, to address: String, by maker: Maker) throws {
        try holdings.audit.note("letter.test", "letter/" + draft.list.name, by: maker)
        let letter: Int = try query(
            """
            insert into letters (list, period, subject, html, text, state)
            values (\("test/" + draft.list.name), \(UUID().uuidString), \(draft.subject), \(draft.html), \(draft.text),
                'spread')
            returning id
            """
        ).value()
        try query("insert into mails (kind, address, letter_id) values ('test', \(address), \(letter))")
    }

    /// Queues mails to the next readers of an open letter. Returns false if there is none.
    package func spread(limit: Int) throws -> Bool {
        let open: (Int, String, Int)? = try query(
            "select id, list, spread_to from letters where state = 'open' order by id limit 1 for update skip locked"
        ).first { (try $0.get("id"), try $0.get("list"), try $0.get("spread_to")) }
        guard let (letter, list, last) = open else { return false }
        let readers: [Int] = try query(
            """
            select reader_id from letter_subscriptions
            where list = \(list) and confirmed_at is not null and reader_id > \(last) order by reader_id limit \(limit)
            """
        ).values()
        try query(
            """
            insert into mails (kind, reader_id, letter_id) select 'letter', unnest(\(readers)::bigint[]), \(letter)
            on conflict do nothing
            """)
        let isDone = readers.count < limit
        try query(
            """
            update letters set spread_to = \(readers.last ?? last), state = \(isDone ? "spread" : "open")
            where id = \(letter)
            """)
        return true
    }

    /// The last letters of the newspaper's own lists, the newest first: searches and followed topics are their readers' alone.
    package func sent(limit: Int) throws -> [SentLetter] {
        try query(
            """
            select l.list, l.subject, l.made_at, l.sent + count(m.id) filter (where m.state = 'sent') as sent,
                count(m.id) filter (where m.next_try_at is not null) as waiting,
                l.refused + count(m.id) filter (where m.state = 'refused') as refused,
                l.doubtful + count(m.id) filter (where m.state = 'doubt') as doubtful
            from (
                select * from letters where state <> 'empty' and reader_id is null and list not like 'test/%' and list not like 'search/%'
                order by id desc limit \(limit)) l
                left join mails m on m.letter_id = l.id
            group by l.id, l.list, l.subject, l.made_at, l.sent, l.refused, l.doubtful order by l.id desc
            """
        ).map { row in
            SentLetter(
                list: try row.get("list"), subject: try row.get("subject"), madeAt: try row.get("made_at"),
                sent: try row.get("sent"), waiting: try row.get("waiting"), refused: try row.get("refused"),
                doubtful: try row.get("doubtful"))
        }
    }
}
