import Archive
import Credentials
import Editorial
import Foundation
import HTTPTypes
import Hummingbird
import Web

/// The second factor, asked for between the password and the newsroom.
struct CodeRoutes: Sendable {
    let desk: NewsroomDesk

    func add(to router: Router<NewsRequestContext>) {
        router.get("/admin/code", use: show)
        router.post("/admin/code", use: check)
    }

    private struct Part: Sendable { var to: String }

    private enum Outcome: Sendable {
        case ended, refused
        case proved(Proof)
    }

    @Sendable private func show(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let to = NewsroomForm(FormFields.parse(request.uri.query ?? ""))["to"]
        guard let visit = try await desk.visit(request, context) else { return desk.redirect(NewsroomLinks.logIn) }
        if visit.session.isComplete { return desk.redirect(NewsroomLinks.destination(to)) }
        return try await page(visit, to, request)
    }

    func page(
        _ visit: NewsroomDesk.Visit, _ to: String, _ request: Request, fault: String? = nil,
        status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let status = PageStatus(
            title: "room_code", path: NewsroomLinks.code, fault: fault, status: status)
        return try await desk.page(
            "code", Part(to: NewsroomLinks.destination(to)), status, visit, request)
    }

    @Sendable private func check(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        guard let visit = try await desk.visit(request, context) else { return desk.redirect(NewsroomLinks.logIn) }
        let form = try await desk.form(request, visit)
        let (editor, address, to) = (visit.editor, visit.editor.address, NewsroomLinks.destination(form["to"]))
        if visit.session.isComplete { return desk.redirect(to) }
        try await LogInGuard(archive: desk.archive).count(
            .code, account: "\(editor.id)", address: address, visit.strings)
        let (new, agent, code) = (Secret(bits: SecretCookie.bits), request.headers[.userAgent] ?? "", form["code"])
        let outcome: Outcome = try await desk.archive.write { holdings in
            // If the session has ended meanwhile, it is no longer a way in.
            guard try holdings.sessions.find(visit.secret.hash, locks: true) != nil else { return .ended }
            guard let known = try holdings.logIn.credentials(of: editor.id),
                let proof = try holdings.takeCode(code, known),
                try holdings.sessions.insert(
                    new.hash, as: known, isComplete: true, address: address ?? "", agent: agent)
            else { return .refused }
            try holdings.sessions.end(visit.secret.hash)
            try holdings.audit.note(proof == .app ? "log-in" : "log-in.recover", "editor/\(editor.id)", by: visit.maker)
            return .proved(proof)
        }
        guard case .proved(let proof) = outcome else {
            guard case .refused = outcome else { return desk.redirect(NewsroomLinks.logIn) }
            try await desk.noteRefusal("log-in.refuse-code", editor, address)
            return try await page(visit, to, request, fault: visit.strings["room_codeFault"])
        }
        try await LogInGuard(archive: desk.archive).forget(.code, account: "\(editor.id)", address: address)
        // Whoever has lost the app replaces it first, before the codes are used up.
        var response = desk.redirect(proof == .app ? to : NewsroomLinks.factor + "?done=recovered")
        desk.sessionCookie.set(new, on: &response)
        return response
    }
}

extension NewsroomDesk {
    /// Records a refused password, and whose name it came with, also if they have no access any more.
    func noteRefusal(of name: String, _ editor: Editor?, _ address: String?) async throws {
        let former = try await archive.read { try editor == nil ? $0.people.disabled(name: name) : nil }
        try await noteRefusal(former == nil ? "log-in.refuse" : "log-in.refuse-disabled", editor ?? former, address)
    }

    /// Records a refused log-in. Refusals of unknown names are recorded too, so that they take equally
    /// long.
    func noteRefusal(_ action: String, _ editor: Editor?, _ address: String?) async throws {
        try await archive.write { holdings in
            try holdings.audit.note(
                action, editor.map { "editor/\($0.id)" } ?? "nobody",
                by: editor.map { Maker(editor: $0.id, address: address) }, detail: ["address": address ?? ""])
        }
    }
}

/// The source of a valid code.
private enum Proof: Sendable {
    case app, recovery
}

extension Holdings {
    /// The source of a code that is valid at this moment, nil for another; a code is accepted only once.
    fileprivate func takeCode(_ code: String, _ known: Credentials) throws -> Proof? {
        guard let bytes = known.oneTimeKey else { return nil }
        if let code = RecoveryCode(typed: code) {
            return try recoveryCodes.use(code.hash, of: known.editor.id) ? .recovery : nil
        }
        guard let step = OneTimeKey(bytes: bytes).step(of: code, at: Date(), after: known.oneTimeStep) else {
            return nil
        }
        return try logIn.useOneTimeStep(step, of: known.editor.id) ? .app : nil
    }
}
