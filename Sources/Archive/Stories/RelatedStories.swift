import PostgreSQL

extension Stories {
    /// Published stories related to an article: first all that an editor chose, then those on the same
    /// subject, as long as there is room.
    package func related(to article: Int, limit: Int) throws -> StoryPage {
        let chosen = try chosen(for: article)
        guard chosen.count < limit else { return try page(chosen) }
        let alike = try alike(article, limit: limit + chosen.count).filter { !chosen.contains($0) }
        return try page(chosen + alike.prefix(limit - chosen.count))
    }

    private func chosen(for article: Int) throws -> [Int] {
        try query(
            """
            select o.id from articles a cross join unnest(a.related) with ordinality r(id, n) join articles o on o.id = r.id
            where a.id = \(article) and o.id <> a.id and o.status = 'published' order by r.n
            """
        ).values()
    }

    /// Published stories on the same subject, the closest first: in the same language, among the newest that
    /// share a keyword; none rather than some that have little to do with it. The closeness of two stories is
    /// the cosine between their keywords.
    private func alike(_ article: Int, limit: Int) throws -> [Int] {
        try query(
            """
            with close as (
                select k.article_id, sum(own.weight * k.weight) as kinship
                from story_keywords own cross join lateral (
                    select article_id, weight from story_keywords k
                    where k.language = own.language and k.term = own.term and k.published_at <= now()
                    order by k.published_at desc limit \(literal: Self.sharersLimit)
                ) k
                where own.article_id = \(article) and k.article_id <> \(article)
                group by k.article_id having count(*) > 1
            )
            select o.id from close join articles o on o.id = close.article_id
            where o.status = 'published' and o.follows is null and kinship >= \(Self.leastKinship)::float8
                and o.id is distinct from (select follows from articles where id = \(article))
            order by kinship desc, o.published_at desc, o.id desc limit \(limit)::int
            """
        ).values()
    }

    /// The number of stories that are compared for each keyword, the newest.
    private static let sharersLimit = 100
    /// The least cosine between the keywords of related stories. Stories that share a single keyword may do so
    /// by chance.
    private static let leastKinship = 0.08
}
