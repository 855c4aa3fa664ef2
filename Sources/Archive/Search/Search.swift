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
    /// Whether the stories only have words of the same stem as those searched for.
    package var isNear = false
    /// The terms that `highlights` marks.
    let terms: [SearchTerms]
}

/// Thrown when a search is given up.
package struct SearchTookTooLong: Error {}

/// Stories by their words.
package struct SearchIndex: Noun {
    package let connection: Connection
}

extension SearchIndex {
    /// Searches the published stories in all languages of the newspaper. Throws `SearchTookTooLong` if the
    /// database takes too long.
    /// - Parameters:
    ///   - limit: the number of stories on a page.
    package func find(_ query: SearchQuery, in masthead: Masthead, limit: Int) throws -> SearchPage {
        do {
            return try connection.transaction { _ in
                try run(script: "set local statement_timeout = \(Self.searchMilliseconds)")
                return try page(of: query, masthead, limit)
            }
        } catch PostgresError.refused(.queryCanceled, _, _) {
            throw SearchTookTooLong()
        }
    }

    /// A search takes about ten milliseconds.
    private static let searchMilliseconds = 2000

    private func page(of query: SearchQuery, _ masthead: Masthead, _ limit: Int) throws -> SearchPage {
        let all = try searchTerms(query.words, languages: masthead.languages)
        let terms = all.filter { !$0.isEmpty }
        var page = SearchPage(isVague: terms.isEmpty && (!query.words.isEmpty || !query.isNarrowed), terms: terms)
        guard !page.isVague, let facets = try facets(query, masthead), let days = try days(query) else { return page }
        let filed = try query.filed(in: masthead.sections, masthead.categories, language: masthead.language).flatMap {
            filed in
            try searchTerms(filed.words, languages: masthead.languages, filed: Self.facets(of: filed)).filter {
                !$0.isEmpty
            }
        }
        let found = try ranked(
            SearchWanted(terms: terms, filed: filed, words: query.words, facets: facets), DayBlock.blocks(of: days),
            best: query.start + limit, isByTime: query.isByTime)
        page.older = found.older.flatMap { CivilDate(dayNumber: $0) }
        page.count = found.ids.count
        page.isNear = found.isNear
        // Words that are everywhere in one language may be nowhere in another.
        page.isVague = page.count == 0 && page.older == nil && terms.count < all.count
        page.stories = try holdings.stories.page(Array(found.ids.dropFirst(query.start).prefix(limit)))
        return page
    }

    private static func facets(of filed: FiledSearch) -> [String] {
        filed.sections.map { "section \($0)" } + filed.categories.map { "category \($0)" }
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
}
