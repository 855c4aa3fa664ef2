import Archive
import Editorial
import Foundation
import HTTPTypes
import Hummingbird
import News
import Web

/// `/admin/calendar`: what is due in a month.
struct CalendarPageRoutes: Sendable {
    let desk: NewsroomDesk

    func add(to router: Router<NewsRequestContext>) {
        desk.signedIn(router).get("/admin/calendar", use: show)
    }

    @Sendable private func show(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let visit = try context.visit
        let (strings, now) = (visit.strings, Date())
        let asked = NewsroomForm(FormFields.parse(request.uri.query ?? ""))["month"]
        let wanted = asked.isEmpty ? CalendarMonth(of: now, in: strings.timeZone) : CalendarMonth(asked)
        let month = wanted ?? CalendarMonth(of: now, in: strings.timeZone)
        let days = month.weeks.flatMap(\.self)
        guard let first = days.first, let last = days.last,
            let span = CalendarSpan(from: first, to: last, in: strings.timeZone)
        else { throw Problem(.badRequest, strings["room_calendarFault"]) }
        let part = try await desk.archive.read { holdings in
            let (due, isWhole) = try span.entries(holdings)
            return CalendarPage(
                month, due, isWhole: isWhole, now: now, mayTell: visit.editor.role >= .editor, strings)
        }
        let status = PageStatus(
            title: "room_calendar", path: NewsroomLinks.calendar,
            fault: wanted == nil ? strings["room_calendarFault"] : nil, status: wanted == nil ? .badRequest : .ok)
        return try await desk.page("calendar", part, status, visit, request)
    }
}
