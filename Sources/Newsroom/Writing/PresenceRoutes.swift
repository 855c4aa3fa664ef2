import Archive
import Credentials
import Editorial
import Foundation
import Hummingbird
import News
import Web

/// Who else has the page of an article open, in words.
struct PresencePart: Sendable {
    var others: [String]
    /// That others have saved the article since the page was loaded, or saved; nil if they have not.
    var saved: String?
    /// The address that shows what they saved together with what was typed.
    var address: String?

    /// A name for a page as it was loaded, so that it can be told from the one before.
    static var newPage: String { Secret(bits: 64).text }

    init(_ others: [Present], _ strings: Strings, now: Date = Date()) {
        let today = Moment(now, strings).text.dropLast(5)
        func time(_ date: Date) -> String {
            let text = Moment(date, strings).text
            return text.dropLast(5) == today ? String(text.suffix(5)) : text
        }
        self.others = others.map { other in
            strings.filled(
                other.isWriting ? "room_isWriting" : "room_isHere", ["name": other.name, "time": time(other.since)])
        }
    }

    /// Tells of an article that others have saved since.
    mutating func tell(of changes: OthersChanges, of article: Int, _ strings: Strings) {
        (saved, address) = (strings.sentence(of: changes), NewsroomLinks.article(article))
    }
}

/// `/admin/articles/{id}/presence`: a page that is open says so three times a minute, and learns who else is there.
struct PresenceRoutes: Sendable {
    let desk: NewsroomDesk

    func add(to router: Router<NewsRequestContext>) {
        let contributors = desk.signedIn(router)
        contributors.post("/admin/articles/{id}/presence", use: note)
    }

    @Sendable private func note(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let visit = try context.visit
        let form = try await desk.form(request, visit)
        let (isLeaving, page) = (form["leave"] == "1", form.line("page", limit: 64))
        let article = try await desk.article(context, visit)
        let (editor, mayWrite) = (visit.editor.id, article.moves(for: visit.editor).contains(.save))
        let base = Int(form["base"]).flatMap { $0 < article.revision ? $0 : nil }
        let (others, changes) = try await desk.archive.write { holdings in
            if isLeaving {
                try holdings.presence.drop(editor, on: article.id, page: page)
            } else if mayWrite {
                try holdings.presence.note(editor, on: article.id, page: page)
            }
            let changes = try base.flatMap {
                try holdings.articles.changes(of: article.id, since: $0, byOthersThan: editor)
            }
            return (try holdings.presence.others(on: article.id, than: editor), changes)
        }
        var part = PresencePart(others, visit.strings)
        if let changes { part.tell(of: changes, of: article.id, visit.strings) }
        return try desk.piece("presence", part, visit)
    }
}

extension Strings {
    /// The last change and who made it, such as "Taken back by Eva, 1 Dec 2026, 09:30."
    func sentence(of changes: OthersChanges) -> String {
        filled(
            "room_savedByOthers",
            [
                "what": self["room_audit_" + changes.action.replacing(".", with: "-")],
                "name": names(of: changes), "time": Moment(changes.at, self).text,
            ])
    }

    /// The names of those who changed an article, or that it was somebody else.
    func names(of changes: OthersChanges?) -> String {
        let names = changes?.names ?? []
        return names.isEmpty ? self["room_somebody"] : names.joined(separator: ", ")
    }
}
