import Archive
import Credentials
import Crypto
import Foundation
import News
import NIOPosix
import PostgreSQL
import Syndication
import XML

/// How entries of a source become what the archive can take.
extension SourceReader {
    /// Entries of a feed that are looked at: the newest.
    static let entryLimit = 200
    /// Pictures that are fetched at a time, and of one text at most.
    private static let (picturesAtOnce, bodyPictures) = (4, 10)

    /// What is new or other than before.
    func findings(of feed: Feed, _ errand: SourceErrand, _ fetch: inout SourceFetch) async throws -> [SourceFinding] {
        fetch.found = feed.items.count + feed.omitted
        let entries = CheckedEntry.all(of: feed, errand.draft)
        if fetch.found > Self.entryLimit {
            fetch.note("The feed has \(fetch.found) entries, of which the newest \(Self.entryLimit) are looked at.")
        }
        let keys = entries.map(\.key)
        let (known, isOurs) = try await database.read {
            (try $0.entries(of: errand.source, keys), try $0.hasEntries(of: errand.source))
        }
        var other = entries.filter { known[$0.key]?.hash != $0.hash }
        guard !other.isEmpty else { return [] }
        if errand.draft.takesText { await PageTexts(fetcher: fetcher).put(into: &other, &fetch) }
        let changed = other
        let origin = Importer.Origin(
            link: feed.link.isEmpty ? errand.draft.site : feed.link,
            language: errand.draft.language.isEmpty ? feed.language : errand.draft.language,
            media: .web(WebMedia(fetcher: fetcher, deadline: .now + Self.picturePatience)),
            bodyPictures: Self.bodyPictures, unit: "")
        var coming = try await NIOThreadPool.singleton.runIfActive {
            changed.map { ComingEntry($0, known[$0.key], errand.draft, origin, importer) }
        }
        try await addPictures(to: &coming, origin, &fetch)
        return coming.map { $0.finding(errand.draft, isNews: isOurs) }
    }

    private func addPictures(to coming: inout [ComingEntry], _ origin: Importer.Origin, _ fetch: inout SourceFetch)
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

/// An entry with the name under which it is known, and a checksum of what it says.
struct CheckedEntry: Sendable {
    var item: FeedItem
    /// As `source_entries` has it.
    var key: String
    /// What it is called where its name is no address, and another story has it already; an address is everybody's.
    var partedGuid: String?
    var hash: [UInt8]

    /// The newest entries of a feed, the oldest of them first. One without a name is known by its link, or its title.
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

/// An entry on its way to become an article.
struct ComingEntry: Sendable {
    private let entry: CheckedEntry
    /// Nil where it can become none.
    var candidate: Importer.Candidate?
    private var note = ""
    /// Where it names a picture: its address.
    private let picture: String
    /// Categories that are taken of one entry, since each that is new is one of the newspaper's.
    private static let categories = 10

    init(
        _ entry: CheckedEntry, _ known: SourceEntry?, _ source: SourceDraft, _ origin: Importer.Origin,
        _ importer: Importer
    ) {
        self.entry = entry
        var item = entry.item
        // When readers see it is said below: a draft needs no date.
        item.isPublished = false
        item.slug = ""
        item.categories = Array(item.categories.prefix(Self.categories))
        if item.authors.isEmpty { item.authors = [source.byline.isEmpty ? source.title : source.byline] }
        if item.picture?.credit.isEmpty == true { item.picture?.credit = source.title }
        if source.trust == .headline { item.picture = nil }
        picture = item.picture?.url ?? ""
        // One that is there already stays.
        if known?.article != nil, known?.picture == picture { item.picture = nil }
        do {
            candidate = try importer.candidate(item, origin)
        } catch {
            note = "It cannot be an article: \(error.reason)."
            return
        }
        candidate?.draft.section = source.section
        if source.trust == .headline {
            candidate?.draft.bodyHTML = ""
            candidate?.draft.bodyText = ""
            candidate?.html = ""
        }
        publish(source, now: Date())
        if note.isEmpty, !item.losses.isEmpty {
            note = "Not all of it could be taken: \(item.losses.joined(separator: "; "))."
        }
    }

    /// Dates outside of this are no moments of news.
    private static let earliest = Date(timeIntervalSince1970: 0)

    /// Has readers see it where the source is trusted and the entry is whole; else says why not.
    private mutating func publish(_ source: SourceDraft, now: Date) {
        guard source.trust != .draft, let draft = candidate?.draft else { return }
        let moment = entry.item.published ?? now
        var gaps = draft.gaps.map { "\($0.field) \($0.detail)" }
        if entry.item.published == nil, let date = entry.item.unreadableDate {
            gaps.append("its date cannot be read: \(date)")
        }
        if source.trust == .publish, draft.bodyText.isEmpty { gaps.append("it has no text") }
        if source.trust == .headline, entry.item.link.isEmpty { gaps.append("it has no link to where it came from") }
        if !(Self.earliest...now.addingTimeInterval(ArticleDraft.headStart)).contains(moment) {
            gaps.append("its date cannot be right: \(RFC822.iso8601(moment))")
        }
        guard gaps.isEmpty else {
            note = "It is a draft, since it is not whole: \(gaps.joined(separator: "; "))."
            return
        }
        candidate?.draft.publishedAt = min(moment, now)
        candidate?.isPublished = true
    }

    /// What the archive is to take.
    func finding(_ source: SourceDraft, isNews: Bool) -> SourceFinding {
        var finding = SourceFinding(guid: entry.key, hash: entry.hash)
        finding.partedGuid = entry.partedGuid
        finding.isNews = isNews
        let link = entry.item.canonical.isEmpty ? entry.item.link : entry.item.canonical
        finding.link = link.utf8.count <= 4000 ? link : ""
        finding.note = note
        guard let candidate else { return finding }
        var draft = candidate.draft
        finding.isPublished = candidate.isPublished
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

    /// Where it came from: the last paragraph of the text, so that readers of every edition and of every feed see it.
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
