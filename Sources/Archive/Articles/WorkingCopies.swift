package import Foundation
package import PostgreSQL

/// The text that an editor typed and has not saved yet.
package struct WorkingCopy: Sendable {
    /// The article's revision that it is based on.
    package var base: Int
    /// Rises each time it is kept.
    package var version: Int
    /// The fields of the form, as they were typed.
    package var fields: [String: String]
    /// When it was last kept.
    package var updatedAt: Date
}

/// An article of which an editor has unsaved text.
package struct Writing: Sendable {
    /// The article's number.
    package var article: Int
    /// The headline in the unsaved text.
    package var headline: String
    /// When it was last kept.
    package var updatedAt: Date
}

/// Text that editors have typed but not saved.
package struct WorkingCopies: Noun {
    package let connection: Connection
}

extension WorkingCopies {
    /// An editor's unsaved text of an article.
    package func find(of article: Int, editor: Int) throws -> WorkingCopy? {
        try query(
            """
            select base, version, fields::text, updated_at from working_copies
            where article_id = \(article) and editor_id = \(editor)
            """
        ).first { row in
            let fields = try JSONDecoder().decode(
                [String: String].self, from: Data(try row.get("fields", as: String.self).utf8))
            return WorkingCopy(
                base: try row.get("base"), version: try row.get("version"), fields: fields,
                updatedAt: try row.get("updated_at"))
        }
    }

    /// The names of others who have unsaved text of an article that they typed within the last day.
    package func writers(of article: Int, besides editor: Int) throws -> [String] {
        try query(
            """
            select e.name from working_copies w join editors e on e.id = w.editor_id
            where w.article_id = \(article) and w.editor_id <> \(editor) and w.updated_at > now() - interval '1 day'
            order by w.updated_at desc limit 5
            """
        ).values()
    }

    /// Keeps what an editor typed. Returns its new version; nil if another browser of the editor has kept
    /// another one since.
    /// - Parameter version: the version that is replaced; 0 if there was none.
    package func keep(
        _ fields: [String: String], base: Int, version: Int, of article: Int, editor: Int
    ) throws -> Int? {
        let json = String(decoding: try JSONEncoder().encode(fields), as: UTF8.self)
        guard version > 0 else {
            return try query(
                """
                insert into working_copies (article_id, editor_id, base, fields)
                values (\(article), \(editor), \(base), \(json)::jsonb) on conflict do nothing returning version
                """
            ).firstValue()
        }
        return try query(
            """
            update working_copies set fields = \(json)::jsonb, base = \(base), version = version + 1, updated_at = now()
            where article_id = \(article) and editor_id = \(editor) and version = \(version) returning version
            """
        ).firstValue()
    }

    /// Forgets an editor's unsaved text of an article.
    package func drop(of article: Int, editor: Int) throws {
        try query("delete from working_copies where article_id = \(article) and editor_id = \(editor)")
    }

    /// An editor's unsaved texts, the latest first.
    package func writings(of editor: Int) throws -> [Writing] {
        try query(
            """
            select w.article_id, coalesce(w.fields ->> 'headline', a.headline) as headline, w.updated_at from working_copies w join articles a on a.id = w.article_id
            where w.editor_id = \(editor) order by w.updated_at desc limit 50
            """
        ).map {
            Writing(
                article: try $0.get("article_id"), headline: try $0.get("headline"), updatedAt: try $0.get("updated_at")
            )
        }
    }
}
