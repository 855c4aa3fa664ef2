package import Foundation
package import News
import PostgreSQL

/// A move that took an article back from its writers, or handed it on, of which they are told.
package struct ArticleNotice: Sendable {
    /// The move.
    package var move: Move
    /// The name of the editor who made it; nil for the command line.
    package var maker: String?
    /// The text given with it: the reason for sending the article back, or the notice to readers.
    package var note: String
    /// When it was done.
    package var at: Date
    /// The numbers of the editors who have not opened the article since: the one who began it, and the one who
    /// submitted it last.
    package var untold: [Int]
}

extension Articles {
    /// Records that an editor has opened an article, and knows what was done with it and said about it.
    package func setTold(_ article: Int, to editor: Int) throws {
        for table: SQL in ["article_notices", "article_comments"] {
            try query(
                """
                update \(table) set untold = array_remove(untold, \(editor)::int)
                where article_id = \(article)::bigint and \(editor)::int = any(untold)
                """)
        }
    }

    /// The number of notices and comments that an editor has not opened yet.
    /// - Parameter article: an article that the editor is opening.
    package func untold(to editor: Int, besides article: Int? = nil) throws -> Int {
        try query(
            """
            select (select count(*) from article_notices
                    where untold @> array[\(editor)::int] and article_id <> \(article ?? 0)::bigint)
                + (select count(*) from article_comments
                    where untold @> array[\(editor)::int] and done_at is null and article_id <> \(article ?? 0)::bigint)
            """
        ).value()
    }

    /// The numbers of the editor who began an article, and of the one who submitted it last.
    func writers(of article: Article) throws -> [Int] {
        [article.author?.id, try lastEditor(.submit, article)].compactMap(\.self)
    }

    /// The number of the editor who made a move with an article last.
    private func lastEditor(_ move: Move, _ article: Article) throws -> Int? {
        try query(
            """
            select editor_id from audit
            where subject = \("article/\(article.id)") and action = \("article." + move.rawValue)
            order by id desc limit 1
            """
        ).first { try $0.optional("editor_id", as: Int.self) } ?? nil
    }

    /// Records in a move's transaction who has to be notified of it; earlier notices are dropped.
    func setNotice(_ request: MoveRequest, of article: Article, by editor: Editor?) throws {
        guard request.move.isTold else {
            // Good news stays until it is read; what was taken back is settled by whatever comes next.
            try query(
                "delete from article_notices where article_id = \(article.id) and move not in ('approve', 'publish')")
            return
        }
        try dropNotice(of: article.id)
        // Whoever scheduled an article counts as the one who published it.
        let isScheduled = request.move == .publish && article.state.publication == .scheduled
        let maker = try editor?.id ?? (isScheduled ? lastEditor(.schedule, article) : nil)
        let untold = Array(Set(try writers(of: article)).subtracting([maker].compactMap(\.self)))
        try query(
            """
            insert into article_notices (article_id, move, made_by, note, untold)
            values (\(article.id), \(request.move.rawValue), \(maker)::int, \(request.text), \(untold)::int[])
            """)
    }

    func dropNotice(of article: Int) throws {
        try query("delete from article_notices where article_id = \(article)")
    }

    /// A notice, as it stands in the columns `move`, `maker`, `note`, `at` and `untold`.
    func notice(_ row: Row) throws -> ArticleNotice? {
        guard let move = try row.optional("move", as: String.self).flatMap(Move.init(rawValue:)) else { return nil }
        return ArticleNotice(
            move: move, maker: try row.optional("maker"), note: try row.get("note"), at: try row.get("at"),
            untold: try row.get("untold"))
    }
}
