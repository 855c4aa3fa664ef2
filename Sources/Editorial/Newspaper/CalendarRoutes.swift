import Archive
import Documents
import Foundation
import Hummingbird
import News
import Syndication
import Web

/// `/api/v1/calendar`: what is due in the newsroom.
struct CalendarRoutes: Sendable {
    let desk: EditorDesk
    /// The texts for programs, with the operator's time zone.
    let strings: Strings

    func add(to router: RouterGroup<NewsRequestContext>) {
        let contributors = router.group().add(middleware: TokenMiddleware(desk: desk, atLeast: .contributor))
        contributors.get("calendar", use: list)
    }

    private struct Output: Encodable {
        var day: String
        var at: String?
        var kind: String
        var article: Int?
        var edition: Int?
        var title: String
        var assignee: String?
        var section: String?
        var workflow: String?
        var state: String?

        init(_ day: String, _ entry: AgendaEntry) {
            (self.day, kind, title) = (day, entry.kind.rawValue, entry.title)
            if case .moment(let date) = entry.when { at = RFC822.iso8601(date) }
            if entry.kind == .edition { edition = entry.id } else { article = entry.id }
            assignee = entry.assignee
            section = entry.section.isEmpty ? nil : entry.section
            (workflow, state) = (entry.workflow?.rawValue, entry.edition?.rawValue)
        }
    }

    private struct List: Encodable {
        var entries: [Output]
        /// Whether these are all.
        var isWhole: Bool
    }

    @Sendable private func list(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let form = NewsroomForm(FormFields.parse(request.uri.query ?? ""))
        guard let first = CivilDate(form["from"]), let last = CivilDate(form["to"]) else {
            throw Problem(.badRequest, "from and to must be days, such as 2009-05-31.")
        }
        let zone = try await desk.revisions.latestMasthead()?.presentation.timeZone ?? strings.timeZone
        guard let span = CalendarSpan(from: first, to: last, in: zone) else {
            throw Problem(.badRequest, "to must not be before from, nor more than \(CalendarSpan.longest) days in all.")
        }
        let (entries, isWhole) = try await desk.archive.read { holdings in
            let (entries, isWhole) = try span.entries(holdings)
            return (entries.map { Output($0.day, $0.entry) }, isWhole)
        }
        return try desk.read(List(entries: entries, isWhole: isWhole))
    }
}
