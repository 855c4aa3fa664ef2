import Archive
import Credentials
import Crypto
import ExchangeArchive
import FeedReading
import Foundation
import NIOPosix
import News
import Syndication
import XML

// Prepares the entries of a source for the archive.
extension SourceReader {
    /// The number of entries of a feed that are examined: the newest ones.
    static let entryLimit = 200
    /// The number of pictures fetched at a time, and the maximum per text.
    private static let (picturesAtOnce, bodyPictures) = (4, 10)

    /// Returns the new and changed entries.
    func findings(of feed: Feed, _ job: SourceJob, _ fetch: inout SourceFetch) async throws -> [SourceFinding] {
        fetch.found = feed.items.count + feed.omitted
        let entries = CheckedEntry.all(of: feed, job.draft)
        if fetch.found > Self.entryLimit {
            fetch.note("The feed has \(fetch.found) entries; only the newest \(Self.entryLimit) are examined.")
        }
        let keys = entries.map(\.key)
        let (known, isOurs) = try await archive.read {
            (try $0.sources.entries(of: job.source, keys), try $0.sources.hasEntries(of: job.source))
        }
        var other = entries.filter { known[$0.key]?.hash != $0.hash }
        try await keepOut(&other, known, job.draft.words, &fetch)
        guard !other.isEmpty else { return [] }
        if job.draft.takesText { await PageTexts(fetcher: fetcher).put(into: &other, &fetch) }
        let changed = other
        let origin = origin(
            link: feed.link.isEmpty ? job.draft.site : feed.link,
            language: job.draft.language.isEmpty ? feed.language : job.draft.language)
        var coming = try await NIOThreadPool.singleton.runIfActive {
            changed.map { ComingEntry($0, known[$0.key], job.draft, origin, importer) }
        }
        try await addPictures(to: &coming, origin, &fetch)
        return coming.map { $0.finding(job.draft, origin, isNews: isOurs) }
    }

    /// Leaves out the entries that the words of the source keep out. What came in once is followed, whatever it says now.
    private func keepOut(
        _ entries: inout [CheckedEntry], _ known: [String: SourceEntry], _ words: EntryWords,
        _ fetch: inout SourceFetch
    ) async throws {
        guard !words.isEmpty else { return }
        let all = entries
        let admitted = try await NIOThreadPool.singleton.runIfActive {
            all.filter { known[$0.key] != nil || words.verdict(on: $0.item) == .admitted }
        }
        if admitted.count < all.count {
            fetch.note("Kept out by the words of the source: \(all.count - admitted.count).")
        }
        entries = admitted
    }

    /// Where entries come from, with the time for their pictures.
    func origin(link: String, language: String?) -> Importer.Origin {
        Importer.Origin(
            link: link, language: language,
            media: .web(WebMedia(fetcher: fetcher, deadline: .now + Self.picturePatience)),
            bodyPictures: Self.bodyPictures, unit: "")
    }

    func addPictures(to coming: inout [ComingEntry], _ origin: Importer.Origin, _ fetch: inout SourceFetch)
        async throws
    {
        let pictured = coming.indices.filter { coming[$0].candidate?.hasPictures == true }
        for start in stride(from: 0, to: pictured.count, by: Self.picturesAtOnce) {
            let batch = pictured[start..<min(start + Self.picturesAtOnce, pictured.count)]
            var report = Importer.Report()
            let done = try await importer.illustrated(batch.compactMap { coming[$0].candidate }, origin, &report)
            for (index, candidate) in zip(batch, done) { coming[index].candidate = candidate }
            for problem in report.problems { fetch.note(problem) }
        }
    }
}

/// An entry with its key and a checksum of its content.
struct CheckedEntry: Sendable {
    var item: FeedItem
    /// The key in `source_entries`.
    var key: String
    /// The GUID to use if another story already has its GUID. Only for a GUID that is not an address, since
    /// an address is globally unique.
    var partedGuid: String?
    var hash: [UInt8]
    /// The reason why it lacks the text of its page.
    var textFault: ImportFault?

