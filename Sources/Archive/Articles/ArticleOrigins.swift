import PostgreSQL

/// A source of articles by its name.
package struct ArticleSource: Sendable, Identifiable {
    /// Its number.
    package var id: Int
    /// Its name.
    package var title: String
}

// What a list of articles can be narrowed by.
extension Articles {
    /// The source of each of these articles that came from one.
    package func sources(of articles: [Int]) throws -> [Int: ArticleSource] {
        guard !articles.isEmpty else { return [:] }
        let rows = try query(
            """
            select distinct on (e.article_id) e.article_id, s.id, s.title from source_entries e join sources s on s.id = e.source_id
            where e.article_id = any(\(articles)::bigint[]) order by e.article_id, e.first_seen_at
            """)
        return Dictionary(
            uniqueKeysWithValues: try rows.map { row in
                (try row.get("article_id"), ArticleSource(id: try row.get("id"), title: try row.get("title")))
            })
    }

    /// The first sources by name, and the one with this number.
    package func sourceChoices(limit: Int, with id: Int?) throws -> [ArticleSource] {
        try query(
            """
            select id, title from (
                (select id, title from sources order by lower(title), id limit \(limit))
                union select id, title from sources where id = \(id)::bigint
            ) s order by lower(title), id
            """
        ).map { ArticleSource(id: try $0.get("id"), title: try $0.get("title")) }
    }

    /// The languages of all articles, each found with one step in the index.
    package func languages(limit: Int) throws -> [String] {
        try query(
            """
            with recursive l as (
                (select language, 1 as n from articles order by language limit 1)
                union all
                select (select a.language from articles a where a.language > l.language order by a.language limit 1), n + 1
                from l where l.language is not null and n < \(limit)
            )
            select language from l where language is not null
            """
        ).values()
    }
}
