import Archive
import Editorial
import Exchange
import ExchangeArchive
import Foundation
import News
import Web

/// The page of all sources.
struct SourcesPage: Sendable {
    struct Row: Sendable {
        var id: Int
        var title: String
        var url: String
        var facts: [String]
        /// The reason why the last fetch failed.
        var trouble: String?
    }

    /// The number of sources on a page.
    static let limit = 50

    var rows: [Row]
    var isEmpty: Bool
    /// The states to filter by.
    var states: [Choice]
    /// The address of the next page.
    var more: String?
    /// Whether the visitor may make changes.
    var mayChange: Bool
    /// The address as it was typed.
    var address: String
    var sections: [Choice]
    var trusts: [Choice]
    /// The result of importing a list.
    var report: [String] = []
    var hasReport: Bool

    init(
        _ visit: NewsroomDesk.Visit, _ sources: [Source], _ state: SourceState?, _ counts: [SourceState: Int],
        _ all: [Section], address: String, report: SourceList.Report?
    ) {
        let strings = visit.strings
        let page = sources.prefix(Self.limit)
        rows = page.map {
            Row(
                id: $0.id, title: $0.draft.title, url: $0.draft.url, facts: strings.facts(of: $0),
                trouble: strings.trouble(of: $0))
        }
        isEmpty = rows.isEmpty
        states =
            [Choice(value: "", name: strings["room_sources_all"], isChosen: state == nil)]
            + SourceState.allCases.map {
                Choice(
                    value: $0.rawValue, name: "\(strings["room_sources_" + $0.rawValue]) (\(counts[$0] ?? 0))",
                    isChosen: $0 == state)
            }
        if sources.count > Self.limit, let last = page.last?.id {
            more = NewsroomLinks.sources + "?" + (state.map { "state=\($0.rawValue)&" } ?? "") + "after=\(last)"
        }
        mayChange = visit.editor.role >= .editor
        self.address = address
        sections = all.map { Choice(value: $0.slug, name: $0.name) }
        trusts = SourceFields.trusts(.draft, strings)
        hasReport = report != nil
        guard let report else { return }
        self.report = [strings("room_listAdded", report.added)]
        if report.known > 0 { self.report.append(strings("room_listKnown", report.known)) }
        self.report += report.problems
        let more = report.problemCount - report.problems.count
        if more > 0 { self.report.append(strings("room_listMore", more)) }
    }
}

/// The page of a feed that was found, before it is added.
struct FoundSourcePage: Sendable {
    var fields: SourceFields
    /// The headlines of its newest entries.
    var newest: [String]
    /// Further feeds of the same page.
    var others: [String]
    var hasNewest: Bool
    var hasOthers: Bool
    /// What would come in, if that was asked for.
    var preview: SourcePreviewPart?

    init(
        _ form: SourceForm, newest: [String], others: [String], _ preview: SourcePreview?,
        _ faults: [ArticleDraft.Fault], _ all: [Section], _ strings: Strings
    ) {
        self.preview = preview.map { SourcePreviewPart($0, all, strings) }
        fields = SourceFields(form, faults, all, strings)
        (self.newest, self.others) = (newest, others)
        (hasNewest, hasOthers) = (!newest.isEmpty, !others.isEmpty)
    }
}

/// The page of one source.
struct SourcePage: Sendable {
    struct Fetch: Sendable {
        var at: Moment
        var how: String
        var isFailure: Bool
        var facts: [String]
        var notes: [String]
        var hasNotes: Bool
    }
    struct Entry: Sendable {
        var name: String
        var link: String?
        var article: String?
        var note: String
    }

    /// The most entries with a note on a page.
    static let entryLimit = 50

    var id: Int
    var revision: Int
    var url: String
    var site: String?
    var facts: [String]
    /// The reason why the last fetch failed.
    var trouble: String?
    var isStopped: Bool
    var mayChange: Bool
    /// Whether the form has changes that are not saved.
    var isTyped: Bool
    var fields: SourceFields
    /// What would come in, if that was asked for.
    var preview: SourcePreviewPart?
    var fetches: [Fetch]
    var entries: [Entry]
    var hasEntries: Bool

