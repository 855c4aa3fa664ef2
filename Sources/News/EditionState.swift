/// Where an edition stands.
package enum EditionState: String, Sendable, Hashable, CaseIterable {
    /// The newsroom makes it; readers do not see it yet.
    case open
    /// Readers see it.
    case published
    /// Readers see it as it was printed; nothing goes into it any more.
    case archived

    /// Whether readers see it.
    package var isOut: Bool { self != .open }

    /// What may be done with an edition in this state.
    package var moves: [EditionMove] { EditionMove.allCases.filter { $0.rule.from == self } }

    /// The state after a move; nil where it is not legal.
    package func after(_ move: EditionMove) -> EditionState? { move.rule.from == self ? move.rule.to : nil }
}

/// What is done with an edition as a whole.
package enum EditionMove: String, Sendable, Hashable, CaseIterable {
    /// Gives it to readers.
    case publish
    /// Takes it back to the newsroom; its articles stay where they are.
    case takeBack = "take-back"
    /// Keeps it as it is.
    case archive
    /// Lets it change again.
    case reopen

    /// The one table of legal moves.
    fileprivate var rule: (from: EditionState, to: EditionState) {
        switch self {
        case .publish: (.open, .published)
        case .takeBack: (.published, .open)
        case .archive: (.published, .archived)
        case .reopen: (.archived, .published)
        }
    }
}
