package import PostgreSQL

/// Addresses that articles had before.
package struct Redirects: Noun {
    package let connection: Connection
}

extension Redirects {
    /// Remembers addresses that an article had, in the form of `OldAddress`. An address that another article
    /// already has stays with that article. Returns how many are new.
    @discardableResult
    package func insert(_ paths: [String], to article: Int) throws -> Int {
        guard !paths.isEmpty else { return 0 }
        return try query(
            """
            insert into redirects (path, article_id) select path, \(article)::bigint from unnest(\(paths)::text[]) path
            on conflict do nothing
            """
        ).affected
    }

    /// The slug of the article that had an address, if readers may know of the article: it is published, or
    /// was withdrawn.
    package func find(from path: String) throws -> String? {
        try query(
            """
            select a.slug from redirects r join articles a on a.id = r.article_id
            where r.path = \(path) and a.status in ('published', 'withdrawn')
            """
        ).firstValue()
    }

    /// Whether any article had another address.
    func any() throws -> Bool {
        try query("select exists (select from redirects)").value()
    }
}
