import Archive
import FeedReading
import Foundation
import News
import Syndication
import Web
import XML

// A WordPress export may be larger than memory, so it is read twice, item by item: first to its end, to
// check it and to collect references between items; then again to import it.
extension Importer {
    /// Imports a WordPress export.
    /// - Throws: `XMLError` if it is not well-formed XML; nothing has been changed then.
    package func runWordPress(
        _ path: String, media: MediaFolder?, progress: @escaping @Sendable (Int, Int) -> Void
    ) async throws -> Report {
        var report = Report()
        let survey = try WordPressSurvey(path, &report)
        let export = survey.export
        report.tellOfMissing(media)
        try await name(export.site)
        try await makeSections(survey.sectionsByNews)
        let moments = survey.moments
        _ = try await archive.write { try $0.editions.makeWeekly(of: moments) }
        let origin = Origin(
            link: export.site.link, language: export.site.language, media: media.map { .folder($0) }, isMove: true)
        var batch: [FeedItem] = []
        var done = 0
        func takeBatch() async throws {
            try await take(batch, from: origin, &report)
            done += batch.count
            batch = []
            progress(done, survey.articles)
        }
        let stream = try XMLStream(file: path)
        while let element = try stream.next() {
            guard let item = WordPressItem(element), item.isTaken else { continue }
            batch.append(export.article(item))
            if batch.count == Self.batch { try await takeBatch() }
        }
        if !batch.isEmpty { try await takeBatch() }
        return report
    }
}

/// The result of the first pass over a WordPress export.
private struct WordPressSurvey {
    var export = WordPressExport()
    /// The number of items to import.
    var articles = 0
    /// A moment in each week in which something was published.
    var moments: [Date] { weeks.keys.sorted().compactMap { weeks[$0] } }
    private var weeks: [Int: Date] = [:]
    private var sections: [FeedItem.Section: Date] = [:]

    /// The sections, ordered by their newest article, latest first.
    var sectionsByNews: [FeedItem.Section] {
        sections.sorted { ($1.value, $0.key.slug) < ($0.value, $1.key.slug) }.map(\.key).filter {
            Slug.isValid($0.slug) && !$0.name.isEmpty && $0.name.unicodeScalars.count <= 100
        }
    }

    init(_ path: String, _ report: inout Importer.Report) throws {
        let stream = try XMLStream(file: path)
        while let element = try stream.next() {
            guard let item = export.gather(element) else { continue }
            report.leave("comments", item.comments)
            if item.isTaken { note(item) }
            if let reason = item.reason {
                report.tell("line \(item.line): \(item.title.prefix(60)): \(reason)")
            }
            if !item.isTaken, item.type != "attachment" { report.leave(item.type == "post" ? "posts" : item.kind) }
        }
        report.leave("attachments beyond the limit", export.forgotten)
    }

    private mutating func note(_ item: WordPressItem) {
        articles += 1
        guard item.status == "publish", let published = item.published else { return }
        // Weeks begin on Monday; 1 January 1970 was a Thursday.
        weeks[Int(((published.timeIntervalSince1970 + 3 * 86_400) / 604_800).rounded(.down))] = published
        if let section = item.section, sections.count < 10_000 {
            sections[section] = max(sections[section] ?? .distantPast, published)
        }
    }
}

extension WordPressItem {
    /// Whether it becomes an article.
    fileprivate var isTaken: Bool {
        type == "post" && ["publish", "draft", "pending", "future"].contains(status)
    }

    fileprivate var kind: String { type == "page" ? "pages" : "items of type \(type)" }

    /// The remark for the report, if any.
    fileprivate var reason: String? {
        switch (type, status) {
        case ("page", _): "not taken: it is a page, and a newspaper has only articles"
        case ("post", "future"): "it was to be published later, and is a draft now"
        case ("post", "publish"), ("post", "draft"), ("post", "pending"): nil
        case ("post", _): "not taken: it is \(status.prefix(40))"
        default: nil
        }
    }
}

extension XMLStream {
    /// Creates a stream of the elements of a WordPress export file.
    fileprivate convenience init(file path: String) throws {
        guard let file = FileHandle(forReadingAtPath: path) else {
            throw OptionError(faults: ["The file \(path) cannot be read."])
        }
        try self.init(level: WordPressExport.level, limits: XMLLimits(bytes: 32 << 20)) {
            try file.read(upToCount: 64 << 10).map { [UInt8]($0) } ?? []
        }
    }
}
