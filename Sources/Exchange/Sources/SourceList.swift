package import Archive
import Foundation
import News
package import PostgreSQL
package import Syndication
import XML

/// Many sources at once, as a list in OPML.
package enum SourceList {
    /// The largest list, in bytes.
    static let limit = 4_000_000
    /// Outlines that are taken of one list.
    static let outlineLimit = 5000
    /// What came of an import.
    package struct Report: Sendable, Encodable {
        /// Sources that are new.
        package var added = 0
        /// Outlines whose address is that of a source, or of an outline before.
        package var known = 0
        /// What was not taken, a sentence each: the first hundred.
        package var problems: [String] = []
        /// How many there are in all.
        package var problemCount = 0

        fileprivate mutating func tell(_ problem: String) {
            problemCount += 1
            if problems.count < 100 { problems.append(problem) }
        }
    }

    /// Reads a list. Its nesting is bounded, since it is walked.
    package static func read(_ bytes: [UInt8]) throws(FeedList.Fault) -> FeedList {
        try FeedList(bytes, limits: XMLLimits(bytes: limit, depth: 32, elements: 100_000))
    }

    /// Adds what is new in a list. An outline goes into the section that is called as the outline around it, else into the one named.
    /// - Parameters:
    ///   - section: a slug.
    ///   - trust: what becomes of the entries of all of them.
    package static func add(
        _ list: FeedList, section: String, trust: SourceDraft.Trust, _ connection: Connection, by maker: Maker
    ) throws -> Report {
        let sections = try connection.sections()
        guard sections.contains(where: { $0.slug == section }) else {
            throw ArchiveError.faults([.init(field: "section", detail: "does not exist: name one by its slug")])
        }
        var report = Report()
        var drafts: [SourceDraft] = []
        var known = try connection.knownSources(list.outlines.prefix(outlineLimit).map(\.url))
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
        report.added = try connection.insertSources(drafts, by: maker)
        if list.outlines.isEmpty { report.tell("The list names no feed: no outline has an xmlUrl.") }
        let more = list.outlines.count - outlineLimit
        if more > 0 { report.tell("\(more) outlines more than the \(outlineLimit) that are taken at once.") }
        if report.added < drafts.count {
            report.tell(
                "\(drafts.count - report.added) more than there is room for: \(Connection.sourceLimit) sources.")
        }
        return report
    }

    /// All sources as a list, a group for each section.
    package static func bytes(_ connection: Connection) throws -> [UInt8] {
        let names = Dictionary(uniqueKeysWithValues: try connection.sections().map { ($0.slug, $0.name) })
        let outlines = try connection.sourceDrafts().map {
            FeedList.Outline(
                url: $0.url, site: $0.site, title: $0.title, language: $0.language,
                group: names[$0.section] ?? $0.section)
        }
        return FeedList(title: try connection.masthead().title, outlines: outlines).bytes
    }
}

extension SourceDraft {
    /// What an outline says; what of it cannot be used but is not needed is left out.
    fileprivate init(_ outline: FeedList.Outline, section: String, trust: Trust) {
        let title = outline.title.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        self.init(
            url: outline.url, site: isWebAddress(outline.site) ? outline.site : "",
            title: SourceDraft.title(title, at: outline.url),
            section: section, language: LanguageList.isTag(outline.language) ? outline.language : "", trust: trust)
    }
}
