import Archive
import Credentials
import Editorial
import Foundation
import HTTPTypes
import Hummingbird
import Web
import WebEditions

/// The routes of a person's own account: password, second factor, sessions, and tokens for programs.
struct AccountRoutes: Sendable {
    let desk: NewsroomDesk

    func add(to router: Router<NewsRequestContext>) {
        let contributors = desk.signedIn(router)
        contributors.get("/admin/account", use: show)
        contributors.post("/admin/account/password", use: changePassword)
        contributors.post("/admin/account/sessions/{id}", use: endSession)
        contributors.post("/admin/account/tokens", use: makeToken)
        contributors.post("/admin/account/tokens/{id}", use: revokeToken)
    }

    @Sendable private func show(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        return try await page(context.visit, request)
    }

    /// A form that was refused, which stays open.
    enum Refused: Sendable {
        case password
        case passkey
        case token(NewsroomForm)
    }

    func page(
        _ visit: NewsroomDesk.Visit, _ request: Request, refused: Refused? = nil, fault: String? = nil,
        token: String? = nil
    ) async throws -> Response {
        let id = visit.editor.id
        let (sessions, tokens, passkeys) = try await desk.archive.read {
            (try $0.sessions.list(of: id), try $0.tokens.list(of: id), try $0.passkeys.list(of: .editor(id)))
        }
        let status = PageStatus(title: "room_account", path: NewsroomLinks.account, fault: fault)
        let part = AccountPage(
            visit, sessions, tokens, newToken: token, passkeys, offersPasskeys: desk.passkeys != nil, refused: refused,
            fault, tongues: desk.pages.templates.catalogues.others(besides: visit.strings.language))
        return try await desk.page("account", part, status, visit, request)
    }

    @Sendable private func changePassword(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let visit = try context.visit
        let form = try await desk.form(request, visit)
        if let fault = desk.fault(ofNew: form, visit.editor, visit.strings) {
            return try await page(visit, request, refused: .password, fault: fault)
        }
        guard try await desk.isPassword(form["present"], of: visit) else {
            return try await page(visit, request, refused: .password, fault: visit.strings["room_presentFault"])
        }
        let password = try await desk.passwords.hash(form["password"])
        let (editor, session, maker) = (visit.editor.id, visit.session.id, visit.maker)
        try await desk.archive.write {
            try $0.logIn.setPassword(password.text, of: editor, keeping: session, by: maker)
        }
        return desk.redirect(NewsroomLinks.account + "?done=password")
    }

    @Sendable private func endSession(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        try await change(request, context, done: "session") { id, visit, holdings in
            try holdings.sessions.end(id, of: visit.editor.id, by: visit.maker)
        }
    }

    @Sendable private func revokeToken(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        try await change(request, context, done: "revoked") { id, visit, holdings in
            try holdings.tokens.revoke(id, of: visit.editor.id, by: visit.maker)
        }
    }

    private func change(
        _ request: Request, _ context: NewsRequestContext, done: String,
        _ body: @escaping @Sendable (Int, NewsroomDesk.Visit, Holdings) throws -> Void
    ) async throws -> Response {
        let visit = try context.visit
        _ = try await desk.form(request, visit)
        let id = context.parameters.get("id", as: Int.self) ?? 0
        do {
            try await desk.archive.write { try body(id, visit, $0) }
        } catch ArchiveError.notFound {}  // already ended, which is what was wanted
        return desk.redirect(NewsroomLinks.account + "?done=" + done)
    }

    @Sendable private func makeToken(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let visit = try context.visit
        let form = try await desk.form(request, visit)
        let name = form.line("name", limit: 100)
        guard !name.isEmpty else {
            return try await page(visit, request, refused: .token(form), fault: visit.strings["room_tokenName"])
        }
        guard try await desk.isPassword(form["present"], of: visit) else {
            return try await page(visit, request, refused: .token(form), fault: visit.strings["room_presentFault"])
        }
        guard let scope = TokenScope(rawValue: form["scope"]), let days = Int(form["days"]),
            (1...366).contains(days)
        else {
            throw Problem(.badRequest, visit.strings["room_formIsOld"])
        }
        let token = Secret(bits: 256, prefix: "n4md_")
        let (editor, maker) = (visit.editor.name, visit.maker)
        _ = try await desk.archive.write {
            try $0.tokens.insert(
                editor: editor, hash: token.hash, label: name, scope: scope,
                expiresAt: Date().addingTimeInterval(Double(days) * 86_400), by: maker)
        }
        return try await page(visit, request, token: token.text)
    }
}

extension NewsroomDesk {
    /// Whether somebody who is logged in knows the password. Attempts are counted.
    func isPassword(_ password: String, of visit: Visit) async throws -> Bool {
        let editor = visit.editor
        try await LogInGuard(archive: archive).count(
            .present, account: "\(editor.id)", address: editor.address, visit.strings)
        let known = try await archive.read { try $0.logIn.credentials(of: editor.id) }
        return try await passwords.matches(
            String(password.prefix(PasswordRules.longest * 4)), known?.password.flatMap { PasswordHash(text: $0) })
    }
}