    init(_ saved: SavedEntry) {
        (item, key, partedGuid, hash) = (saved.item, saved.key, saved.partedGuid, saved.hash)
    }

    /// The newest entries of a feed, in chronological order. An entry without a GUID is identified by its
    /// link or title.
    static func all(of feed: Feed, _ source: SourceDraft) -> [CheckedEntry] {
        var keys: Set<String> = []
        let dated = feed.items.enumerated().sorted {
            let (one, other) = ($0.element.published ?? .distantPast, $1.element.published ?? .distantPast)
            return one == other ? $0.offset < $1.offset : one > other
        }
        return dated.prefix(SourceReader.entryLimit).compactMap { _, item in
            let entry = CheckedEntry(item, source)
            return keys.insert(entry.key).inserted ? entry : nil
        }.reversed()
    }

    private init(_ item: FeedItem, _ source: SourceDraft) {
        let name = [item.guid, item.link, item.title].first { !$0.isEmpty } ?? ""
        let key = name.utf8.count <= 500 ? name : "sha256:" + SHA256.hash(data: Data(name.utf8)).hexadecimal
        (self.key, self.item) = (key, item)
        let made = SyndicatedFeed.guid(of: name)
        let isAddress = ["http:", "https:", "urn:", "tag:", "sha256:"].contains { key.hasPrefix($0) }
        let isMade = made != name && made.utf8.count <= 500
        self.item.guid = isMade ? made : isAddress ? key : "\(source.host)/\(key)"
        if isMade || !isAddress {
            let page = SHA256.hash(data: Data((item.link.isEmpty ? item.title : item.link).utf8))
            partedGuid = "\(self.item.guid)#\(page.hexadecimal.prefix(16))"
        }
        let said = [item.title, item.link, item.summary, item.content, item.picture?.url ?? ""] + item.authors
        hash = Array(SHA256.hash(data: Data(said.joined(separator: "\0").utf8)))
    }
}

/// An entry being turned into an article.
struct ComingEntry: Sendable {
    private let entry: CheckedEntry
    /// The article to be; nil if it cannot become one.
    var candidate: Importer.Candidate?
    private var note = ""
    /// The address of its picture; empty if there is none.
    private let picture: String
    /// The maximum number of categories taken from an entry, since each new one is added to the newspaper.
    private static let categories = 10

    init(
        _ entry: CheckedEntry, _ known: SourceEntry?, _ source: SourceDraft, _ origin: Importer.Origin,
        _ importer: Importer
    ) {
        self.entry = entry
        var item = entry.item
        // Publication is decided below; a draft needs no date.
        item.isPublished = false
        item.slug = ""
        item.categories = source.categories + item.categories.prefix(Self.categories)
        if item.authors.isEmpty { item.authors = [source.byline.isEmpty ? source.title : source.byline] }
        if item.picture?.credit.isEmpty == true { item.picture?.credit = source.title }
        if source.trust == .headline { item.picture = nil }
        picture = item.picture?.url ?? ""
        // A picture already stored stays.
        if known?.article != nil, known?.picture == picture { item.picture = nil }
        do {
            candidate = try importer.candidate(item, origin)
        } catch {
            note = "It cannot be an article: \(error.reason)."
            return
        }
        candidate?.draft.section = source.section(of: entry.item)
        if source.trust == .headline {
            candidate?.draft.bodyHTML = ""
            candidate?.draft.bodyText = ""
            candidate?.html = ""
        }
        publish(source, now: Date())
        if note.isEmpty, !item.losses.isEmpty {
            note = "Some of it could not be taken: \(item.losses.joined(separator: "; "))."
        }
    }

    /// The earliest plausible date for news.
    private static let earliest = Date(timeIntervalSince1970: 0)

