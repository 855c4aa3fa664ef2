import Archive
package import Foundation
package import News
import PostgreSQL

/// An entry of a source, as the archive knows it.
package struct SourceEntry: Sendable {
    /// Its identifier in the feed.
    package let guid: String
    /// SHA-256 of what was taken.
    package let hash: [UInt8]
    /// The page that it links to.
    package let link: String
    /// The address at which its picture was fetched; empty if it has none.
    package let picture: String
    /// The article that it became; nil if it became none, or the article is gone.
    package let article: Int?
    /// The revision that we wrote; nil if its article is not from us.
    package let articleRevision: Int?
    /// The reason why it became no article, or differs from the feed; empty if all is well.
    package let note: String
    /// When it was first seen.
    package let firstSeenAt: Date
}

/// A new or changed entry that a fetch found.
package struct SourceFinding: Sendable {
    /// Its identifier in the feed.
    package var guid: String
    /// SHA-256 of the entry in the feed.
    package var hash: [UInt8]
    /// The guid of its article if another story already has the first guid; nil if that one is an address,
    /// which anybody may use.
    package var partedGuid: String?
    /// The page that it links to.
    package var link = ""
    /// The address at which its picture was fetched.
    package var picture = ""
    /// The article that it is to become; nil if it cannot be one.
    package var draft: ArticleDraft?
    /// Whether an existing article keeps its picture, since it is the same, or the new one cannot be had.
    package var keepsPicture = false
    /// Whether readers see it at once.
    package var isPublished = false
    /// Whether it is new, and was not there before we followed the source.
    package var isNews = true
    /// The reason why it becomes no article, or only a draft.
    package var note = ""
    /// What it lacks because it could not be fetched; nil if it is whole.
    package var lack: SourceLack?

    /// A finding.
    package init(guid: String, hash: [UInt8]) { (self.guid, self.hash) = (guid, hash) }
}

/// The outcome for a finding.
package enum SourceTaking: Sendable, Equatable {
    case added, changed
    /// Nothing in the article has changed.
    case same
    /// The entry is already an article from elsewhere.
    case known
    /// The reason why the entry became no article, or its article stays as it is.
    case refused(String)
}

extension Sources {
    /// The entries of a source with these guids, by guid.
    package func entries(of source: Int, _ guids: [String]) throws -> [String: SourceEntry] {
        let entries = try entries("where e.source_id = \(source) and e.guid = any(\(guids)::text[])")
        return Dictionary(entries.map { ($0.guid, $0) }) { $1 }
    }

    /// Whether anything was taken from a source before.
    package func hasEntries(of source: Int) throws -> Bool {
        try query("select exists (select from source_entries where source_id = \(source))").value()
    }

    /// The entries of a source that have a note, the latest first.
    package func notedEntries(of source: Int, limit: Int) throws -> [SourceEntry] {
        try entries(
            "where e.source_id = \(source)::bigint and e.note <> '' order by e.changed_at desc, e.guid limit \(limit)")
    }

    private func entries(_ condition: SQL) throws -> [SourceEntry] {
        try query(
            """
            select e.guid, e.hash, e.link, e.picture, e.article_id, e.article_revision, e.note, e.first_seen_at
            from source_entries e \(condition)
            """
        ).map { row in
            SourceEntry(
                guid: try row.get("guid"), hash: try row.get("hash"), link: try row.get("link"),
                picture: try row.get("picture"),
                article: try row.optional("article_id"), articleRevision: try row.optional("article_revision"),
                note: try row.get("note"),
                firstSeenAt: try row.get("first_seen_at"))
        }
    }

    /// Creates the article of a finding, or changes the one that it became; an article that somebody changed,
    /// withdrew or removed here stays so.
    package func take(_ finding: SourceFinding, of source: Int) throws -> SourceTaking {
        do {
            let known = try entries(of: source, [finding.guid])[finding.guid]
            guard let draft = finding.draft else { return try refuse(finding, finding.note, of: source) }
            guard let revision = known?.articleRevision else {
                return try add(draft, finding, known: known?.article, of: source)
            }
            guard let id = known?.article, let article = try holdings.articles.find(id) else {
                return try refuse(finding, "It changed, but its article was removed here.", of: source)
            }
            guard article.state.publication != .withdrawn else {
                return try refuse(finding, "It changed, but its article was withdrawn here, and stays so.", of: source)
            }
            guard article.revision == revision else {
                return try refuse(finding, "It changed, but so did its article here, which stays as it is.", of: source)
            }
            return try change(article, to: draft, finding, wasHeld: known?.note.isEmpty == false, of: source)
        } catch ArchiveError.faults(let faults) {
            let reason = faults.map { "\($0.field) \($0.detail)" }.joined(separator: "; ")
            return try refuse(finding, "It cannot be an article: \(reason).", of: source)
        }
    }

