public import PostgreSQL

/// A word that tells what an article is about.
private struct TellingWord {
    /// As a `tsquery`.
    let term: String
    /// How much it tells: how often and where it stands in the article, and how seldom in others.
    let weight: Int
}

extension Connection {
    /// Published stories that belong to an article: first all that an editor chose, then those about the same, as long as there is room.
    public func related(to article: Int, limit: Int) throws -> StoryPage {
        let chosen = try chosen(for: article)
        guard chosen.count < limit else { return try storyPage(chosen) }
        let alike = try alike(article, limit: limit).filter { !chosen.contains($0) }
        return try storyPage(chosen + alike.prefix(limit - chosen.count))
    }

    private func chosen(for article: Int) throws -> [Int] {
        try query(
            """
            select o.id from articles a cross join unnest(a.related) with ordinality r(id, n) join articles o on o.id = r.id
            where a.id = \(article) and o.id <> a.id and o.status = 'published' order by r.n
            """
        ).map { try $0.get(0) }
    }

    /// Published stories about the same, the closest first: in the same language, among the newest, by the words that tell the most about
    /// the article; none rather than some that have little to do with it.
    private func alike(_ article: Int, limit: Int) throws -> [Int] {
        let words = try tellingWords(of: article)
        guard words.count > 1, let days = try newestDays(),
            let language: String = try query("select language from search_entries where article_id = \(article)").first(
                { try $0.get(0) })
        else { return [] }
        // Whoever has one of the words may have it by chance.
        let pairs = words.indices.flatMap { first in
            words[(first + 1)...].map { "(\(words[first].term) & \($0.term))" }
        }.joined(separator: " | ")
        let terms = SearchTerms(language: language, exact: pairs, indexed: pairs, stems: [])
        let found = try candidates([terms], [], DayBlock.blocks(of: days), Self.relativeLimit).candidates
        let possible = found.map(\.id).filter { $0 != article }
        return possible.isEmpty ? [] : try closest(possible, words, limit)
    }

    /// Words that are looked for.
    private static let tellingLimit = 8
    /// Stories that are compared.
    private static let relativeLimit = 100
    /// Of so many of the newest stories, about.
    private static let relativeWindow = 100_000
    /// The least share of the weight of all its telling words that a story must have, in percent.
    private static let leastKinship = 30

    /// The words that tell the most. How common a word is stands in the statistics that PostgreSQL keeps for its planner; those not among
    /// the commonest thousand are rarer than these. One that is in no other story tells nothing; nor does one that is in many.
    private func tellingWords(of article: Int) throws -> [TellingWord] {
        try query(
            """
            with known as materialized (
                select word, share from pg_stats, unnest(most_common_elems::text::text[], most_common_elem_freqs) e(word, share)
                where schemaname = current_schema and tablename = 'search_entries' and attname = 'words' and word is not null
            ), archive as (
                select greatest(reltuples, 0) as stories, coalesce((select min(share) / 2 from known), 0.01) as rare
                from pg_class where oid = 'search_entries'::regclass
            ), own as (
                select lexeme, coalesce(share, rare) as share, stories,
                    (select sum(case weight when 'A' then 8 when 'B' then 4 when 'D' then 1 else 0 end) from unnest(weights) weight) as places
                from search_entries cross join unnest(words) cross join archive left join known on word = lexeme
                where article_id = \(article) and length(lexeme) > 2 and lexeme !~ '^[-+.,0-9]*$'
            )
            select '''' || replace(replace(lexeme, '\\', '\\\\'), '''', '''''') || '''', round(100 * ln(1 + places) * -ln(share))::int
            from own where places > 0 and share < 0.25 and (stories = 0 or share * stories between 1.5 and 20000)
            order by 2 desc, 1 limit \(Self.tellingLimit)::int
            """
        ).map { TellingWord(term: try $0.get(0), weight: try $0.get(1)) }
    }

    /// Those of the stories that share the most, by the weight of what they share.
    private func closest(_ stories: [Int], _ words: [TellingWord], _ limit: Int) throws -> [Int] {
        let least = words.map(\.weight).reduce(0, +) * Self.leastKinship / 100
        return try query(
            """
            select article_id from (
                select article_id, published_at, (
                    select sum(weight) from unnest(\(words.map(\.term))::text[], \(words.map(\.weight))::int[]) w(term, weight)
                    where words @@ term::tsquery) as shared
                from search_entries where article_id = any(\(stories)::bigint[])
            ) e where shared >= \(least)::int order by shared desc, published_at desc, article_id desc limit \(limit)::int
            """
        ).map { try $0.get(0) }
    }

    /// The days of so many of the newest stories as can be compared, were there as many on every day.
    private func newestDays() throws -> ClosedRange<Int>? {
        guard let days = try newsDays() else { return nil }
        let stories: Double = try query(
            "select reltuples::float8 from pg_class where oid = 'search_entries'::regclass")[0].get(0)
        let share = min(1, Double(Self.relativeWindow) / max(1, stories))
        return (days.upperBound - Int(Double(days.count - 1) * share))...days.upperBound
    }
}
