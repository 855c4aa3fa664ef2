package import Foundation
package import News
package import PostgreSQL

/// Changes to what a reader keeps: to stories, by their numbers, or to topics.
package struct ReaderChange<Item: Sendable & Equatable>: Sendable, Equatable {
    /// The items that are kept now, the latest change first.
    package var added: [Item]
    /// The items that are kept no longer.
    package var dropped: [Item]

    package init(added: [Item] = [], dropped: [Item] = []) { (self.added, self.dropped) = (added, dropped) }
}

/// The acts of a reader in one browser, or in the others.
package struct ReaderUpdate: Sendable, Equatable {
    package var stories: [ReaderItems.Kind: ReaderChange<Int>]
    /// Changes to the topics that the reader follows.
    package var topics = ReaderChange<ReaderTopic>()
    /// How far stories were read, in thousandths of their height.
    package var places: [Int: Int]
    /// All settings of the app, as fields of the context form; nil if they stay as they are.
    package var settings: String?

    package init(
        stories: [ReaderItems.Kind: ReaderChange<Int>] = [:], places: [Int: Int] = [:], settings: String? = nil
    ) {
        (self.stories, self.places, self.settings) = (stories, places, settings)
    }
}

/// The changes that a browser has yet to learn.
package struct ReaderDelta: Sendable {
    /// That of the reader now.
    package let revision: Int
    /// Whether it names everything that is kept, and not only what changed.
    package let isComplete: Bool
    package let update: ReaderUpdate
}

/// Stories that readers saved and read, how far they read them, and their settings: the same in all browsers in which they are logged in.
package struct ReaderItems: Noun {
    package let connection: Connection

    package enum Kind: String, CaseIterable, Sendable { case saved, read }

    /// The most stories of a kind. Of more that were read, the oldest are forgotten; more are not saved.
    package static let most = 1000
    /// The days for which it is known that a story is kept no longer.
    package static let keptDays = 90
    /// The days after which readers are forgotten who are logged in nowhere and have no newsletter.
    package static let readerDays = 400
}

/// A story that a reader saved or read.
package struct ReaderItem: Sendable {
    package let kind: ReaderItems.Kind
    /// The last part of its address.
    package let slug: String
    package let at: Date
    /// How far it was read, in thousandths of its height; nil if that is not known.
    package let place: Int?
}

extension ReaderItems {
    /// All stories that a reader keeps, the latest first.
    package func all(of reader: Int) throws -> [ReaderItem] {
        try query(
            """
            select i.kind, a.slug, i.changed_at, i.place from reader_items i join articles a on a.id = i.article_id
            where i.reader_id = \(reader) and i.is_kept and a.status in ('published', 'withdrawn') order by i.changed_at desc, i.article_id desc
            """
        ).map { row in
            try Kind(rawValue: row.get("kind")).map {
                ReaderItem(
                    kind: $0, slug: try row.get("slug"), at: try row.get("changed_at"),
                    place: try row.optional("place"))
            }
        }.compactMap(\.self)
    }

    /// The app's settings of a reader, as fields of the context form; nil if none were told.
    package func settings(of reader: Int) throws -> String? {
        try query("select settings from readers where id = \(reader)").first { try $0.optional("settings") } ?? nil
    }

    /// The changes since a revision that a browser knows.
    /// - Parameters:
    ///   - since: 0 for everything.
    ///   - own: the revision of what the browser itself has just done, which it need not be told; it is told everything all the same.
    package func changes(of reader: Int, since: Int, except own: Int? = nil) throws -> ReaderDelta? {
        let known: (Int, Int, (Int, String?))? = try query(
            "select revision, forgotten_revision, settings_revision, settings from readers where id = \(reader)"
        ).first {
            (
                try $0.get("revision"), try $0.get("forgotten_revision"),
                (try $0.get("settings_revision"), try $0.optional("settings"))
            )
        }
        guard let (revision, forgotten, (settingsRevision, settings)) = known else { return nil }
        let isComplete = since <= 0 || since < forgotten || since > revision
        let from = isComplete ? 0 : since
        let rows: [ChangedItem] = try query(
            """
            select kind, article_id, is_kept, place from reader_items
            where reader_id = \(reader) and revision > \(from) and (is_kept or not \(isComplete))
                and (\(isComplete) or revision is distinct from \(own)::bigint)
            order by revision desc, changed_at desc, article_id desc
            """
        ).map { row in
            ChangedItem(
                kind: Kind(rawValue: try row.get("kind")), article: try row.get("article_id"),
                isKept: try row.get("is_kept"), place: try row.optional("place"))
        }
        var update = ReaderUpdate()
        for row in rows {
            guard let kind = row.kind else { continue }
            let path: WritableKeyPath<ReaderChange<Int>, [Int]> = row.isKept ? \.added : \.dropped
            update.stories[kind, default: ReaderChange()][keyPath: path].append(row.article)
            if row.isKept, let place = row.place { update.places[row.article] = place }
        }
        update.topics = try holdings.readerTopics.changes(of: reader, since: from, except: isComplete ? nil : own)
        if settingsRevision > from, isComplete || settingsRevision != own { update.settings = settings }
        return ReaderDelta(revision: revision, isComplete: isComplete, update: update)
    }

