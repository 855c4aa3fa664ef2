import Archive
import Editorial
import Foundation
import News
import Web

/// A row of the table of articles.
struct ArticleTableRow: Sendable {
    var id: Int
    /// The article and the revision that the visitor saw.
    var value: String
    var url: String
    var headline: String
    /// The label of its box.
    var tick: String
    /// The move that took it back, and who made it.
    var noticeText: String?
    var authors: String
    var source: String
    /// Whether somebody else has its page.
    var isOthers: Bool
    var section: String
    var state: String
    /// The name of its state, for its colour.
    var mark: String
    var changed: Moment
    /// When it was published or will be, or the day for which it is planned.
    var out: String?
    /// Whether that is the moment when it was published.
    var wasOut: Bool
    /// Whether nothing changed after it was published.
    var isAsPublished: Bool

    init(_ article: Article, _ source: ArticleSource?, sections: [String: String], _ strings: Strings) {
        let (draft, publication) = (article.draft, article.state.publication)
        id = article.id
        value = "\(article.id).\(article.revision)"
        url = NewsroomLinks.article(article.id)
        headline = draft.headline.isEmpty ? strings["room_noHeadline"] : draft.headline
        tick = strings("room_tick", headline)
        if let notice = article.notice, notice.move == .sendBack { noticeText = strings.text(of: notice) }
        authors = draft.byline.isEmpty ? article.author?.name ?? "" : draft.byline
        isOthers = source != nil || !draft.canonicalAddress.isEmpty
        self.source =
            source?.title
            ?? (isOthers
                ? URL(string: draft.canonicalAddress)?.host() ?? strings["room_elsewhere"] : strings["room_own"])
        section = sections[draft.section] ?? draft.section
        state = strings.state(of: article.state)
        mark =
            publication == .unpublished
            ? article.state.workflow.rawValue.replacing(" ", with: "-") : publication.rawValue
        changed = Moment(article.updatedAt, strings)
        out = Self.out(article, strings)
        wasOut = article.publishAt == nil && article.state.publication.wasOut
        isAsPublished = out == changed.text
    }

    private static func out(_ article: Article, _ strings: Strings) -> String? {
        if let at = article.publishAt { return strings("room_outAt", Moment(at, strings).text) }
        if article.state.publication.wasOut { return Moment(article.publishedAt, strings).text }
        return article.draft.planned.map { strings("room_plannedFor", Moment.day($0, strings)) }
    }
}
