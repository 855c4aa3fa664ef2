import Archive
import Credentials
import Foundation
import Hummingbird
import News
import Web

/// Who else has the page of an article open, in words.
struct PresencePart: Sendable {
    var others: [String]

    /// A name for a page as it was loaded, so that it can be told from the one before.
    static var newPage: String { Secret(bits: 64).text }

    init(_ others: [Present], _ strings: Strings, now: Date = Date()) {
        let today = Moment(now, strings).text.dropLast(5)
        self.others = others.map { other in
            let since = Moment(other.since, strings).text
            let time = since.dropLast(5) == today ? String(since.suffix(5)) : since
            return strings.filled(
                other.isWriting ? "room_isWriting" : "room_isHere", ["name": other.name, "time": time])
        }
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
        let others = try await desk.archive.write { holdings in
            if isLeaving {
                try holdings.presence.drop(editor, on: article.id, page: page)
            } else if mayWrite {
                try holdings.presence.note(editor, on: article.id, page: page)
            }
            return try holdings.presence.others(on: article.id, than: editor)
        }
        return try desk.piece("presence", PresencePart(others, visit.strings), visit)
    }
}
