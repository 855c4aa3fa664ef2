import Archive
import Foundation
import News
import Web

/// What the newsroom writes to each other about an article, on its page.
struct CommentsPart: Sendable {
    struct Row: Sendable {
        var number: Int
        var author: String
        var moment: Moment
        var paragraphs: [CommentText.Paragraph]
        /// Whether the visitor has not seen it before.
        var isNew: Bool
        /// Who has to do it, and by when.
        var task: String?
        /// Whom it reached by their names.
        var told: String?
        /// Who did it, and when.
        var done: String?
        var mayDelete: Bool
    }

    /// A comment that was typed and not accepted.
    struct Typed: Sendable {
        var text: String
        var assignee: String
        var due: String
        var faults: [CommentFault]
    }

    var id: Int
    /// The heading, with the number of open comments.
    var summary: String
    /// What a script says, once it has put this on the page.
    var said: String?
    /// Whether it is unfolded on any screen.
    var isOpen: Bool
    var rows: [Row]
    /// Why nothing can be added.
    var closed: String?
    var text: String
    var textLimit = CommentDraft.limit
    var due: String
    var faults: [String]
    /// The people who can be given a task.
    var people: [Choice]

    init(
        _ comments: [Comment], on article: Article, _ people: [Mentions.Person], _ visit: NewsroomDesk.Visit,
        isOpen: Bool = false, typed: Typed? = nil, said: String? = nil
    ) {
        let (strings, editor) = (visit.strings, visit.editor)
        id = article.id
        rows = comments.map { Row($0, for: editor, strings) }
        let open = comments.count { $0.doneAt == nil }
        summary = strings["room_comments"] + (open > 0 ? " (\(open))" : "")
        let isMine = comments.contains { $0.doneAt == nil && $0.assignee?.id == editor.id }
        self.isOpen = isOpen || typed != nil || isMine || rows.contains(where: \.isNew)
        if article.state.publication == .killed { closed = strings.text(of: .deleted) }
        if comments.count >= Comments.limit { closed = strings.text(of: .full) }
        (text, due) = (typed?.text ?? "", typed?.due ?? "")
        faults = typed?.faults.map(strings.text) ?? []
        self.people =
            [Choice(value: "", name: strings["room_commentNobody"], isChosen: false)]
            + people.map { Choice(value: "\($0.id)", name: $0.name, isChosen: "\($0.id)" == typed?.assignee) }
        self.said = said.map { strings["room_done_" + $0] }
    }
}

extension CommentsPart.Row {
    init(_ comment: Comment, for editor: Editor, _ strings: Strings) {
        (number, author) = (comment.id, comment.author.name)
        moment = Moment(comment.at, strings)
        paragraphs = CommentText.paragraphs(comment.text)
        isNew = comment.untold.contains(editor.id)
        task = strings.task(of: comment)
        told =
            comment.mentioned.isEmpty
            ? nil : strings("room_commentTold", comment.mentioned.map(\.name).joined(separator: ", "))
        done = comment.doneAt.map {
            strings("room_commentDoneBy", comment.doneBy ?? "–") + ", " + Moment($0, strings).text
        }
        mayDelete = comment.mayBeDeleted(by: editor)
    }
}

extension Strings {
    /// Who has to do it, and by when; nil if it is no task.
    func task(of comment: Comment) -> String? {
        comment.assignee.map { assignee in
            let task = self("room_commentTask", assignee.name)
            return comment.due.map { task + " " + self("room_commentBy", Moment.day($0, self)) } ?? task
        }
    }

    /// Why a comment is not accepted, and what to do about it.
    func text(of fault: CommentFault) -> String {
        switch fault {
        case .noText: self["room_comment_noText"]
        case .longText: self("room_comment_longText", CommentDraft.limit)
        case .dayWithoutPerson: self["room_comment_dayWithoutPerson"]
        case .noDay: self["room_comment_noDay"]
        case .farDay: self["room_comment_farDay"]
        case .noPerson: self["room_comment_noPerson"]
        case .doubt(let doubt):
            self("room_comment_doubt", doubt.written) + " " + doubt.names.joined(separator: ", ") + ". "
                + self["room_comment_more"]
        case .full: self("room_comment_full", Comments.limit)
        case .deleted: self["room_comment_deleted"]
        }
    }
}
