package import Archive
package import ExchangeArchive
package import FeedReading
import Foundation
import News
import Syndication
import XML

/// Imports and exports lists of sources in OPML.
package enum SourceList {
    /// The maximum size of a list, in bytes.
    static let limit = 4_000_000
    /// The maximum number of outlines taken from a list.
    static let outlineLimit = 5000
    /// The result of an import.
    package struct Report: Sendable, Encodable {
        /// The number of new sources.
        package var added = 0
        /// The number of outlines whose address is already that of a source or of an earlier outline.
        package var known = 0
        /// The first hundred problems, a sentence each.
        package var problems: [String] = []
        /// How many there are in all.
        package var problemCount = 0

        fileprivate mutating func tell(_ problem: String) {
            problemCount += 1
            if problems.count < 100 { problems.append(problem) }
        }
    }

    /// Reads a list. Its nesting is limited because the reader recurses into it.
    package static func read(_ bytes: [UInt8]) throws(FeedList.Fault) -> FeedList {
        try FeedList(bytes, limits: XMLLimits(bytes: limit, depth: 32, elements: 100_000))
    }

    /// Adds the new sources of a list. An outline is assigned to the section with the name of its enclosing
    /// outline, otherwise to the given one.
    /// - Parameters:
    ///   - section: a slug.
    ///   - trust: the trust given to all new sources.
    package static func add(
        _ list: FeedList, section: String, trust: SourceDraft.Trust, _ holdings: Holdings, by maker: Maker
    ) throws -> Report {
        let sections = try holdings.sections.list()
        guard sections.contains(where: { $0.slug == section }) else {
            throw ArchiveError.faults([.init(field: "section", detail: "does not exist: name one by its slug")])
        }
        var report = Report()
        var drafts: [SourceDraft] = []
        var known = try holdings.sources.known(list.outlines.prefix(outlineLimit).map(\.url))
        for outline in list.outlines.prefix(outlineLimit) {
            guard known.insert(outline.url).inserted else {
                report.known += 1
                continue
            }
            let group = sections.first { $0.slug == Slug.make(outline.group) || $0.name == outline.group }
            let draft = SourceDraft(outline, section: group?.slug ?? section, trust: trust)
            let faults = draft.faults.map { "\($0.field) \($0.detail)" }
            if faults.isEmpty {
                drafts.append(draft)
            } else {
                report.tell("\(outline.url.prefix(200)): \(faults.joined(separator: "; "))")
            }
        }
        report.added = try holdings.sources.insert(drafts, by: maker)
        if list.outlines.isEmpty { report.tell("The list contains no feeds: no outline has an xmlUrl.") }
        let more = list.outlines.count - outlineLimit
        if more > 0 { report.tell("\(more) outlines were left out: at most \(outlineLimit) are taken at once.") }
        if report.added < drafts.count {
            report.tell(
                "\(drafts.count - report.added) more than there is room for: \(Sources.limit) sources.")
        }
        return report
    }

    /// All sources as a list, grouped by section.
    package static func bytes(_ holdings: Holdings) throws -> [UInt8] {
        let names = Dictionary(uniqueKeysWithValues: try holdings.sections.list().map { ($0.slug, $0.name) })
        let outlines = try holdings.sources.drafts().map {
            FeedList.Outline(
                url: $0.url, site: $0.site, title: $0.title, language: $0.language,
                group: names[$0.section] ?? $0.section)
        }
        return FeedList(title: try holdings.newspaper.masthead().title, outlines: outlines).bytes
    }
}

extension SourceDraft {
    /// Creates a draft from an outline, omitting optional values that are invalid.
    fileprivate init(_ outline: FeedList.Outline, section: String, trust: Trust) {
        let title = outline.title.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        self.init(
            url: outline.url, site: isWebAddress(outline.site) ? outline.site : "",
            title: SourceDraft.title(title, at: outline.url),
            section: section, language: LanguageList.isTag(outline.language) ? outline.language : "", trust: trust)
    }
}