    private struct ChangedItem {
        let kind: Kind?
        let article: Int
        let isKept: Bool
        let place: Int?
    }

    /// The result of recording the acts of a browser.
    package enum Outcome: Sendable {
        /// They make this revision.
        case recorded(Int)
        /// There would be more saved stories than may be, or more topics: the transaction must fail.
        case tooManySaved, tooManyTopics
    }

    /// Records what a browser did. Stories that readers cannot see are left out.
    package func record(_ update: ReaderUpdate, of reader: Int) throws -> Outcome {
        let next: Int = try query("update readers set revision = revision + 1 where id = \(reader) returning revision")
            .value()
        for (kind, change) in update.stories {
            try query(
                """
                insert into reader_items as i (reader_id, kind, article_id, is_kept, revision)
                select \(reader), \(kind.rawValue), a.id, true, \(next) from articles a
                where a.id = any(\(change.added)::bigint[]) and a.status = 'published'
                on conflict (reader_id, kind, article_id) do update
                    set is_kept = true, revision = excluded.revision, changed_at = now() where not i.is_kept
                """)
            try query(
                """
                update reader_items set is_kept = false, revision = \(next), changed_at = now()
                where reader_id = \(reader) and kind = \(kind.rawValue) and article_id = any(\(change.dropped)::bigint[]) and is_kept
                """)
        }
        try record(update.places, of: reader, next)
        try holdings.readerTopics.record(update.topics, of: reader, next)
        if let settings = update.settings {
            try query("update readers set settings = \(settings), settings_revision = \(next) where id = \(reader)")
        }
        try trimRead(of: reader, after: next)
        let saved: Int = try query(
            "select count(*) from reader_items where reader_id = \(reader) and kind = 'saved' and is_kept"
        ).value()
        guard saved <= Self.most else { return .tooManySaved }
        return try holdings.readerTopics.isFull(of: reader) ? .tooManyTopics : .recorded(next)
    }

    /// Records how far stories were read.
    private func record(_ places: [Int: Int], of reader: Int, _ revision: Int) throws {
        let (articles, places) = (Array(places.keys), Array(places.values))
        guard !articles.isEmpty else { return }
        try query(
            """
            insert into reader_items as i (reader_id, kind, article_id, is_kept, revision, place)
            select \(reader), 'read', a.id, true, \(revision), p.place
            from unnest(\(articles)::bigint[], \(places)::smallint[]) p (id, place)
            join articles a on a.id = p.id and a.status = 'published'
            on conflict (reader_id, kind, article_id) do update
                set is_kept = true, place = excluded.place, revision = excluded.revision, changed_at = now()
                where i.place is distinct from excluded.place
            """)
    }

    /// Keeps no more than the latest stories that were read. That is a change of its own, of which the browser is told too.
    private func trimRead(of reader: Int, after revision: Int) throws {
        let trimmed = try query(
            """
            update reader_items set is_kept = false, revision = \(revision + 1), changed_at = now()
            where (reader_id, kind, article_id) in (
                select reader_id, kind, article_id from reader_items
                where reader_id = \(reader) and kind = 'read' and is_kept
                order by revision desc, article_id desc offset \(Self.most))
            returning 1
            """)
        guard trimmed.count > 0 else { return }
        try query("update readers set revision = \(revision + 1) where id = \(reader)")
    }

    /// Forgets what was kept no longer long ago. Returns the number of stories and topics.
    package func deleteDropped(limit: Int) throws -> Int {
        let isOld: SQL = "not is_kept and changed_at < now() - make_interval(days => \(Self.keptDays))"
        return try query(
            """
            with items as (
                delete from reader_items where (reader_id, kind, article_id) in (
                    select reader_id, kind, article_id from reader_items where \(isOld) limit \(limit) for update skip locked)
                returning reader_id, revision),
            topics as (
                delete from reader_topics where (reader_id, topic) in (
                    select reader_id, topic from reader_topics where \(isOld) limit \(limit) for update skip locked)
                returning reader_id, revision),
            old as (select * from items union all select * from topics),
            noted as (
                update readers r set forgotten_revision = greatest(forgotten_revision, o.revision)
                from (select reader_id, max(revision) as revision from old group by reader_id) o where r.id = o.reader_id)
            select count(*) from old
            """
        ).value()
    }
}
