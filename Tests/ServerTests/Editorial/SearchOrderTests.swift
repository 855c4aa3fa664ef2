@testable import Archive
import Foundation
import News
import PostgreSQL
@testable import Server
import Testing

/// The order of results in an archive that is too large to look at every match.
@Suite(
    SharedSite { site in
        try await site.backend.archive.write { holdings in
            try holdings.sections.insert(slug: "city", name: "City")
            let first = try holdings.articles.insert(SearchArchive.draft("First", ""), .init(.publish), by: nil)
            _ = try holdings.connection.query(
                """
                insert into articles (guid, slug, status, headline, standfirst, body_text, section_id, edition, language, published_at)
                select 'guid-' || n, 'story-' || n, 'published',
                    case when n % 250 = 249 then 'A quay' when n % 97 = 0 then 'The lamp' else 'News' end,
                    case when n % 53 = 0 then 'On the quay.' else '' end,
                    repeat('quay ', 1 + n % 4) || repeat('and so on ', 20) || case when n % 11 = 0 then 'going' else 'goes' end
                        || case when n % 7 = 0 then repeat('lamp ', 1 + n % 3) else '' end,
                    section_id, edition, 'en', now() - n * interval '7 hours'
                from articles, generate_series(1, 900) n where id = \(first.id)
                """)
        }
    })
struct SearchOrderTests {
    @Test(arguments: ["quay", "lamp", "quay lamp", "quay -lamp", "lamp or news", "\"quay quay\"", "lamps", "goings"])
    func theBestOfTheWholeArchiveComeFirst(_ words: String) async throws {
        let (some, all) = try await SharedSite.site.backend.archive.read { holdings in
            let terms = try holdings.search.searchTerms(words, languages: ["en"])
            let days = DayBlock.blocks(of: 0...Int(Date().timeIntervalSince1970 / 86_400))
            let wanted = SearchWanted(terms: terms, filed: [], words: words, facets: [])
            return (
                try holdings.search.ranked(wanted, days, best: 20, isByTime: false),
                try holdings.search.ranked(wanted, days, best: .max, isByTime: false)
            )
        }
        #expect(some.ids.prefix(20) == all.ids.prefix(20) && some.ids.count <= all.ids.count)
    }

    @Test func aHeadlineOfLastYearComesBeforeTextsOfToday() async throws {
        let (first, older) = try await SharedSite.site.backend.archive.read { holdings in
            let page = try holdings.search.find(
                SearchQuery.read([(name: "q", value: "quay")]).query, in: holdings.newspaper.masthead(), limit: 4)
            let stories = try holdings.stories.find(page.stories.entries.map(\.id), text: .headline, pictures: nil)
            return (page.stories.entries.compactMap { entry in stories.first { $0.id == entry.id }?.slug }, page.older)
        }
        #expect(first.prefix(3) == ["story-249", "story-499", "story-749"])
        #expect(older != nil)
    }
}
