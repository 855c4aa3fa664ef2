import Archive
import Foundation
import News
import Testing

/// Articles from draft to publication and withdrawal.
struct ArticleTests {
    /// References to missing things, by field.
    private static let namings: [(String, @Sendable (inout ArticleDraft) -> Void)] = [
        ("section", { $0.section = "moon" }), ("edition", { $0.edition = .number(99) }),
        ("picture.hash", { $0.picture = .init(hash: String(repeating: "a", count: 64), alt: "A boat") }),
        ("translationOf", { $0.translationOf = "nowhere" }), ("related", { $0.related = ["nowhere"] }),
    ]
    /// Filters, and the headlines they leave, newest first.
    private static let filters: [(@Sendable (inout ArticleFilter) -> Void, [String])] = [
        ({ _ in }, ["Tram", "Ferry", "Draft"]),
        ({ $0.publication = .published }, ["Ferry"]), ({ $0.publication = .withdrawn }, ["Tram"]),
        ({ $0.publication = .unpublished }, ["Draft"]), ({ $0.words = "FERR" }, ["Ferry"]),
        ({ $0.words = "quay" }, []), ({ $0.workflow = .approved }, ["Tram", "Ferry"]),
        ({ $0.workflow = .inReview }, []), ({ $0.author = 99 }, []),
    ]

    @Test("A draft is published, revised and withdrawn, and every step is kept") func life() throws {
        let archive = try TestArchive()
        let articles = archive.holdings.articles
        let draft = try archive.holdings.transaction { try $0.articles.insert(TestArchive.draft("The ferry"), by: nil) }
        #expect(draft.state.publication == .unpublished && draft.slug == "the-ferry" && draft.revision == 1)

        let out = try archive.holdings.transaction {
            try $0.articles.change(draft.id, revision: 1, .init(.publish), by: nil)
        }
        #expect(out.state.publication == .published && out.revision == 2)
        #expect(try archive.holdings.stories.page(StoryQuery(limit: 5)).entries.map(\.id) == [draft.id])

        var text = out.draft
        text.headline = "The night ferry"
        let revised = try archive.holdings.transaction {
            try $0.articles.change(
                draft.id, revision: 2, to: text, .init(.correct, text: "It sails at night."), by: nil)
        }
        #expect(revised.state.publication == .corrected && revised.slug == "the-ferry", "an address stays")
        #expect(revised.corrections.map(\.text) == ["It sails at night."])

        _ = try archive.holdings.transaction {
            try $0.articles.change(draft.id, revision: 3, .init(.withdraw, text: "It never sailed."), by: nil)
        }
        #expect(try articles.find(draft.id)?.withdrawalNote == "It never sailed.")
        #expect(try articles.revisions(of: draft.id, limit: 9).map(\.number) == [4, 3, 2, 1])
        #expect(try articles.find(draft.id, asOf: 1)?.draft.headline == "The ferry")
        #expect(try archive.holdings.stories.page(StoryQuery(limit: 5)).entries.isEmpty)
    }

    @Test("Whoever changes what somebody else changed since is told the revision that it has now") func outdated()
        throws
    {
        let archive = try TestArchive()
        let article = try archive.published("The ferry")
        #expect {
            try archive.holdings.articles.change(article.id, revision: article.revision + 1, .init(.withdraw), by: nil)
        } throws: {
            guard case ArchiveError.outdated(let current) = $0 else { return false }
            return current == article.revision
        }
    }

    @Test(
        "What a draft names must be there",
        arguments: namings)
    func faults(field: String, change: @Sendable (inout ArticleDraft) -> Void) throws {
        let archive = try TestArchive()
        var draft = TestArchive.draft("The ferry")
        change(&draft)
        let fields = try faultyFields {
            try archive.holdings.transaction { _ = try $0.articles.insert(draft, by: nil) }
        }
        #expect(fields == [field])
        #expect(try archive.holdings.articles.isEmpty(), "nothing is left of it")
    }

    @Test("A headline that is used twice gives two addresses; an address that was asked for is refused") func slugs()
        throws
    {
        let archive = try TestArchive()
        let slugs = try (1...3).map { _ in try archive.published("The ferry").slug }
        #expect(slugs == ["the-ferry", "the-ferry-2", "the-ferry-3"])
        var draft = TestArchive.draft("Another")
        draft.slug = "the-ferry"
        #expect(try faultyFields { _ = try archive.holdings.articles.insert(draft, by: nil) } == ["slug"])
    }

    @Test(
        "Editors narrow the list",
        arguments: filters)
    func list(narrow: @Sendable (inout ArticleFilter) -> Void, expected: [String]) throws {
        let archive = try TestArchive()
        try archive.holdings.transaction {
            _ = try $0.articles.insert(TestArchive.draft("Draft"), by: nil)
            _ = try $0.articles.insert(TestArchive.draft("Ferry"), .init(.publish), by: nil)
            let tram = try $0.articles.insert(TestArchive.draft("Tram"), .init(.publish), by: nil)
            _ = try $0.articles.change(tram.id, revision: tram.revision, .init(.withdraw), by: nil)
        }
        var filter = ArticleFilter()
        narrow(&filter)
        #expect(try archive.holdings.articles.list(filter, limit: 9, after: nil).map(\.draft.headline) == expected)
    }
}
