import Foundation
import News
import PostgreSQL

/// The order of a list of articles.
package enum ArticleOrder: String, Sendable, CaseIterable {
    /// By number: the last begun first.
    case number
    /// The last changed first.
    case changed
    /// The last published first; an article that never was counts by when it was begun.
    case published
    /// By the letters of the headline.
    case headline

    var sql: SQL {
        switch self {
        case .number: "a.id desc"
        case .changed: "a.updated_at desc, a.id desc"
        case .published: "a.published_at desc, a.id desc"
        case .headline: "lower(a.headline), a.id"
        }
    }

    /// The column that a time span is about.
    var moment: SQL { self == .published ? "a.published_at" : "a.updated_at" }
}

/// The end of a page of articles: what its last article is sorted by, so that the next page begins there whatever
/// was changed meanwhile.
package struct ArticlePlace: Sendable, Hashable {
    /// What the article is sorted by.
    private enum Key: Hashable {
        case none
        case moment(Cursor)
        case headline(String)
    }

    private let id: Int
    private let key: Key

    /// The place after an article.
    package init(after article: Article, in order: ArticleOrder) {
        id = article.id
        key =
            switch order {
            case .number: .none
            case .changed: .moment(Cursor(publishedAt: article.updatedAt, id: article.id))
            case .published: .moment(Cursor(publishedAt: article.publishedAt, id: article.id))
            case .headline: .headline(article.draft.headline)
            }
    }

    /// Its form in an address.
    package var token: String {
        switch key {
        case .none: "\(id)"
        case .moment(let cursor): cursor.token
        case .headline(let headline): "\(id)_\(headline)"
        }
    }

    /// Reads what `token` writes; nil for anything else.
    package init?(token: String, in order: ArticleOrder) {
        switch order {
        case .number:
            guard let id = Int(token), id > 0 else { return nil }
            (self.id, key) = (id, .none)
        case .changed, .published:
            guard let cursor = Cursor(token: token) else { return nil }
            (id, key) = (cursor.id, .moment(cursor))
        case .headline:
            let parts = token.split(separator: "_", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, let id = Int(parts[0]), id > 0, parts[1].unicodeScalars.count <= 300 else {
                return nil
            }
            (self.id, key) = (id, .headline(String(parts[1])))
        }
    }

    fileprivate func condition(in order: ArticleOrder) -> SQL {
        switch key {
        case .none: "a.id < \(id)::bigint"
        case .moment(let cursor):
            "(\(order.moment), a.id) < (\(cursor.publishedAt)::timestamptz, \(id)::bigint)"
        case .headline(let headline): "(lower(a.headline), a.id) > (lower(\(headline)), \(id)::bigint)"
        }
    }
}

extension Articles {
    /// The articles that match, in an order, beginning after a place, for editors.
    package func list(
        _ filter: ArticleFilter, in order: ArticleOrder = .number, limit: Int, after place: ArticlePlace? = nil
    ) throws -> [Article] {
        let condition = filter.condition(in: order)
        let rest: SQL = place.map { "and \($0.condition(in: order))" } ?? ""
        return try find("articles a", "where \(condition) \(rest) order by \(order.sql) limit \(limit)")
    }

    /// How the database finds the first articles that match, in its own words.
    package func plan(_ filter: ArticleFilter, in order: ArticleOrder) throws -> String {
        let lines: [String] = try query(
            """
            explain select a.id from articles a where \(filter.condition(in: order)) order by \(order.sql) limit 50
            """
        ).values()
        return lines.joined(separator: "\n")
    }

    /// How many articles match, counted only so far.
    package func count(_ filter: ArticleFilter, in order: ArticleOrder = .number, upTo limit: Int) throws -> Int {
        try query(
            """
            select count(*) from (
                select from articles a where \(filter.condition(in: order)) limit \(limit)) found
            """
        ).value()
    }
}
