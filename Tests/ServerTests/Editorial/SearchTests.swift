@testable import Archive
import Foundation
import News
import PostgreSQL
@testable import Server
import Testing

/// A newspaper in several languages.
enum SearchArchive {
    /// The articles, newest first, one a day.
    static let articles: [(slug: String, language: String, headline: String, body: String)] = [
        ("ferry", "en", "The night ferry returns", "It left the old quay at ten, running late. Nobody minded."),
        ("tram", "en", "A tram for the hill", "The ferry was late, so people took the tram. The quay was old."),
        ("walk", "en", "Runners on the shore", "They run on the quay, which is old, every morning."),
        ("heart", "pt-PT", "O coração da cidade", "As eleições no papel: a ação do município em São João."),
        ("plain", "pt-BR", "Noticia sem acentos", "O coracao, a eleicao e os papeis da cidade."),
        ("fire", "es-ES", "Las naciones unidas", "Una canción y la información del año."),
        ("night", "fr-FR", "Une nuit d'été", "Les élections municipales à l'hôtel de ville."),
        ("street", "de-DE", "Die Straße am Häuserblock", "Mädchen spielen auf der Strasse."),
        ("harbour", "ja", "Zażółć harbour", "Words of a language without a stemmer: naïve café."),
        ("water", "en", "Water-based paint", "Read example.com/paint and write to paint@example.com."),
    ]

    static func fill(_ site: TestSite) async throws {
        try await site.backend.archive.write { holdings in
            try holdings.sections.insert(slug: "city", name: "City")
            try holdings.sections.insert(slug: "world", name: "World")
            for (age, article) in articles.enumerated() {
                var draft = Self.draft(article.headline, article.body, language: article.language)
                draft.slug = article.slug
                draft.section = age < 5 ? "city" : "world"
                draft.categories = age % 2 == 0 ? ["Sea", "Town hall"] : ["Land"]
                draft.byline = age == 0 ? "Ana Conceição and J. O’Neil" : "Rui Brandão"
                draft.publishedAt = day(age)
                _ = try holdings.articles.insert(draft, .init(.publish), by: nil)
            }
            let hidden = Self.draft("Hidden ferry", "The quay.")
            _ = try holdings.articles.insert(hidden, by: nil)
            let gone = try holdings.articles.insert(hidden, .init(.publish), by: nil)
            _ = try holdings.articles.change(gone.id, revision: gone.revision, .init(.withdraw), by: nil)
            var future = Self.draft("Ferry of tomorrow", "The quay.")
            future.publishedAt = Date().addingTimeInterval(3600)
            _ = try holdings.articles.insert(future, .init(.publish), by: nil)
        }
    }

    static func draft(_ headline: String, _ body: String, language: String = "en") -> ArticleDraft {
        var draft = ArticleDraft()
        draft.headline = headline
        draft.bodyText = body
        draft.bodyHTML = "<p>\(body)</p>"
        draft.language = language
        draft.section = "city"
        return draft
    }

    /// Noon, a number of days ago.
    static func day(_ age: Int) -> Date {
        let today = (Date().timeIntervalSince1970 / 86_400).rounded(.down)
        return Date(timeIntervalSince1970: (today - Double(age) - 0.5) * 86_400)
    }
}

/// The search as readers use it, on its own small archive.
@Suite(SharedSite { try await SearchArchive.fill($0) })
struct SearchTests {
    private func search(_ fields: [(String, String)], limit: Int = 20) async throws -> SearchPage {
        let (query, faults) = SearchQuery.read(fields.map { (name: $0.0, value: $0.1) })
        #expect(faults.isEmpty)
        return try await SharedSite.site.backend.archive.read { holdings in
            try holdings.search.find(query, in: holdings.newspaper.masthead(), limit: limit)
        }
    }

    private func slugs(_ page: SearchPage) async throws -> [String] {
        try await SharedSite.site.backend.archive.read { holdings in
            let stories = try holdings.stories.find(page.stories.entries.map(\.id), text: .headline, pictures: nil)
            return page.stories.entries.compactMap { entry in stories.first { $0.id == entry.id }?.slug }
        }
    }

    private func found(_ fields: (String, String)...) async throws -> [String] { try await slugs(search(fields)) }

