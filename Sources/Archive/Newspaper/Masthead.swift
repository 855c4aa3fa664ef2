import Foundation
package import News
package import PostgreSQL

/// The newspaper as a whole.
package struct Newspaper: Noun {
    package let connection: Connection
}

extension Newspaper {
    /// The places that the newspaper speaks of: those of its sections, and of the articles published last.
    /// - Parameter limit: the most articles.
    package func placesInNews(limit: Int = 100) throws -> [Place] {
        try query(
            """
            select latitude::float8, longitude::float8 from sections where latitude is not null
            union all
            (select latitude::float8, longitude::float8 from articles where status = 'published' and latitude is not null
            order by published_at desc, id desc limit \(limit))
            """
        ).map { Place(latitude: try $0.get("latitude"), longitude: try $0.get("longitude")) }.compactMap(\.self)
    }

    /// The newspaper's name, revision, sections, categories and latest edition, as of one moment.
    package func masthead() throws -> Masthead {
        try connection.transaction { _ in
            try query("set transaction isolation level repeatable read, read only")
            let paper = try query(
                "select revision, title, description, language, updated_at, deltas_from, pictures, replacements, time_zone, accent, encode(logo, 'hex') as logo, footer::text from newspaper"
            )
            guard let row = paper.count == 1 ? paper[0] : nil else { throw PostgresError.noRow }
            let latest = try holdings.editions.latest()
            return Masthead(
                revision: try row.get("revision"), title: try row.get("title"), description: try row.get("description"),
                language: try row.get("language"),
                updatedAt: try row.get("updated_at"), deltasFrom: try row.get("deltas_from"),
                sections: try holdings.sections.list(),
                categories: try holdings.sections.categories(),
                latestEdition: latest, pictures: try row.get("pictures"), replacements: try row.get("replacements"),
                languages: try languages(), hasPlaces: try hasPlaces(),
                policy: try holdings.policy.settings(), hasRedirects: try holdings.redirects.any(),
                presentation: Presentation(
                    timeZone: try row.optional("time_zone").flatMap { TimeZone(identifier: $0) },
                    accent: try row.optional("accent").flatMap { AccentColor($0) },
                    logo: try row.optional("logo").flatMap { hash in
                        Logo(hash: hash, try holdings.pictures.renditions(of: hash))
                    },
                    footer: try holdings.pages.footer() + NewspaperSettings.links(row.get("footer"))),
                front: try latest.map { try holdings.editions.frontPage(of: $0.number, onlyPublished: true) }
                    ?? FrontPage())
        }
    }

    /// The primary language subtags of what is published: one step through the index for each.
    private func languages() throws -> [String] {
        let tags: [String] = try query(
            """
            with recursive tags as (
                (select language from articles where status = 'published' order by language limit 1)
                union all
                select (select language from articles where status = 'published' and language > tags.language order by language limit 1)
                from tags where tags.language is not null
            ) select language from tags where language is not null
            """
        ).values()
        return Array(Set(tags.compactMap { $0.lowercased().split(separator: "-").first.map { String($0) } })).sorted()
    }

    /// Whether any news belongs to a place.
    private func hasPlaces() throws -> Bool {
        try query(
            """
            select exists (select from articles where status = 'published' and latitude is not null)
                or exists (select from sections where latitude is not null)
            """
        ).value()
    }

    /// The revision that readers see now.
    package func revision() throws -> Int {
        try query("select revision from newspaper").value()
    }

    /// The revision that readers see now, and the one before which nothing is shown any more, not even while
    /// the database is away.
    package func revisions() throws -> (current: Int, purged: Int) {
        let row = try query("select revision, purged_in from newspaper")[0]
        return (try row.get("revision"), try row.get("purged_in"))
    }

    /// Raises the newspaper's revision, and notifies every node when the transaction commits. Returns the new
    /// revision.
    /// - Parameter articles: those that readers see changed; nil for any other change, after which devices
    ///   need all news again.
    @discardableResult
    package func bump(articles: [Int]? = nil) throws -> Int {
        let revision: Int = try query(
            "update newspaper set revision = revision + 1, updated_at = now() returning revision"
        ).value()
        if let articles {
            try query(
                """
                update articles set changed_in = \(revision)::bigint, changed_at = now()
                where id = any(\(articles)::bigint[])
                """)
        } else {
            try query("update newspaper set deltas_from = revision")
        }
        try query("select pg_notify(\(Self.revisionChannel), revision || ' ' || purged_in) from newspaper")
        return revision
    }

    /// Sets the newspaper's name, description and language.
    package func rename(title: String, description: String, language: String) throws {
        try query("update newspaper set title = \(title), description = \(description), language = \(language)")
        try bump()
    }

    /// The channel of `NOTIFY` that announces new revisions: the number and, after a blank, the revision
    /// before which nothing is shown any more.
    static let revisionChannel = "n4md_revision"
}
