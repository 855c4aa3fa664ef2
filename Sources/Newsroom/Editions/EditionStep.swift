import Archive
import Editorial
import News
import Web

/// A step at the edition desk: one button.
enum EditionStep: Sendable {
    case arrange(FrontPage.Change)
    case move(EditionMove, articles: Bool, revision: Int)
    case rename(String, revision: Int)
    /// Puts an article into this edition, or into another section.
    case place(article: Int, section: String?)
    case delete(revision: Int)

    /// Nil if the form contains no known command.
    init?(_ form: NewsroomForm) {
        let revision = Int(form["revision"])
        let changes: [(String, (Int) -> FrontPage.Change)] = [
            ("lead", { .lead($0) }), ("up", { .up($0) }), ("down", { .down($0) }), ("add", { .add($0) }),
            ("remove", { .remove($0) }), ("drag", { .move($0, before: Int(form["before"])) }),
            ("editorial", { .editorial($0 == 0 ? nil : $0) }),
        ]
        if let change = changes.lazy.compactMap({ name, change in Int(form[name]).map(change) }).first {
            self = .arrange(change)
        } else if let move = EditionMove(rawValue: form["move"]), let revision {
            self = .move(move, articles: !form["articles"].isEmpty, revision: revision)
        } else if let article = Int(form["take"]) {
            self = .place(article: article, section: nil)
        } else if let article = Int(form["article"]), !form["section"].isEmpty {
            self = .place(article: article, section: form["section"])
        } else if form["do"] == "rename", let revision {
            self = .rename(form.line("title", limit: 200), revision: revision)
        } else if form["do"] == "delete", let revision {
            self = .delete(revision: revision)
        } else {
            return nil
        }
    }

    func take(_ holdings: Holdings, _ number: Int, by editor: Editor) throws {
        switch self {
        case .arrange(let change):
            _ = try holdings.editions.changeFrontPage(of: number, by: editor.maker) { $0.make(change) }
        case .move(let move, let articles, let revision):
            _ = try holdings.editions.move(number, revision: revision, move, articles: articles, by: editor)
        case .rename(let title, let revision):
            guard try holdings.editions.rename(number, revision: revision, title: title) != nil else {
                throw ArchiveError.outdated(current: revision)
            }
            try holdings.publish("edition.update", "edition/\(number)", by: editor, articles: [])
        case .place(let id, let section):
            guard let article = try holdings.articles.find(id) else { throw ArchiveError.notFound }
            var draft = article.draft
            if let section { draft.section = section } else { draft.edition = .number(number) }
            _ = try holdings.articles.change(id, revision: article.revision, to: draft, by: editor)
        case .delete(let revision):
            guard try holdings.editions.delete(number, revision: revision) else {
                throw ArchiveError.outdated(current: revision)
            }
            try holdings.publish("edition.delete", "edition/\(number)", by: editor, articles: [])
        }
    }

    /// The key of the catalogue's text for what was done.
    var done: String {
        switch self {
        case .move(let move, _, _): "edition_" + move.rawValue
        default: "changed"
        }
    }

    /// The anchor on the page of what was done, so that the editor finds the place again.
    var place: String {
        switch self {
        case .arrange(.lead(let story)), .arrange(.up(let story)), .arrange(.down(let story)),
            .arrange(.add(let story)),
            .arrange(.remove(let story)), .arrange(.move(let story, _)), .place(let story, _):
            "story-\(story)"
        case .arrange(.editorial(let story)): story.map { "story-\($0)" } ?? "front"
        case .move, .rename, .delete: "main"
        }
    }
}
