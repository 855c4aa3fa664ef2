package import News
import PostgreSQL

/// The reason why a picture stays.
package enum PictureInUse: Error, Sendable {
    /// Articles show it: some of them, the newest first.
    case articles([PictureInArticle])
    /// It is the newspaper's logo.
    case logo
    /// It is the portrait of an author.
    case portrait
    /// Only earlier revisions of articles show it.
    case revisions
}

// Whoever changes a picture and articles locks the picture first, so that no two wait for each other: `for
// share` if an article is to show it, `for no key update` if it is to go.
extension Pictures {
    /// Whether an editor may put another picture, or a part of this one, in its place: journalists in that of their own
    /// pictures, as long as only drafts and submitted articles show them; editors in any.
    package func mayReplace(_ picture: LibraryPicture, _ editor: Editor) throws -> Bool {
        guard editor.role < .editor else { return true }
        guard editor.role == .journalist, editor.id == picture.uploader else { return false }
        let users = try users(of: picture.record.hash, limit: nil)
        return try query(
            """
            select not exists (select from articles where id = any(\(users)::bigint[])
                and (status <> 'unpublished' or workflow not in ('draft', 'submitted')))
            """
        ).value()
    }

    /// Replaces a picture by another in every article that shows it, as the lead or in the text, with a new
    /// revision of that article. The old picture's renditions are forgotten; the original stays, to be brought
    /// back and for the revisions that name it. The new picture gets the old one's texts if it has none. Throws `notFound`,
    /// `outdated`, and `faults` if the two are the same, the new one was itself replaced, or articles show it already: nobody could tell
    /// afterwards which of them had which.
    /// - Parameter revision: of the old picture.
    package func replace(_ old: String, revision: Int, by new: String, maker: Maker) throws {
        let held = try query(
            """
            select encode(hash, 'hex') as hex, revision, replaced_by is not null as is_gone from pictures
            where hash in (decode(\(old), 'hex'), decode(\(new), 'hex')) order by hash for no key update
            """
        ).map {
            (
                hash: try $0.get("hex", as: String.self), revision: try $0.get("revision", as: Int.self),
                isGone: try $0.get("is_gone", as: Bool.self)
            )
        }
        guard let present = held.first(where: { $0.hash == old }), !present.isGone else { throw ArchiveError.notFound }
        guard present.revision == revision else { throw ArchiveError.outdated(current: present.revision) }
        guard old != new, held.contains(where: { $0.hash == new && !$0.isGone }) else {
            let detail = old == new ? "is this same picture: choose another" : "is not known: upload it first"
            throw ArchiveError.faults([.init(field: "hash", detail: detail)])
        }
        guard try uses(of: new, limit: 1).isEmpty else { throw ArchiveError.faults([Self.isShown]) }
        try showPicture(new, insteadOf: old, by: maker)
        try query(
            """
            update pictures set replaced_by = decode(\(new), 'hex'), revision = revision + 1, made = '{}', claimed_at = null,
                replaced_at = case when hash = decode(\(old), 'hex') then now() else replaced_at end,
                replacer = case when hash = decode(\(old), 'hex') then \(maker.editor)::int else replacer end
            where hash = decode(\(old), 'hex') or replaced_by = decode(\(old), 'hex') and hash <> decode(\(new), 'hex')
            """)
        try query(
            """
            update pictures n set title = o.title, alt = o.alt, caption = o.caption, credit = o.credit, revision = n.revision + 1
            from pictures o where o.hash = decode(\(old), 'hex') and n.hash = decode(\(new), 'hex')
                and n.title || n.alt || n.caption || n.credit = ''
            """)
        try query("delete from renditions where picture = decode(\(old), 'hex')")
        try holdings.ladders.forgetFaults(of: old)
        try query(
            """
            update newspaper set replacements = replacements + 1,
                logo = case when logo = decode(\(old), 'hex') then decode(\(new), 'hex') else logo end
            """)
        try query(
            "update authors set portrait = decode(\(new), 'hex') where portrait = decode(\(old), 'hex')")
        try holdings.audit.note("picture.replace", "picture/\(old)", by: maker, detail: ["by": new])
    }

    /// The fault of a replacement that articles show already.
    package static let isShown = ArticleDraft.Fault(
        field: "hash", detail: "is of a picture that articles show already: choose it in the articles instead")

    private func showPicture(_ new: String, insteadOf old: String, by maker: Maker) throws {
        let tag = "<img src=\"" + BodyPictures.scheme
        let changed = try query(
            """
            update articles set updated_at = now(), revision = revision + 1,
                picture = case when picture = decode(\(old), 'hex') then decode(\(new), 'hex') else picture end,
                body_html = replace(body_html, \(tag + old), \(tag + new))
            where id = any(\(try users(of: old, limit: nil))::bigint[]) returning id, revision, status = 'published' as is_seen
            """
        ).map {
            (
                id: try $0.get("id", as: Int.self), revision: try $0.get("revision", as: Int.self),
                isSeen: try $0.get("is_seen", as: Bool.self)
            )
        }
        for article in changed {
            _ = try holdings.articles.record(
                article.id, by: maker, action: "article.picture", before: try holdings.articles.find(article.id))
        }
        if !changed.contains(where: \.isSeen) { try holdings.newspaper.bump(articles: []) }
    }

    /// The draft to keep: a picture that was replaced meanwhile gives way to its replacement. The pictures
    /// that it names stay as they are until the transaction ends.
    func current(_ draft: ArticleDraft) throws -> ArticleDraft {
        let named = [draft.picture?.hash].compactMap(\.self) + BodyPictures.hashes(in: draft.bodyHTML)
        guard !named.isEmpty else { return draft }
        var draft = draft
        let replaced: [(String, String?)] = try query(
            """
            select encode(hash, 'hex') as hex, encode(replaced_by, 'hex') as replacement from pictures
            where hash = any(array(select decode(h, 'hex') from unnest(\(named)::text[]) h)) order by hash for share
            """
        ).map { (try $0.get("hex"), try $0.optional("replacement")) }
        for case (let old, let new?) in replaced {
            if draft.picture?.hash == old { draft.picture?.hash = new }
            draft.bodyHTML = draft.bodyHTML.replacing(BodyPictures.scheme + old, with: BodyPictures.scheme + new)
        }
        return draft
    }

    /// Forgets a picture that has this revision and that nothing shows, with its renditions. Throws
    /// `notFound`, `outdated` and `PictureInUse`.
    package func delete(_ hash: String, revision: Int, by maker: Maker) throws {
        let present: Int? = try query("select revision from pictures where hash = decode(\(hash), 'hex') for update")
            .firstValue()
        guard let present else { throw ArchiveError.notFound }
        guard present == revision else { throw ArchiveError.outdated(current: present) }
        let uses = try uses(of: hash, limit: 20) + unsavedUses(of: hash, limit: 20)
        guard uses.isEmpty else { throw PictureInUse.articles(uses) }
        guard try !query("select exists (select from newspaper where logo = decode(\(hash), 'hex'))").value() else {
            throw PictureInUse.logo
        }
        guard try holdings.authors.portrayed(by: hash).isEmpty else { throw PictureInUse.portrait }
        let isGone =
            try query(
                "delete from pictures p where hash = decode(\(hash), 'hex') and not (\(Self.isInRevision)) returning 1"
            ).count == 1
        guard isGone else { throw PictureInUse.revisions }
        try holdings.audit.note("picture.delete", "picture/\(hash)", by: maker)
    }
}
