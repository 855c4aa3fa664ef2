import Archive
import Foundation
import Imaging
import News
import PostgreSQL
import Syndication
import XML

/// Brings what was published elsewhere into the newspaper: every article once, known by its guid.
public struct Importer: Sendable {
    let database: Database
    let pictures: PictureStore
    /// How many articles are written in one transaction.
    static let batch = 20

    /// Where articles come from.
    struct Source: Sendable {
        /// The address of the site: redirects are kept for addresses of its host.
        var link = ""
        /// BCP 47, where articles do not say it.
        var language: String?
        /// Where the pictures are.
        var media: MediaFolder?
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
    func run(
        _ bytes: [UInt8], media: String?, shift: TimeInterval = 0, progress: @escaping @Sendable (Int, Int) -> Void
    ) async throws -> Report {
        let feed = try Feed(bytes)
        var report = Report()
        let source = Source(
            link: feed.link, language: feed.language, media: media.map { MediaFolder($0) }, shift: shift)
        try await run(feed, from: source, &report, progress: progress)
        return report
    }

    /// Imports the articles of a feed in the order in which they were published.
    func run(
        _ feed: Feed, from source: Source, _ report: inout Report, progress: @escaping @Sendable (Int, Int) -> Void
    ) async throws {
        let items = try await newItems(of: feed.items, &report)
        try await name(feed)
        let candidates = items.compactMap { candidate($0, source, &report) }.sorted {
            ($0.draft.publishedAt ?? .distantPast) < ($1.draft.publishedAt ?? .distantPast)
        }
        try await makeSections(candidates.reversed().map(\.section))
        var done = 0
        for start in stride(from: 0, to: candidates.count, by: Self.batch) {
            let batch = Array(candidates[start..<min(start + Self.batch, candidates.count)])
            try await write(try await illustrated(batch, source, &report), &report)
            done += batch.count
            progress(done, candidates.count)
        }
    }

    /// Imports a few articles of many, whose sections and editions are there.
    func take(_ items: [FeedItem], from source: Source, _ report: inout Report) async throws {
        let candidates = try await newItems(of: items, &report).compactMap { candidate($0, source, &report) }
        try await makeSections(candidates.map(\.section))
        try await write(try await illustrated(candidates, source, &report), &report)
    }

    /// Names an empty newspaper after where its articles come from.
    func name(_ feed: Feed) async throws {
        guard try await database.read({ try $0.isEmpty() }), !feed.title.isEmpty else { return }
        let language = canonicalLanguage(feed.language)
        try await database.write {
            try $0.rename(title: feed.title, description: feed.description, language: language)
        }
    }

    private struct Candidate: Sendable {
        /// Where it stands in what it comes from, for people.
        var place: String
        var draft: ArticleDraft
        var section: FeedItem.Section
        var picture: FeedItem.Picture?
        /// The addresses that it had.
        var paths: [String]
        /// The body as it came, and where it is from.
        var html: String
        var base: String
    }

    private func newItems(of items: [FeedItem], _ report: inout Report) async throws -> [FeedItem] {
        let guids = items.map(\.guid)
        var seen = try await database.read { try $0.knownGuids(guids) }
        return items.filter { item in
            if item.guid.isEmpty { return true }
            let isNew = seen.insert(item.guid).inserted
            if !isNew { report.known += 1 }
            return isNew
        }
    }

