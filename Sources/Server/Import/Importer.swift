import Archive
import Foundation
import Imaging
import News
import PostgreSQL
import Syndication
import XML

/// Brings an RSS or Atom archive into the newspaper: every item once, known by its guid.
public struct Importer: Sendable {
    /// What an import did.
    public struct Report: Sendable {
        /// Articles that are new.
        public var added = 0
        /// Pictures that came with them.
        public var pictures = 0
        /// Items whose guid was there already.
        public var known = 0
        /// What was skipped or left out, each with its place in the feed.
        public var problems: [String] = []
    }

    let database: Database
    let pictures: PictureStore
    /// How many articles are written in one transaction.
    private static let batch = 20

    /// Imports a feed. It is read to its end before anything is written.
    /// - Parameters:
    ///   - media: the folder with its pictures, by the last part of their addresses.
    ///   - shift: seconds by which all dates are moved.
    ///   - progress: called with how many of how many items are done.
    /// - Throws: `FeedError` where the bytes are no feed; nothing has been changed then.
    func run(
        _ bytes: [UInt8], media: String?, shift: TimeInterval = 0, progress: @escaping @Sendable (Int, Int) -> Void
    ) async throws -> Report {
        let feed = try Feed(bytes)
        var report = Report()
        let items = try await newItems(of: feed, &report)
        if try await database.read({ try $0.isEmpty() }), !feed.title.isEmpty {
            try await database.write {
                try $0.rename(title: feed.title, description: feed.description, language: feed.language ?? "en")
            }
        }
        let candidates = items.compactMap { candidate($0, feed, shift, &report) }.sorted {
            ($0.draft.publishedAt ?? .distantPast) < ($1.draft.publishedAt ?? .distantPast)
        }
        try await makeSections(candidates.reversed())
        var done = 0
        for start in stride(from: 0, to: candidates.count, by: Self.batch) {
            let batch = try await illustrated(
                Array(candidates[start..<min(start + Self.batch, candidates.count)]), media, &report)
            try await write(batch, &report)
            done += batch.count
            progress(done, candidates.count)
        }
        return report
    }

    private struct Candidate: Sendable {
        var line: Int
        var draft: ArticleDraft
        var sectionName: String
        var picture: FeedItem.Picture?
        /// The body as the feed has it, and where it is from.
        var html: String
        var base: String
    }

    private func newItems(of feed: Feed, _ report: inout Report) async throws -> [FeedItem] {
        let guids = feed.items.map(\.guid)
        var seen = try await database.read { try $0.knownGuids(guids) }
        return feed.items.filter { item in
            if item.guid.isEmpty { return true }
            let isNew = seen.insert(item.guid).inserted
            if !isNew { report.known += 1 }
            return isNew
        }
    }

    /// The article of an item, or nil and a line in the report.
    private func candidate(_ item: FeedItem, _ feed: Feed, _ shift: TimeInterval, _ report: inout Report) -> Candidate?
    {
        var draft = ArticleDraft()
        draft.guid = item.guid
        draft.headline = HTMLSanitizer.sanitize(item.title).plainText
        let html = item.content.isEmpty ? item.summary : item.content
        let base = item.link.isEmpty ? feed.link : item.link
        let body = HTMLSanitizer.sanitize(html, baseURL: base)
        draft.bodyHTML = body.html
        draft.bodyText = body.plainText
        draft.standfirst = standfirst(HTMLSanitizer.sanitize(item.summary).plainText)
        draft.byline = String(item.authors.joined(separator: ", ").unicodeScalars.prefix(500).map(Character.init))
        draft.language = canonicalLanguage(item.language ?? feed.language)
        let names = item.categories.filter { Slug.make($0) != nil && $0.unicodeScalars.count <= 100 }
        let sectionName = names.first ?? "News"
        draft.section = Slug.make(sectionName) ?? "news"
        draft.categories = Array(names.prefix(50))
        draft.publishedAt = item.published?.addingTimeInterval(shift)
        draft.place = item.point.flatMap { Place(latitude: $0.latitude, longitude: $0.longitude) }
        var faults = (draft.gaps + draft.faults).map { "\($0.field) \($0.detail)" }
        if item.guid.isEmpty { faults.append("has neither guid nor link") }
        if item.published == nil { faults.append("has no date that can be read") }
        guard faults.isEmpty else {
            report.problems.append(
                "line \(item.line): \(item.title.prefix(60)): skipped: \(faults.joined(separator: "; "))")
            return nil
        }
        return Candidate(
            line: item.line, draft: draft, sectionName: sectionName, picture: item.picture, html: html, base: base)
    }

    private func canonicalLanguage(_ tag: String?) -> String {
        tag.flatMap { LanguageList.isTag($0) ? $0 : nil } ?? "en"
    }

