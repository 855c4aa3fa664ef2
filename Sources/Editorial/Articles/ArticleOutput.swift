import Archive
import Foundation
import News
import Syndication

/// An article as the API returns it: its text, its state, and what the current editor may do with it.
struct ArticleOutput: Encodable, Sendable {
    struct Correction: Encodable, Sendable {
        var text: String
        var at: String
    }

    /// Who sent it back, when and why.
    struct SentBack: Encodable, Sendable {
        var by: String?
        var at: String
        var text: String

        init?(_ notice: ArticleNotice?) {
            guard let notice, notice.move == .sendBack else { return nil }
            (by, at, text) = (notice.maker, RFC822.iso8601(notice.at), notice.note)
        }
    }

    /// Something that readers miss in an article that they see, or are going to see.
    struct Warning: Encodable, Sendable {
        var field: String
        var detail: String
    }

    var id: Int
    var revision: Int
    var url: String?
    var updatedAt: String
    var workflow: String
    var author: String?
    var corrections: [Correction]
    var withdrawalNote: String?
    var sentBack: SentBack?
    var moves: [String]
    var warnings: [Warning]
    var article: ArticleInput

    init(_ article: Article, for editor: Editor, _ site: Site) {
        let state = article.state
        id = article.id
        revision = article.revision
        url = state.publication.isOut ? site.article(article.slug) : nil
        updatedAt = RFC822.iso8601(article.updatedAt)
        workflow = state.workflow.rawValue
        author = article.author?.name
        corrections = article.corrections.map { Correction(text: $0.text, at: RFC822.iso8601($0.at)) }
        withdrawalNote = article.withdrawalNote.isEmpty ? nil : article.withdrawalNote
        sentBack = SentBack(article.notice)
        moves = article.moves(for: editor).map(\.rawValue)
        let isShown = state.publication.isOut || state.publication == .scheduled
        warnings =
            isShown && !article.draft.hasText
            ? [Warning(field: "body", detail: "has no text: readers find the headline and nothing below it")] : []
        self.article = ArticleInput(article)
        self.article.details.status = state.publication.rawValue
        self.article.details.publishAt = article.publishAt.map(RFC822.iso8601)
    }

    private enum CodingKeys: CodingKey {
        case id, revision, url, updatedAt, workflow, author, corrections, withdrawalNote, sentBack, moves, warnings
    }

    /// Encodes the article's own members beside these.
    func encode(to encoder: any Encoder) throws {
        try article.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(revision, forKey: .revision)
        try container.encodeIfPresent(url, forKey: .url)
        try container.encode(updatedAt, forKey: .updatedAt)
        try container.encode(workflow, forKey: .workflow)
        try container.encodeIfPresent(author, forKey: .author)
        try container.encode(corrections, forKey: .corrections)
        try container.encodeIfPresent(withdrawalNote, forKey: .withdrawalNote)
        try container.encodeIfPresent(sentBack, forKey: .sentBack)
        try container.encode(moves, forKey: .moves)
        if !warnings.isEmpty { try container.encode(warnings, forKey: .warnings) }
    }
}

extension ArticleInput {
    /// The content of an article in a form that can be written again, without its states.
    init(_ article: Article) {
        let draft = article.draft
        let details = Details(
            guid: draft.guid, slug: article.slug, body: draft.bodyHTML, section: draft.section,
            categories: draft.categories, edition: .init(String(article.edition)),
            picture: draft.picture.map { .init(hash: $0.hash, alt: $0.alt, caption: $0.caption, credit: $0.credit) },
            place: draft.place.map { .init(latitude: $0.latitude, longitude: $0.longitude, radius: draft.radius) },
            translationOf: draft.translationOf.isEmpty ? nil : draft.translationOf, related: draft.related,
            keywords: draft.keywords, canonicalAddress: draft.hasPageElsewhere ? draft.canonicalAddress : nil,
            publishedAt: [.unpublished, .scheduled].contains(article.state.publication)
                ? nil : RFC822.iso8601(article.publishedAt),
            embargoUntil: draft.embargoUntil.map(RFC822.iso8601), planned: draft.planned?.name)
        self.init(texts: GivenTexts(draft.texts), details: details)
    }
}
