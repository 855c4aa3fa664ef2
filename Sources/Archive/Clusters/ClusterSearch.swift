import Doubles
import Foundation
import News
import PostgreSQL

// Finding doubles.
extension Clusters {
    /// Adds an article that is in no cluster yet to the story that it is a double of; one that is in a cluster
    /// stays there. Returns the other articles whose place has changed.
    func enter(_ article: Article, _ story: ComparedStory) throws -> [Int] {
        let isAlone: Bool = try query(
            """
            select follows is null and not exists (select from articles o where o.follows = a.id) from articles a
            where id = \(article.id)
            """
        ).value()
        guard isAlone, let lead = try leadOfDouble(of: article, story) else { return [] }
        return try join(article.id, to: lead)
    }

    /// The lead of the cluster that an article belongs to: the decisions of editors come before the texts.
    private func leadOfDouble(of article: Article, _ story: ComparedStory) throws -> Int? {
        let decided: [(lead: Int, isSame: Bool)] = try query(
            """
            with decided (other, is_same, at) as (
                select second, is_same, at from cluster_decisions where first = \(article.id)
                union all
                select first, is_same, at from cluster_decisions where second = \(article.id)
            )
            select coalesce(a.follows, a.id) as lead, d.is_same from decided d join articles a on a.id = d.other
            where a.status = 'published' order by d.at
            """
        ).map { (try $0.get("lead"), try $0.get("is_same")) }
        let refused = Set(decided.filter { !$0.isSame }.map(\.lead))
        if let said = decided.last(where: { $0.isSame && !refused.contains($0.lead) }) { return said.lead }
        let candidates = try candidates(for: article, story).filter { !refused.contains($0.cluster) }
        return story.doubles(among: candidates).first.map { candidates[$0].cluster }
    }

    /// The order in which articles would lead a cluster: our own before those of others, then by publication.
    var leadOrder: SQL { "canonical_address <> '', published_at, id" }

    /// Published articles that may be doubles, the likeliest first: those with the same address, and those of
    /// about the same time and in the same language that share a key. `pg_trgm` measures how alike the
    /// headlines are. Two of our own articles are two stories unless an editor says otherwise: whoever
    /// publishes something wants it to be seen.
    private func candidates(for article: Article, _ story: ComparedStory) throws -> [(
        story: ComparedStory, cluster: Int
    )] {
        // A key in too many stories to tell anything is not read to its end.
        try query("select set_config('gin_fuzzy_search_limit', \(String(Self.sharersLimit)), true)")
        let found = try query(
            """
            with found as (
                select s.article_id, 1 as shared from unnest(\(story.keys.map { Int(Int32(bitPattern: $0)) })::int[]) k
                cross join lateral (
                    select article_id, published_at, language from story_sketches where keys @> array[k]
                    limit \(literal: Self.sharersLimit)
                ) s
                where s.language = \(story.language) and s.published_at between \(article.publishedAt)::timestamptz - \(Self.window)::interval
                    and \(article.publishedAt)::timestamptz + \(Self.window)::interval
                union all
                (select article_id, 100 from story_sketches where address = \(story.address) limit \(literal: Self.sharersLimit))
            ), likeliest as (
                select article_id from found join story_sketches s using (article_id)
                where article_id <> \(article.id) group by article_id, s.title
                order by sum(shared) + \(Self.titleShare)::float8 * similarity(s.title, \(story.title.words)) desc, article_id
                limit \(literal: Self.comparedLimit)
            )
            select a.headline, a.standfirst, left(a.body_text, \(literal: Self.textLimit)) as text, a.language, a.canonical_address,
                coalesce(a.follows, a.id) as cluster
            from likeliest join articles a on a.id = article_id
            where a.status = 'published' and (\(!article.draft.canonicalAddress.isEmpty)::bool or not exists (
                select from articles o where coalesce(a.follows, a.id) in (o.id, o.follows) and o.canonical_address = ''))
            order by a.published_at, a.id
            """
        ).map { row in
            (
                story: ComparedStory(
                    headline: try row.get("headline"), standfirst: try row.get("standfirst"), text: try row.get("text"),
                    language: try row.get("language"),
                    address: try row.get("canonical_address")), cluster: try row.get("cluster", as: Int.self)
            )
        }
        try query("select set_config('gin_fuzzy_search_limit', '0', true)")
        return found
    }

    /// The longest time between two tellings of a story.
    private static let window = "14 days"
    /// The most stories that are looked at for one key; a key that more stories share says nothing.
    private static let sharersLimit = 40
    /// The most stories whose texts are compared.
    private static let comparedLimit = 16
    /// The number of keys that an identical headline is worth.
    private static let titleShare = 8.0
    /// The characters of a text that are compared.
    private static let textLimit = 60_000

    /// Puts an article into the cluster of a lead. The lead stays if an editor chose it, or if it comes first
    /// and no editor chose this article.
    private func join(_ id: Int, to lead: Int) throws -> [Int] {
        let others: [Int] = try query(
            """
            select o.id from articles l join articles o on o.id = l.id or o.follows = l.id
                join articles me on me.id = \(id)
            where l.id = \(lead) and not l.leads
                and (me.leads or (l.canonical_address <> '', l.published_at, l.id) > (me.canonical_address <> '', me.published_at, me.id))
            """
        ).values()
        // Somebody who is changing one of them may be waiting for us: then the lead stays.
        let held = try query(
            "select id from articles where id = any(\(others)::bigint[]) order by id for no key update skip locked")
        guard !others.isEmpty, held.count == others.count else {
            try follow(lead, [id])
            return []
        }
        try follow(id, others)
        try query(
            """
            update articles set changed_in = (select revision from newspaper), changed_at = now()
            where id = any(\(others)::bigint[])
            """)
        return others
    }

    /// Makes articles follow a lead, which itself follows nobody.
    func follow(_ lead: Int, _ ids: [Int]) throws {
        try query(
            """
            update articles set follows = nullif(\(lead)::bigint, id), leads = leads and id = \(lead)::bigint
            where id = any(\(ids + [lead])::bigint[]) and (id <> \(lead)::bigint or follows is not null)
            """)
        try holdings.articles.enterCategories(ids + [lead])
    }

    /// Makes the followers of an article that readers no longer see follow the first published one among them.
    /// Returns them.
    func passLead(of id: Int) throws -> [Int] {
        let members: [Int] = try query(
            """
            with held as (select id, published_at, canonical_address from articles where follows = \(id) order by id for no key update)
            select id from held order by \(leadOrder)
            """
        ).values()
        guard let first = members.first else { return [] }
        try follow(first, members)
        return members
    }

    /// The lead of an article's cluster: the article itself if it leads the cluster, or is alone.
    func lead(of id: Int) throws -> Int? {
        try query("select coalesce(follows, id) from articles where id = \(id)").firstValue()
    }
}