    /// On one line, and cut at a word where a feed gives its whole text as description.
    private func standfirst(_ text: String) -> String {
        let line = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard line.count > 600 else { return line }
        let cut = line.prefix(280)
        return String(cut[..<(cut.lastIndex(of: " ") ?? cut.endIndex)]) + "…"
    }

    /// Adds the pictures of a batch side by side; an article whose picture cannot be had goes in without.
    private func illustrated(_ batch: [Candidate], _ media: String?, _ report: inout Report) async throws -> [Candidate]
    {
        var batch = batch
        let found = try await withThrowingTaskGroup(of: (Int, Result<PictureStore.Stored?, ImportFault>).self) {
            group in
            for (index, candidate) in batch.enumerated() {
                guard let media, let picture = candidate.picture else { continue }
                group.addTask { (index, try await stored(picture.url, media)) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        for (index, result) in found {
            switch result {
            case .success(let stored?):
                let alt = batch[index].picture?.alt ?? ""
                batch[index].draft.picture = .init(
                    hash: stored.record.hash, alt: alt.isEmpty ? batch[index].draft.headline : alt,
                    credit: batch[index].picture?.credit ?? "")
                report.pictures += 1
            case .success(nil): break
            case .failure(let fault):
                report.problems.append(
                    "line \(batch[index].line): \(batch[index].draft.headline.prefix(60)): without its picture: \(fault.reason)"
                )
            }
        }
        if let media {
            for index in batch.indices { try await addBodyPictures(&batch[index], media, &report) }
        }
        return batch
    }

    /// Puts those pictures into a body that the folder has.
    private func addBodyPictures(_ candidate: inout Candidate, _ media: String, _ report: inout Report) async throws {
        guard candidate.html.contains("<img") || candidate.html.contains("<IMG") else { return }
        var addresses: [String] = []
        _ = HTMLSanitizer.sanitize(candidate.html) { address in
            if !addresses.contains(address) { addresses.append(address) }
            return nil
        }
        var hashes: [String: String] = [:]
        for address in addresses.prefix(Self.bodyPicturesLimit) {
            guard case .success(let stored?) = try await stored(address, media) else { continue }
            hashes[address] = stored.record.hash
            report.pictures += 1
        }
        guard !hashes.isEmpty else { return }
        let body = HTMLSanitizer.sanitize(candidate.html, baseURL: candidate.base) { hashes[$0] }
        (candidate.draft.bodyHTML, candidate.draft.bodyText) = (body.html, body.plainText)
    }

    /// Pictures that are taken of one body.
    private static let bodyPicturesLimit = 20

    private struct ImportFault: Error {
        var reason: String
    }

    /// The picture whose address ends in the name of a file in the folder.
    private func stored(_ address: String, _ media: String) async throws -> Result<
        PictureStore.Stored?, ImportFault
    > {
        let name = URL(string: address)?.lastPathComponent ?? ""
        guard !name.isEmpty, !name.contains("/"), name != "..",
            let data = FileManager.default.contents(atPath: "\(media)/\(name)")
        else {
            return .failure(ImportFault(reason: "there is no file \(name) in the media folder"))
        }
        do {
            return .success(try await pictures.add([UInt8](data), by: nil))
        } catch let error as ImagingError {
            return .failure(ImportFault(reason: "\(name): \(error)"))
        }
    }

    /// Makes the sections that are new, in the order in which a reader of the newest items meets them.
    private func makeSections(_ candidates: [Candidate]) async throws {
        try await database.write { connection in
            var known = Set(try connection.sections().map(\.slug))
            for candidate in candidates where known.insert(candidate.draft.section).inserted {
                try connection.insertSection(
                    slug: candidate.draft.section, name: candidate.sectionName.capitalizedFirst)
            }
        }
    }

    private func write(_ batch: [Candidate], _ report: inout Report) async throws {
        let problems = try await database.write { connection in
            var problems: [String] = []
            var added: [Int] = []
            for candidate in batch {
                do {
                    added.append(try connection.insertArticle(candidate.draft, .init(.publish), by: nil).id)
                } catch ArchiveError.faults(let faults) {
                    problems.append(
                        "line \(candidate.line): \(candidate.draft.headline.prefix(60)): skipped: \(faults.map { "\($0.field) \($0.detail)" }.joined(separator: "; "))"
                    )
                }
            }
            try connection.describePictures(of: added)
            try connection.audit(
                "import", "newspaper", by: nil, detail: ["articles": added.count])
            return problems
        }
        report.added += batch.count - problems.count
        report.problems += problems
    }
}

extension String {
    /// With a capital at the beginning, as a section's name has.
    fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
