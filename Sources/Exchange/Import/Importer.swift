import Archive
package import Foundation
import News
package import Pictures
package import PostgreSQL
import Syndication

/// Brings what was published elsewhere into the newspaper: every article once, known by its guid.
package struct Importer: Sendable {
    package let database: Database
    package let pictures: PictureStore
    /// Whether a picture must be decoded before its article comes: else one that is damaged is found out later.
    package var waitsForRenditions: Bool

    package init(database: Database, pictures: PictureStore, waitsForRenditions: Bool = true) {
        self.database = database
        self.pictures = pictures
        self.waitsForRenditions = waitsForRenditions
    }

    /// How many articles are written in one transaction.
    static let batch = 20

    /// Where articles come from.
    struct Origin: Sendable {
        /// The address of the site: redirects are kept for addresses of its host.
        var link = ""
        /// BCP 47, where articles do not say it.
        var language: String?
        /// Where the pictures are.
        var media: Media?
        /// Pictures that are taken of one body.
        var bodyPictures = 100
        /// Seconds by which all dates are moved.
        var shift: TimeInterval = 0
        /// What the number of an item counts.
        var unit = "line"
        /// A newspaper moves in: an article that lacks something comes all the same, and what is lost is told.
        var isMove = false
    }

    /// Imports a feed. It is read to its end before anything is written.
    /// - Parameters:
    ///   - media: the folder with its pictures.
    ///   - shift: seconds by which all dates are moved.
    ///   - progress: called with how many of how many items are done.
    /// - Throws: `FeedError` where the bytes are no feed; nothing has been changed then.
    package func run(
        _ bytes: [UInt8], media: String?, shift: TimeInterval = 0, progress: @escaping @Sendable (Int, Int) -> Void
    ) async throws -> Report {
        let feed = try Feed(bytes)
        var report = Report()
        let origin = Origin(
            link: feed.link, language: feed.language, media: media.map { .folder(MediaFolder($0)) }, shift: shift)
        try await run(feed, from: origin, &report, progress: progress)
        return report
    }

    /// Imports the articles of a feed in the order in which they were published.
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

    /// Imports a few articles of many, whose sections and editions are there.
    func take(_ items: [FeedItem], from origin: Origin, _ report: inout Report) async throws {
        let candidates = try await newItems(of: items, &report).compactMap { candidate($0, origin, &report) }
        try await makeSections(candidates.map(\.section))
        try await write(try await illustrated(candidates, origin, &report), &report)
    }

    /// Names an empty newspaper after where its articles come from.
    func name(_ feed: Feed) async throws {
        guard try await database.read({ try $0.isEmpty() }), !feed.title.isEmpty else { return }
        let language = canonicalLanguage(feed.language)
        try await database.write {
            try $0.rename(title: feed.title, description: feed.description, language: language)
        }
    }

    private func newItems(of items: [FeedItem], _ report: inout Report) async throws -> [FeedItem] {
        var items = items
        for index in items.indices { items[index].guid = SyndicatedFeed.guid(of: items[index].guid) }
        let guids = items.map(\.guid)
        var seen = try await database.read { try $0.knownGuids(guids) }
        return items.filter { item in
            if item.guid.isEmpty { return true }
            let isNew = seen.insert(item.guid).inserted
            if !isNew { report.known += 1 }
            return isNew
        }
    }

    /// Makes the sections that are new, in their order.
    func makeSections(_ sections: [FeedItem.Section]) async throws {
        try await database.write { connection in
            var known = Set(try connection.sections().map(\.slug))
            for section in sections where known.insert(section.slug).inserted {
                try connection.insertSection(slug: section.slug, name: section.name.capitalizedFirst)
            }
        }
    }

    private func write(_ batch: [Candidate], _ report: inout Report) async throws {
        guard !batch.isEmpty else { return }
        let (problems, redirects) = try await database.write { connection in
            var problems: [String] = []
            var added: [Int] = []
            var redirects = 0
            for candidate in batch {
                do {
                    let id = try connection.importArticle(candidate)
                    redirects += try connection.insertRedirects(candidate.paths, to: id)
                    added.append(id)
                } catch ArchiveError.faults(let faults) {
                    problems.append(
                        "\(candidate.place): skipped: \(faults.map { "\($0.field) \($0.detail)" }.joined(separator: "; "))"
                    )
                }
            }
            try connection.describePictures(of: added)
            try connection.audit(
                "import", "newspaper", by: nil, detail: ["articles": added.count])
            return (problems, redirects)
        }
        report.added += batch.count - problems.count
        report.redirects += redirects
        for problem in problems { report.tell(problem) }
    }
}

extension Connection {
    /// Makes an article. Where its address is another's, it gets one of its own from the headline.
    fileprivate func importArticle(_ candidate: Importer.Candidate) throws -> Int {
        let publish = candidate.isPublished ? MoveRequest(.publish) : nil
        do {
            return try insertArticle(candidate.draft, publish, by: nil).id
        } catch ArchiveError.faults(let faults) where faults.map(\.field) == ["slug"] {
            var draft = candidate.draft
            draft.slug = ""
            return try insertArticle(draft, publish, by: nil).id
        }
    }
}

extension String {
    /// With a capital at the beginning, as a section's name has.
    fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
