package import News
package import PostgreSQL

/// A person whose address we know.
package struct Reader: Sendable {
    package let id: Int
    package let address: String
    package let isConfirmed: Bool
}

/// A newsletter that a reader has asked for.
package struct LetterSubscription: Sendable {
    package let list: MailingList
    package let isConfirmed: Bool
}

/// People whose address we know, and the newsletters that they asked for.
package struct Readers: Noun {
    package let connection: Connection

    /// The hours after which an address that was not confirmed is forgotten.
    package static let patience = 48
}

extension Readers {
    package func find(_ id: Int) throws -> Reader? {
        try query("select id, address, confirmed_at is not null as confirmed from readers where id = \(id)")
            .first { row in
                Reader(
                    id: try row.get("id"), address: try row.get("address"), isConfirmed: try row.get("confirmed"))
            }
    }

    /// The newsletters of a reader, in the order of their names.
    package func subscriptions(of reader: Int) throws -> [LetterSubscription] {
        try query(
            """
            select list, confirmed_at is not null as confirmed from letter_subscriptions
            where reader_id = \(reader) order by list
            """
        ).map { row in
            try MailingList(row.get("list")).map {
                LetterSubscription(list: $0, isConfirmed: try row.get("confirmed"))
            }
        }.compactMap(\.self)
    }

    /// Notes that somebody who gave an address wants newsletters, and queues a mail that asks whether it was its owner. Nothing is sent for
    /// newsletters that the reader has confirmed already.
    /// - Parameters:
    ///   - consent: what the reader agrees to, in the words of the page.
    ///   - language: that of the page.
    package func ask(_ address: String, _ lists: [MailingList], consent: String, language: String) throws {
        let reader: Int = try query(
            """
            insert into readers as r (address, language) values (\(address), \(language))
            on conflict (lower(address)) do update set language = excluded.language returning id
            """
        ).value()
        let added = try query(
            """
            insert into letter_subscriptions as s (reader_id, list, consent)
            select \(reader), unnest(\(lists.map(\.name))::text[]), \(consent)
            on conflict (reader_id, list) do update set consent = excluded.consent, asked_at = now()
                where s.confirmed_at is null
            returning 1
            """
        ).count
        guard added > 0 else { return }
        try query("insert into mails (kind, reader_id) values ('confirmation', \(reader))")
    }

    /// Adds a newsletter for a reader whose address is known to be theirs.
    package func add(_ list: MailingList, for reader: Int, consent: String) throws {
        try query(
            """
            insert into letter_subscriptions (reader_id, list, consent, confirmed_at)
            select id, \(list.name), \(consent), now() from readers where id = \(reader)
            on conflict (reader_id, list) do nothing
            """)
    }

    /// Confirms what a reader asked for within the last two days. Returns the newsletters that this adds.
    package func confirm(_ reader: Int, _ lists: [MailingList]) throws -> [MailingList] {
        let confirmed: [String] = try query(
            """
            update letter_subscriptions set confirmed_at = now()
            where reader_id = \(reader) and list = any(\(lists.map(\.name))::text[]) and confirmed_at is null
                and asked_at > now() - make_interval(hours => \(Self.patience))
            returning list
            """
        ).values()
        if !confirmed.isEmpty {
            try query("update readers set confirmed_at = coalesce(confirmed_at, now()) where id = \(reader)")
        }
        return confirmed.compactMap { MailingList($0) }
    }

    /// Ends a newsletter, or all of them, and what of it is on its way. Somebody of whom nothing else is kept is forgotten.
    /// - Parameter list: nil for all.
    /// - Returns: whether the reader is still known.
    @discardableResult
    package func leave(_ reader: Int, _ list: MailingList?) throws -> Bool {
        let name = list?.name
        try query(
            "delete from letter_subscriptions where reader_id = \(reader) and (\(name)::text is null or list = \(name))"
        )
        try query(
            """
            delete from mails m using letters l where m.reader_id = \(reader) and l.id = m.letter_id
                and (\(name)::text is null or l.list = \(name)) and m.state in ('waiting', 'claimed')
            """)
        try deleteIfNothingIsKept(reader)
        return try find(reader) != nil
    }

    /// A log-in of the reader `r` is on its way.
    private static let isExpected: SQL = """
        exists (select from reader_log_ins l where l.reader_id = r.id and l.used_at is null
            and l.created_at > now() - make_interval(mins => \(ReaderLogIns.minutes)))
        """

    /// Forgets a reader who has no newsletter, no passkey, is logged in nowhere, and has saved and follows nothing.
    func deleteIfNothingIsKept(_ reader: Int) throws {
        try query(
            """
            delete from readers r where id = \(reader)
                and not exists (select from letter_subscriptions where reader_id = r.id)
                and not exists (select from reader_sessions where reader_id = r.id)
                and not exists (select from passkeys where reader_id = r.id)
                and not exists (select from reader_items where reader_id = r.id and kind = 'saved' and is_kept)
                and not exists (select from reader_topics where reader_id = r.id and is_kept)
                and not \(Self.isExpected)
            """)
    }

    /// Forgets readers who have not been seen for long, are logged in nowhere and have no newsletter. Returns their number.
    package func deleteUnseen(limit: Int) throws -> Int {
        try query(
            """
            delete from readers where id in (
                select id from readers r where seen_at < now() - make_interval(days => \(ReaderItems.readerDays))
                    and not exists (select from letter_subscriptions where reader_id = r.id)
                    and not exists (select from reader_sessions where reader_id = r.id)
                limit \(limit) for update skip locked) returning 1
            """
        ).count
    }

    /// Forgets a reader with everything that is kept, at their own wish.
    package func delete(_ reader: Int) throws { try query("delete from readers where id = \(reader)") }

    /// Counts a mail that a reader's domain gave back for now. Returns whether that was the third one within a month.
    package func countBounce(_ reader: Int) throws -> Bool {
        let count: Int = try query(
            """
            update readers set bounced_at = now(),
                bounces = case when bounced_at > now() - interval '30 days' then bounces + 1 else 1 end
            where id = \(reader) returning bounces
            """
        ).value()
        return count >= 3
    }

    /// Forgets what was never confirmed. Returns the number of readers and newsletters.
    package func deleteUnconfirmed(limit: Int) throws -> Int {
        let old: SQL = "now() - make_interval(hours => \(Self.patience))"
        let lists = try query(
            """
            delete from letter_subscriptions where ctid in (
                select ctid from letter_subscriptions where confirmed_at is null and asked_at < \(old)
                limit \(limit) for update skip locked) returning 1
            """
        ).count
        let readers = try query(
            """
            delete from readers where id in (
                select id from readers r where confirmed_at is null and created_at < \(old)
                    and not exists (select from letter_subscriptions s where s.reader_id = r.id)
                    and not \(Self.isExpected)
                limit \(limit) for update skip locked) returning 1
            """
        ).count
        return lists + readers
    }

    /// The number of readers of each newsletter, by its name.
    package func counts() throws -> [String: Int] {
        let rows: [(String, Int)] = try query(
            "select list, count(*) from letter_subscriptions where confirmed_at is not null group by list"
        ).map { (try $0.get("list"), try $0.get("count")) }
        return Dictionary(rows, uniquingKeysWith: +)
    }

    /// The same for the newsroom: searches are what readers typed, so only the number of their readers is told, as that of `search`.
    package func countsOfKinds() throws -> [String: Int] {
        let counts = try counts().map { list, count in (list.hasPrefix("search/") ? "search" : list, count) }
        return Dictionary(counts, uniquingKeysWith: +)
    }
}
