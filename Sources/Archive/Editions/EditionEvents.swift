import Foundation
import News

// Webhook events about editions.
extension Editions {
    /// Records for the endpoints that an edition was published, if readers find something in it.
    func note(published edition: Edition) throws {
        if edition.articleCount > 0 { try note(edition, at: Date()) }
    }

    func note(_ edition: Edition, at moment: Date) throws {
        try holdings.webhooks.note(
            .editionPublished,
            NotedEdition(
                id: edition.number, revision: edition.revision, url: "/editions/\(edition.number)",
                headline: edition.title, at: moment))
    }
}

private struct NotedEdition: Encodable {
    var id: Int
    var revision: Int
    var url: String
    var headline: String
    var at: Date
}
