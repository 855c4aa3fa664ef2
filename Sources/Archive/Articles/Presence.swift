package import Foundation
package import PostgreSQL

/// Somebody who has the page of an article open.
package struct Present: Sendable, Equatable {
    package var name: String
    package var since: Date
    /// Whether they have typed something since then that is not saved.
    package var isWriting: Bool
}

/// Who has the pages of articles open, on whichever server.
package struct Presence: Noun {
    package let connection: Connection
}

extension Presence {
    /// The time after which somebody who was not heard of is gone: two misses and a slow link.
    private static let patience: SQL = "interval '1 minute'"

    /// Records that somebody has the page of an article open.
    /// - Parameter page: names the page as it was loaded.
    package func note(_ editor: Int, on article: Int, page: String) throws {
        try query(
            """
            insert into article_presence as p (article_id, editor_id, page) values (\(article), \(editor), \(page))
            on conflict (article_id, editor_id) do update set seen_at = now(), page = excluded.page,
                since = case when p.seen_at < now() - \(Self.patience) then now() else p.since end
            """)
    }

    /// Records that somebody has closed a page, unless they have opened another since: a page that is loaded anew says that it closes after
    /// the new one was sent.
    package func drop(_ editor: Int, on article: Int, page: String) throws {
        try query(
            """
            delete from article_presence
            where article_id = \(article) and editor_id = \(editor) and page = \(page)
            """)
    }

    /// The others who have it open, or autosaved text of it: the three who came first.
    package func others(on article: Int, than editor: Int) throws -> [Present] {
        try query(
            """
            select e.name, coalesce(p.since, w.updated_at) as since,
                w.updated_at is not null and w.updated_at >= coalesce(p.since, w.updated_at) as is_writing
            from (select * from article_presence where article_id = \(article) and seen_at > now() - \(Self.patience)) p
                full join (select editor_id, updated_at from working_copies where article_id = \(article)) w using (editor_id)
                join editors e on e.id = editor_id
            where editor_id <> \(editor) and (p.seen_at is not null or w.updated_at > now() - \(Self.patience))
            order by since, e.id limit 3
            """
        ).map {
            Present(name: try $0.get("name"), since: try $0.get("since"), isWriting: try $0.get("is_writing"))
        }
    }
}
