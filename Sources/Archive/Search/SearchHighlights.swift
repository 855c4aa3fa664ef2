package import News
import PostgreSQL

extension SearchIndex {
    /// The characters of a body that are searched for an excerpt: its first screens.
    private static let bodyLength = 10_000
    /// The most words of a page's stories that are compared with those searched for.
    private static let wordLimit = 500

    /// The headlines and excerpts of a page's stories by identifier, with the matches marked.
    package func highlights(of page: SearchPage) throws -> [Int: SearchHighlight] {
        let rows = try query(
            """
            select id, search_language(language) as language, headline, standfirst, left(body_text, \(Self.bodyLength)::int) as body
            from articles where id = any(\(page.stories.entries.map(\.id))::bigint[])
            """)
        let texts = try rows.map { row in
            SearchText(
                id: try row.get("id"), language: try row.get("language"), headline: try row.get("headline"),
                standfirst: try row.get("standfirst"),
                body: try row.get("body"))
        }
        let highlighters = try highlighters(of: texts, page.terms)
        return Dictionary(
            texts.map { text in
                let highlighter = highlighters[text.language] ?? Highlighter(words: [])
                return (
                    text.id,
                    SearchHighlight(
                        headline: highlighter.mark(text.headline),
                        excerpt: highlighter.excerpt(text.body) ?? highlighter.mark(text.standfirst))
                )
            }, uniquingKeysWith: { first, _ in first })
    }

    /// The words of the texts that match those searched for, by language. PostgreSQL decides, since it found
    /// the stories by the same rules.
    private func highlighters(of texts: [SearchText], _ terms: [SearchTerms]) throws -> [String: Highlighter] {
        var codes: [String] = []
        var words: [String] = []
        for language in terms {
            let possible = Set(
                texts.lazy.filter { $0.language == language.language }.flatMap(\.words).filter { word in
                    language.stems.contains { Self.mayBecome($0, word) }
                })
            for word in possible.prefix(Self.wordLimit) {
                codes.append(language.language)
                words.append(String(word))
            }
        }
        guard !words.isEmpty else { return [:] }
        let matches = try query(
            """
            select w.code, w.word from unnest(\(codes)::text[], \(words)::text[]) w(code, word)
            where tsvector_to_array(search_words(w.code, w.word)) && array(
                select s.stem from unnest(\(terms.flatMap { term in term.stems.map { _ in term.language } })::text[],
                    \(terms.flatMap(\.stems))::text[]) s(code, stem) where s.code = w.code)
            """
        ).map { (code: try $0.get("code", as: String.self), word: Substring(try $0.get("word", as: String.self))) }
        return Dictionary(grouping: matches, by: \.code).mapValues { Highlighter(words: Set($0.map(\.word))) }
    }

    /// Whether a word may have this stem: stemmers keep its first letters, except for case and accents.
    private static func mayBecome(_ stem: String, _ word: Substring) -> Bool {
        zip(stem.unicodeScalars.prefix(3), word.unicodeScalars).allSatisfy { stem, letter in
            !letter.isASCII || !stem.isASCII || letter == stem || (letter.value | 0x20) == stem.value
        }
    }
}

/// A story in the results of a search, with the matches marked.
package struct SearchHighlight: Sendable, Hashable {
    /// The headline.
    package var headline: [TextSegment]
    /// The part of the text with the most matches; the standfirst if the text has none.
    package var excerpt: [TextSegment]
}

/// The parts of a story that are searched.
private struct SearchText {
    let id: Int
    let language: String
    let headline: String
    let standfirst: String
    let body: String

    var words: [Substring] { [headline, standfirst, body].flatMap(Highlighter.words) }
}