    /// - Parameter known: the article from elsewhere that the entry was recognised as before.
    private func add(_ draft: ArticleDraft, _ finding: SourceFinding, known: Int?, of source: Int) throws
        -> SourceTaking
    {
        var draft = draft
        var taken = try article(of: draft.guid)
        if let other = taken, other.id != known, let parted = finding.partedGuid, !other.tellsTheSame(as: draft) {
            draft.guid = parted
            taken = try article(of: parted)
        }
        if let taken {
            try write(finding, "", taken.id, nil, of: source)
            return .known
        }
        let article = try holdings.articles.insert(
            draft, finding.isPublished ? MoveRequest(.publish) : nil, by: nil, isNews: finding.isNews)
        try write(finding, finding.note, article.id, article.revision, of: source)
        if draft.picture != nil || draft.bodyHTML.contains(BodyPictures.scheme) {
            try holdings.pictures.describe(of: [article.id])
        }
        return .added
    }

    private func article(of guid: String) throws -> TakenArticle? {
        try query("select id, headline, canonical_address from articles where guid = \(guid)").first {
            TakenArticle(
                id: try $0.get("id"), headline: try $0.get("headline"), address: try $0.get("canonical_address"))
        }
    }

    /// Everything that the feed says replaces what it said before; what only editors say of an article stays.
    private func change(
        _ article: Article, to draft: ArticleDraft, _ finding: SourceFinding, wasHeld: Bool, of source: Int
    ) throws -> SourceTaking {
        var new = article.draft
        (new.texts, new.bodyHTML, new.bodyText) = (draft.texts, draft.bodyHTML, draft.bodyText)
        (new.place, new.canonicalAddress) = (draft.place, draft.canonicalAddress)
        if !finding.keepsPicture { new.picture = draft.picture }
        // An entry that was held back as incomplete is published as soon as it is complete.
        let isDue = finding.isPublished && wasHeld && article.state.publication == .unpublished
        guard new != article.draft || isDue else {
            try write(finding, finding.note, article.id, article.revision, of: source)
            return .same
        }
        if isDue { new.publishedAt = draft.publishedAt }
        let changed = try holdings.articles.change(
            article.id, revision: article.revision, to: new, isDue ? MoveRequest(.publish) : nil, by: nil)
        try write(finding, finding.note, changed.id, changed.revision, of: source)
        return .changed
    }

    private func refuse(_ finding: SourceFinding, _ note: String, of source: Int) throws -> SourceTaking {
        try write(finding, note, nil, nil, of: source)
        return .refused(note)
    }

    /// Records what was taken from an entry, and whether what it lacks is tried again. The article that it became
    /// stays known if nothing new is said of it.
    private func write(
        _ finding: SourceFinding, _ note: String, _ article: Int?, _ revision: Int?, of source: Int
    ) throws {
        let lack = revision == nil ? nil : finding.lack
        let retry = try lack?.retry.flatMap { try hasRoom(for: $0, of: source, finding.guid) ? $0 : nil }
        let notes = [note, lack?.note(isKept: retry != nil) ?? ""].filter { !$0.isEmpty }.joined(separator: " ")
        try query(
            """
            insert into source_entries as e (source_id, guid, hash, link, picture, article_id, article_revision, note)
            values (\(source), \(finding.guid), \(finding.hash), \(finding.link), \(finding.picture), \(article)::bigint,
                \(revision)::int, \(String(notes.unicodeScalars.prefix(1000))))
            on conflict (source_id, guid) do update set hash = excluded.hash, link = excluded.link, picture = excluded.picture,
                article_id = coalesce(excluded.article_id, e.article_id),
                article_revision = coalesce(excluded.article_revision, e.article_revision), note = excluded.note,
                changed_at = now()
            """)
        try keep(retry, of: source, finding.guid)
    }
}

/// An article that has the guid of an entry.
private struct TakenArticle {
    let id: Int
    let headline: String
    let address: String

    /// Whether the headline or the page is the same.
    func tellsTheSame(as draft: ArticleDraft) -> Bool {
        if headline == draft.headline { return true }
        guard let page = CanonicalAddress.of(address) else { return false }
        return page == CanonicalAddress.of(draft.canonicalAddress)
    }
}
