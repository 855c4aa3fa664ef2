import PostgreSQL

extension SearchIndex {
    /// The headlines and standfirsts that readers have, the newest first.
    package func texts(limit: Int) throws -> [String] {
        try query(
            """
            select headline || ' ' || standfirst from articles where status = 'published' and published_at <= now()
            order by published_at desc limit \(limit)
            """
        ).values()
    }
}
