import Archive
import Credentials
import Documents
import Editorial
import Foundation
import HTTPTypes
import Hummingbird
import News
import Syndication
import Web

/// The routes with which somebody who was invited, or lost the password, chooses a new one.
struct WelcomeRoutes: Sendable {
    let desk: NewsroomDesk

    func add(to router: Router<NewsRequestContext>) {
        router.get("/admin/welcome/{secret}", use: show)
        router.post("/admin/welcome/{secret}", use: choose)
    }

    private struct Part: Sendable {
        var action: String
        var name: String
        var shortest = PasswordRules.shortest
    }

    @Sendable private func show(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        guard let secret = secret(context),
            let editor = try await desk.archive.read({ try $0.logIn.passwordLink(secret.hash) })
        else { return try await isOver(request) }
        return try await page(secret, editor, desk.strings(request), request)
    }

    private func page(
        _ secret: Secret, _ editor: Editor, _ strings: Strings, _ request: Request, fault: String? = nil
    ) async throws -> Response {
        let status = PageStatus(
            title: "room_welcome", path: "", fault: fault)
        return try await desk.page(
            "welcome", Part(action: NewsroomLinks.welcome(secret), name: editor.name), status, nil, request)
    }

    @Sendable private func choose(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let strings = desk.strings(request)
        let form = try await desk.openForm(request, strings)
        guard let secret = secret(context),
            let editor = try await desk.archive.read({ try $0.logIn.passwordLink(secret.hash) })
        else { return try await isOver(request) }
        if let fault = desk.fault(ofNew: form, editor, strings) {
            return try await page(secret, editor, strings, request, fault: fault)
        }
        let password = try await desk.passwords.hash(form["password"])
        let address = desk.address(request, context)
        let maker = Maker(editor: editor.id, address: address)
        let isSet = try await desk.archive.write { holdings in
            guard try holdings.logIn.passwordLink(secret.hash, locks: true) != nil else { return false }
            try holdings.logIn.setPassword(password.text, of: editor.id, keeping: nil, by: maker)
            // Somebody who needed a link may have lost more than the password.
            try holdings.tokens.revokeAll(of: editor.id)
            return true
        }
        guard isSet else { return try await isOver(request) }
        // The link worked once and is used up, so this is the person whom it was given to. A second factor is still asked for.
        let here = NewsroomLinks.destination(NewsroomLinks.root + "?done=password")
        if let known = try await desk.archive.read({ try $0.logIn.credentials(name: editor.name) }),
            known.editor.id == editor.id,
            let response = try await LogInRoutes(desk: desk).begin(known, address: address, request, to: here)
        {
            return response
        }
        return desk.redirect(NewsroomLinks.logIn + "?done=password&name=" + editor.name.escapedForQuery)
    }

    private func secret(_ context: NewsRequestContext) -> Secret? {
        Secret(context.parameters.get("secret") ?? "", bits: NewsroomLinks.bits)
    }

    private func isOver(_ request: Request) async throws -> Response {
        try await LogInRoutes(desk: desk).linkIsOver(request)
    }
}

extension NewsroomDesk {
    /// The fault of a new password, which must be typed twice.
    func fault(ofNew form: NewsroomForm, _ editor: Editor, _ strings: Strings) -> String? {
        let names = [editor.name, revisions.lastKnown?.title ?? ""]
        if let fault = PasswordRules.fault(of: form["password"], names: names) {
            return strings("room_password_" + fault.rawValue, "\(PasswordRules.shortest)")
        }
        return form["password"] == form["again"] ? nil : strings["room_password_again"]
    }
}
