import Archive
package import Exchange
import ExchangeArchive
import News
import Syndication

/// A source as the API accepts it. Members left out are taken from the feed, or for an existing source keep
/// their values.
struct SourceInput: Decodable, Sendable {
    var url: String?
    var site: String?
    var title: String?
    var section: String?
    /// The names of the categories that its articles get.
    var categories: [String]?
    var language: String?
    var trust: String?
    var byline: String?
    /// XPath expressions by part; an empty object if there is a feed.
    var rule: [String: String]?
    var takesText: Bool?
    /// Words of which an entry needs one, and words that keep it out.
    var includeWords, excludeWords: [String]?
    /// Which section entries with certain words go into.
    var sectionRules: [SectionRule]?
    var paused: Bool?
    /// Whether the address may be that of a page that links to a feed; false takes it as it is, without
    /// asking there.
    var discover: Bool?

    /// The draft. Throws for members that cannot be interpreted; the archive checks everything else.
    func draft(instead old: SourceDraft) throws -> SourceDraft {
        let trust = trust.map { SourceDraft.Trust(rawValue: $0) } ?? old.trust
        guard let trust else {
            let names = SourceDraft.Trust.allCases.map(\.rawValue).joined(separator: ", ")
            throw ArchiveError.faults([.init(field: "trust", detail: "must be one of \(names)")])
        }
        let draft = SourceDraft(
            url: url ?? old.url, site: site ?? old.site, title: title ?? old.title, section: section ?? old.section,
            categories: categories ?? old.categories,
            language: language ?? old.language, trust: trust, byline: byline ?? old.byline,
            rule: rule ?? old.rule, takesText: takesText ?? old.takesText,
            words: EntryWords(
                include: includeWords ?? old.words.include, exclude: excludeWords ?? old.words.exclude),
            sectionRules: sectionRules ?? old.sectionRules)
        let faults = draft.ruleFaults
        guard faults.isEmpty else { throw ArchiveError.faults(faults) }
        return draft
    }
}

extension SourceDraft {
    /// Starts from a feed's description of itself.
    package init(_ found: SourceFinder.Found) {
        self.init(url: found.url, site: found.site, title: found.title, section: "", language: found.language)
    }
}

/// A source as the API returns it.
struct SourceOutput: Encodable {
    var id: Int
    var url: String
    var site: String
    var title: String
    var section: String
    var categories: [String]
    var language: String
    var trust: String
    var byline: String
    var rule: [String: String]
    var takesText: Bool
    var includeWords, excludeWords: [String]
    var sectionRules: [SectionRule]
    /// `active`, `paused`, `gone` or `crashed`.
    var state: String
    var stoppedAt: String?
    var createdAt: String
    var nextFetchAt: String?
    var interval: Int?
    var failures: Int
    var articles: Int
    var lastFetch: SourceFetchOutput?
    var hub: Hub?
    var waiting: Waiting?
    var revision: Int

    /// The state of its subscription at a hub.
    struct Hub: Encodable {
        var url: String
        /// The time until which the hub announces news.
        var until: String?
        var fault: String?
    }

    /// The entries that wait for their page or picture.
    struct Waiting: Encodable {
        var entries: Int
        /// When the first is tried again; nil while the source is stopped.
        var nextTryAt: String?
    }

    init(_ source: Source) {
        let draft = source.draft
        (id, revision) = (source.id, source.revision)
        (url, site, title, section) = (draft.url, draft.site, draft.title, draft.section)
        categories = draft.categories
        (language, trust, byline) = (draft.language, draft.trust.rawValue, draft.byline)
        (rule, takesText) = (draft.rule, draft.takesText)
        (includeWords, excludeWords) = (draft.words.include, draft.words.exclude)
        sectionRules = draft.sectionRules
        state = source.stop?.rawValue ?? "active"
        stoppedAt = source.stoppedAt.map(RFC822.iso8601)
        createdAt = RFC822.iso8601(source.createdAt)
        nextFetchAt = source.nextFetchAt.map(RFC822.iso8601)
        (interval, failures, articles) = (source.interval, source.failures, source.articles)
        lastFetch = source.lastFetch.map { SourceFetchOutput($0) }
        hub = source.hub.map {
            Hub(url: $0.hub, until: $0.until.map(RFC822.iso8601), fault: $0.fault.isEmpty ? nil : $0.fault)
        }
        waiting = source.waiting.map {
            Waiting(entries: $0.entries, nextTryAt: source.stop == nil ? RFC822.iso8601($0.nextTryAt) : nil)
        }
    }
}

struct SourceOutputs: Encodable {
    var sources: [SourceOutput]
}

/// A fetch as the API returns it.
struct SourceFetchOutput: Encodable {
    var at: String
    var milliseconds: Int
    var status: Int?
    var bytes: Int
    /// The result in a few words.
    var summary: String
    var error: String?
    var found: Int
    var added: Int
    var changed: Int
    var refused: Int
    var notes: [String]

    init(_ fetch: SourceFetch) {
        at = RFC822.iso8601(fetch.at)
        (milliseconds, status, bytes) = (fetch.milliseconds, fetch.status, fetch.bytes)
        summary = fetch.summary
        error = fetch.error.isEmpty ? nil : fetch.error
        (found, added, changed, refused) = (fetch.found, fetch.added, fetch.changed, fetch.refused)
        notes = fetch.notes
    }
}

struct SourceFetchOutputs: Encodable {
    var fetches: [SourceFetchOutput]
}

/// An entry with a note, as the API returns it.
struct SourceEntryOutput: Encodable {
    var guid: String
    var link: String
    var article: Int?
    var note: String
    var firstSeenAt: String

    init(_ entry: SourceEntry) {
        (guid, link, article, note) = (entry.guid, entry.link, entry.article, entry.note)
        firstSeenAt = RFC822.iso8601(entry.firstSeenAt)
    }
}

struct SourceEntryOutputs: Encodable {
    var entries: [SourceEntryOutput]
}
