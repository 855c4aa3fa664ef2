package import Foundation
package import News
import PostgreSQL

/// A picture as the library shows it.
package struct LibraryPicture: Sendable {
    /// The record of the original.
    package var record: PictureRecord
    /// Its texts.
    package var words: PictureWords
    /// The name of the file at its origin; may be empty.
    package var fileName: String
    /// The number of the editor who uploaded it; nil if it came by the command line.
    package var uploader: Int?
    /// The name of that editor.
    package var uploaderName: String?
    /// When it was added.
    package var createdAt: Date
    /// Rises with every change; what `If-Match` names.
    package var revision: Int
    /// Its position in the order in which pictures were added.
    package var number: Int

    /// Whether an editor may change the texts: contributors those of their own pictures, all others any.
    package func mayBeDescribed(by editor: Editor) -> Bool { editor.role >= .journalist || editor.id == uploader }

    /// Whether an editor may delete it once nothing shows it: contributors and journalists their own pictures, editors any.
    package func mayBeDeleted(by editor: Editor) -> Bool { editor.role >= .editor || editor.id == uploader }
}

/// A selection of pictures in the library.
package struct LibrarySelection: Sendable, Hashable {
    /// A filter for pictures.
    package enum Filter: String, Sendable, CaseIterable {
        /// Pictures that no article shows.
        case unused
        /// Pictures that nobody has described.
        case undescribed
        /// Pictures that name nobody who made them.
        case uncredited
    }
    /// Words, each of which must begin one of the picture's words.
    package var words: String
    /// Nil for all.
    package var filter: Filter?
    /// The number of the last picture seen.
    package var after: Int?

    /// A selection.
    package init(words: String = "", filter: Filter? = nil, after: Int? = nil) {
        (self.words, self.filter, self.after) = (words, filter, after)
    }

    /// The words as a PostgreSQL query: only letters and digits are left, so that nothing in them has a
    /// meaning there. A final s is left out, so that most plurals find their singular.
    fileprivate var query: String? {
        let words = words.split { !$0.isLetter && !$0.isNumber }.prefix(20).map { word -> String in
            let singular = word.count > 3 && word.last == "s" ? word.dropLast() : word
            return singular.prefix(100) + ":*"
        }
        return words.isEmpty ? nil : words.joined(separator: " & ")
    }
}

/// An article that shows a picture.
package struct PictureInArticle: Sendable {
    /// The article's number.
    package var article: Int
    /// Its headline.
    package var headline: String
    /// Its status, as the database names it.
    package var status: String
    /// Whether it is the lead picture; otherwise it is in the text.
    package var isLead: Bool
    /// Whether somebody has put it there without saving yet.
    package var isUnsaved = false
}

extension Pictures {
    static let libraryColumns: SQL = """
        \(columns), title, alt, caption, credit, file_name, uploaded_by,
            (select name from editors where id = uploaded_by) as uploader, created_at, revision, number
        """