    /// The article of an item, or nil and a line in the report.
    private func candidate(_ item: FeedItem, _ source: Source, _ report: inout Report) -> Candidate? {
        var draft = ArticleDraft()
        draft.status = item.isPublished ? .published : .draft
        draft.guid = item.guid
        let html = item.content.isEmpty ? item.summary : item.content
        let base = item.link.isEmpty ? source.link : item.link
        let body = HTMLSanitizer.sanitize(html, baseURL: base)
        draft.bodyHTML = body.html
        draft.bodyText = body.plainText
        draft.headline = HTMLSanitizer.sanitize(item.title).plainText
        if draft.headline.isEmpty, source.isMove { draft.headline = firstWords(of: body.plainText) }
        draft.standfirst = standfirst(HTMLSanitizer.sanitize(item.summary).plainText)
        draft.slug = slug(item)
        draft.byline = String(item.authors.joined(separator: ", ").unicodeScalars.prefix(500).map(Character.init))
        draft.language = canonicalLanguage(item.language ?? source.language)
        let names = item.categories.filter { Slug.make($0) != nil && $0.unicodeScalars.count <= 100 }
        let section = section(of: item, names)
        draft.section = section.slug
        draft.categories = Array(names.prefix(50))
        draft.publishedAt = item.isPublished ? item.published?.addingTimeInterval(source.shift) : nil
        draft.place = item.point.flatMap { Place(latitude: $0.latitude, longitude: $0.longitude) }
        let place = "\(source.unit) \(item.line): \((draft.headline.isEmpty ? item.title : draft.headline).prefix(60))"
        var faults = draft.faults.map { "\($0.field) \($0.detail)" }
        if item.guid.isEmpty { faults.append("has neither guid nor link") }
        if item.published == nil, item.isPublished { faults.append("has no date that can be read") }
        guard faults.isEmpty else {
            report.tell("\(place): skipped: \(faults.joined(separator: "; "))")
            return nil
        }
        if source.isMove { for loss in losses(of: item, html) { report.tell("\(place): \(loss)") } }
        return Candidate(
            place: place, draft: draft, section: section, picture: item.picture,
            paths: paths(of: item, source), html: html, base: base)
    }

    /// What of an item does not come along.
    private func losses(of item: FeedItem, _ html: String) -> [String] {
        var losses = item.losses
        if html.utf8.count > HTMLSanitizer.maximumBytes { losses.append("its text is longer than 1 MB, and is cut") }
        let embedded = html.prefix(HTMLSanitizer.maximumBytes).matches(
            of: /<(iframe|video|audio|object|embed|script|form|svg)\b/.ignoresCase())
        let names = Set(embedded.map { $0.1.lowercased() }).sorted()
        if !names.isEmpty { losses.append("without \(names.map { "<\($0)>" }.joined(separator: ", ")) in its text") }
        return losses
    }

    /// The old addresses of an item that are not those of our own articles.
    private func paths(of item: FeedItem, _ source: Source) -> [String] {
        guard item.isPublished else { return [] }
        let paths = ([item.link] + item.addresses).compactMap {
            OldAddress.of($0, host: OldAddress.host(of: source.link))
        }
        return Array(Set(paths.filter { !$0.hasPrefix("/articles/") })).sorted()
    }

    private func slug(_ item: FeedItem) -> String {
        Slug.isValid(item.slug) ? item.slug : Slug.make(item.slug.removingPercentEncoding ?? item.slug) ?? ""
    }

    private func section(of item: FeedItem, _ names: [String]) -> FeedItem.Section {
        if let section = item.section, let slug = Slug.isValid(section.slug) ? section.slug : Slug.make(section.name) {
            return .init(slug: slug, name: String(section.name.prefix(100)))
        }
        let name = names.first ?? "News"
        return .init(slug: Slug.make(name) ?? "news", name: name)
    }

