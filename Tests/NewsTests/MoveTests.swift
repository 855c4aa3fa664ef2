import Foundation
import Testing

@testable import News

@Suite("Moves of articles")
struct MoveTests {
    private let now = Date(timeIntervalSince1970: 1_800_000_000)

    @Test("There is at most one rule for a move in a state")
    func isTable() {
        for move in Move.allCases {
            for workflow in Workflow.allCases {
                for publication in Publication.allCases {
                    let rules = Move.rules.filter {
                        $0.move == move && $0.workflow.contains(workflow) && $0.publication.contains(publication)
                    }
                    #expect(rules.count <= 1, "\(move) in \(workflow), \(publication)")
                }
            }
        }
        #expect(Set(Move.rules.map(\.move)) == Set(Move.allCases))
    }

    @Test(
        "Who may do what",
        arguments: [
            (Workflow.draft, Publication.unpublished, EditorRole.contributor, true, "save submit kill"),
            (.draft, .unpublished, .contributor, false, ""), (.submitted, .unpublished, .contributor, true, "recall"),
            (.draft, .unpublished, .journalist, false, "save submit"),
            (.draft, .unpublished, .journalist, true, "save submit kill"),
            (.submitted, .unpublished, .journalist, true, "recall"), (.submitted, .unpublished, .journalist, false, ""),
            (.approved, .published, .journalist, true, ""),
            (.draft, .unpublished, .editor, false, "save submit approve schedule publish kill"),
            (.submitted, .unpublished, .editor, false, "save recall review send-back approve schedule publish kill"),
            (.inReview, .unpublished, .editor, false, "save send-back approve schedule publish kill"),
            (.approved, .unpublished, .editor, false, "save send-back schedule publish kill"),
            (.approved, .scheduled, .editor, false, "save schedule unschedule publish kill"),
            (.approved, .published, .editor, false, "save correct withdraw kill"),
            (.approved, .corrected, .editor, false, "save correct withdraw kill"),
            (.approved, .withdrawn, .editor, false, "save restore kill"), (.approved, .killed, .chief, true, ""),
        ])
    func rights(
        _ workflow: Workflow, _ publication: Publication, _ role: EditorRole, _ isOwn: Bool, _ moves: String
    ) throws {
        let state = ArticleState(workflow: workflow, publication: publication)
        #expect(state.moves(for: role, isOwn: isOwn).map(\.rawValue).joined(separator: " ") == moves)
        for move in Move.allCases {
            let isLegal = (try? state.after(move, by: role, isOwn: isOwn, now: now)) != nil
            #expect(isLegal == moves.split(separator: " ").contains(move.rawValue[...]), "\(move)")
        }
    }

    @Test("A story's way from its first line to its end")
    func way() throws {
        var state = ArticleState()
        let way: [(Move, EditorRole, Workflow, Publication)] = [
            (.save, .contributor, .draft, .unpublished), (.submit, .journalist, .submitted, .unpublished),
            (.review, .editor, .inReview, .unpublished), (.sendBack, .editor, .draft, .unpublished),
            (.submit, .journalist, .submitted, .unpublished), (.approve, .editor, .approved, .unpublished),
            (.schedule, .editor, .approved, .scheduled), (.publish, .editor, .approved, .published),
            (.correct, .editor, .approved, .corrected), (.withdraw, .editor, .approved, .withdrawn),
            (.restore, .editor, .approved, .published), (.kill, .editor, .approved, .killed),
        ]
        for (move, role, workflow, publication) in way {
            state = try state.after(move, by: role, isOwn: true, now: now)
            #expect(state == ArticleState(workflow: workflow, publication: publication), "\(move)")
        }
    }

    @Test("A refusal says why, and what is possible")
    func refusals() {
        #expect(throws: ArticleState.Refusal.illegal(possible: [.save, .restore, .kill])) {
            try ArticleState(workflow: .approved, publication: .withdrawn).after(
                .publish, by: .editor, isOwn: false, now: now)
        }
        #expect(throws: ArticleState.Refusal.role(.editor)) {
            try ArticleState().after(.publish, by: .journalist, isOwn: true, now: now)
        }
        let held = ArticleState(embargoUntil: now + 1)
        #expect(
            throws: ArticleState.Refusal.embargo(
                until: now + 1, possible: [.save, .submit, .approve, .schedule, .kill])
        ) {
            try held.after(.publish, by: .editor, isOwn: false, now: now)
        }
        #expect((try? held.after(.schedule, by: .editor, isOwn: false, now: now)) != nil)
        #expect((try? held.after(.publish, by: .editor, isOwn: false, now: now + 1)) != nil)
    }

    @Test(
        "Which move leads to a state",
        arguments: [
            (Publication.unpublished, Publication.published, Move?.some(.publish)), (.published, .published, nil),
            (.corrected, .published, nil), (.withdrawn, .published, .restore), (.unpublished, .scheduled, .schedule),
            (.scheduled, .unpublished, .unschedule), (.published, .withdrawn, .withdraw), (.published, .killed, .kill),
        ])
    func target(_ from: Publication, _ to: Publication, _ move: Move?) throws {
        #expect(try ArticleState(publication: from).move(to: to) == move)
    }
}
