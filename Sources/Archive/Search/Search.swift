import Foundation
package import News
package import PostgreSQL

/// A page of search results.
package struct SearchPage: Sendable {
    /// The stories of the page, the best first, and the newspaper's revision as of the same moment.
    package var stories = StoryPage(entries: [], rest: nil, revision: nil)
    /// The number of results in the days that were searched, on all pages.
    package var count = 0
    /// The last day that was not searched, since later days held enough; nil if all days were searched.
    package var older: CivilDate?
    /// Whether there was nothing to search for: only words that are everywhere, or only excluded ones.
    package var isVague = false
    /// The terms that `highlights` marks.
    let terms: [SearchTerms]
}

/// Thrown when a search is given up.
package struct SearchTookTooLong: Error {}

/// A story that may match a search: the index says so, but does not know where words stand.
struct SearchCandidate {
    let block: Int
    let id: Int
    let publishedAt: Date

    /// Its score: the rank of its match, reduced to six tenths after a month, a third after half a year and a sixth
    /// after ten years. A match in the headline outweighs any age.
    func score(_ rank: Double, at now: Date) -> Double {
        rank / (1 + log1p(max(0, now.timeIntervalSince(publishedAt)) / (30 * 86_400)))
    }
}

/// Stories by their words.
package struct SearchIndex: Noun {
    package let connection: Connection
}

extension SearchIndex {
    /// Searches the published stories in all languages of the newspaper. Throws `SearchTookTooLong` if the
    /// database takes too long.
    /// - Parameters:
    ///   - limit: the number of stories on a page.
    ///   - isByTime: whether the newest come first instead of the best.
    package func find(_ query: SearchQuery, in masthead: Masthead, limit: Int, isByTime: Bool = false) throws
        -> SearchPage
    {
        do {
            return try connection.transaction { _ in
                try run(script: "set local statement_timeout = \(Self.searchMilliseconds)")
                return try page(of: query, masthead, limit, isByTime)
            }
        } catch PostgresError.refused(.queryCanceled, _, _) {
            throw SearchTookTooLong()
        }
    }

    /// A search takes about ten milliseconds.
    private static let searchMilliseconds = 2000
    /// The entries that are looked at, the newest that can match: more than anybody reads, and each may have
    /// to be read from the disk.
    static let candidateLimit = 200

    private func page(of query: SearchQuery, _ masthead: Masthead, _ limit: Int, _ isByTime: Bool) throws -> SearchPage
    {
        let terms = try searchTerms(query.words, languages: masthead.languages)
        var page = SearchPage(isVague: terms.isEmpty && (!query.words.isEmpty || !query.isNarrowed), terms: terms)
        guard !page.isVague, let facets = try facets(query, masthead), let days = try days(query) else { return page }
        let found = try candidates(terms, facets, DayBlock.blocks(of: days), Self.candidateLimit)
        page.older = found.older.flatMap { CivilDate(dayNumber: $0) }
        let sorted = try sorted(found.candidates, terms, isByTime)
        page.count = sorted.count
        page.stories = try holdings.stories.page(Array(sorted.dropFirst(query.start).prefix(limit)))
        return page
    }

    /// The stories that match, the best first, or the newest.
    private func sorted(_ candidates: [SearchCandidate], _ terms: [SearchTerms], _ isByTime: Bool) throws -> [Int] {
        let ranks = try ranks(of: candidates, terms)
        let now = Date()
        let scored = candidates.compactMap { candidate in
            ranks[candidate.id].map { (score: isByTime ? 0 : candidate.score($0, at: now), candidate: candidate) }
        }
        return scored.sorted { left, right in
            (left.score, left.candidate.publishedAt, left.candidate.id)
                > (right.score, right.candidate.publishedAt, right.candidate.id)
        }.map(\.candidate.id)
    }

    /// The ranks of the stories that match.
    private func ranks(of candidates: [SearchCandidate], _ terms: [SearchTerms]) throws -> [Int: Double] {
        guard !terms.isEmpty else { return Dictionary(uniqueKeysWithValues: candidates.map { ($0.id, 0) }) }
        let rows: [(Int, Double)] = try query(
            """
            with terms as materialized (
                select language, exact::tsquery as exact
                from unnest(\(terms.map(\.language))::text[], \(terms.map(\.exact))::text[]) t(language, exact)
            )
            select e.article_id, ts_rank('{0.05, 0.3, 0.4, 1}', e.words, t.exact, 1)::float8 as rank
            from search_entries e join terms t on t.language = e.language and e.words @@ t.exact
            where e.article_id = any(\(candidates.map(\.id))::bigint[])
            """
        ).map { (try $0.get("article_id"), try $0.get("rank")) }
        return Dictionary(rows) { first, _ in first }
    }

