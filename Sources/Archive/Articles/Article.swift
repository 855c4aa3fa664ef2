package import Foundation
package import News

/// An article as editors see it.
package struct Article: Sendable, Identifiable {
    /// The number under which the archive knows it.
    package var id: Int
    /// Rises with every change; `If-Match` names it.
    package var revision: Int
    /// The draft. Address, edition and time of publication are set only if an editor chose them, or once it is
    /// published.
    package var draft: ArticleDraft
    /// Where it stands.
    package var state: ArticleState
    /// The last part of its address.
    package var slug: String
    /// The edition it belongs to.
    package var edition: Int
    /// When it was published; for an article that never was, when it was begun.
    package var publishedAt: Date
    /// When a scheduled article is published.
    package var publishAt: Date?
    /// When it was last changed.
    package var updatedAt: Date
    /// The editor who began it; nil for the command line, and for articles older than this record.
    package var author: Author?
    /// The oldest first.
    package var corrections: [Correction]
    /// The notice to readers of its withdrawal.
    package var withdrawalNote: String
    /// The move that took it back from its writer, as long as it has not moved on.
    package var notice: ArticleNotice?

    /// The editor who began an article.
    package struct Author: Sendable, Hashable {
        /// The editor's number.
        package var id: Int
        /// The editor's name.
        package var name: String
    }

    /// Whether an editor began it.
    package func isOwn(of editor: Editor) -> Bool { author?.id == editor.id }

    /// The moves that an editor may make with it.
    package func moves(for editor: Editor) -> [Move] { state.moves(for: editor.role, isOwn: isOwn(of: editor)) }
}
