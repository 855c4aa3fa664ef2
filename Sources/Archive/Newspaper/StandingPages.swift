package import Foundation
import News
package import PostgreSQL

/// A page that stays as it is, such as the imprint or the privacy policy.
package struct StandingPage: Sendable, Equatable {
    /// As it stands in its address, `/pages/{slug}`.
    package var slug: String
    /// As printed.
    package var title: String
    /// Sanitised HTML.
    package var body: String
    /// Whether every page links it in its footer.
    package var isInFooter: Bool
    /// Rises with every change; what `If-Match` names.
    package var revision: Int
    /// The time of the last change.
    package var updatedAt: Date

    /// A page; of a new one, revision and time are of no account.
    package init(
        slug: String, title: String, body: String, isInFooter: Bool = true, revision: Int = 1, updatedAt: Date = .now
    ) {
        self.slug = slug
        self.title = title
        self.body = body
        self.isInFooter = isInFooter
        self.revision = revision
        self.updatedAt = updatedAt
    }

    /// The most pages, since the footer of every page may link them.
    package static let limit = 20
    /// The most bytes of a page's text.
    package static let bodyLimit = 100_000
}

/// Pages that stay as they are.
package struct StandingPages: Noun {
    package let connection: Connection
}

extension StandingPages {
    private var columns: SQL { "slug, title, body, in_footer, revision, updated_at" }

    private func page(_ row: Row) throws -> StandingPage {
        StandingPage(
            slug: try row.get("slug"), title: try row.get("title"), body: try row.get("body"),
            isInFooter: try row.get("in_footer"), revision: try row.get("revision"),
            updatedAt: try row.get("updated_at"))
    }

    /// All pages, in order.
    package func list() throws -> [StandingPage] {
        try query("select \(columns) from pages order by position, id").map(page)
    }

    /// The page with this slug.
    package func find(_ slug: String) throws -> StandingPage? {
        try query("select \(columns) from pages where slug = \(slug)").map(page).first
    }

    /// The links to the pages that stand in the footer.
    func footer() throws -> [FooterLink] {
        try query("select slug, title from pages where in_footer order by position, id").map { row in
            FooterLink(name: try row.get("title"), address: FooterLink.pages + (try row.get("slug")))
        }
    }

    /// Creates a page after all others. Throws `uniqueViolation` if its slug is taken, and `faults` if there are
    /// `StandingPage.limit` already.
    package func insert(_ page: StandingPage) throws {
        // Two at once would both find room for the last one.
        try query("lock table pages in exclusive mode")
        let count: Int = try query("select count(*) from pages").value()
        guard count < StandingPage.limit else {
            throw ArchiveError.faults([
                .init(
                    field: "slug",
                    detail: "cannot be taken: there are \(StandingPage.limit) pages, as many as there may be")
            ])
        }
        try query(
            """
            insert into pages (slug, title, body, in_footer, position)
            values (\(page.slug), \(page.title), \(page.body), \(page.isInFooter),
                (select coalesce(max(position), 0) + 1 from pages))
            """)
    }

    /// Changes a page that has the revision of `page`. Returns whether it did.
    package func update(_ page: StandingPage) throws -> Bool {
        try query(
            """
            update pages set title = \(page.title), body = \(page.body), in_footer = \(page.isInFooter),
                revision = revision + 1, updated_at = now()
            where slug = \(page.slug) and revision = \(page.revision)
            """
        ).affected == 1
    }

    /// Removes a page that has this revision. Returns whether it did.
    package func delete(_ slug: String, revision: Int) throws -> Bool {
        try query("delete from pages where slug = \(slug) and revision = \(revision)").affected == 1
    }
}
