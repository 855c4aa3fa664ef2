import Archive
import Foundation
import Hummingbird
import News
import Web

/// Who else has the page of an article open, in words.
struct PresencePart: Sendable {
    var others: [String]

    init(_ others: [Present], _ strings: Strings, now: Date = Date()) {
        let today = Moment(now, strings).text.dropLast(5)
        self.others = others.map { other in
            let since = Moment(other.since, strings).text
            let time = since.dropLast(5) == today ? String(since.suffix(5)) : since
            return strings(other.isWriting ? "room_isWriting" : "room_isHere", other.name) + ", "
                + strings("room_isSince", time)
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
        let isLeaving = try await desk.form(request, visit)["leave"] == "1"
        let article = try await desk.article(context, visit)
        let (editor, mayWrite) = (visit.editor.id, article.moves(for: visit.editor).contains(.save))
        let others = try await desk.archive.write { holdings in
            if isLeaving {
                try holdings.presence.drop(editor, on: article.id)
            } else if mayWrite {
                try holdings.presence.note(editor, on: article.id)
            }
            return try holdings.presence.others(on: article.id, than: editor)
        }
        return try desk.piece("presence", PresencePart(others, visit.strings), visit)
    }
}