    /// Publishes the entry if the source is trusted and the entry complete; otherwise notes why not.
    private mutating func publish(_ source: SourceDraft, now: Date) {
        guard source.trust != .draft, let draft = candidate?.draft else { return }
        let moment = entry.item.published ?? now
        var gaps = draft.gaps.map { "\($0.field) \($0.detail)" }
        if entry.item.published == nil, let date = entry.item.unreadableDate {
            gaps.append("its date cannot be read: \(date)")
        }
        if source.trust == .publish, draft.bodyText.isEmpty { gaps.append("it has no text") }
        if source.trust == .headline, entry.item.link.isEmpty { gaps.append("it has no link to the original") }
        if !(Self.earliest...now.addingTimeInterval(ArticleDraft.headStart)).contains(moment) {
            gaps.append("its date cannot be right: \(RFC822.iso8601(moment))")
        }
        guard gaps.isEmpty else {
            note = "It is a draft because it is incomplete: \(gaps.joined(separator: "; "))."
            return
        }
        candidate?.draft.publishedAt = min(moment, now)
        candidate?.isPublished = true
    }

    /// The finding to store in the archive.
    /// - Parameter tries: how often what it lacks was tried again.
    func finding(_ source: SourceDraft, _ origin: Importer.Origin, isNews: Bool, tries: Int = 0) -> SourceFinding {
        var finding = SourceFinding(guid: entry.key, hash: entry.hash)
        finding.partedGuid = entry.partedGuid
        finding.isNews = isNews
        let link = entry.item.canonical.isEmpty ? entry.item.link : entry.item.canonical
        finding.link = link.utf8.count <= 4000 ? link : ""
        finding.note = note
        guard let candidate else { return finding }
        var draft = candidate.draft
        finding.isPublished = candidate.isPublished
        finding.lack = lack(candidate, origin, tries)
        let isLate = !picture.isEmpty && candidate.picture != nil && draft.picture == nil
        finding.picture = isLate || picture.utf8.count > 4000 ? "" : picture
        finding.keepsPicture = !picture.isEmpty && draft.picture == nil
        let credit = Self.credit(source, link: entry.item.link)
        draft.bodyHTML += credit.html
        draft.bodyText += (draft.bodyText.isEmpty ? "" : "\n\n") + credit.plainText
        draft.canonicalAddress = CanonicalAddress.of(link) == nil ? ArticleDraft.elsewhere : link
        finding.draft = draft
        return finding
    }

    /// The number of pictures in its text.
    var pictureCount: Int { candidate?.textPictures.values.count { !$0.isEmpty } ?? 0 }

    /// What it lacks because it could not be fetched, and when that is tried again.
    private func lack(_ candidate: Importer.Candidate, _ origin: Importer.Origin, _ tries: Int) -> SourceLack? {
        let faults = [
            entry.textFault?.of("Without the text of its page"), candidate.pictureFault?.of("Without its picture"),
            candidate.textFault?.of("Without a picture in its text"),
        ].compactMap(\.self)
        guard !faults.isEmpty else { return nil }
        let passing = faults.filter(\.isPassing)
        let wait = passing.map(\.retryAfter).max().flatMap {
            SourceRetrySchedule.wait(after: tries, retryAfter: $0)
        }
        return SourceLack(
            reason: faults.map { String($0.reason.prefix(280)) }.joined(separator: " "),
            retry: wait.map { SourceRetry(entry: SavedEntry(entry, candidate, origin).json, tries: tries, wait: $0) })
    }

    /// The credit with a link to the original, as the last paragraph of the text, so that readers of every
    /// edition and feed see it.
    private static func credit(_ source: SourceDraft, link: String) -> SanitizedHTML {
        var writer = XMLWriter()
        writer.open("p")
        writer.element("a", source.title, ["href": link.isEmpty ? source.site : link])
        writer.close("p")
        return HTMLSanitizer.sanitize(String(decoding: writer.bytes, as: UTF8.self))
    }
}

extension Importer.Candidate {
    fileprivate var hasPictures: Bool { picture != nil || html.range(of: "<img", options: .caseInsensitive) != nil }
}
