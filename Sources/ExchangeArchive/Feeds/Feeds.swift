package import Archive
package import Foundation
package import News
package import PostgreSQL

/// The last change of a feed.
package struct FeedState: Sendable, Equatable {
    /// The revision of the newspaper with which it changed.
    package let revision: Int
    /// The time of the change.
    package let changedAt: Date
}

/// A story that readers of a feed may still have, and that is gone.
package struct WithdrawnStory: Sendable, Hashable {
    /// Its permanent name.
    package let guid: String
    /// When it was withdrawn.
    package let at: Date
    /// Its revision at that time.
    package let revision: Int
}

/// The state of our feeds, and the tombstones in them.
package struct Feeds: Noun {
    package let connection: Connection
}

extension Feeds {
    /// The last change of a feed, by the document just written. It is recorded if the document has changed; a
    /// record of a later revision stays.
    /// - Parameters:
    ///   - path: the path of the feed.
    ///   - checksum: of the document.
    ///   - masthead: of the revision that the document shows.
    package func state(_ path: String, checksum: String, _ masthead: Masthead) throws -> FeedState {
        let known = try query(
            "select revision, changed_at from feed_states where path = \(path) and checksum = \(checksum)"
        ).first { FeedState(revision: try $0.get("revision"), changedAt: try $0.get("changed_at")) }
        if let known { return known }
        try query(
            """
            insert into feed_states as f (path, checksum, revision, changed_at)
            values (\(path), \(checksum), \(masthead.revision), \(masthead.updatedAt)::timestamptz)
            on conflict (path) do update set checksum = excluded.checksum, revision = excluded.revision, changed_at = excluded.changed_at
            where f.revision < excluded.revision
            """)
        return FeedState(revision: masthead.revision, changedAt: masthead.updatedAt)
    }

    /// Those of these stories that changed after a revision of the newspaper; nil if that is unknown.
    package func changed(of stories: [Int], since revision: Int) throws -> Set<Int>? {
        let isKnown: Bool = try query("select \(revision)::bigint between deltas_from and revision from newspaper")
            .value()
        guard isKnown else { return nil }
        return Set(
            try query(
                "select id from articles where id = any(\(stories)::bigint[]) and changed_in > \(revision)::bigint"
            ).values())
    }

    /// An article that readers had and that is gone; nil if there is no such article.
    package func withdrawn(article id: Int) throws -> WithdrawnStory? {
        try query(
            """
            select guid, changed_at, revision from articles
            where id = \(id)::bigint and status in ('withdrawn', 'killed') and changed_in > 0
            """
        ).first {
            WithdrawnStory(guid: try $0.get("guid"), at: try $0.get("changed_at"), revision: try $0.get("revision"))
        }
    }

    /// The publication times of the newest stories, the latest first.
    package func publicationMoments(limit: Int) throws -> [Date] {
        try query(
            "select published_at from articles where status = 'published' order by published_at desc limit \(limit)"
        ).values()
    }

    /// The stories of a selection that were withdrawn since a time, and after a revision of the newspaper, the
    /// latest first.
    package func withdrawn(_ wanted: StoryQuery, since moment: Date, after revision: Int, limit: Int) throws
        -> [WithdrawnStory]
    {
        let sections: SQL = wanted.sections.isEmpty ? "" : "and section_id = any(\(wanted.sections)::int[])"
        let categories: SQL = wanted.categories.isEmpty ? "" : "and category_ids && \(wanted.categories)::int[]"
        return try query(
            """
            select guid, changed_at, revision from articles
            where status in ('withdrawn', 'killed') and changed_in > 0 and changed_in > \(revision)::bigint and changed_at >= \(moment)::timestamptz \(sections) \(categories)
            order by changed_at desc, id desc limit \(limit)
            """
        ).map {
            WithdrawnStory(guid: try $0.get("guid"), at: try $0.get("changed_at"), revision: try $0.get("revision"))
        }
    }
}
