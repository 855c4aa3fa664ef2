import Archive
import Editorial
import Hummingbird
import News
import Web

/// `/admin/letters/delivery`: how mails to readers fare, and what other mail servers look up before they take them.
struct MailDeliveryRoutes: Sendable {
    let desk: NewsroomDesk
    let letters: NewsletterLink

    func add(to router: Router<NewsRequestContext>) {
        desk.signedIn(router, atLeast: .chief).get("/admin/letters/delivery", use: show)
    }

    /// The domain name system may take seconds to answer, so it is asked only when somebody wants to know.
    @Sendable private func show(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let visit = try context.visit
        let isAsked = !NewsroomForm(FormFields.parse(request.uri.query ?? ""))["check"].isEmpty
        let checked = isAsked ? try await letters.checklist() : nil
        let summary = try await desk.archive.read { try $0.mails.summary() }
        let part = MailDeliveryPage(summary, checked, visit.strings)
        let status = PageStatus(title: "room_mailDelivery", path: NewsroomLinks.letters)
        return try await desk.page("mail", part, status, visit, request)
    }
}
