import Archive
@testable import Documents
import Foundation
import HTTPTypes
import News
import PostgreSQL
@testable import Server
import Testing

/// Two of Bo's stories lead the front page. Ana's are about sport: one in Portuguese, one from Porto.
private func arrange(_ site: TestSite) async throws {
    let desk = try await Desk(site, .editor)
    for section in ["city", "sport", "coast"] { try await desk.section(section) }
    var ids: [String: Int] = [:]
    for (headline, author, more) in [
        ("Low water", "Bo Li", #","section":"coast","edition":"2020-01-06""#),
        ("Baixa-mar", "Bo Li", #","section":"coast","edition":"2020-01-06","language":"pt""#),
        ("High water", "Bo Li", #","section":"coast","edition":"2020-01-06""#),
        ("Old news", "Bo Li", #","section":"city","edition":"2020-01-06""#),
        (
            "Tide tables", "Ana Sá",
            #","section":"sport","categories":["Sea"],"place":{"latitude":41.16,"longitude":-8.63}"#
        ),
        ("Harbour fire", "Bo Li", #","section":"city""#),
        ("Council vote", "Bo Li", #","section":"city","categories":["Money"]"#),
        ("Regata ganha", "Ana Sá", #","section":"sport","categories":["Sea"],"language":"pt""#),
        ("Rain ahead", "Bo Li", #","section":"city""#),
    ] {
        if more.contains("2020-01-06") {
            _ = try await desk.send(.post, "editions", #"{"date":"2020-01-06","number":1}"#)
        }
        ids[headline] = try await desk.write(
            #"{"headline":"\#(headline)","byline":"\#(author)","status":"published"\#(more)}"#
        ).id
    }
    let lead = [try #require(ids["Harbour fire"]), try #require(ids["Council vote"])]
    let number = try await desk.send(.get, "articles/\(lead[0])").json(WrittenArticle.self).edition
    let put = try await desk.send(
        .put, "editions/\(number)/front-page", #"{"stories":\#(lead)}"#, ["If-Match": "*"])
    try #require(put.status == 200)
}

/// A list of part of the news holds only that part, whatever is on the front page.
@Suite(.serialized, SharedSite(prepare: arrange))
struct ArrangedListTests {
    private static let porto = "latitude=41.15&longitude=-8.61"
    private static let all: Set = ["Tide tables", "Harbour fire", "Council vote", "Regata ganha", "Rain ahead"]
    private static let anas: Set = ["Tide tables", "Regata ganha"]
    private static let window = ["Sec-Fetch-Dest": "document"]

    private func numbers(_ headlines: Set<String>) async throws -> String {
        try await SharedSite.site.backend.archive.read { holdings in
            try holdings.connection.query(
                "select id from articles where headline = any(\(Array(headlines))::text[]) order by id"
            )
            .map { try String($0.get(0, as: Int.self)) }.joined(separator: ",")
        }
    }

    /// The headlines of a list, in order.
    private func headlines(_ path: String, _ headers: [String: String] = [:]) async throws -> [String] {
        let answer = try await SharedSite.site.get(path, headers)
        try #require(answer.status == 200, "\(path): \(answer.status)")
        let text = try answer.text.replacing(#/<\/?mark>/#, with: "")
        let places = Self.all.union(["Old news"]).compactMap { headline in
            text.range(of: headline).map { (headline, $0.lowerBound) }
        }
        return places.sorted { $0.1 < $1.1 }.map(\.0)
    }

    /// An article leads on: down the front page, then to the newest; elsewhere through its section, by stories in its language.
    @Test(
        arguments: [
            ("harbour-fire", "Council vote"), ("council-vote", "Rain ahead"), ("rain-ahead", "Council vote"),
            ("regata-ganha", "Baixa-mar"), ("tide-tables", "Rain ahead"), ("old-news", "Rain ahead"),
            ("high-water", "Low water"),
        ], ["", "/edition", "/lite"])
    func anArticleLeadsToTheNext(_ story: (slug: String, next: String), _ root: String) async throws {
        let text = try await SharedSite.site.get("\(root)/articles/\(story.slug)?language=en", Self.window).text
        let link = try #require(text.split(separator: "<p>").first { $0.contains("Next story") })
        let slug = story.next.lowercased().replacing(" ", with: "-")
        #expect(link.contains("href=\"\(root)/articles/\(slug)\"") && link.contains(story.next))
    }

    @Test(
        arguments: [
            ("/authors/ana-sa", anas), ("/edition/authors/ana-sa", anas), ("/lite/authors/ana-sa", anas),
            ("/authors/ana-sa/rss.xml", anas), ("/authors/ana-sa/atom.xml", anas), ("/authors/ana-sa/feed.json", anas),
            ("/sections/sport", anas), ("/edition/sections/sport", anas), ("/lite/sections/sport", anas),
            ("/sections/sport/rss.xml", anas), ("/sections/sport/feed.json", anas),
            ("/categories/sea", anas), ("/edition/categories/sea", anas), ("/lite/categories/sea", anas),
            ("/categories/sea/atom.xml", anas), ("/reader/?sections=sport", anas), ("/ws?sections=sport", anas),
            ("/ws?categories=sea", anas), ("/ws?categories=sea&format=json", anas), ("/editions/1", ["Old news"]),
            ("/edition/editions/1", ["Old news"]), ("/editions/2020-01-07", ["Old news"]),
            ("/ws?edition=1", ["Old news"]),
            ("/search?q=regata", ["Regata ganha"]), ("/search/rss.xml?q=regata", ["Regata ganha"]),
            ("/sections/place?\(porto)", ["Tide tables"]), ("/edition/sections/place?\(porto)", ["Tide tables"]),
            ("/ws?sections=place&\(porto)", ["Tide tables"]), ("/places/41.2,-8.6/rss.xml", ["Tide tables"]),
            ("/edition/latest", all.union(["Old news"])), ("/rss.xml", all.union(["Old news"])),
        ] as [(String, Set<String>)],
        ["", "network=wifi", "network=wifi&language=pt", "network=wifi&language=en&\(porto)"])
    func aListHoldsItsPartAlone(_ list: (path: String, wanted: Set<String>), _ context: String) async throws {
        let path = list.path + (context.isEmpty ? "" : (list.path.contains("?") ? "&" : "?") + context)
        #expect(Set(try await headlines(path)) == list.wanted, "\(path)")
    }

    /// The front page is in another order than by time: of the editors, of languages and of places.
    @Test(
        arguments: ["/m/", "/reader/", "/lite/", "/sections/city", "/ws"],
        ["items=1", "items=2", "items=3&language=pt", "items=2&language=en&\(porto)"])
    func whatIsOlderWasNotShownBefore(_ list: String, _ context: String) async throws {
        var (path, seen): (String?, [String]) = (list + "?network=wifi&" + context, [])
        while let page = path, seen.count < 20 {
            seen += try await headlines(page)
            let text = try await SharedSite.site.get(page).text
            let cursor = text.firstMatch(of: #/[?&;]before=([a-z0-9_-]+)/#)
            path = cursor.map { list + "?network=wifi&\(context)&before=\($0.output.1)" }
        }
        let all: Set =
            list == "/sections/city"
            ? ["Old news", "Harbour fire", "Council vote", "Rain ahead"] : Self.all.union(["Old news"])
        #expect(seen.sorted() == all.sorted(), "each once")
    }

    @Test(arguments: ["/authors/ana-sa/", "/sections/sport/", "/categories/sea/"], ["rss.xml", "feed.json"])
    func whatABrowserShowsOfAFeedIsTheFeed(_ folder: String, _ file: String) async throws {
        #expect(try await headlines(folder + file, Self.window) == ["Regata ganha", "Tide tables"])
    }

    @Test func whatGoesByTimeIsNotArranged() async throws {
        let newest = ["Rain ahead", "Regata ganha", "Council vote", "Harbour fire", "Tide tables", "Old news"]
        let arranged = ["Harbour fire", "Council vote", "Rain ahead", "Regata ganha", "Tide tables", "Old news"]
        #expect(try await headlines("/m/") == arranged)
        #expect(try await headlines("/edition/latest") == newest)
        #expect(try await headlines("/rss.xml") == newest)
        #expect(try await headlines("/rss.xml", Self.window) == newest)
        #expect(try await headlines("/rss.xml?network=wifi") == newest)
    }

    /// The fields of a device narrow a feed, but never turn it into a different one.
    @Test(
        arguments: [
            ("/authors/ana-sa/", "sections=sport", anas), ("/authors/ana-sa/", "sections=city", []),
            ("/authors/ana-sa/", "categories=sea", anas), ("/authors/ana-sa/", "categories=money", []),
            ("/authors/ana-sa/", "edition=1", []), ("/authors/ana-sa/", "articles=", []),
            ("/authors/ana-sa/", "sections=place&\(porto)", ["Tide tables"]),
            ("/sections/sport/", "articles=", []), ("/sections/sport/", "edition=1", []),
            ("/sections/sport/", "sections=place&\(porto)", anas), ("/categories/sea/", "articles=", []),
            ("/categories/sea/", "sections=place&\(porto)", ["Tide tables"]),
            ("/places/41.2,-8.6/", "sections=city", ["Tide tables"]), ("/places/41.2,-8.6/", "articles=", []),
        ] as [(String, String, Set<String>)])
    func aFeedForADeviceIsOfItsAddress(_ folder: String, _ context: String, _ wanted: Set<String>) async throws {
        // The numbers of stories in none of these feeds, known only once the stories have been written.
        let others = try await numbers(["Harbour fire", "Council vote"])
        let said = context == "articles=" ? context + others : context
        for file in ["rss.xml", "atom.xml", "feed.json"] {
            #expect(
                Set(try await headlines("\(folder)\(file)?network=wifi&\(said)")) == wanted, "\(folder)\(file)?\(said)")
        }
    }

    @Test func chosenArticlesAreOfWhateverSection() async throws {
        let chosen = try await numbers(["Harbour fire", "Regata ganha"])
        #expect(
            Set(try await headlines("/ws?network=wifi&sections=sport&articles=\(chosen)")) == [
                "Harbour fire", "Regata ganha",
            ])
    }

    @Test(arguments: ["ninjs", "newsml"])
    func theWireHoldsItsPartAlone(_ format: String) async throws {
        let desk = try await Desk(SharedSite.site, .contributor)
        for filter in ["section=sport", "category=sea", "section=sport&category=sea"] {
            let text = try await desk.send(.get, "wire/\(format)?\(filter)").text
            #expect(Self.all.filter { text.contains($0) } == Self.anas, "\(filter)")
        }
    }

    /// Tries every way to narrow a query, with and without a set order.
    @Test func noOrderWidensAQuery() async throws {
        try await SharedSite.site.backend.archive.read { holdings in
            let masthead = try holdings.newspaper.masthead()
            let author = try #require(try holdings.authors.find(slug: "ana-sa")).id
            let (section, category) = (try masthead.sectionID("sport"), try masthead.categoryID("sea"))
            let latest = try #require(masthead.latestEdition).number
            let ids = try holdings.stories.page(StoryQuery(limit: 10)).entries.map(\.id)
            let changes: [(String, (inout StoryQuery) -> Void)] = [
                ("sections", { $0.sections = [section] }), ("categories", { $0.categories = [category] }),
                ("author", { $0.author = author }), ("articles", { $0.articles = [ids[0]] }),
                ("illustrated", { $0.isIllustrated = true }), ("since", { $0.since = masthead.revision }),
                ("edition", { $0.edition = .number(1) }), ("local", { $0.isLocal = true }),
                ("author and edition", { ($0.author, $0.edition) = (author, .number(latest)) }),
                ("section and edition", { ($0.sections, $0.edition) = ([section], .number(latest)) }),
            ]
            for (name, change) in changes {
                for languages in [[], ["pt"]] {
                    var query = StoryQuery(limit: 10)
                    query.languages = languages
                    change(&query)
                    let wanted = Set(try holdings.stories.page(query).entries.map(\.id))
                    query.arrangement = .number(latest)
                    #expect(Set(try holdings.stories.page(query).entries.map(\.id)) == wanted, "\(name) \(languages)")
                }
            }
        }
    }
}
