import Archive
import Documents
import Foundation
import Hummingbird
import News
import Syndication
import Web

/// `/api/v1/audit`: who did what, for chiefs.
struct AuditRoutes: Sendable {
    let desk: EditorDesk
    /// The texts for programs, with the operator's time zone.
    let strings: Strings

    func add(to router: RouterGroup<NewsRequestContext>) {
        let chiefs = router.group().add(middleware: TokenMiddleware(desk: desk, atLeast: .chief, scope: .manage))
        chiefs.get("audit", use: list)
    }

    private struct List: Encodable {
        var entries: [AuditOutput]
    }

    @Sendable private func list(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let form = NewsroomForm(FormFields.parse(request.uri.query ?? ""))
        let asked = ListQuery(request)
        let (limit, before) = (try asked.limit(1000), try asked.number("before"))
        let zone = try await desk.revisions.latestMasthead()?.presentation.timeZone ?? strings.timeZone
        let entries = try await desk.archive.read { holdings in
            let query = try AuditQuery(form, .init(holdings), in: zone)
            return try holdings.audit.entries(query.filter, before: before, limit: limit + 1)
        }
        let page = entries.prefix(limit)
        return try desk.read(
            List(entries: page.map(AuditOutput.init)),
            link: asked.next("before", entries.count > limit ? page.last?.id : nil))
    }
}

/// An entry as the API returns it.
private struct AuditOutput: Encodable {
    struct Editor: Encodable {
        var id: Int
        var name: String
    }
    var id: Int
    var at: String
    var editor: Editor?
    var address: String?
    var action: String
    var subject: String
    var detail: AuditDetail

    init(_ entry: AuditEntry) {
        (id, at, address, detail) = (entry.id, RFC822.iso8601(entry.at), entry.address, entry.detail)
        (action, subject) = (entry.action, entry.subject)
        editor = entry.editor.map { Editor(id: $0.id, name: $0.name) }
    }
}
