import Foundation
import PostgreSQL

/// A story that may match a search: the index says so, but does not know where words stand.
struct SearchCandidate {
    let block: Int
    let id: Int
    let publishedAt: Date
}

/// Where a story must have the words of a search.
enum SearchPlace {
    case headline, anywhere

    fileprivate var words: SQL {
        switch self {
        case .headline: "ts_filter(e.words, '{a}')"
        case .anywhere: "e.words"
        }
    }
}

extension SearchIndex {
    /// The most entries of a single day that are looked at: more than a newspaper prints.
    private static let dayLimit = 1000

    /// The newest entries that can match, and the blocks that were not searched for them. A block with too
    /// many entries is searched in parts, unless newer blocks have yielded enough.
    /// - Parameter limit: the number of entries, unless a single day has more.
    func candidates(
        _ terms: [SearchTerms], in place: SearchPlace, _ facets: [String], _ blocks: [DayBlock], _ limit: Int
    ) throws -> (found: [SearchCandidate], rest: [DayBlock]) {
        var (found, blocks): ([SearchCandidate], [DayBlock]) = ([], blocks)
        while !blocks.isEmpty {
            let room = limit - found.count
            let rows = try read(terms, in: place, facets, blocks, room + 1)
            guard rows.count > room, let last = rows.last?.block else { return (found + rows, []) }
            found += rows.prefix { $0.block < last }
            let full = blocks[last]
            if !found.isEmpty, found.count >= limit / 4 { return (found, Array(blocks[last...])) }
            if full.level == 0 {
                found += try read(terms, in: place, facets, [full], Self.dayLimit)
                return (found, Array(blocks[(last + 1)...]))
            }
            blocks = full.parts + blocks[(last + 1)...]
        }
        return (found, [])
    }

    /// Entries that can match, block by block, each read from the index: PostgreSQL stops at the limit.
    private func read(
        _ terms: [SearchTerms], in place: SearchPlace, _ facets: [String], _ blocks: [DayBlock], _ limit: Int
    ) throws -> [SearchCandidate] {
        let queries = terms.isEmpty ? [SearchTerms.Indexed(query: "", languages: "", filed: "")] : terms.indexed
        let parts = blocks.flatMap { block in queries.map { (facet: block.facet, words: $0) } }
        let words: SQL =
            terms.isEmpty
            ? "" : "and \(place.words) @@ p.query::tsquery and e.language = any(string_to_array(p.languages, ','))"
        return try query(
            """
            select (e.ordinality - 1) / \(queries.count)::int as block, e.article_id, e.published_at from (
                select e.article_id, e.published_at, p.ordinality
                from unnest(\(parts.map(\.facet))::text[], \(parts.map(\.words.query))::text[], \(parts.map(\.words.languages))::text[],
                    \(parts.map(\.words.filed))::text[]) with ordinality p(facet, query, languages, filed)
                cross join lateral (
                    select * from search_entries e
                    where e.facets @> (\(facets)::text[] || p.facet || string_to_array(p.filed, ',')) \(words) and e.published_at <= now() limit \(limit)::int
                ) e limit \(limit)::int
            ) e
            """
        ).map {
            SearchCandidate(
                block: try $0.get("block"), id: try $0.get("article_id"), publishedAt: try $0.get("published_at"))
        }
    }
}