    @Test(
        arguments: [
            // Accents in the query, the text, both or neither, and capitals.
            ("coração", ["heart", "plain"]), ("coracao", ["heart", "plain"]), ("CORAÇÃO", ["heart", "plain"]),
            ("corac\u{327}a\u{303}o", ["heart", "plain"]), ("sao joao", ["heart"]), ("ete", ["night"]),
            ("Zazolc", ["harbour"]),
            ("naive cafe", ["harbour"]), ("strasse", ["street"]), ("hauserblock", ["street"]),
            // Stemming in each language, and plurals that the stemmers do not know.
            ("runs", ["walk", "ferry"]), ("runner", ["walk"]), ("eleição", ["heart", "plain"]),
            ("eleicoes", ["heart", "plain"]), ("papéis", ["heart", "plain"]), ("papel", ["heart", "plain"]),
            ("ações", ["heart"]), ("nación", ["fire"]), ("canciones", ["fire"]), ("informaciones", ["fire"]),
            ("élection municipale", ["night"]), ("mädchen", ["street"]),
            // Operators.
            ("\"old quay\"", ["ferry"]), ("\u{201C}old quay\u{201D}", ["ferry"]),
            ("old quay", ["ferry", "walk", "tram"]),
            ("quay -ferry", ["walk"]), ("quay -\"old quay\"", ["walk", "tram"]),
            ("quay \u{2212}tram", ["ferry", "walk"]),
            ("tram or runners", ["tram", "walk"]), ("\"old quay\" or hill", ["ferry", "tram"]),
            ("\"quay old\"", []), ("coração -eleições", []), ("nowhere", []), ("ferry nowhere", []),
            // Compounds and addresses.
            ("water-based", ["water"]), ("based", ["water"]), ("example.com", ["water"]),
            ("paint@example.com", ["water"]),
            // The byline.
            ("conceicao", ["ferry"]),
        ] as [(String, [String])])
    func words(_ typed: String, _ slugs: [String]) async throws {
        let page = try await search([("q", typed)])
        #expect(!page.isVague)
        #expect(try await Set(self.slugs(page)) == Set(slugs))
        #expect(page.count == slugs.count && page.older == nil)
    }

    @Test func aHeadlineComesBeforeTheText() async throws {
        #expect(try await found(("q", "ferry")) == ["ferry", "tram"])
        #expect(try await found(("q", "tram")) == ["tram"])
        #expect(try await found(("q", "runners"), ("section", "city")).first == "walk")
    }

    /// Stories about a porta are found by porto, since the stemmer takes them for one word, but after all about Porto.
    @Test func theVeryWordsComeFirst() async throws {
        let site = try SharedSite.site
        let ids = try await site.backend.archive.write { holdings in
            try [
                ("A porta aberta", "Uma porta e outra porta."), ("Universal music", "A universal song."),
                ("O rio", "Corre até ao Porto."), ("A student", "She went to a university."),
                ("Os barcos", "De dois PORTOS."), ("Two towns", "Both have universities."),
            ].enumerated().map { age, texts in
                var draft = SearchArchive.draft(texts.0, texts.1, language: age % 2 == 0 ? "pt-PT" : "en")
                draft.slug = "very-\(age)"
                draft.publishedAt = SearchArchive.day(100 + age)
                return try holdings.articles.insert(draft, .init(.publish), by: nil).id
            }
        }
        #expect(try await found(("q", "porto")) == ["very-2", "very-4", "very-0"])
        #expect(try await found(("q", "PORTAS")) == ["very-0", "very-2", "very-4"])
        #expect(try await found(("q", "university")) == ["very-3", "very-5", "very-1"])
        #expect(try await slugs(search([("q", "porto")], limit: 1)) == ["very-2"])
        #expect(try await slugs(search([("q", "porto"), ("start", "2")], limit: 1)) == ["very-0"])
        try await site.backend.archive.write { holdings in
            for id in ids {
                let article = try #require(try holdings.articles.find(id))
                _ = try holdings.articles.change(id, revision: article.revision, .init(.withdraw), by: nil)
            }
        }
    }

