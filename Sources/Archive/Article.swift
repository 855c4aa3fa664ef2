public import Foundation
public import News

/// An article as editors see it.
public struct Article: Sendable, Identifiable {
    /// The number under which the archive knows it.
    public var id: Int
    /// Rises with every change; what `If-Match` names.
    public var revision: Int
    /// What it says. Address, edition and moment stand in it only where an editor chose them, or since it was published.
    public var draft: ArticleDraft
    /// Where it stands.
    public var state: ArticleState
    /// The last part of its address.
    public var slug: String
    /// The edition it belongs to.
    public var edition: Int
    /// When it was published; for what never was, when it was begun.
    public var publishedAt: Date
    /// When a scheduled article is published.
    public var publishAt: Date?
    /// When it was last changed.
    public var updatedAt: Date
    /// Who began it; nil for the command line, and for editors of before this was kept.
    public var author: Author?
    /// The oldest first.
    public var corrections: [Correction]
    /// What readers are told where it was withdrawn.
    public var withdrawalNote: String
    /// What took it back from who wrote it, as long as it has gone no further.
    public var notice: ArticleNotice?

    /// Who began an article.
    public struct Author: Sendable, Hashable {
        /// The editor's number.
        public var id: Int
        /// The editor's name.
        public var name: String
    }

    /// Whether an editor began it.
    public func isOwn(of editor: Editor) -> Bool { author?.id == editor.id }

    /// What an editor may do with it.
    public func moves(for editor: Editor) -> [Move] { state.moves(for: editor.role, isOwn: isOwn(of: editor)) }
}

/// Why a write was not done, though the database is well.
public enum ArchiveError: Error, Sendable {
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
