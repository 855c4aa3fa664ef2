import Archive
import Credentials
import Editorial
import Foundation
import HTTPTypes
import Hummingbird
import News
import Web

/// The routes with which the chief decides which other servers receive events, and sees whether they did.
struct WebhookPageRoutes: Sendable {
    let desk: NewsroomDesk

    func add(to router: Router<NewsRequestContext>) {
        let chiefs = desk.signedIn(router, atLeast: .chief)
        chiefs.get("/admin/webhooks", use: list)
        chiefs.post("/admin/webhooks", use: add)
        chiefs.get("/admin/webhooks/{id}", use: show)
        chiefs.post("/admin/webhooks/{id}", use: change)
    }

    @Sendable private func list(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        return try await page(context.visit, request)
    }

    private func page(
        _ visit: NewsroomDesk.Visit, _ request: Request, typed: WebhookDraft? = nil, fault: String? = nil
    ) async throws -> Response {
        let webhooks = try await desk.archive.read { try $0.webhooks.list(limit: Webhooks.limit) }
        let status = PageStatus(title: "room_webhooks", path: NewsroomLinks.webhooks, fault: fault)
        return try await desk.page("webhooks", WebhooksPage(visit, webhooks, typed: typed), status, visit, request)
    }

    @Sendable private func add(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let visit = try context.visit
        let draft = WebhookDraft(try await desk.form(request, visit))
        let (secret, maker) = (WebhookSecret(), visit.maker)
        do {
            let made = try await desk.archive.write {
                try $0.webhooks.insert(draft, secret: secret.text, by: maker)
            }
            return try await page(made.id, visit, request, secret: secret)
        } catch ArchiveError.faults(let faults) {
            return try await page(visit, request, typed: draft, fault: visit.strings.webhookFault(faults))
        }
    }

    @Sendable private func show(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let id = context.parameters.get("id", as: Int.self) ?? 0
        return try await page(id, context.visit, request)
    }

    /// The page of one endpoint with the log of its deliveries.
    private func page(
        _ id: Int, _ visit: NewsroomDesk.Visit, _ request: Request, typed: WebhookDraft? = nil, fault: String? = nil,
        secret: WebhookSecret? = nil
    ) async throws -> Response {
        let before = FormFields.parse(request.uri.query ?? "").last { $0.name == "before" }.flatMap { Int($0.value) }
        let (webhook, log) = try await desk.archive.read { holdings in
            let limit = WebhookPage.logLength + 1
            return (try holdings.webhooks.find(id), try holdings.deliveries.list(to: id, limit: limit, after: before))
        }
        guard let webhook else { throw Problem(.notFound, visit.strings["room_webhookUnknown"]) }
        let status = PageStatus(
            title: "room_webhook", name: visit.strings.name(of: webhook), path: NewsroomLinks.webhooks, fault: fault)
        let part = WebhookPage(visit, webhook, log, typed: typed, secret: secret)
        return try await desk.page("webhook", part, status, visit, request)
    }

    /// Carries out the button pressed on the page of an endpoint.
    @Sendable private func change(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let visit = try context.visit
        let form = try await desk.form(request, visit)
        let id = context.parameters.get("id", as: Int.self) ?? 0
        guard let change = Change(form) else { throw Problem(.badRequest, visit.strings["room_formIsOld"]) }
        do {
            try await desk.archive.write { try change.make($0, id, by: visit.maker) }
        } catch ArchiveError.faults(let faults) {
            return try await page(
                id, visit, request, typed: change.draft, fault: visit.strings.webhookFault(faults))
        } catch ArchiveError.outdated {
            return try await page(
                id, visit, request, typed: change.draft, fault: visit.strings["room_webhookOutdated"])
        } catch ArchiveError.notFound {
            throw Problem(.notFound, visit.strings["room_webhookUnknown"])
        }
        if case .secret(let secret) = change.what { return try await page(id, visit, request, secret: secret) }
        return desk.redirect(
            change.isRemoval
                ? NewsroomLinks.webhooks + "?done=webhookGone"
                : "\(NewsroomLinks.webhooks)/\(id)?done=\(change.done)")
    }

    private struct Change: Sendable {
        enum What {
            case save(WebhookDraft), pause, resume, secret(WebhookSecret), delete, test, resend(Int)
        }
        let what: What
        /// The revision that the form was made from.
        let revision: Int

        /// Nil where the form says none.
        init?(_ form: NewsroomForm) {
            revision = Int(form["revision"]) ?? 0
            switch (form["do"], Int(form["delivery"])) {
            case ("save", _): what = .save(WebhookDraft(form))
            case ("pause", _): what = .pause
            case ("resume", _): what = .resume
            case ("secret", _): what = .secret(WebhookSecret())
            case ("delete", _): what = .delete
            case ("test", _): what = .test
            case ("resend", let delivery?): what = .resend(delivery)
            default: return nil
            }
        }

        var draft: WebhookDraft? { if case .save(let draft) = what { draft } else { nil } }
        var isRemoval: Bool { if case .delete = what { true } else { false } }
        /// How the catalogues call what was done.
        var done: String {
            switch what {
            case .test, .resend: "webhookSent"
            default: "changed"
            }
        }

        func make(_ holdings: Holdings, _ id: Int, by maker: Maker) throws {
            guard let old = try holdings.webhooks.find(id) else { throw ArchiveError.notFound }
            func update(_ draft: WebhookDraft, isPaused: Bool) throws {
                _ = try holdings.webhooks.update(id, revision: revision, draft, isPaused: isPaused, by: maker)
            }
            switch what {
            case .save(let draft): try update(draft, isPaused: old.stop != nil)
            case .pause: try update(old.draft, isPaused: true)
            case .resume: try update(old.draft, isPaused: false)
            case .secret(let secret):
                _ = try holdings.webhooks.rotateSecret(of: id, revision: revision, secret.text, by: maker)
            case .delete: try holdings.webhooks.delete(id, revision: revision, by: maker)
            case .test: _ = try holdings.webhooks.insertTest(of: id, by: maker)
            case .resend(let delivery): _ = try holdings.deliveries.resend(delivery, to: id, by: maker)
            }
        }
    }
}

extension WebhookDraft {
    /// Reads the fields of a form.
    fileprivate init(_ form: NewsroomForm) {
        self.init(
            url: form.line("url", limit: 2001), description: form.line("description", limit: 200),
            events: WebhookEvent.offered.filter { !form[$0.rawValue].isEmpty })
    }
}
