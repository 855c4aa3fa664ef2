import Archive
import Editorial
import Foundation
import News
import Web

/// A step at the edition desk: one button.
enum EditionStep: Sendable {
    case arrange(FrontPage.Change)
    /// Puts back a front page, if it is still as the editor saw it.
    case restore(FrontPage, seen: FrontPage)
    case move(EditionMove, articles: Bool, at: Date?, revision: Int)
    case rename(String, revision: Int)
    /// Puts an article into this edition.
    case take(article: Int)
    /// Puts an article that was taken back into its former edition; nil if nobody had chosen that.
    case giveBack(article: Int, to: Int?)
    /// Puts an article into the edition of its week.
    case leave(article: Int)
    /// Puts an article into another section.
    case section(String, article: Int)
    case delete(revision: Int)

    /// The way to undo a step.
    enum Undo: Sendable {
        /// The front page as it was before, and as it is now.
        case front(FrontPage, now: FrontPage)
        /// An article that was taken, and its edition before that; nil if nobody had chosen it.
        case taken(article: Int, from: Int?)
        /// An article that left.
        case left(article: Int)
    }

    /// Nil if the form contains no known command.
    init?(_ form: NewsroomForm, zone: TimeZone) {
        let revision = Int(form["revision"])
        let changes: [(String, (Int) -> FrontPage.Change)] = [
            ("lead", { .lead($0) }), ("up", { .up($0) }), ("down", { .down($0) }), ("add", { .add($0) }),
            ("remove", { .remove($0) }), ("drag", { .move($0, before: Int(form["before"])) }),
            ("editorial", { .editorial($0 == 0 ? nil : $0) }),
        ]
        if let change = changes.lazy.compactMap({ name, change in Int(form[name]).map(change) }).first {
            self = .arrange(change)
        } else if let former = FrontPage(name: form["former"]), let seen = FrontPage(name: form["seen"]) {
            self = .restore(former, seen: seen)
        } else if let move = EditionMove(rawValue: form["move"]), let revision {
            let at = LocalMoment.date(form.line("at", limit: 40), in: zone)
            self = .move(move, articles: !form["articles"].isEmpty, at: at, revision: revision)
        } else if let article = Int(form["take"]) {
            self = .take(article: article)
        } else if let article = Int(form["give"]) {
            self = .giveBack(article: article, to: Int(form["from"]))
        } else if let article = Int(form["leave"]) {
            self = .leave(article: article)
        } else if let article = Int(form["article"]), !form["section"].isEmpty {
            self = .section(form["section"], article: article)
        } else if form["do"] == "rename", let revision {
            self = .rename(form.line("title", limit: 200), revision: revision)
        } else if form["do"] == "delete", let revision {
            self = .delete(revision: revision)
        } else {
            return nil
        }
    }

    /// Takes the step. Returns what undoes it, if that takes one press.
    func take(_ holdings: Holdings, _ number: Int, by editor: Editor) throws -> Undo? {
        switch self {
        case .arrange(let change):
            var undo: Undo?
            _ = try holdings.editions.changeFrontPage(of: number, by: editor.maker) { front in
                let old = front
                front.make(change)
                undo = front == old ? nil : .front(old, now: front)
            }
            return undo
        case .restore(let former, let seen):
            var isAsSeen = true
            _ = try holdings.editions.changeFrontPage(of: number, by: editor.maker) { front in
                isAsSeen = front == seen
                if isAsSeen { front = former }
            }
            guard isAsSeen else { throw ArchiveError.outdated(current: 0) }
        case .move(let move, let articles, let at, let revision):
            _ = try holdings.editions.move(number, revision: revision, move, articles: articles, at: at, by: editor)
        case .rename(let title, let revision):
            guard try holdings.editions.rename(number, revision: revision, title: title) != nil else {
                throw ArchiveError.outdated(current: revision)
            }
            try holdings.publish("edition.update", "edition/\(number)", by: editor, articles: [])
        case .take(let id):
            let former = try Self.change(id, holdings, editor) { $0.edition = .number(number) }
            // Nothing goes back into an edition that is archived.
            let state = try holdings.editions.find(.number(former.edition), onlyPublished: false)?.state
            return state == .archived
                ? nil : .taken(article: id, from: former.draft.edition == nil ? nil : former.edition)
        case .giveBack(let id, let former):
            guard try holdings.articles.find(id)?.edition == number else { throw ArchiveError.outdated(current: 0) }
            _ = try Self.change(id, holdings, editor) { $0.edition = former.map(EditionReference.number) }
        case .leave(let id):
            _ = try Self.change(id, holdings, editor) { $0.edition = nil }
            return .left(article: id)
        case .section(let section, let id): _ = try Self.change(id, holdings, editor) { $0.section = section }
        case .delete(let revision):
            guard try holdings.editions.delete(number, revision: revision) else {
                throw ArchiveError.outdated(current: revision)
            }
            try holdings.publish("edition.delete", "edition/\(number)", by: editor, articles: [])
        }
        return nil
    }

    /// Changes an article, and returns it as it was before.
    private static func change(
        _ id: Int, _ holdings: Holdings, _ editor: Editor, _ edit: (inout ArticleDraft) -> Void
    ) throws -> Article {
        guard let article = try holdings.articles.find(id) else { throw ArchiveError.notFound }
        var draft = article.draft
        edit(&draft)
        _ = try holdings.articles.change(id, revision: article.revision, to: draft, by: editor)
        return article
    }

    var isUndo: Bool {
        switch self {
        case .restore, .giveBack: true
        default: false
        }
    }
    /// Whether it takes a story off the front page.
    var isRemoval: Bool { if case .arrange(.remove) = self { true } else { false } }

    /// The key of the catalogue's text for what was done.
    var done: String {
        switch self {
        case .move(let move, _, _, _): "edition_" + move.rawValue
        case .restore: "frontRestored"
        case .giveBack: "outOfEdition"
        default: "changed"
        }
    }

    /// The anchor on the page of what was done, so that the editor finds the place again.
    var anchor: String {
        switch self {
        case .arrange(.lead(let story)), .arrange(.up(let story)), .arrange(.down(let story)),
            .arrange(.add(let story)),
            .arrange(.remove(let story)), .arrange(.move(let story, _)), .section(_, let story):
            "story-\(story)"
        case .arrange(.editorial(let story)): story.map { "story-\($0)" } ?? "front"
        case .restore, .take, .giveBack, .leave, .move, .rename, .delete: "main"
        }
    }
}

extension FrontPage {
    /// Its stories and its editorial as one word, as the button that undoes a change has it: `3,1,2/1`.
    var name: String { stories.map(String.init).joined(separator: ",") + "/" + (editorial.map(String.init) ?? "") }

    /// Nil if it is not such a word.
    init?(name: String) {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].utf8.count <= 20 * Self.limit else { return nil }
        let stories = parts[0].split(separator: ",").map { Int($0) }
        guard stories.allSatisfy({ $0 != nil }), parts[1].isEmpty || Int(parts[1]) != nil else { return nil }
        self.init(stories: stories.compactMap(\.self), editorial: Int(parts[1]))
    }
}
