package import Foundation
import News
package import PostgreSQL

/// What somebody of the newsroom wrote about an article. It is a task if it has an assignee.
package struct Comment: Sendable {
    package var id: Int
    /// The article's number.
    package var article: Int
    package var author: Article.Author
    package var text: String
    package var at: Date
    /// Rises with every change; `If-Match` names it.
    package var revision: Int
    /// The people whom the text names.
    package var mentioned: [Article.Author]
    /// Who has to do it.
    package var assignee: Article.Author?
    /// The day by which it has to be done, at its beginning in UTC.
    package var due: Date?
    /// When it was marked as done; nil while it is open.
    package var doneAt: Date?
    /// Who marked it as done.
    package var doneBy: String?
    /// The numbers of the people whom it concerns, and who have not opened the article since.
    package var untold: [Int]

    /// Whether an editor may delete it.
    package func mayBeDeleted(by editor: Editor) -> Bool { editor.role >= .editor || author.id == editor.id }
}

/// What people of the newsroom write to each other about articles.
package struct Comments: Noun {
    package let connection: Connection

    /// The most comments on an article.
    package static let limit = 500
}

extension Comments {
    /// The comments on an article, the oldest first.
    /// - Parameter id: returns only comments after this one.
    package func list(of article: Int, after id: Int? = nil, limit: Int = Self.limit) throws -> [Comment] {
        try list("where c.article_id = \(article)::bigint and c.id > \(id ?? 0)::bigint order by c.id limit \(limit)")
    }

    /// A comment on an article.
    package func find(_ id: Int, of article: Int) throws -> Comment? {
        try list("where c.id = \(id)::bigint and c.article_id = \(article)::bigint").first
    }

    /// What a person has not opened yet, and their open tasks, the newest first.
    package func concerning(_ editor: Int, limit: Int) throws -> [Comment] {
        try list(
            """
            where c.done_at is null and (c.untold @> array[\(editor)::int] or c.assignee_id = \(editor)::int)
            order by c.id desc limit \(limit)
            """)
    }

    private func list(_ condition: SQL) throws -> [Comment] {
        try query(
            """
            select c.id, c.article_id, c.author_id, a.name as author, c.text, c.at, c.revision, c.mentioned,
                array(select e.name::text from unnest(c.mentioned) with ordinality u(id, n) join editors e on e.id = u.id order by u.n) as names,
                c.assignee_id, t.name as assignee, c.due_on::timestamp at time zone 'UTC' as due, c.done_at, d.name as done_by, c.untold
            from article_comments c join editors a on a.id = c.author_id left join editors t on t.id = c.assignee_id
                left join editors d on d.id = c.done_by \(condition)
            """
        ).map { row in
            let (numbers, names): ([Int], [String]) = (try row.get("mentioned"), try row.get("names"))
            var comment = Comment(
                id: try row.get("id"), article: try row.get("article_id"),
                author: .init(id: try row.get("author_id"), name: try row.get("author")), text: try row.get("text"),
                at: try row.get("at"), revision: try row.get("revision"),
                mentioned: zip(numbers, names).map { .init(id: $0, name: $1) }, due: try row.optional("due"),
                doneAt: try row.optional("done_at"), doneBy: try row.optional("done_by"), untold: try row.get("untold"))
            if let id: Int = try row.optional("assignee_id") {
                comment.assignee = .init(id: id, name: try row.get("assignee"))
            }
            return comment
        }
    }
}