    @Test(arguments: [
        ("land tram", ["tram"]), ("sea ferry", ["ferry"]), ("town hall FERRIES", ["ferry"]),
        ("city quay", ["ferry", "tram", "walk"]),
        ("world paint", ["water"]), ("city sea quay", ["ferry", "walk"]), ("sea \"night ferry\"", []),
        ("sea -tram ferry", []),
        ("sea", []), ("hall ferry", []),
    ])
    func whereAStoryIsFiledCounts(_ typed: String, _ slugs: [String]) async throws {
        #expect(try await Set(found(("q", typed))) == Set(slugs))
    }

    @Test func itIsNarrowed() async throws {
        #expect(try await found(("q", "quay"), ("section", "city")).count == 3)
        #expect(try await found(("q", "quay"), ("section", "world")) == [])
        #expect(try await found(("q", "quay"), ("section", "nowhere")) == [])
        #expect(try await Set(found(("q", "quay"), ("category", "sea"))) == ["ferry", "walk"])
        #expect(try await Set(found(("q", "quay"), ("category", "town-hall"))) == ["ferry", "walk"])
        #expect(try await found(("q", "quay"), ("category", "nothing")) == [])
        #expect(try await found(("q", "quay"), ("author", "ana CONCEICAO")) == ["ferry"])
        #expect(try await found(("q", "quay"), ("author", "o'neil")) == ["ferry"])
        #expect(try await found(("q", "quay"), ("author", "!?")) == [])
        #expect(try await found(("author", "Brandão"), ("category", "sea")) == ["walk", "plain", "night", "harbour"])
    }

    @Test func byDays() async throws {
        func name(_ age: Int) -> String {
            CivilDate(dayNumber: Int((SearchArchive.day(age).timeIntervalSince1970 / 86_400).rounded(.down)))?.name
                ?? ""
        }
        #expect(try await Set(found(("q", "quay"), ("to", name(1)))) == ["walk", "tram"])
        #expect(try await Set(found(("q", "quay"), ("from", name(1)))) == ["ferry", "tram"])
        #expect(try await found(("q", "quay"), ("from", name(1)), ("to", name(1))) == ["tram"])
        #expect(try await found(("q", "quay"), ("to", "1999")) == [])
        #expect(try await found(("q", "quay"), ("from", "9999-12-31")) == [])
        #expect(try await found(("from", name(1)), ("to", name(1))) == ["tram"])
        let slugs = SearchArchive.articles.map(\.slug)
        #expect(try await found(("from", "0001"), ("to", "9999")).filter(slugs.contains) == slugs)
    }

    @Test func wordsThatAreEverywhereAreNotLookedFor() async throws {
        let (stop, found) = try await SharedSite.site.backend.archive.read { holdings in
            (
                try holdings.search.searchTerms("the and -ferry", languages: ["en"]),
                try holdings.search.searchTerms("the ferry", languages: ["en", "en-GB", "pt"])
            )
        }
        #expect(stop.map(\.isEmpty) == [true])
        #expect(found.map(\.language) == ["en", "pt"] && found.map(\.exact) == ["'ferri'", "'the' & 'ferry'"])
    }

    @Test(arguments: ["-ferry", "-\"old quay\"", "ferry or -tram", "!", "🙂", "( )", "& | !", "\"", "\\", "%", "\0"])
    func nothingToLookFor(_ typed: String) async throws {
        let page = try await search([("q", typed), ("section", "city")])
        // A NUL character counts as no words, so the search is for the section alone.
        #expect(page.isVague == (typed != "\0"))
    }

    @Test(arguments: [
        "ferry & | !", "ferry:*", "ferry <-> quay", "ferry'", "'ferry'", "\"ferry", "ferry\"\"", "ferry \\", "%ferry%",
        "ferry'; drop table articles; --", "ferry (", "ferry ) or (", "fer\u{0}ry ferry", "\u{202E}ferry", "🙂 ferry",
        "ferry -",
        "- ferry", "or ferry", "ferry or", "or or or ferry", "--ferry ferry or ferry", "ferry:A", "ferry & !quay",
        "<b>ferry</b>", "ferry \u{FFFD}", "{ferry}", "$1 ferry", "ferry\u{301}\u{301}\u{301}", "العبّارة ferry",
        "渡轮 or ferry",
        "\"\"\" ferry", "-\"\" ferry", "http://[::1]/ferry?x=(a)&b ferry", "ferry_ferry", "<->", "1e400 or ferry",
        "a/b/c.d or ferry",
    ])
    func oddInput(_ typed: String) async throws {
        _ = try await search([("q", typed)])
        _ = try await search([("q", typed), ("author", typed)])
        _ = try await search([("q", "ferry or quay " + typed)])
        #expect(try await found(("q", "tram")) == ["tram"])
    }

