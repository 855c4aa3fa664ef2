import Foundation
package import News
import PostgreSQL

/// A name in a byline, and the people it may mean.
package struct BylineName: Sendable {
    /// As printed.
    package var name: String
    /// The author that it means now.
    package var author: Int?
    /// All authors with this name.
    package var namesakes: [Namesake]
}

/// A person who may share a name with others.
package struct Namesake: Sendable, Identifiable {
    /// The author.
    package var author: Author
    /// The number of published articles.
    package var articles: Int
    /// The headline of the latest one; empty if there is none.
    package var latest: String
    /// The number under which the archive knows them.
    package var id: Int { author.id }
}

/// A decision on whom a name in a byline means.
package struct AuthorChoice: Sendable {
    /// The name in the byline, in upper or lower case.
    package var name: String
    /// Somebody with this name; nil for somebody new.
    package var author: Int?
    /// A few words on who somebody new is; for a known author, the note from now on. Nil keeps the note.
    package var note: String?

    /// A choice.
    package init(name: String, author: Int?, note: String?) {
        (self.name, self.author, self.note) = (name, author, note)
    }
}

extension [BylineName] {
    /// Differs for different people; `If-Match` names it.
    package var version: Int { ([1] + map { $0.author ?? 0 }).version }
}

// People of the same name.
extension Authors {
    /// The names in the byline of a published article, in order. Nil if there is no such article.
    package func bylineNames(of article: Int) throws -> [BylineName]? {
        let names: [String]? = try query(
            "select case when status = 'published' then byline_names(byline) else '{}' end from articles where id = \(article)"
        ).firstValue()
        guard let names else { return nil }
        let authors = try list(of: [article])[article] ?? []
        let namesakes = try namesakes(names)
        return names.map { name in
            let ones = namesakes.filter { $0.author.name.lowercased() == name.lowercased() }
            return BylineName(
                name: name, author: ones.first { one in authors.contains { $0.id == one.id } }?.id, namesakes: ones)
        }
    }

    private func namesakes(_ names: [String]) throws -> [Namesake] {
        try query(
            """
            select p.id, p.slug, p.name, p.note, (select count(*) from article_authors where author_id = p.id) as articles, coalesce((
                select a.headline from article_authors w join articles a on a.id = w.article_id
                where w.author_id = p.id order by w.published_at desc, w.article_id desc limit 1), '') as latest
            from authors p where lower(p.name) in (select lower(name) from unnest(\(names)::text[]) name)
            order by p.id limit \(literal: Self.namesakeLimit)
            """
        ).map { Namesake(author: try author($0), articles: try $0.get("articles"), latest: try $0.get("latest")) }
    }

    /// The most people that are considered for the names in one byline.
    private static let namesakeLimit = 200

    /// Decides whom the names in the byline of a published article mean. The decision holds whatever becomes
    /// of the byline, and for later articles from the same host. Throws `faults`, and `notFound`.
    /// - Parameter version: the version of the names as they were seen; nil for any.
    package func set(of article: Int, version: Int? = nil, _ choices: [AuthorChoice], by maker: Maker) throws {
        try query("select from articles where id = \(article) for update")
        guard let names = try bylineNames(of: article) else { throw ArchiveError.notFound }
        guard version ?? names.version == names.version else { throw ArchiveError.outdated(current: names.version) }
        for choice in choices {
            guard let name = names.first(where: { $0.name.lowercased() == choice.name.lowercased() }) else {
                throw fault("include \(choice.name), who is not in the byline")
            }
            guard choice.note?.unicodeScalars.count ?? 0 <= Self.noteLimit else {
                throw fault("include a note of more than \(Self.noteLimit) characters")
            }
            try decide(choice, name, article, maker)
        }
        try query("select enter_authors_of(a) from articles a where id = \(article)")
        try holdings.audit.note("article.authors", "article/\(article)", by: maker, detail: ["authors": choices.count])
        try holdings.newspaper.bump(articles: [article])
    }

    private static let noteLimit = 200

    private func fault(_ detail: String) -> ArchiveError { .faults([.init(field: "authors", detail: detail)]) }

    private func decide(_ choice: AuthorChoice, _ name: BylineName, _ article: Int, _ maker: Maker) throws {
        var author = choice.author
        if let author, !name.namesakes.contains(where: { $0.id == author }) {
            throw fault("name \(author), who is not called \(name.name)")
        }
        if author == nil {
            guard name.namesakes.count < Self.namesakeLimit else { throw fault("include too many called \(name.name)") }
            author = try query(
                """
                insert into authors (slug, name, note) values (author_slug(\(name.name)), \(name.name), \(choice.note ?? ""))
                returning id
                """
            ).value()
        } else if let note = choice.note {
            try query("update authors set note = \(note) where id = \(author) and note <> \(note)")
        }
        try query(
            """
            insert into author_decisions (article_id, name, author_id, host, editor_id)
            select id, lower(\(name.name)), \(author)::int, address_host(canonical_address), \(maker.editor)::int
            from articles where id = \(article)
            on conflict (article_id, name) do update set author_id = excluded.author_id, editor_id = excluded.editor_id,
                at = excluded.at
            """)
    }
}
