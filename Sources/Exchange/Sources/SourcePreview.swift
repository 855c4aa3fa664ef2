import Archive
package import ExchangeArchive
import FeedReading
import Fetching
package import Foundation
import NIOPosix
import Syndication
import XML

/// The entries that a source would have brought in the last seven days, and those that its words would have kept out.
package struct SourcePreview: Sendable {
    /// An entry of the feed.
    package struct Entry: Sendable {
        /// Its headline without markup; its address if it has none.
        package var headline: String
        /// The time of its publication, if the feed states it.
        package var published: Date?
        /// The decision of the words about it.
        package var verdict: EntryWords.Verdict
        /// The slug of the section that it would go into.
        package var section: String
    }

    /// The entries, newest first, at most those that a fetch examines.
    package var entries: [Entry]
    /// False if no entry is of the last seven days, so that these are the newest ones instead.
    package var isLastWeek: Bool
    /// Whether entries may go into different sections.
    package var hasSectionRules: Bool

    /// The number of entries that come in.
    package var admitted: Int { entries.count { $0.verdict == .admitted } }

    private static let week: TimeInterval = 604_800
    /// The number of entries if none is of the last week.
    private static let newest = 10

    init(_ feed: Feed, _ source: SourceDraft, now: Date = Date()) {
        let items = CheckedEntry.all(of: feed, source).reversed().map(\.item)
        let recent = items.filter { $0.published.map { now.timeIntervalSince($0) < Self.week } ?? false }
        isLastWeek = !recent.isEmpty
        hasSectionRules = !source.sectionRules.isEmpty
        entries = (isLastWeek ? recent[...] : items.prefix(Self.newest)).map {
            let headline = $0.title.plainLine
            return Entry(
                headline: headline.isEmpty ? $0.link : headline, published: $0.published,
                verdict: source.words.verdict(on: $0), section: source.section(of: $0))
        }
    }
}

extension SourceFinder {
    /// Fetches the feed or page of a source and returns what would come in. Throws `Fault` if it cannot be read.
    package func preview(_ draft: SourceDraft) async throws(Fault) -> SourcePreview {
        try check(draft.url)
        let answer: FeedAnswer
        do {
            answer = try await FeedAnswer.ask(draft.url, rule: draft.pageRule, by: fetcher)
        } catch {
            throw Fault(kind: Self.kind(of: error), reason: "\(error)")
        }
        guard let feed = answer.feed else { throw Fault(answer) }
        do {
            return try await NIOThreadPool.singleton.runIfActive { SourcePreview(feed, draft) }
        } catch {
            throw Fault(kind: .noFeed, reason: "\(error)")
        }
    }
}

extension SourceFinder.Fault {
    /// Why a request brought no feed.
    fileprivate init(_ answer: FeedAnswer) {
        if let error = answer.fetchError {
            self.init(kind: SourceFinder.kind(of: error), reason: answer.error)
        } else if let status = answer.status, status != 200 {
            self.init(kind: .refused, reason: answer.error, status: status)
        } else {
            self.init(kind: .noFeed, reason: answer.error)
        }
    }
}

extension EntryWords {
    /// Decides about an entry by its headline, summary, text and categories.
    func verdict(on item: FeedItem) -> Verdict {
        isEmpty ? .admitted : verdict(on: item.texts)
    }
}

extension SourceDraft {
    /// The section of an entry, by the same texts.
    func section(of item: FeedItem) -> String { sectionRules.isEmpty ? section : section(of: item.texts) }
}

extension FeedItem {
    /// The texts by whose words it is judged: headline, summary, text and categories.
    var texts: [String] {
        [title, summary, content].map { HTMLSanitizer.sanitize($0).plainText } + categories
    }
}

extension String {
    /// The beginning of a text on one line, without markup.
    var plainLine: String {
        HTMLSanitizer.sanitize(String(prefix(2000))).plainText.split(whereSeparator: \.isWhitespace).joined(
            separator: " ")
    }
}