    private func firstWords(of text: String) -> String {
        let words = text.prefix(120).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard words.count > 80 else { return words }
        return words.prefix(80).split(separator: " ").dropLast().joined(separator: " ") + "…"
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
    private func illustrated(_ batch: [Candidate], _ source: Source, _ report: inout Report) async throws -> [Candidate]
    {
        guard let media = source.media else { return batch }
        var batch = batch
        let found = try await withThrowingTaskGroup(of: (Int, Result<PictureStore.Stored, ImportFault>).self) {
            group in
            for (index, candidate) in batch.enumerated() {
                guard let picture = candidate.picture else { continue }
                group.addTask { (index, try await stored(picture.url, media)) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        for (index, result) in found {
            switch result {
            case .success(let stored):
                let picture = batch[index].picture
                let alt = HTMLSanitizer.sanitize(picture?.alt ?? "").plainText
                batch[index].draft.picture = .init(
                    hash: stored.record.hash, alt: alt.isEmpty ? batch[index].draft.headline : alt,
                    caption: HTMLSanitizer.sanitize(picture?.caption ?? "").plainText, credit: picture?.credit ?? "")
                report.pictures += 1
            case .failure(let fault):
                report.tell("\(batch[index].place): without its picture: \(fault.reason)")
            }
        }
        for index in batch.indices { try await addBodyPictures(&batch[index], media, source, &report) }
        return batch
    }

    /// Puts those pictures into a body that the folder has.
    private func addBodyPictures(
        _ candidate: inout Candidate, _ media: MediaFolder, _ source: Source, _ report: inout Report
    ) async throws {
        guard candidate.html.contains("<img") || candidate.html.contains("<IMG") else { return }
        var addresses: [String] = []
        _ = HTMLSanitizer.sanitize(candidate.html) { address in
            if !addresses.contains(address) { addresses.append(address) }
            return nil
        }
        if source.isMove, addresses.count > Self.bodyPicturesLimit {
            report.tell(
                "\(candidate.place): without \(addresses.count - Self.bodyPicturesLimit) of the \(addresses.count) pictures in its text")
        }
        var hashes: [String: String] = [:]
        for address in addresses.prefix(Self.bodyPicturesLimit) {
            switch try await stored(address, media) {
            case .success(let stored):
                hashes[address] = stored.record.hash
                report.pictures += 1
            case .failure(let fault):
                if source.isMove { report.tell("\(candidate.place): without a picture in its text: \(fault.reason)") }
            }
        }
        guard !hashes.isEmpty else { return }
        let body = HTMLSanitizer.sanitize(candidate.html, baseURL: candidate.base) { hashes[$0] }
        (candidate.draft.bodyHTML, candidate.draft.bodyText) = (body.html, body.plainText)
    }

    /// Pictures that are taken of one body.
    private static let bodyPicturesLimit = 100

    /// The picture of an address, as the folder has it.
    private func stored(_ address: String, _ media: MediaFolder) async throws -> Result<
        PictureStore.Stored, ImportFault
    > {
        switch try await pictures.onThread({ media.picture(address) }) {
        case .failure(let fault): return .failure(fault)
        case .success(let bytes):
            do {
                return .success(try await pictures.add(bytes, by: nil))
            } catch let error as ImagingError {
                return .failure(.init(reason: "\(address.suffix(100)): \(error)"))
            }
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
                    let id = try connection.importArticle(candidate.draft)
                    redirects += try connection.insertRedirects(candidate.paths, to: id)
                    added.append(id)
                } catch ArchiveError.faults(let faults) {
                    problems.append(
                        "\(candidate.place): skipped: \(faults.map { "\($0.field) \($0.detail)" }.joined(separator: "; "))")
                }
            }
            try connection.audit(
                "import", "newspaper", by: nil, detail: ["articles": added.count])
            try connection.bumpRevision(articles: added)
            return (problems, redirects)
        }
        report.added += batch.count - problems.count
        report.redirects += redirects
        for problem in problems { report.tell(problem) }
    }
}

extension Connection {
    /// Makes an article. Where its address is another's, it gets one of its own from the headline.
    fileprivate func importArticle(_ draft: ArticleDraft) throws -> Int {
        do {
            return try insertArticle(draft, by: nil).id
        } catch ArchiveError.faults(let faults) where faults.map(\.field) == ["slug"] {
            var draft = draft
            draft.slug = ""
            return try insertArticle(draft, by: nil).id
        }
    }
}

extension String {
    /// With a capital at the beginning, as a section's name has.
    fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
