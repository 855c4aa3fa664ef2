import Foundation
import News
import PostgreSQL

// The records that every change of an article leaves behind.
extension Articles {
    /// The columns that readers see.
    private static let read = Set(ArticleField.columns(.read))
    /// The columns from which the words of a story are read.
    private static let compared = Set(ArticleField.columns(.compared))

    /// Records the present revision, who made it, and what changed; notifies every node if readers see the
    /// change.
    func record(
        _ id: Int, by maker: Maker?, action: String, _ request: MoveRequest? = nil, before old: Article?,
        isNews: Bool = true
    ) throws -> Article {
        try enterCategories([id])
        let changed = try enterRevision(of: id, by: maker)
        // Feed readers show newer articles again: a save that changes nothing to read is not an update to them.
        if let old, request == nil, Self.read.isDisjoint(with: changed) {
            try query("update articles set updated_at = \(old.updatedAt)::timestamptz where id = \(id)")
        }
        guard let article = try find(id) else { throw ArchiveError.notFound }
        try holdings.audit.note(
            action, "article/\(id)", by: maker,
            detail: ArticleEntry(revision: article.revision, changed: changed, text: request?.text, at: request?.at))
        let (before, after) = (old?.state.publication ?? .unpublished, article.state.publication)
        if before == .scheduled, after != .scheduled, !after.isOut {
            try holdings.readerMessages.callOff(id, by: maker)
        }
        guard let event = WebhookEvent(from: before, to: after, by: request?.move) else {
            return article
        }
        try announce(article, hasNewWords: !before.isOut || !Self.compared.isDisjoint(with: changed), isNews: isNews)
        try holdings.readerMessages.follow(event, of: id, text: request?.text ?? "", isNews: isNews)
        guard isNews else { return article }
        try note(event, of: article)
        if event == .articlePublished || article.edition != old?.edition { try noteEdition(of: article) }
        return article
    }

    /// Keeps the present content as a revision. Returns the columns that differ from the previous revision.
    private func enterRevision(of id: Int, by maker: Maker?) throws -> [String] {
        try query(
            """
            with entered as (
                insert into article_revisions (article_id, revision, editor_id, content)
                select id, revision, \(maker?.editor)::int, to_jsonb(a) - '{id,revision,changed_in,changed_at,follows,leads}'::text[]
                from articles a where id = \(id) returning revision, content
            )
            select array(
                select now.key from entered cross join lateral jsonb_each(entered.content) now
                    join article_revisions old on old.article_id = \(id) and old.revision = entered.revision - 1
                where now.key not in ('updated_at', 'body_text') and now.value is distinct from old.content -> now.key
                order by now.key)
            """
        ).value()
    }

    /// Notifies every node of a change that readers see, and looks for the story's doubles again.
    private func announce(_ article: Article, hasNewWords: Bool, isNews: Bool) throws {
        let id = article.id
        let isOut = article.state.publication.isOut
        try holdings.newspaper.bump(articles: [id] + (isOut ? [] : try holdings.clusters.passLead(of: id)))
        if !isOut {
            // Followers that came while we waited for the newspaper.
            _ = try holdings.clusters.passLead(of: id)
        } else if !isNews {
            try query("insert into unread_stories values (\(id)) on conflict do nothing")
        } else if hasNewWords {
            _ = try holdings.clusters.read(article)
        }
    }
}

/// The audit trail's record of a change of an article.
private struct ArticleEntry: Encodable {
    var revision: Int
    /// The columns that differ from the previous revision.
    var changed: [String]
    var text: String?
    var at: Date?

    private enum Key: CodingKey { case revision, changed, text, at }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(revision, forKey: .revision)
        if !changed.isEmpty { try container.encode(changed, forKey: .changed) }
        if let text, !text.isEmpty { try container.encode(text, forKey: .text) }
        try container.encodeIfPresent(at?.ISO8601Format(), forKey: .at)
    }
}