    init(
        _ visit: NewsroomDesk.Visit, _ source: Source, _ history: [SourceFetch], _ noted: [SourceEntry],
        _ all: [Section], typed: SourceForm?, _ preview: SourcePreview?, _ faults: [ArticleDraft.Fault]
    ) {
        let strings = visit.strings
        isTyped = typed != nil
        self.preview = preview.map { SourcePreviewPart($0, all, strings) }
        (id, revision) = (source.id, source.revision)
        url = source.draft.url
        site = source.draft.site.isEmpty ? nil : source.draft.site
        let section = all.first { $0.slug == source.draft.section }?.name ?? source.draft.section
        facts = strings.facts(of: source) + [section, strings["room_trust_" + source.draft.trust.rawValue]]
        trouble = strings.trouble(of: source)
        isStopped = source.stop != nil
        mayChange = visit.editor.role >= .editor
        fields = SourceFields(typed ?? SourceForm(source.draft), faults, all, strings)
        fetches = history.map { fetch in
            var facts = [strings.seconds(fetch.milliseconds)]
            if let status = fetch.status { facts.insert("HTTP \(status)", at: 0) }
            if fetch.bytes > 0 { facts.append("\((fetch.bytes + 999) / 1000) kB") }
            return Fetch(
                at: Moment(fetch.at, strings), how: strings.how(fetch), isFailure: !fetch.error.isEmpty, facts: facts,
                notes: fetch.notes, hasNotes: !fetch.notes.isEmpty)
        }
        entries = noted.map { entry in
            let isLink = isWebAddress(entry.link)
            return Entry(
                name: isLink ? entry.link : entry.guid, link: isLink ? entry.link : nil,
                article: entry.article.map { NewsroomLinks.article($0) }, note: entry.note)
        }
        hasEntries = !entries.isEmpty
    }
}

extension Strings {
    /// The reason why the last fetch failed; nil if it did not.
    fileprivate func trouble(of source: Source) -> String? {
        source.lastFetch.flatMap { $0.error.isEmpty ? nil : text(ofFetching: $0.error) }
    }

    /// The state of a source, in words.
    fileprivate func facts(of source: Source) -> [String] {
        var facts: [String] = []
        if let stop = source.stop, let since = source.stoppedAt {
            facts.append(self("room_source_" + stop.rawValue, Moment(since, self).text))
        }
        if let fetch = source.lastFetch {
            let how = fetch.error.isEmpty ? ", " + how(fetch) : ""
            facts.append(self("room_lastFetch", Moment(fetch.at, self).text + how))
        } else if source.stop == nil {
            facts.append(self["room_notFetched"])
        }
        if source.failures > 0 { facts.append(self("room_failures", source.failures)) }
        if source.stop == nil {
            facts.append(
                source.nextFetchAt.map { self("room_nextFetch", Moment(max($0, Date()), self).text) }
                    ?? self["room_fetching"])
        }
        if source.stop == nil, let interval = source.interval {
            let minutes = max((interval + 30) / 60, 1)
            let pace =
                minutes < 120 ? self("room_sourceEvery", minutes) : self("room_sourceEveryHours", (minutes + 30) / 60)
            // A failing source is tried at other times.
            facts.append(source.failures > 0 ? self("room_sourceNormally", pace) : pace)
        }
        if source.stop == nil, let hub = source.hub {
            facts.append(
                hub.until.map { self("room_hubTells", Moment($0, self).text) }
                    ?? (hub.fault.isEmpty ? self["room_hubNamed"] : self("room_hubFault", hub.fault)))
        }
        if let waiting = source.waiting {
            facts.append(self("room_sourceWaiting", waiting.entries))
            if source.stop == nil {
                facts.append(self("room_nextTry", Moment(max(waiting.nextTryAt, Date()), self).text))
            }
        }
        return facts + [self("room_sourceArticles", source.articles)]
    }

    /// The result of a fetch, in words.
    fileprivate func how(_ fetch: SourceFetch) -> String {
        guard fetch.error.isEmpty else { return text(ofFetching: fetch.error) }
        let counts = [
            (fetch.added, "room_fetchAdded"), (fetch.changed, "room_fetchChanged"),
            (fetch.refused, "room_fetchRefused"),
        ]
        let told = counts.filter { $0.0 > 0 }.map { self($0.1, $0.0) }.joined(separator: ", ")
        return told.isEmpty ? self["room_fetchNothing"] : told
    }

    fileprivate func seconds(_ milliseconds: Int) -> String { "\(milliseconds / 1000).\(milliseconds / 100 % 10) s" }
}
