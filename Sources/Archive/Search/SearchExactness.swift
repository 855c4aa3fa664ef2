import News
import PostgreSQL

/// The words and filters of a search, as the index is asked for them.
struct SearchWanted {
    /// The words, in each language.
    let terms: [SearchTerms]
    /// The words without those that name where a story is filed.
    let filed: [SearchTerms]
    /// The words as they were typed.
    let words: String
    /// The facets that all stories must have.
    let facets: [String]

    /// All terms.
    var all: [SearchTerms] { terms + filed }

    /// The terms by which stories are found in a place: where a story is filed makes no headline of its text.
    func terms(in place: SearchPlace) -> [SearchTerms] {
        switch place {
        case .headline: terms
        case .anywhere: all
        }
    }

    /// The most words of which stories must have a form: more than most people type.
    private static let wordsLimit = 6

    /// The words with their forms, in each language whose forms are known.
    var forms: [(language: String, word: String, pattern: String)] {
        let typed = Highlighter.words(in: words, limit: Self.wordsLimit)
        return Set(terms.map(\.language)).sorted().flatMap { language in
            typed.compactMap { word in
                WordForms.pattern(of: word, in: language).map { (language, String(word), $0) }
            }
        }
    }
}

extension SearchIndex {
    /// Reads the best stories until those that have the very words, in singular or plural, come first: the index knows stems alone, and
    /// to read every text that has one would take far longer.
    func findExact(_ wanted: SearchWanted, _ best: Int, _ ranking: inout SearchRanking) throws {
        let forms = wanted.forms
        guard !forms.isEmpty else { return }
        while case let ids = ranking.unread(best), !ids.isEmpty {
            let others: [Int] = try query(
                """
                with forms as materialized (
                    select language, pattern, plainto_tsquery(('n4md_' || language)::regconfig, search_text(language, word)) as stem
                    from unnest(\(forms.map(\.language))::text[], \(forms.map(\.word))::text[], \(forms.map(\.pattern))::text[])
                        f(language, word, pattern)
                )
                select e.article_id from search_entries e join articles a on a.id = e.article_id
                where e.article_id = any(\(ids)::bigint[]) and exists (
                    select from forms f where f.language = e.language and e.words @@ f.stem
                        and concat_ws(' ', a.kicker, a.headline, a.standfirst, a.byline, a.body_text) !~* f.pattern)
                """
            ).values()
            ranking.sort(ids, exact: Set(ids).subtracting(others))
        }
    }
}
