/// The state of an edition.
package enum EditionState: String, Sendable, Hashable, CaseIterable {
    /// The newsroom is making it; readers do not see it yet.
    case open
    /// Readers see it.
    case published
    /// Readers see it as it was printed; nothing goes into it any more.
    case archived

    /// Whether readers see it.
    package var isOut: Bool { self != .open }

    /// The moves that are legal in this state.
    package var moves: [EditionMove] { EditionMove.allCases.filter { $0.rule.from == self } }

    /// The state after a move; nil if the move is not legal.
    package func after(_ move: EditionMove) -> EditionState? { move.rule.from == self ? move.rule.to : nil }
}

/// A move of an edition as a whole.
package enum EditionMove: String, Sendable, Hashable, CaseIterable {
    /// Shows it to readers.
    case publish
    /// Lets it be published by itself at a time.
    case schedule
    /// Gives up that time.
    case unschedule
    /// Takes it back to the newsroom; its articles stay where they are.
    case takeBack = "take-back"
    /// Freezes it as it is.
    case archive
    /// Lets it change again.
    case reopen

    /// The one table of legal moves.
    fileprivate var rule: (from: EditionState, to: EditionState) {
        switch self {
        case .publish: (.open, .published)
        case .schedule, .unschedule: (.open, .open)
        case .takeBack: (.published, .open)
        case .archive: (.published, .archived)
        case .reopen: (.archived, .published)
        }
    }
}
