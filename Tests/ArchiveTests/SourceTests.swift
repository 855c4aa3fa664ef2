import Archive
import ExchangeArchive
import Foundation
import News
import Testing

/// Other people's feeds.
struct SourceTests {
    /// Faulty drafts, by field.
    private static let mistakes: [(String, @Sendable (inout SourceDraft) -> Void)] = [
        ("url", { $0.url = "ftp://example.org" }), ("url", { $0.url = "https://example.org/known" }),
        ("title", { $0.title = "" }), ("section", { $0.section = "moon" }), ("language", { $0.language = "?" }),
        ("rule", { $0.rule = ["items": String(repeating: "/", count: 501)] }),
    ]

    private static func draft(_ url: String = "https://example.org/feed") -> SourceDraft {
        SourceDraft(url: url, title: "Example", section: "city", trust: .publish)
    }

    @Test("A source is added, taken on, finished and found again") func life() throws {
        let archive = try TestArchive()
        let source = try archive.holdings.transaction { try $0.sources.insert(Self.draft(), by: archive.chief) }
        #expect(source.revision == 1 && source.lastFetch == nil && source.interval == nil && source.hub == nil)

        let job = try #require(try archive.holdings.transaction { try $0.sources.take(limit: 9, lease: 60) }.first)
        #expect(job.source == source.id && job.draft == Self.draft() && job.claim == 1)
        #expect(try archive.holdings.sources.take(limit: 9, lease: 60).isEmpty, "it is under way")

        let fetch = SourceFetch(
            milliseconds: 12, status: 200, bytes: 345, found: 6, added: 2, refused: 1, notes: ["One."])
        try archive.holdings.transaction {
            try $0.sources.finish(job, fetch, SourceOutcome(interval: 600, wait: 600, etag: "\"a\""))
        }
        let found = try #require(try archive.holdings.sources.find(source.id))
        #expect(found.interval == 600 && found.articles == 2 && found.nextFetchAt ?? .distantPast > Date())
        let last = try #require(found.lastFetch)
        #expect(
            last.status == 200 && last.bytes == 345 && last.found == 6 && last.refused == 1 && last.notes == ["One."])
        #expect(try archive.holdings.sources.fetches(of: source.id).map(\.milliseconds) == [12])
        #expect(try archive.holdings.sources.take(source.id, lease: 60)?.etag == "\"a\"")
    }

    @Test(
        "What is asked for must be right",
        arguments: mistakes)
    func faults(field: String, change: @Sendable (inout SourceDraft) -> Void) throws {
        let archive = try TestArchive()
        _ = try archive.holdings.sources.insert(Self.draft("https://example.org/known"), by: nil)
        var draft = Self.draft()
        change(&draft)
        #expect(try faultyFields { _ = try archive.holdings.sources.insert(draft, by: nil) } == [field])
    }

    @Test("Sources are counted and listed by their state") func states() throws {
        let archive = try TestArchive()
        for (host, isPaused) in [("a", false), ("b", true), ("c", false)] {
            _ = try archive.holdings.sources.insert(Self.draft("https://\(host)/"), isPaused: isPaused, by: nil)
        }
        let job = try #require(try archive.holdings.transaction { try $0.sources.take(limit: 1, lease: 60) }.first)
        try archive.holdings.transaction {
            try $0.sources.finish(job, SourceFetch(status: 410), SourceOutcome(interval: 60, wait: 60, isGone: true))
        }
        #expect(
            try archive.holdings.sources.count() == [.active: 1, .failing: 0, .paused: 1, .gone: 1, .crashed: 0])
        #expect(try archive.holdings.sources.list(.gone, limit: 9).map(\.id) == [job.source])
        #expect(
            try archive.holdings.sources.list(limit: 9).map(\.draft.url) == ["https://c/", "https://b/", "https://a/"])
        #expect(try archive.holdings.sources.known(["https://a/", "https://z/"]) == ["https://a/"])
    }

    @Test("An entry becomes an article once; what somebody changed here stays as it is") func entries() throws {
        let archive = try TestArchive()
        let source = try archive.holdings.sources.insert(Self.draft(), by: nil).id
        func take(_ headline: String) throws -> SourceTaking {
            var finding = SourceFinding(guid: "1", hash: hash(UInt8(headline.utf8.count)))
            finding.draft = TestArchive.draft(headline)
            finding.draft?.guid = "1"
            finding.isPublished = true
            return try archive.holdings.transaction { try $0.sources.take(finding, of: source) }
        }
        #expect(try take("The ferry") == .added)
        #expect(try take("The ferry") == .same)
        #expect(try take("The night ferry") == .changed)
        let entry = try #require(try archive.holdings.sources.entries(of: source, ["1", "2"])["1"])
        let article = try #require(try archive.holdings.articles.find(entry.article ?? 0))
        #expect(article.draft.headline == "The night ferry" && article.revision == entry.articleRevision)
        _ = try archive.holdings.transaction {
            try $0.articles.change(article.id, revision: article.revision, .init(.withdraw), by: nil)
        }
        guard case .refused = try take("The last ferry") else {
            Issue.record("it was taken")
            return
        }
        #expect(try archive.holdings.sources.notedEntries(of: source, limit: 9).map(\.guid) == ["1"])
    }
}
