package import News
package import PostgreSQL

/// The authors of published articles.
package struct Authors: Noun {
    package let connection: Connection
}

extension Authors {
    /// The author with this slug.
    package func find(slug: String) throws -> Author? {
        try query("select id, slug, name, note from authors where slug = \(slug)").first(author)
    }

    /// The authors of these published articles, in the order of the bylines.
    package func list(of articles: [Int]) throws -> [Int: [Author]] {
        let rows = try query(
            """
            select p.id, p.slug, p.name, p.note, a.article_id from article_authors a join authors p on p.id = a.author_id
            where a.article_id = any(\(articles)::bigint[]) order by a.article_id, a.position
            """
        ).map { (article: try $0.get("article_id", as: Int.self), author: try author($0)) }
        return Dictionary(grouping: rows, by: \.article).mapValues { $0.map(\.author) }
    }

    /// The authors who have written most recently.
    package func latest(limit: Int) throws -> [Author] {
        try query(
            """
            select p.id, p.slug, p.name, p.note from authors p cross join lateral (
                select published_at from article_authors where author_id = p.id order by published_at desc, article_id desc limit 1) newest
            order by newest.published_at desc, p.id limit \(limit)
            """
        ).map(author)
    }

    func author(_ row: Row) throws -> Author {
        Author(id: try row.get("id"), slug: try row.get("slug"), name: try row.get("name"), note: try row.get("note"))
    }
}
