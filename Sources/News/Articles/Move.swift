package import struct Foundation.Date

/// A move that changes one of an article's states, or its text.
package enum Move: String, Sendable, Hashable, CaseIterable {
    case save, submit, recall
    case review, sendBack = "send-back", approve
    case schedule, unschedule, publish
    case correct, withdraw, restore, kill

    /// When a move is legal, what it leads to, and who may make it.
    struct Rule: Sendable {
        let move: Move
        let workflow: Set<Workflow>
        let publication: Set<Publication>
        /// Nil if the state stays the same.
        let nextWorkflow: Workflow?
        let nextPublication: Publication?
        /// The least role that may make it with anybody's article.
        let role: EditorRole
        /// The least role that may make it with one's own article.
        let ownersRole: EditorRole

        init(
            _ move: Move, _ workflow: Set<Workflow>, _ publication: Set<Publication>, to nextWorkflow: Workflow? = nil,
            becomes nextPublication: Publication? = nil, by role: EditorRole, own ownersRole: EditorRole? = nil
        ) {
            self.move = move
            (self.workflow, self.publication) = (workflow, publication)
            (self.nextWorkflow, self.nextPublication) = (nextWorkflow, nextPublication)
            (self.role, self.ownersRole) = (role, ownersRole ?? role)
        }
    }

    private static let any = Set(Workflow.allCases)
    private static let seen: Set<Publication> = [.published, .corrected]

    /// All legal moves: at most one rule for each move and state.
    static let rules = [
        Rule(.save, [.draft], [.unpublished], by: .journalist, own: .contributor),
        Rule(.save, [.submitted, .inReview, .approved], [.unpublished], by: .editor),
        Rule(.save, any, [.scheduled, .published, .corrected, .withdrawn], by: .editor),
        Rule(.submit, [.draft], [.unpublished], to: .submitted, by: .journalist, own: .contributor),
        Rule(.recall, [.submitted], [.unpublished], to: .draft, by: .editor, own: .contributor),
        Rule(.review, [.submitted], [.unpublished], to: .inReview, by: .editor),
        Rule(.sendBack, [.submitted, .inReview, .approved], [.unpublished], to: .draft, by: .editor),
        Rule(.approve, [.draft, .submitted, .inReview], [.unpublished], to: .approved, by: .editor),
        Rule(.schedule, any, [.unpublished, .scheduled], to: .approved, becomes: .scheduled, by: .editor),
        Rule(.unschedule, any, [.scheduled], becomes: .unpublished, by: .editor),
        Rule(.publish, any, [.unpublished, .scheduled], to: .approved, becomes: .published, by: .editor),
        Rule(.correct, any, seen, becomes: .corrected, by: .editor),
        Rule(.withdraw, any, seen, becomes: .withdrawn, by: .editor),
        Rule(.restore, any, [.withdrawn], to: .approved, becomes: .published, by: .editor),
        Rule(.kill, [.draft], [.unpublished], becomes: .killed, by: .editor, own: .contributor),
        Rule(.kill, [.submitted, .inReview, .approved], [.unpublished], becomes: .killed, by: .editor),
        Rule(.kill, any, [.scheduled, .published, .corrected, .withdrawn], becomes: .killed, by: .editor),
    ]

    /// Whether the article must be complete, since readers see it as it stands after the move.
    package var needsWholeArticle: Bool {
        switch self {
        case .submit, .approve, .schedule, .publish, .restore: true
        default: false
        }
    }

    /// Whether the article's writers are told of it: it takes the article back from them, or hands it on.
    package var isTold: Bool { takesBack || self == .approve || self == .publish }

    /// Whether it takes the article back from its writers.
    package var takesBack: Bool {
        switch self {
        case .sendBack, .recall, .unschedule, .withdraw, .kill: true
        default: false
        }
    }

    /// Whether readers see a difference, now or later.
    package var concernsReaders: Bool {
        switch self {
        case .schedule, .unschedule, .publish, .correct, .withdraw, .restore, .kill: true
        default: false
        }
    }
}

/// A move with its details.
package struct MoveRequest: Sendable, Hashable {
    /// The move to make.
    package var move: Move
    /// When a scheduled article is published.
    package var at: Date?
    /// The text of a correction, the notice to readers of a withdrawal, or the reason for sending an article
    /// back: at most 2000 characters.
    package var text: String

    /// A move.
    package init(_ move: Move, at: Date? = nil, text: String = "") {
        self.move = move
        self.at = at
        self.text = text
    }
}

extension ArticleState {
    /// The reason for refusing a move.
    package enum Refusal: Error, Sendable, Hashable {
        /// Nobody may make it in this state; `possible` lists the moves that this person may make.
        case illegal(possible: [Move])
        /// It needs this role.
        case role(EditorRole)
        /// It would show an article that is embargoed until then.
        case embargo(until: Date, possible: [Move])
    }

    /// The state after a move by a person with this role.
    /// - Parameters:
    ///   - isOwn: whether this person began the article.
    ///   - now: the time with which the embargo is compared.
    package func after(_ move: Move, by role: EditorRole, isOwn: Bool, now: Date) throws(Refusal) -> ArticleState {
        guard let rule = rule(for: move) else { throw .illegal(possible: moves(for: role, isOwn: isOwn)) }
        let least = isOwn ? rule.ownersRole : rule.role
        guard role >= least else { throw .role(least) }
        if let until = embargoUntil, until > now, rule.nextPublication?.isOut == true {
            throw .embargo(until: until, possible: moves(for: role, isOwn: isOwn).filter { $0 != move })
        }
        return ArticleState(
            workflow: rule.nextWorkflow ?? workflow, publication: rule.nextPublication ?? publication,
            embargoUntil: embargoUntil)
    }

    /// The moves that a person with this role may make with an article in this state.
    package func moves(for role: EditorRole, isOwn: Bool) -> [Move] {
        Move.allCases.filter { move in rule(for: move).map { role >= (isOwn ? $0.ownersRole : $0.role) } ?? false }
    }

    /// The move that leads to another publication state; nil if the article is in it already.
    package func move(to wanted: Publication) throws(Refusal) -> Move? {
        switch (publication, wanted) {
        case (wanted, _), (.corrected, .published): return nil
        case (.withdrawn, .published): return .restore
        case (_, .published): return .publish
        case (_, .scheduled): return .schedule
        case (_, .withdrawn): return .withdraw
        case (_, .killed): return .kill
        case (.scheduled, .unpublished): return .unschedule
        case (_, .unpublished), (_, .corrected): throw .illegal(possible: moves(for: .chief, isOwn: true))
        }
    }

    private func rule(for move: Move) -> Move.Rule? {
        Move.rules.first { $0.move == move && $0.workflow.contains(workflow) && $0.publication.contains(publication) }
    }
}
