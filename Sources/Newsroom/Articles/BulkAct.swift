import Archive
import Foundation
import News
import Web

/// What can be done with several articles at once. Each is done as if it were done alone: by the same moves, with
/// the same rights.
enum BulkAct: String, Sendable, CaseIterable {
    case section, category, edition, plan, submit, approve, publish, withdraw, delete

    /// The move that it makes with each article.
    var move: Move {
        switch self {
        case .section, .category, .edition, .plan: .save
        case .submit: .submit
        case .approve: .approve
        case .publish: .publish
        case .withdraw: .withdraw
        case .delete: .kill
        }
    }

    /// The acts to offer to somebody with a role; what somebody may do with an article depends on that, too.
    static func acts(of role: EditorRole) -> [BulkAct] {
        allCases.filter { act in
            switch act {
            case .section, .category, .plan, .submit, .delete: true
            case .edition, .approve, .publish, .withdraw: role >= .editor
            }
        }
    }
}

/// An act with what it needs to know.
struct BulkRequest: Sendable {
    let act: BulkAct
    /// The slug of the section.
    var section = ""
    /// The name of the category.
    var category = ""
    /// The number of the edition.
    var edition: Int?
    /// The day; nil to plan for none.
    var day: CivilDate?
    /// What readers are told of a withdrawal.
    var note = ""
    /// The key of the text that says what is missing or wrong.
    private(set) var fault: String?

    /// Nil without a known act.
    /// - Parameters:
    ///   - sections: those to choose from.
    ///   - editions: those to choose from.
    init?(_ form: NewsroomForm, sections: [Section], editions: [Edition]) {
        guard let act = BulkAct(rawValue: form["act"]) else { return nil }
        self.act = act
        section = form["section"]
        category = form.line("category", limit: 101)
        note = form["note"].trimmingCharacters(in: .whitespacesAndNewlines).replacing("\0", with: "")
        day = CivilDate(form["day"])
        edition = Int(form["edition"])
        switch act {
        case .section where !sections.contains { $0.slug == section }: fault = "room_fault_section"
        case .category where category.unicodeScalars.count > 100 || Slug.make(category) == nil:
            fault = "room_fault_category"
        case .edition where !editions.contains { $0.number == edition }: fault = "room_fault_edition"
        case .plan where day == nil && !form["day"].isEmpty: fault = "room_fault_planned"
        case .withdraw where note.unicodeScalars.count > 2000: fault = "room_fault_text"
        default: break
        }
    }

    /// What the article says afterwards; nil if its text stays.
    func draft(of article: Article) -> ArticleDraft? {
        var draft = article.draft
        switch act {
        case .section: draft.section = section
        case .category: draft.categories.append(category)
        case .edition: draft.edition = edition.map(EditionReference.number)
        case .plan: draft.planned = day
        default: return nil
        }
        return draft
    }

    /// The move, besides saving.
    var moveRequest: MoveRequest? { act.move == .save ? nil : MoveRequest(act.move, text: note) }

    /// Whether there is nothing to do with an article: it is as it is to be.
    func isDone(_ article: Article) -> Bool {
        switch act {
        case .section: article.draft.section == section
        case .category: article.draft.categories.contains { $0.lowercased() == category.lowercased() }
        case .edition: article.edition == edition
        case .plan: article.draft.planned == day
        default: false
        }
    }
}
