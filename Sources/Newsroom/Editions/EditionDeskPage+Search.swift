import Archive
import News
import Web

// The stories that can be taken into an edition.
extension EditionDeskPage {
    /// The most articles that a search finds.
    private static let foundLimit = 20
    /// The most approved articles offered before anybody searches, and half of all.
    private static let offered = 8

    /// Finds articles with some words, or those that are likely to be wanted, and tells those that the edition has already.
    mutating func search(
        _ words: String, _ order: FrontPage, _ row: (Article) -> Row, _ strings: Strings, _ holdings: Holdings
    ) throws {
        let candidates = try Self.candidates(words, holdings).filter { $0.state.publication != .killed }
        func isHere(_ article: Article) -> Bool { article.edition == number || order.stories.contains(article.id) }
        foundHere = isSearched ? candidates.filter(isHere).prefix(Self.offered).map(row) : []
        let elsewhere = candidates.filter { !isHere($0) }.prefix(isSearched ? Self.foundLimit : 2 * Self.offered)
        let outEditions = Set(
            try Set(elsewhere.map(\.edition)).compactMap {
                try holdings.editions.find(.number($0), onlyPublished: false)
            }.filter(\.state.isOut).map(\.number))
        found = elsewhere.map { article in
            var row = row(article)
            if article.edition > 0 { row.note += " · " + strings("editionNumber", String(article.edition)) }
            if article.state.publication.isOut, outEditions.contains(article.edition) {
                let key = isOut ? "room_takeLeavesNow" : "room_takeLeaves"
                row.leaving = strings(key, String(article.edition))
            }
            return row
        }
    }

    /// The articles with these words, or without any words the newest that readers have.
    private static func candidates(_ words: String, _ holdings: Holdings) throws -> [Article] {
        var wanted = ArticleFilter()
        wanted.words = words
        guard words.isEmpty else { return try holdings.articles.list(wanted, limit: foundLimit, after: nil) }
        // Approved articles come before those that readers have already.
        var ready = wanted
        (ready.publication, ready.workflow, wanted.publication) = (.unpublished, .approved, .published)
        return try holdings.articles.list(ready, limit: offered, after: nil)
            + holdings.articles.list(wanted, limit: limit, after: nil)
    }
}
