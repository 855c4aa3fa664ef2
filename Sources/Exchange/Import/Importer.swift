package import Archive
import FeedReading
package import Foundation
package import News
package import Pictures
import Syndication

/// Imports articles published elsewhere, each once, identified by its GUID.
package struct Importer: Sendable {
    package let archive: Archive
    package let pictures: PictureStore
    /// Whether a picture must be decoded before its article comes: else one that is damaged is found out later.
    package var waitsForRenditions: Bool

    package init(archive: Archive, pictures: PictureStore, waitsForRenditions: Bool = true) {
        self.archive = archive
        self.pictures = pictures
        self.waitsForRenditions = waitsForRenditions
    }

    /// The number of articles written in one transaction.
    static let batch = 20

    /// The origin of articles.
    struct Origin: Sendable {
        /// The address of the site. Redirects are kept only for addresses on its host.
        var link = ""
        /// The default language as a BCP 47 tag.
        var language: String?
        /// The source of the pictures.
        var media: Media?
        /// The maximum number of pictures taken from a body.
        var bodyPictures = 100
        /// Seconds added to all dates.
        var shift: TimeInterval = 0
        /// The edition of an article by the time of its publication; nil for that of its week.
        var edition: (@Sendable (Date) -> EditionReference)?
        /// The unit of item numbers in reports.
        var unit = "line"
        /// Whether a whole newspaper moves here: incomplete articles are imported anyway, and losses are
        /// reported.
        var isMove = false
    }

    /// Imports a feed, reading it to its end before writing anything.
    /// - Parameters:
    ///   - media: the folder with its pictures.
    ///   - shift: seconds added to all dates.
    ///   - edition: the edition of an article by the time of its publication; nil for that of its week.
    ///   - progress: called with the number of items done and the total.
    /// - Throws: `FeedError` if the bytes are not a feed; nothing has been changed then.
    package func run(
        _ bytes: [UInt8], media: String?, shift: TimeInterval = 0,
        edition: (@Sendable (Date) -> EditionReference)? = nil, progress: @escaping @Sendable (Int, Int) -> Void
    ) async throws -> Report {
        let feed = try Feed(bytes)
        var report = Report()
        let origin = Origin(
            link: feed.link, language: feed.language, media: media.map { .folder(MediaFolder($0)) }, shift: shift,
            edition: edition)
        try await run(feed, from: origin, &report, progress: progress)
        return report
    }

    /// Imports the articles of a feed in order of publication.
    func run(
        _ feed: Feed, from origin: Origin, _ report: inout Report, progress: @escaping @Sendable (Int, Int) -> Void
    ) async throws {
        let items = try await newItems(of: feed.items, &report)
        try await name(feed)
        let candidates = items.compactMap { candidate($0, origin, &report) }.sorted {
            ($0.draft.publishedAt ?? .distantPast) < ($1.draft.publishedAt ?? .distantPast)
        }
        try await makeSections(candidates.reversed().map(\.section))
        var done = 0
        for start in stride(from: 0, to: candidates.count, by: Self.batch) {
            let batch = Array(candidates[start..<min(start + Self.batch, candidates.count)])
            try await write(try await illustrated(batch, origin, &report), &report)
            done += batch.count
            progress(done, candidates.count)
        }
    }

    /// Imports a batch of articles whose editions already exist.
    func take(_ items: [FeedItem], from origin: Origin, _ report: inout Report) async throws {
        let candidates = try await newItems(of: items, &report).compactMap { candidate($0, origin, &report) }
        try await makeSections(candidates.map(\.section))
        try await write(try await illustrated(candidates, origin, &report), &report)
    }

    /// Names an empty newspaper after the origin of its articles.
    func name(_ feed: Feed) async throws {
        guard try await archive.read({ try $0.articles.isEmpty() }), !feed.title.isEmpty else { return }
        let language = canonicalLanguage(feed.language)
        try await archive.write {
            try $0.newspaper.rename(title: feed.title, description: feed.description, language: language)
        }
    }

    private func newItems(of items: [FeedItem], _ report: inout Report) async throws -> [FeedItem] {
        var items = items
        for index in items.indices { items[index].guid = SyndicatedFeed.guid(of: items[index].guid) }
        let guids = items.map(\.guid)
        var seen = try await archive.read { try $0.articles.knownGuids(guids) }
        return items.filter { item in
            if item.guid.isEmpty { return true }
            let isNew = seen.insert(item.guid).inserted
            if !isNew { report.known += 1 }
            return isNew
        }
    }

    /// Creates the missing sections, in order.
    func makeSections(_ sections: [FeedItem.Section]) async throws {
        try await archive.write { holdings in
            var known = Set(try holdings.sections.list().map(\.slug))
            for section in sections where known.insert(section.slug).inserted {
                try holdings.sections.insert(slug: section.slug, name: section.name.capitalizedFirst)
            }
        }
    }

    private func write(_ batch: [Candidate], _ report: inout Report) async throws {
        guard !batch.isEmpty else { return }
        let (problems, redirects) = try await archive.write { holdings in
            var problems: [String] = []
            var added: [Int] = []
            var redirects = 0
            for candidate in batch {
                do {
                    let id = try holdings.importArticle(candidate)
                    redirects += try holdings.redirects.insert(candidate.paths, to: id)
                    added.append(id)
                } catch ArchiveError.faults(let faults) {
                    problems.append(
                        "\(candidate.place): skipped: \(faults.map { "\($0.field) \($0.detail)" }.joined(separator: "; "))"
                    )
                }
            }
            try holdings.pictures.describe(of: added)
            try holdings.audit.note(
                "import", "newspaper", by: nil, detail: ["articles": added.count])
            return (problems, redirects)
        }
        report.added += batch.count - problems.count
        report.redirects += redirects
        for problem in problems { report.tell(problem) }
    }
}

extension Holdings {
    /// Creates an article. If its slug is taken, it gets another one from its headline.
    fileprivate func importArticle(_ candidate: Importer.Candidate) throws -> Int {
        let publish = candidate.isPublished ? MoveRequest(.publish) : nil
        do {
            return try articles.insert(candidate.draft, publish, by: nil).id
        } catch ArchiveError.faults(let faults) where faults.map(\.field) == ["slug"] {
            var draft = candidate.draft
            draft.slug = ""
            return try articles.insert(draft, publish, by: nil).id
        }
    }
}
