import Archive
package import Foundation
package import PostgreSQL

/// The sitemaps for search engines.
package struct Sitemaps: Noun {
    package let connection: Connection
}

// Articles go into the files of a sitemap by their numbers, so that a file changes only with its own
// articles; an index keeps them in this order.
extension Sitemaps {
    /// The most articles in a file; the index in the migration divides by the same number.
    private static let fileSize: SQL = "50000"

    /// The files that contain published articles, and the time of the last change in each.
    package func files() throws -> [(number: Int, changedAt: Date)] {
        try query(
            """
            select n, newest.changed_at
            from generate_series(0, (select coalesce(max(id), 0) / \(Self.fileSize) from articles)) n cross join lateral (
                select changed_at from articles where id / \(Self.fileSize) = n and status = 'published'
                order by changed_at desc limit 1) newest
            order by n
            """
        ).map { (try $0.get("n"), try $0.get("changed_at")) }
    }

    /// The published articles of a file: their slugs, and the times at which readers last saw each change.
    package func stories(file number: Int) throws -> [(slug: String, updatedAt: Date)] {
        try query(
            """
            select slug, greatest(updated_at, published_at) as changed_at from articles
            where id / \(Self.fileSize) = \(number)::bigint and status = 'published' order by id
            """
        ).map { (try $0.get("slug"), try $0.get("changed_at")) }
    }

    /// The articles published since a time, the newest first.
    package func latestHeadlines(since moment: Date, limit: Int) throws -> [(
        slug: String, headline: String, language: String, publishedAt: Date
    )] {
        try query(
            """
            select slug, headline, language, published_at from articles
            where status = 'published' and published_at >= \(moment)::timestamptz order by published_at desc, id desc limit \(limit)
            """
        ).map { (try $0.get("slug"), try $0.get("headline"), try $0.get("language"), try $0.get("published_at")) }
    }
}
