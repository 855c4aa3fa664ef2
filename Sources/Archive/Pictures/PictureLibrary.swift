package import Foundation
package import News
package import PostgreSQL

/// A picture as the library shows it.
package struct LibraryPicture: Sendable {
    /// What is known of the original.
    package var record: PictureRecord
    /// What it says of itself.
    package var words: PictureWords
    /// As the file was called where it came from; may be empty.
    package var fileName: String
    /// The number of the editor who uploaded it; nil where it came by the command line.
    package var uploader: Int?
    /// The name of that editor.
    package var uploaderName: String?
    /// When it came.
    package var createdAt: Date
    /// Rises with every change; what `If-Match` names.
    package var revision: Int
    /// Its place in the order in which pictures came.
    package var number: Int

    /// Whether an editor may change the words: contributors those of their own, all others any.
    package func isDescribed(by editor: Editor) -> Bool { editor.role >= .journalist || editor.id == uploader }
}

/// Which pictures of the library are wanted.
package struct LibrarySelection: Sendable, Hashable {
    /// What is narrowed to.
    package enum Filter: String, Sendable, CaseIterable {
        /// What no article shows.
        case unused
        /// What nobody has said of what it shows.
        case undescribed
    }
    /// Words of which each must begin one of the picture's.
    package var words: String
    /// Nil for all.
    package var filter: Filter?
    /// The number of the last picture that was seen.
    package var after: Int?

    /// A selection.
    package init(words: String = "", filter: Filter? = nil, after: Int? = nil) {
        (self.words, self.filter, self.after) = (words, filter, after)
    }

    /// The words as PostgreSQL takes them: nothing in them but letters and digits can mean anything to it.
    fileprivate var query: String? {
        let words = words.split { !$0.isLetter && !$0.isNumber }.prefix(20).map { $0.prefix(100) + ":*" }
        return words.isEmpty ? nil : words.joined(separator: " & ")
    }
}

/// An article that shows a picture.
package struct PictureInArticle: Sendable {
    /// The article's number.
    package var article: Int
    /// What it is called.
    package var headline: String
    /// Whether readers see it, as the database says it.
    package var status: String
    /// Whether it is the lead picture; else it stands in the text.
    package var isLead: Bool
}

extension Connection {
    private static let libraryColumns: SQL = """
        \(pictureColumns), title, alt, caption, credit, file_name, uploaded_by,
            (select name from editors where id = uploaded_by) as uploader, created_at, revision, number
        """

    private static func libraryPicture(_ row: Row) throws -> LibraryPicture {
        LibraryPicture(
            record: try record(row),
            words: PictureWords(
                title: try row.get("title"), alt: try row.get("alt"), caption: try row.get("caption"),
                credit: try row.get("credit")),
            fileName: try row.get("file_name"), uploader: try row.optional("uploaded_by"),
            uploaderName: try row.optional("uploader"),
            createdAt: try row.get("created_at"), revision: try row.get("revision"), number: try row.get("number"))
    }

    /// Pictures of the library, the newest first.
    package func library(_ selection: LibrarySelection, limit: Int) throws -> [LibraryPicture] {
        let found: SQL = selection.query.map { "and words @@ to_tsquery('n4md_simple', normalize(\($0)))" } ?? ""
        let filter: SQL =
            switch selection.filter {
            case .unused: "and not (\(Self.isInArticle))"
            case .undescribed: "and alt = ''"
            case nil: ""
            }
        return try query(
            """
            select \(Self.libraryColumns) from pictures p
            where (\(selection.after)::bigint is null or number < \(selection.after)::bigint) and replaced_by is null \(found) \(filter)
            order by number desc limit \(limit)
            """
        ).map(Self.libraryPicture)
    }

    /// A picture of the library, or one that was replaced.
    package func libraryPicture(_ hash: String) throws -> LibraryPicture? {
        try query("select \(Self.libraryColumns) from pictures where hash = decode(\(hash), 'hex')")
            .first(Self.libraryPicture)
    }

    /// The articles that show a picture, the newest first.
    package func uses(of hash: String, limit: Int) throws -> [PictureInArticle] {
        try query(
            """
            select id, headline, status::text, coalesce(picture = decode(\(hash), 'hex'), false) as is_lead from articles
            where id = any(\(try users(of: hash, limit: limit))::bigint[]) order by id desc
            """
        ).map {
            PictureInArticle(
                article: try $0.get("id"), headline: try $0.get("headline"), status: try $0.get("status"),
                isLead: try $0.get("is_lead"))
        }
    }

    /// The numbers of the articles that show a picture, the greatest first.
    func users(of hash: String, limit: Int?) throws -> [Int] {
        try query(
            """
            select id from articles where picture = decode(\(hash), 'hex')
            union select id from articles where body_html like '%picture:%' and body_pictures(body_html) @> array[\(hash)]
            order by id desc limit \(limit)
            """
        ).values()
    }

    /// Changes what a picture of this revision says of itself. Throws `notFound`, `outdated` and `faults`.
    package func setWords(_ words: PictureWords, of hash: String, revision: Int, by maker: Maker) throws {
        guard words.faults.isEmpty else { throw ArchiveError.faults(words.faults) }
        let present: Int? = try query(
            "select revision from pictures where hash = decode(\(hash), 'hex') and replaced_by is null for no key update"
        ).firstValue()
        guard let present else { throw ArchiveError.notFound }
        guard present == revision else { throw ArchiveError.outdated(current: present) }
        try query(
            """
            update pictures set title = \(words.title), alt = \(words.alt), caption = \(words.caption), credit = \(words.credit),
                revision = revision + 1
            where hash = decode(\(hash), 'hex')
            """)
        try audit("picture.describe", "picture/\(hash)", by: maker)
    }

    /// Describes the lead pictures of articles by what these say of them, where they have no words of their own.
    package func describePictures(of articles: [Int]) throws {
        try query(
            """
            update pictures p set alt = left(a.picture_alt, 1000), caption = left(a.picture_caption, 2000), credit = left(a.picture_credit, 500)
            from articles a
            where a.id = any(\(articles)::bigint[]) and a.picture = p.hash and p.title || p.alt || p.caption || p.credit = ''
            """)
    }
}