    @Test func tenKilobytes() async throws {
        for piece in [
            "ferry ", "ferry or ", "-ferry ", "\"ferry ", "\\", "( ", "x", "é", "🙂", "a & ", "e\u{301}", "' ",
        ] {
            _ = try await search([("q", String(repeating: piece, count: 10_000 / piece.utf8.count))])
        }
        #expect(try await found(("q", String(repeating: "ferry ", count: 2000))).count == 2)
    }

    @Test func pagesGoOnWhereTheFormerEnded() async throws {
        let all = try await slugs(search([("author", "Brandão")]))
        #expect(all.count == 9)
        var pages: [String] = []
        for start in stride(from: 0, to: 10, by: 2) {
            pages += try await slugs(search([("author", "Brandão"), ("start", "\(start)")], limit: 2))
        }
        #expect(pages == all)
        let beyond = try await search([("author", "Brandão"), ("start", "100")], limit: 2)
        #expect(beyond.stories.entries.isEmpty && beyond.count == 9)
    }

    @Test func whatIsFoundIsMarked() async throws {
        func marked(_ typed: String) async throws -> [String] {
            let page = try await search([("q", typed)])
            return try await SharedSite.site.backend.archive.read { holdings in
                let highlights = try holdings.search.highlights(of: page)
                return page.stories.entries.compactMap { highlights[$0.id] }.map { highlight in
                    (highlight.headline + [TextSegment(" / ", isMatch: false)] + highlight.excerpt).map {
                        $0.isMatch ? "[\($0.text)]" : $0.text
                    }.joined()
                }
            }
        }
        #expect(
            try await marked("ferries running") == [
                "The night [ferry] returns / It left the old quay at ten, [running] late. Nobody minded."
            ])
        #expect(
            try await marked("coracao eleicao") == [
                "O [coração] da cidade / As [eleições] no papel: a ação do município em São João.",
                "Noticia sem acentos / O [coracao], a [eleicao] e os papeis da cidade.",
            ])
        #expect(
            try await marked("\"old quay\" -tram") == [
                "The night ferry returns / It left the [old] [quay] at ten, running late. Nobody minded."
            ])
    }

    @Test func aWithdrawnStoryIsGoneAtOnce() async throws {
        let site = try SharedSite.site
        let article = try await site.backend.archive.write { holdings in
            try holdings.articles.insert(
                SearchArchive.draft("Ephemeral lighthouse", "It shines."), .init(.publish), by: nil)
        }
        #expect(try await found(("q", "lighthouses")).count == 1)
        let changed = try await site.backend.archive.write { holdings in
            var draft = article.draft
            draft.headline = "Ephemeral windmill"
            draft.categories = ["Wind"]
            return try holdings.articles.change(article.id, revision: article.revision, to: draft, by: nil)
        }
        #expect(try await found(("q", "lighthouse")).isEmpty)
        #expect(try await found(("q", "windmill"), ("category", "wind")).count == 1)
        _ = try await site.backend.archive.write {
            try $0.articles.change(changed.id, revision: changed.revision, .init(.withdraw), by: nil)
        }
        #expect(try await found(("q", "ephemeral")).isEmpty)
        #expect(try await site.number("select count(*) from search_entries where article_id = \(article.id)") == 0)
    }

    /// With more candidates than the limit, only the newest are searched, and the rest is left for later.
    @Test func aCommonWordIsLookedForInTheNewest() async throws {
        let read = try await SharedSite.site.backend.archive.read { holdings in
            let terms = try holdings.search.searchTerms("quay", languages: ["en"])
            let today = DayBlock.blocks(of: 0...Int(Date().timeIntervalSince1970 / 86_400))
            return try (1...4).map { try holdings.search.candidates(terms, in: .anywhere, [], today, $0) }
        }
        #expect(zip(read, 1...4).allSatisfy { (1...$1).contains($0.found.count) })
        #expect(read[2].found.count == 3)
        #expect(read.map(\.rest.isEmpty) == [false, false, true, true])
    }
}
