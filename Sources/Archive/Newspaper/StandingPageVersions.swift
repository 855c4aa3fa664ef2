package import Foundation
import News
import PostgreSQL

/// A text that a standing page had before it was replaced or deleted.
package struct StandingPageVersion: Sendable {
    package let id: Int
    package let slug: String
    package let title: String
    /// Sanitised HTML.
    package let body: String
    /// When it was replaced or deleted.
    package let endedAt: Date
    /// The name of whoever did that.
    package let editor: String?

    /// The most versions kept of a page, which its form shows whole.
    package static let limit = 20
}

extension StandingPages {
    /// Keeps the text of a page that is about to be replaced or deleted.
    package func keep(_ page: StandingPage, by maker: Maker) throws {
        try query(
            """
            insert into page_versions (slug, title, body, editor_id)
            values (\(page.slug), \(page.title), \(page.body), \(maker.editor))
            """)
        try query(
            """
            delete from page_versions where slug = \(page.slug) and id <=
                (select id from page_versions where slug = \(page.slug) order by id desc offset \(StandingPageVersion.limit) limit 1)
            """)
    }

    /// The earlier texts of a page, the newest first.
    package func versions(of slug: String) throws -> [StandingPageVersion] {
        try versions("where v.slug = \(slug) order by v.id desc")
    }

    /// An earlier text by its number.
    package func version(_ id: Int) throws -> StandingPageVersion? { try versions("where v.id = \(id)::bigint").first }

    /// The last texts of pages that are deleted, the newest first.
    package func deleted() throws -> [StandingPageVersion] {
        try versions(
            """
            where v.id in (select max(id) from page_versions group by slug)
                and not exists (select from pages p where p.slug = v.slug)
            order by v.id desc limit \(StandingPageVersion.limit)
            """)
    }

    private func versions(_ condition: SQL) throws -> [StandingPageVersion] {
        try query(
            """
            select v.id, v.slug, v.title, v.body, v.ended_at, e.name as editor
            from page_versions v left join editors e on e.id = v.editor_id \(condition)
            """
        ).map { row in
            StandingPageVersion(
                id: try row.get("id"), slug: try row.get("slug"), title: try row.get("title"),
                body: try row.get("body"), endedAt: try row.get("ended_at"), editor: try row.optional("editor"))
        }
    }
}
