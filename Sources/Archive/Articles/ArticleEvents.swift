import Foundation
import News
import PostgreSQL

// Webhook events about articles.
extension Articles {
    /// Records for the endpoints, in the transaction of the change itself, that readers see a change in an
    /// article.
    package func note(_ event: WebhookEvent, of article: Article) throws {
        guard event != .articleKilled else { return try holdings.webhooks.note(event, KilledArticle(id: article.id)) }
        try holdings.webhooks.note(
            event,
            NotedArticle(
                id: article.id, revision: article.revision, slug: article.slug, url: "/articles/\(article.slug)",
                headline: article.draft.headline, at: article.updatedAt))
    }

    /// Records for the endpoints that an edition has its first published article, if this is the one.
    func noteEdition(of article: Article) throws {
        guard article.state.publication.isOut, try !hasOthers(than: article),
            let edition = try holdings.editions.find(.number(article.edition), onlyPublished: true),
            edition.articleCount == 1
        else { return }
        try holdings.editions.note(edition, at: article.updatedAt)
    }

    /// Whether the edition of an article has others that readers see: counting them all would take longer and
    /// longer.
    private func hasOthers(than article: Article) throws -> Bool {
        try query(
            """
            select exists (
                select from articles where edition = \(article.edition) and status = 'published' and id <> \(article.id))
            """
        ).value()
    }
}

private struct NotedArticle: Encodable {
    var id: Int
    var revision: Int
    var slug: String
    /// Relative to the newspaper's public address, which is put in front of it when it is sent.
    var url: String
    var headline: String
    var at: Date
}

/// A killed article must not be spread any further: only its number is sent.
private struct KilledArticle: Encodable {
    var id: Int
}