    /// The facets that narrow the search; nil if there is no such section, category or author.
    private func facets(_ query: SearchQuery, _ masthead: Masthead) throws -> [String]? {
        var facets: [String] = []
        if let slug = query.section {
            guard let section = masthead.sections.first(where: { $0.slug == slug }) else { return nil }
            facets.append("section \(section.id)")
        }
        if let slug = query.category {
            guard let category = masthead.categories.first(where: { $0.slug == slug }) else { return nil }
            facets.append("category \(category.id)")
        }
        if let author = query.author {
            let names: [String] = try self.query(
                "select 'author ' || word from unnest(tsvector_to_array(search_words('simple', \(author)))) word"
            ).values()
            guard !names.isEmpty else { return nil }
            facets += names
        }
        return facets
    }

    /// The days to search: those that were asked for, as far as there is news from them; nil if there is none.
    private func days(_ query: SearchQuery) throws -> ClosedRange<Int>? {
        guard let all = try newsDays() else { return nil }
        let first = query.from.map { max(all.lowerBound, $0.dayNumber) } ?? DayBlock.beginning(of: all.lowerBound)
        let last = min(all.upperBound, query.to?.dayNumber ?? .max)
        return first <= last ? first...last : nil
    }

    /// The days from the oldest published story to the newest.
    func newsDays() throws -> ClosedRange<Int>? {
        let ends = try query(
            """
            select (select min(published_at) from articles where status = 'published') as oldest,
                (select max(published_at) from articles where status = 'published' and published_at <= now()) as newest
            """
        ).first { (oldest: try $0.optional("oldest", as: Date.self), newest: try $0.optional("newest", as: Date.self)) }
        guard let oldest = ends?.oldest, let newest = ends?.newest, oldest <= newest else { return nil }
        return Self.dayNumber(oldest)...Self.dayNumber(newest)
    }

    private static func dayNumber(_ moment: Date) -> Int {
        Int((moment.timeIntervalSince1970 / 86_400).rounded(.down))
    }

    /// The newest entries that can match, and the last day that was not searched for them. A block with too
    /// many entries is searched in parts, unless newer blocks have yielded enough.
    func candidates(_ terms: [SearchTerms], _ facets: [String], _ blocks: [DayBlock], _ limit: Int) throws -> (
        candidates: [SearchCandidate], older: Int?
    ) {
        var (found, blocks): ([SearchCandidate], [DayBlock]) = ([], blocks)
        while !blocks.isEmpty {
            let room = limit - found.count
            let rows = try read(terms, facets, blocks, room + 1)
            guard rows.count > room, let last = rows.last?.block else { return (found + rows, nil) }
            found += rows.prefix { $0.block < last }
            let full = blocks[last]
            if !found.isEmpty, found.count >= limit / 4 { return (found, full.last) }
            // A single day has more than are looked at: take some of them.
            if full.level == 0 {
                return (found + rows.drop { $0.block < last }.prefix(limit - found.count), full.first - 1)
            }
            blocks = full.parts + blocks[(last + 1)...]
        }
        return (found, nil)
    }

    /// Entries that can match, block by block, each read from the index: PostgreSQL stops at the limit.
    private func read(_ terms: [SearchTerms], _ facets: [String], _ blocks: [DayBlock], _ limit: Int) throws
        -> [SearchCandidate]
    {
        let queries = terms.isEmpty ? [SearchTerms.Indexed(query: "", languages: "")] : terms.indexed
        let parts = blocks.flatMap { block in queries.map { (facet: block.facet, words: $0) } }
        let words: SQL =
            terms.isEmpty
            ? "" : "and e.words @@ p.query::tsquery and e.language = any(string_to_array(p.languages, ','))"
        return try query(
            """
            select (e.ordinality - 1) / \(queries.count)::int as block, e.article_id, e.published_at from (
                select e.article_id, e.published_at, p.ordinality
                from unnest(\(parts.map(\.facet))::text[], \(parts.map(\.words.query))::text[], \(parts.map(\.words.languages))::text[])
                    with ordinality p(facet, query, languages)
                cross join lateral (
                    select * from search_entries e
                    where e.facets @> (\(facets)::text[] || p.facet) \(words) and e.published_at <= now() limit \(limit)::int
                ) e limit \(limit)::int
            ) e
            """
        ).map {
            SearchCandidate(
                block: try $0.get("block"), id: try $0.get("article_id"), publishedAt: try $0.get("published_at"))
        }
    }
}