    static func libraryPicture(_ row: Row) throws -> LibraryPicture {
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
            case .uncredited: "and credit = ''"
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

    /// The pictures of the library among these hashes, the newest first.
    package func library(_ hashes: [String]) throws -> [LibraryPicture] {
        try query(
            """
            select \(Self.libraryColumns) from pictures
            where hash = any(array(select decode(h, 'hex') from unnest(\(hashes)::text[]) h)) and replaced_by is null
            order by number desc
            """
        ).map(Self.libraryPicture)
    }

    /// Those of these hashes whose pictures an article, text that is not saved yet, the header of pages or a byline shows.
    package func used(among hashes: [String]) throws -> Set<String> { try those(of: hashes, which: Self.isInArticle) }

    /// Those of these hashes whose pictures cannot be deleted: something shows them, or an earlier revision does.
    package func kept(among hashes: [String]) throws -> Set<String> {
        try those(of: hashes, which: "(\(Self.isInArticle)) or \(Self.isInRevision)")
    }

    private func those(of hashes: [String], which condition: SQL) throws -> Set<String> {
        Set(
            try query(
                """
                select encode(hash, 'hex') from pictures p
                where hash = any(array(select decode(h, 'hex') from unnest(\(hashes)::text[]) h)) and (\(condition))
                """
            ).values())
    }

    /// How many pictures of the library nothing shows, how many lack a description, and how many a credit.
    package func lacking() throws -> (use: Int, description: Int, credit: Int) {
        let row = try query(
            """
            select count(*) filter (where not (\(Self.isInArticle))) as uses,
                count(*) filter (where alt = '') as descriptions, count(*) filter (where credit = '') as credits
            from pictures p where replaced_by is null
            """)[0]
        return (try row.get("uses"), try row.get("descriptions"), try row.get("credits"))
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

    /// The articles into which somebody has put a picture, or one that it replaced, without saving yet, the newest first.
    package func unsavedUses(of hash: String, limit: Int) throws -> [PictureInArticle] {
        try query(
            """
            select a.id, coalesce(w.fields ->> 'headline', a.headline) as headline, a.status::text,
                bool_or(coalesce(w.fields ->> 'picture' = p.hex, false)) as is_lead
            from (
                select encode(hash, 'hex') as hex from pictures
                where hash = decode(\(hash), 'hex') or replaced_by = decode(\(hash), 'hex')
            ) p join working_copies w on position(p.hex in w.fields::text) > 0 join articles a on a.id = w.article_id
            group by a.id, w.fields order by a.id desc limit \(limit)
            """
        ).map {
            PictureInArticle(
                article: try $0.get("id"), headline: try $0.get("headline"), status: try $0.get("status"),
                isLead: try $0.get("is_lead"), isUnsaved: true)
        }
    }

    /// The numbers of the articles that show a picture, the highest first.
    func users(of hash: String, limit: Int?) throws -> [Int] {
        try query(
            """
            select id from articles where picture = decode(\(hash), 'hex')
            union select id from articles where body_html like '%picture:%' and body_pictures(body_html) @> array[\(hash)]
            order by id desc limit \(limit)
            """
        ).values()
    }

    /// Changes the texts of a picture that has this revision. Throws `notFound`, `outdated` and `faults`.
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
        try holdings.audit.note("picture.describe", "picture/\(hash)", by: maker)
    }

    /// Gives the pictures of an article the texts that it has for them now, where they have those that it had before or none.
    package func describe(of article: Int, before: ArticleDraft) throws {
        let former = Dictionary(before.pictureTexts.map { ($0.hash, $0) }, uniquingKeysWith: { first, _ in first })
        for now in try holdings.articles.find(article)?.draft.pictureTexts ?? [] {
            guard let was = former[now.hash] else { continue }
            let picture = now.hash
            let texts: [(column: SQL, was: String, now: String, limit: Int)] = [
                ("alt", was.alt, now.alt, 1000), ("caption", was.caption, now.caption, 2000),
                ("credit", was.credit, now.credit, 500),
            ]
            for (column, was, now, limit) in texts where now != was && !now.isEmpty {
                try query(
                    """
                    update pictures set \(column) = left(\(now), \(limit))
                    where hash = decode(\(picture), 'hex') and \(column) = left(\(was), \(limit))
                    """)
            }
        }
        try describe(of: [article])
    }

    /// Gives the pictures of articles the texts that these have for them and the pictures lack.
    package func describe(of articles: [Int]) throws {
        try query(
            """
            update pictures p set alt = coalesce(nullif(p.alt, ''), left(a.picture_alt, 1000)),
                caption = coalesce(nullif(p.caption, ''), left(a.picture_caption, 2000)),
                credit = coalesce(nullif(p.credit, ''), left(a.picture_credit, 500))
            from articles a
            where a.id = any(\(articles)::bigint[]) and a.picture = p.hash and '' in (p.alt, p.caption, p.credit)
            """)
        let bodies: [String] = try query(
            "select body_html from articles where id = any(\(articles)::bigint[]) and body_html like '%picture:%'"
        ).values()
        for said in bodies.flatMap(BodyPictures.texts) {
            try query(
                """
                update pictures set alt = coalesce(nullif(alt, ''), left(\(said.alt), 1000)),
                    caption = coalesce(nullif(caption, ''), left(\(said.caption), 2000)),
                    credit = coalesce(nullif(credit, ''), left(\(said.credit), 500))
                where hash = decode(\(said.hash), 'hex') and '' in (alt, caption, credit)
                """)
        }
    }
}

extension ArticleDraft {
    /// The texts that it has for its pictures: the lead, and those in the text.
    fileprivate var pictureTexts: [(hash: String, alt: String, caption: String, credit: String)] {
        (picture.map { [($0.hash, $0.alt, $0.caption, $0.credit)] } ?? []) + BodyPictures.texts(in: bodyHTML)
    }
}
