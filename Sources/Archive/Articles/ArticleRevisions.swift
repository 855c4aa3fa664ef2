package import Foundation
import PostgreSQL

/// One of an article's revisions, without its text.
package struct ArticleRevision: Sendable {
    /// Counted from 1.
    package var number: Int
    /// When it was made.
    package var at: Date
    /// The editor who made it; nil for the command line and the clock.
    package var editor: String?
    /// The action in the audit trail: `article.save`.
    package var action: String
    /// The text given with it: a correction, a reason.
    package var text: String
    /// Whether readers saw it.
    package let isOut: Bool
    /// The columns that are other than in the revision before.
    package var changed: [String]
}

/// Revisions of an article that others have made.
package struct OthersChanges: Sendable, Equatable {
    /// Who made them, whoever was last first; the command line and the clock have no names.
    package var names: [String]
    /// When the last of them was made, and by which action in the audit trail.
    package var at: Date
    package var action: String
}

extension Articles {
    /// The revisions of an article, the newest first.
    /// - Parameter number: returns only revisions before this one.
    package func revisions(of article: Int, before number: Int? = nil, limit: Int) throws -> [ArticleRevision] {
        try query(
            """
            select r.revision, r.created_at, coalesce(e.name, r.editor_name) as editor, coalesce(h.action, '') as action,
                coalesce(h.detail ->> 'text', '') as text,
                coalesce(r.content ->> 'status' = 'published', false) as is_out,
                array(select jsonb_array_elements_text(coalesce(h.detail -> 'changed', '[]'))) as changed
            from article_revisions r left join editors e on e.id = r.editor_id
                left join lateral (
                    select action, detail from audit
                    where subject = 'article/' || r.article_id and detail -> 'revision' = to_jsonb(r.revision)
                    order by id limit 1
                ) h on true
            where r.article_id = \(article) and (\(number)::bigint is null or r.revision < \(number)::bigint)
            order by r.revision desc limit \(limit)
            """
        ).map { row in
            ArticleRevision(
                number: try row.get("revision"), at: try row.get("created_at"), editor: try row.optional("editor"),
                action: try row.get("action"),
                text: try row.get("text"), isOut: try row.get("is_out"), changed: try row.get("changed"))
        }
    }

    /// The revisions that others than an editor have made of an article after one; nil if there are none.
    package func changes(of article: Int, since revision: Int, byOthersThan editor: Int) throws -> OthersChanges? {
        let makers: [(name: String?, at: Date)] = try query(
            """
            select coalesce(e.name, r.editor_name) as name, max(r.created_at) as at
            from article_revisions r left join editors e on e.id = r.editor_id
            where r.article_id = \(article) and r.revision > \(revision) and r.editor_id is distinct from \(editor)
            group by 1 order by at desc
            """
        ).map { (try $0.optional("name"), try $0.get("at")) }
        guard let first = makers.first else { return nil }
        let last = try revisions(of: article, limit: 1).first { $0.editor == first.name }
        return OthersChanges(names: makers.compactMap(\.name), at: first.at, action: last?.action ?? "article.save")
    }
}
