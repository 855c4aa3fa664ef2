package import News

/// The reason why a write was not done although the database works.
package enum ArchiveError: Error, Sendable {
    /// The draft refers to something that does not exist, or a name is taken: all faults of the draft.
    case faults([ArticleDraft.Fault])
    /// Somebody else changed it first; the revision that it has now.
    case outdated(current: Int)
    /// It is not a legal move.
    case refused(ArticleState.Refusal)
    /// The state of the edition does not allow this; the moves that it allows.
    case editionRefused(possible: [EditionMove])
    /// There is no such thing.
    case notFound
}
