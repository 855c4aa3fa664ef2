import News
import PostgreSQL

/// The words of a search, prepared for the stories of one language.
struct SearchTerms: Sendable {
    /// The language, as `search_language` returns it.
    let language: String
    /// The `tsquery` that a story must match.
    let exact: String
    /// The query without its excluded words, by which matches are ranked.
    let ranked: String
    /// The query for the index alone: the same except for phrases, of which the index knows only the words.
    let indexed: String
    /// The words as they are in the index, including excluded ones.
    let stems: [String]
    /// Facets that a story must have besides, since these terms lack the words that name them; see `FiledSearch`.
    let filed: [String]
    /// Whether nothing is left to search for in this language.
    var isEmpty: Bool { ["", "T"].contains(ranked) }

    /// `filed`, separated by commas.
    var filedList: String { filed.joined(separator: ",") }

    /// A query for the index in some languages.
    struct Indexed {
        let query: String
        /// Separated by commas.
        let languages: String
        /// Separated by commas.
        let filed: String
    }
}

extension [SearchTerms] {
    /// The queries for the index, one for all languages that share it. Joined with `|`, they would read all
    /// entries of each word.
    var indexed: [SearchTerms.Indexed] {
        Dictionary(grouping: self) { [$0.indexed] + $0.filed }.values.map { terms in
            SearchTerms.Indexed(
                query: terms[0].indexed, languages: terms.map(\.language).joined(separator: ","),
                filed: terms[0].filedList)
        }.sorted { ($0.filed, $0.languages) < ($1.filed, $1.languages) }
    }
}

extension SearchIndex {
    /// The words of a search, prepared for the languages of some BCP 47 tags; empty ones (`isEmpty`) where there is nothing to
    /// search for except excluded words, or words that are in every story. `websearch_to_tsquery` accepts
    /// whatever is typed, and `querytree` shows what an index can find.
    /// - Parameter filed: the facets that a story must have besides.
    func searchTerms(_ words: String, languages: [String], filed: [String] = []) throws -> [SearchTerms] {
        guard !words.isEmpty else { return [] }
        return try query(
            """
            select code, exact::text, querytree(exact) as ranked,
                case when exact::text ~ '<(-|\\d+)>' then regexp_replace(querytree(exact), '<(-|\\d+)>', '&', 'g') else exact::text end as indexed,
                tsvector_to_array(search_words(code, \(words))) as stems
            from (select distinct search_language(tag) as code from unnest(\(languages)::text[]) tag) languages
            cross join lateral websearch_to_tsquery(('n4md_' || code)::regconfig, search_text(code, \(words))) exact
            order by code
            """
        ).map { row in
            SearchTerms(
                language: try row.get("code"), exact: try row.get("exact"), ranked: try row.get("ranked"),
                indexed: try row.get("indexed"),
                stems: try row.get("stems"), filed: filed)
        }
    }
}
