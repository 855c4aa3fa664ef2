package import Foundation
package import News
import PostgreSQL

/// A move that took an article back from its writer.
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
    /// Records that an editor has opened an article, and knows what was done with it.
    package func setTold(_ article: Int, to editor: Int) throws {
        try query(
            """
            update article_notices set untold = array_remove(untold, \(editor)::int)
            where article_id = \(article)::bigint and \(editor)::int = any(untold)
            """)
    }

    /// Records in a move's transaction who has to be notified of it; earlier notices are dropped.
    func setNotice(_ request: MoveRequest, of article: Article, by editor: Editor?) throws {
        try query("delete from article_notices where article_id = \(article.id)")
        guard request.move.isTold else { return }
        try query(
            """
            insert into article_notices (article_id, move, made_by, note, untold)
            values (\(article.id), \(request.move.rawValue), \(editor?.id)::int, \(request.text), array(
                select distinct who from (
                    select \(article.author?.id)::int as who
                    union all (select editor_id from audit where subject = \("article/\(article.id)") and action = 'article.submit'
                        order by id desc limit 1)
                ) writers where who is not null and who is distinct from \(editor?.id)::int))
            """)
    }

    /// A notice, as it stands in the columns `move`, `maker`, `note`, `at` and `untold`.
    func notice(_ row: Row) throws -> ArticleNotice? {
        guard let move = try row.optional("move", as: String.self).flatMap(Move.init(rawValue:)) else { return nil }
        return ArticleNotice(
            move: move, maker: try row.optional("maker"), note: try row.get("note"), at: try row.get("at"),
            untold: try row.get("untold"))
    }
}
