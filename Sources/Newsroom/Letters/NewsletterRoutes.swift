import Archive
import Editorial
import HTTPTypes
import Hummingbird
import Mail
import NIOCore
import News
import Web
import WebEditions

/// `/admin/letters`: the newsletters, how many read them, what was sent, how each would look now, and a test to one address.
struct NewsletterRoutes: Sendable {
    let desk: NewsroomDesk
    let letters: NewsletterLink

    /// The most tests that one person may send in a day, so that nobody uses us to send mails to strangers.
    private static let tests = 20

    func add(to router: Router<NewsRequestContext>) {
        let editors = desk.signedIn(router, atLeast: .editor)
        editors.get("/admin/letters", use: show)
        editors.post("/admin/letters", use: test)
        editors.get("/admin/letters/preview", use: preview)
    }

    @Sendable private func show(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        try await page(try context.visit, request)
    }

    private func page(
        _ visit: NewsroomDesk.Visit, _ request: Request, typed: NewsroomForm? = nil, fault: String? = nil
    ) async throws -> Response {
        let part = try await desk.archive.read { holdings in
            NewslettersPage(
                visit, readers: try holdings.readers.countsOfKinds(),
                try holdings.letters.sent(limit: NewslettersPage.limit),
                typed: typed, fault: fault)
        }
        let status = PageStatus(title: "letters", path: NewsroomLinks.letters, fault: fault)
        return try await desk.page("letters", part, status, visit, request)
    }

    /// Queues the newsletter as it would be now to one address.
    @Sendable private func test(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let visit = try context.visit
        let form = try await desk.form(request, visit)
        guard let list = MailingList(form["list"]) else {
            return try await page(visit, request, typed: form, fault: visit.strings["letters_fault_list"])
        }
        let address: MailAddress
        do throws(MailAddress.Fault) { address = try MailAddress(form["address"]) } catch {
            return try await page(visit, request, typed: form, fault: visit.strings["letters_fault_\(error)"])
        }
        guard let draft = try await letters.preview(list, visit.masthead) else {
            return try await page(visit, request, typed: form, fault: visit.strings["room_lettersEmpty"])
        }
        let isSent = try await desk.archive.write { holdings in
            guard try holdings.letters.countTest(by: visit.maker, most: Self.tests) else { return false }
            try holdings.letters.test(draft, to: address.description, by: visit.maker)
            return true
        }
        guard isSent else {
            return try await page(visit, request, typed: form, fault: visit.strings["room_lettersTests"])
        }
        letters.wake()
        return desk.redirect(NewsroomLinks.letters + "?done=letterTest")
    }

    /// A newsletter as its readers would get it now: HTML, or the plain text beside it.
    @Sendable private func preview(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let visit = try context.visit
        let form = NewsroomForm(FormFields.parse(request.uri.query ?? ""))
        guard let list = MailingList(form["list"]), let draft = try await letters.preview(list, visit.masthead)
        else { throw Problem(.notFound, visit.strings["room_lettersEmpty"]) }
        let isText = form["part"] == "text"
        // Mails have styles of their own, and nothing else: no scripts, no pictures.
        return Response(
            status: .ok,
            headers: [
                .contentType: isText ? "text/plain; charset=utf-8" : Templates.type, .cacheControl: "no-store",
                .contentSecurityPolicy:
                    "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox",
                .xContentTypeOptions: "nosniff",
            ],
            body: .init(byteBuffer: ByteBuffer(string: isText ? draft.text : draft.html)))
    }
}
