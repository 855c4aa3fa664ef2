package import News
import PostgreSQL

// The portraits of authors.
extension Authors {
    /// The portrait of the first of these authors who has one.
    package func portrait(of authors: [Author]) throws -> Portrait? {
        let hash: String? = try query(
            """
            select encode(p.portrait, 'hex') from unnest(\(authors.map(\.id))::integer[]) with ordinality wanted(id, place)
            join authors p on p.id = wanted.id where p.portrait is not null order by wanted.place limit 1
            """
        ).firstValue()
        return try hash.flatMap { Portrait(hash: $0, try holdings.pictures.renditions(of: $0)) }
    }

    /// SHA-256 of the picture that is an author's portrait, in hexadecimal; nil for none.
    package func portraitHash(of author: Int) throws -> String? {
        try query("select encode(portrait, 'hex') from authors where id = \(author) and portrait is not null")
            .firstValue()
    }

    /// The authors whose portrait a picture is, by name.
    package func portrayed(by hash: String) throws -> [Author] {
        try query(
            "select id, slug, name, note from authors where portrait = decode(\(hash), 'hex') order by lower(name), id"
        ).map(author)
    }

    /// Makes a picture the portrait of an author, or nil for none. Throws `notFound` if there is no such author, and `faults` if there is
    /// no such picture.
    package func setPortrait(_ hash: String?, of slug: String, by maker: Maker) throws {
        guard try find(slug: slug) != nil else { throw ArchiveError.notFound }
        if let hash {
            let known = try query(
                "select from pictures where hash = decode(\(hash), 'hex') and replaced_by is null for share"
            ).count
            guard known == 1 else {
                throw ArchiveError.faults([.init(field: "picture", detail: "is not known: upload it first")])
            }
        }
        try query("update authors set portrait = decode(\(hash), 'hex') where slug = \(slug)")
        try holdings.audit.note("author.portrait", "author/\(slug)", by: maker, detail: ["picture": hash])
        try holdings.newspaper.bump(articles: [])
    }
}
