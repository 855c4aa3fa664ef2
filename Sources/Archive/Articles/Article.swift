package import Foundation
package import News

/// An article as editors see it.
package struct Article: Sendable, Identifiable {
    /// The number under which the archive knows it.
    package var id: Int
    /// Rises with every change; what `If-Match` names.
    package var revision: Int
    /// What it says. Address, edition and moment stand in it only where an editor chose them, or since it was published.
    package var draft: ArticleDraft
    /// Where it stands.
    package var state: ArticleState
    /// The last part of its address.
    package var slug: String
    /// The edition it belongs to.
    package var edition: Int
    /// When it was published; for what never was, when it was begun.
    package var publishedAt: Date
    /// When a scheduled article is published.
    package var publishAt: Date?
    /// When it was last changed.
    package var updatedAt: Date
    /// Who began it; nil for the command line, and for editors of before this was kept.
    package var author: Author?
    /// The oldest first.
    package var corrections: [Correction]
    /// What readers are told where it was withdrawn.
    package var withdrawalNote: String
    /// What took it back from who wrote it, as long as it has gone no further.
    package var notice: ArticleNotice?

    /// Who began an article.
    package struct Author: Sendable, Hashable {
        /// The editor's number.
        package var id: Int
        /// The editor's name.
        package var name: String
    }

    /// Whether an editor began it.
    package func isOwn(of editor: Editor) -> Bool { author?.id == editor.id }

    /// What an editor may do with it.
    package func moves(for editor: Editor) -> [Move] { state.moves(for: editor.role, isOwn: isOwn(of: editor)) }
}

/// Why a write was not done, though the database is well.
package enum ArchiveError: Error, Sendable {
    /// What the draft refers to does not exist, or a name is taken: every fault of it.
    case faults([ArticleDraft.Fault])
    /// Somebody else changed it first; the revision that it has now.
    case outdated(current: Int)
    /// It is no legal move.
    case refused(ArticleState.Refusal)
    /// The edition stands where this cannot be done with it; what can.
    case editionRefused(possible: [EditionMove])
    /// There is no such thing.
    case notFound
}
