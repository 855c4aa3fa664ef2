package import struct Foundation.Date

/// The progress of an article in the newsroom.
package enum Workflow: String, Sendable, Hashable, CaseIterable {
    /// It is being written.
    case draft
    /// The writer is done with it, and nobody has looked at it yet.
    case submitted
    /// An editor is reading it.
    case inReview = "in review"
    /// An editor approved it.
    case approved
}

/// The state of an article as readers see it.
package enum Publication: String, Sendable, Hashable, CaseIterable {
    /// Readers have never seen it.
    case unpublished
    /// It will be published automatically.
    case scheduled
    /// Readers see it.
    case published
    /// Readers see it, together with what was wrong in it.
    case corrected
    /// Readers saw it, and now find a notice of its withdrawal.
    case withdrawn
    /// Nothing of it may be seen again.
    case killed

    /// Whether readers see it now.
    package var isOut: Bool { self == .published || self == .corrected }
    /// Whether readers see it now or saw it before; false for a killed article, since that is unknown.
    package var wasOut: Bool { isOut || self == .withdrawn }
    /// Whether readers never had it.
    package var wasNeverOut: Bool { self == .unpublished || self == .scheduled }
}

/// The two states of an article, and the embargo that also limits its moves.
package struct ArticleState: Sendable, Hashable {
    /// Its progress in the newsroom.
    package var workflow = Workflow.draft
    /// Its state as readers see it.
    package var publication = Publication.unpublished
    /// Readers see nothing of it before.
    package var embargoUntil: Date?

    /// Creates a state, by default that of an article just begun.
    package init(
        workflow: Workflow = .draft, publication: Publication = .unpublished, embargoUntil: Date? = nil
    ) {
        self.workflow = workflow
        self.publication = publication
        self.embargoUntil = embargoUntil
    }
}
