package import News
package import PostgreSQL

/// The keywords of stories.
package struct Keywords: Noun {
    package let connection: Connection
}

extension Keywords {
    /// The keywords of stories by their numbers, the most telling first for each: those that an editor typed,
    /// otherwise those found in the text.
    package func list(of articles: [Int]) throws -> [Int: [Keyword]] {
        guard !articles.isEmpty else { return [:] }
        let all = try query(
            """
            select article_id, term, name, weight::float8 from story_keywords where article_id = any(\(articles)::bigint[])
            order by article_id, position
            """
        ).map { row in
            (
                article: try row.get("article_id", as: Int.self),
                keyword: Keyword(term: try row.get("term"), name: try row.get("name"), weight: try row.get("weight"))
            )
        }
        return Dictionary(grouping: all, by: \.article).mapValues { $0.map(\.keyword) }
    }

    /// The forms in which keywords that somebody typed are compared, in each language that stories are in.
    func terms(of typed: [String]) throws -> [(language: String, term: String)] {
        guard !typed.isEmpty else { return [] }
        let languages: [String] = try query(
            "select language from counted_stories union select distinct language from uncounted_stories"
        ).values()
        return languages.flatMap { language in
            typed.flatMap { Keyword.typed([$0], language: language) }.map { (language, $0.term) }
        }
    }

    /// The keywords that a story would have by its text alone, published or not.
    package func found(of draft: ArticleDraft) throws -> [Keyword] {
        let language = draft.language.prefix { $0 != "-" }.lowercased()
        let terms = StoryTerms(draft)
        return terms.keywords(against: try frequencies(of: terms, language: language))
    }

    /// Finds the keywords of a published article, and has its terms counted when it is first published.
    func read(of article: Article, language: String, isNew: Bool) throws {
        let terms = StoryTerms(article.draft)
        if isNew { try count(terms, of: article.id, language: language) }
        let keywords =
            article.draft.keywords.isEmpty
            ? terms.keywords(against: try frequencies(of: terms, language: language))
            : Keyword.typed(article.draft.keywords, language: language)
        try query("delete from story_keywords where article_id = \(article.id)")
        try query(
            """
            insert into story_keywords (article_id, position, language, published_at, term, name, weight)
            select \(article.id), position, \(language), \(article.publishedAt)::timestamptz, term, name, weight::real
            from unnest(\(keywords.map(\.term))::text[], \(keywords.map(\.name))::text[], \(keywords.map { String($0.weight) })::text[])
                with ordinality k(term, name, weight, position)
            """)
    }

    /// The frequencies of a story's terms in the archive of its language.
    private func frequencies(of terms: StoryTerms, language: String) throws -> TermFrequencies {
        let stories: Int =
            try query("select stories from counted_stories where language = \(language)").firstValue() ?? 0
        let counts: [(String, Int)] = try query(
            """
            select term, stories from term_counts
            where language = \(language) and term = any(\(terms.terms.map(\.key))::text[])
            """
        ).map { (try $0.get("term"), try $0.get("stories")) }
        return TermFrequencies(stories: stories, counts: Dictionary(counts) { first, _ in first })
    }

    /// Queues the terms of a story for counting, and counts if enough are queued and nobody else does.
    private func count(_ terms: StoryTerms, of article: Int, language: String) throws {
        try query(
            """
            insert into uncounted_stories values (\(article), \(language), \(terms.terms.map(\.key))::text[])
            on conflict do nothing
            """)
        let waiting: Int = try query("select count(*) from uncounted_stories").value()
        guard waiting >= Self.countedAtOnce,
            try query("select pg_try_advisory_xact_lock(hashtextextended('term counts', 0))").value()
        else { return }
        try query(
            """
            with taken as (delete from uncounted_stories returning language, terms), stories as (
                insert into counted_stories select language, count(*) from taken group by language
                on conflict (language) do update set stories = counted_stories.stories + excluded.stories
                returning stories
            ), terms as (
                insert into term_counts
                select language, term, count(*) from taken, unnest(terms) term group by language, term
                on conflict (language, term) do update set stories = term_counts.stories + excluded.stories
            )
            select sum(stories) from stories
            """)
    }

    /// Forgets the rarest terms if there are more than are kept: they say hardly more than terms that were
    /// never seen.
    package func cutTerms() throws {
        try query(
            """
            delete from term_counts where (language, term) in (
                select language, term from term_counts order by stories, language, term
                limit greatest((select count(*) from term_counts) - \(Self.termLimit), 0))
            """)
    }

    /// The number of stories whose terms are counted at once.
    private static let countedAtOnce = 16
    /// The most terms that are counted, in all languages: about 50 MB.
    private static let termLimit = 500_000
}

extension StoryTerms {
    fileprivate init(_ draft: ArticleDraft) {
        self.init(
            headline: draft.headline, standfirst: draft.standfirst, text: draft.bodyText, language: draft.language)
    }
}
