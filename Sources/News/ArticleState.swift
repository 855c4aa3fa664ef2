package import struct Foundation.Date

/// How far the newsroom is with an article.
package enum Workflow: String, Sendable, Hashable, CaseIterable {
    /// It is being written.
    case draft
    /// The writer has done with it, and nobody has looked at it yet.
    case submitted
    /// An editor reads it.
    case inReview = "in review"
    /// An editor found it good.
    case approved
}

/// Where an article stands towards readers.
package enum Publication: String, Sendable, Hashable, CaseIterable {
    /// Readers never saw it.
    case unpublished
    /// It will be published by itself.
    case scheduled
    /// Readers see it.
    case published
    /// Readers see it, and what was wrong in it.
    case corrected
    /// Readers saw it; where it was they find that it is withdrawn.
    case withdrawn
    /// Nothing of it may be seen again.
    case killed

    /// Whether readers see it now.
    package var isOut: Bool { self == .published || self == .corrected }
    /// Whether readers saw it, now or before; of what was killed that is not known.
    package var wasOut: Bool { isOut || self == .withdrawn }
}

/// The two states of an article, and what else bounds its moves.
package struct ArticleState: Sendable, Hashable {
    /// How far the newsroom is with it.
    package var workflow = Workflow.draft
    /// Where it stands towards readers.
    package var publication = Publication.unpublished
    /// Readers see nothing of it before.
    package var embargoUntil: Date?

    /// A state; that of an article that was just begun where nothing else is said.
    package init(
        workflow: Workflow = .draft, publication: Publication = .unpublished, embargoUntil: Date? = nil
    ) {
        self.workflow = workflow
        self.publication = publication
        self.embargoUntil = embargoUntil
    }
}
