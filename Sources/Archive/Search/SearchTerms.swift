import News
import PostgreSQL

/// The words of a search as the stories of a language are searched for them.
struct SearchTerms: Sendable {
    /// As `search_language` gives it.
    let language: String
    /// What a story must match, a `tsquery`.
    let exact: String
    /// What the index finds without looking at the story: the same but for phrases, of which it knows the words alone.
    let indexed: String
    /// The words as they stand in the index, excluded ones too.
    let stems: [String]

    /// What is looked for in the index in some languages.
    struct Indexed {
        let query: String
        /// Separated by commas.
        let languages: String
    }
}

extension [SearchTerms] {
    /// What is looked for in the index, once where it is the same in several languages. Together with `|` it would read all of each word.
    var indexed: [SearchTerms.Indexed] {
        Dictionary(grouping: self, by: \.indexed).map { query, terms in
            SearchTerms.Indexed(query: query, languages: terms.map(\.language).joined(separator: ","))
        }.sorted { $0.languages < $1.languages }
    }
}

extension Connection {
    /// How words are looked for in the languages of some BCP 47 tags; none where there is nothing to look for but what is excluded, or
    /// what is in every story. `websearch_to_tsquery` takes whatever is typed, and `querytree` says what an index can find.
    func searchTerms(_ words: String, languages: [String]) throws -> [SearchTerms] {
        guard !words.isEmpty else { return [] }
        return try query(
            """
            select code, exact::text,
                case when exact::text ~ '<(-|\\d+)>' then regexp_replace(querytree(exact), '<(-|\\d+)>', '&', 'g') else exact::text end as indexed,
                tsvector_to_array(search_words(code, \(words))) as stems
            from (select distinct search_language(tag) as code from unnest(\(languages)::text[]) tag) languages
            cross join lateral websearch_to_tsquery(('n4md_' || code)::regconfig, search_text(code, \(words))) exact
            where querytree(exact) not in ('', 'T') order by code
            """
        ).map { row in
            SearchTerms(
                language: try row.get("code"), exact: try row.get("exact"), indexed: try row.get("indexed"),
                stems: try row.get("stems"))
        }
    }
}
