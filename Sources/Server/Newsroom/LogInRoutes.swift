import Archive
import Credentials
import Foundation
import HTTPTypes
import Hummingbird
import News
import PostgreSQL

/// Logging in, with the second factor where it is set up, and out.
struct LogInRoutes: Sendable {
    let desk: NewsroomDesk
    private var attempts: LogInGuard { LogInGuard(database: desk.database) }

    func add(to router: Router<NewsRequestContext>) {
        router.get("/admin/log-in", use: show)
        router.post("/admin/log-in", use: logIn)
        router.get("/admin/code", use: showCode)
        router.post("/admin/code", use: checkCode)
        router.post("/admin/log-out", use: logOut)
    }

    private struct Part: Sendable {
        var name = ""
        /// Where the way in leads.
        var to: String
        /// Whether the browser was sent on with a session and came without.
        var lostCookie = false
    }

    @Sendable private func show(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let to = NewsroomLinks.destination(NewsroomForm(FormFields.parse(request.uri.query ?? ""))["to"])
        if try await desk.visit(request, context)?.session.isComplete == true { return desk.redirect(to) }
        return try await page(Part(to: to), request)
    }

    private func page(
        _ part: Part, _ request: Request, fault: String? = nil, status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let saying = NewsroomSaying(title: "room_logIn", path: NewsroomLinks.logIn, fault: fault, status: status)
        return try await desk.page("log-in", part, saying, nil, request)
    }

    /// The way in, in place of a page that is for who is logged in, and back to it: 401, with a challenge that browsers pass over.
    func challenge(_ request: Request, _ visit: NewsroomDesk.Visit?) async throws -> Response {
        let isRead = [.get, .head].contains(request.method)
        let to = NewsroomLinks.destination(isRead ? request.head.path ?? "" : "")
        var response: Response
        if let visit {
            response = try await codePage(visit, to, request, status: .unauthorized)
        } else {
            let fault = isRead ? nil : desk.strings(request)["room_isOver"]
            response = try await page(
                Part(to: to, lostCookie: to.hasSuffix("in=1")), request, fault: fault, status: .unauthorized)
        }
        response.headers[.wwwAuthenticate] = #"Cookie realm="newsroom", form-action="\#(NewsroomLinks.logIn)""#
        return response
    }

    @Sendable private func logIn(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let strings = desk.strings(request)
        let form = try await desk.openForm(request, strings)
        let name = String(form.trimmed("name").prefix(200))
        let address = desk.pages.desk.origins.client(request, context)
        try await attempts.countAttempt("password", name: name, address: address, strings)
        let known = try await desk.database.read { try $0.credentials(name: name) }
        let isRight = try await desk.working {
            try await desk.passwords.matches(
                String(form["password"].prefix(PasswordRules.longest * 4)),
                known?.password.flatMap { PasswordHash(text: $0) })
        }
        guard isRight, let known else {
            if let known { try await note("log-in.refuse", known.editor, address) }
            return try await page(
                Part(name: name, to: NewsroomLinks.destination(form["to"])), request, fault: strings["room_logInFault"])
        }
        try await attempts.forget("password", name: name, address: address)
        let to = NewsroomLinks.destination(form["to"])
        let needsCode = known.oneTimeKey != nil
        return try await begin(
            known.editor, isComplete: !needsCode, address: address, request,
            to: needsCode
                ? NewsroomLinks.code + "?to=" + FormFields.encode(to) : to + (to.contains("?") ? "&" : "?") + "in=1")
    }

    /// A session of another name, in place of whatever the browser had.
    private func begin(
        _ editor: Editor, isComplete: Bool, address: String?, _ request: Request, to: String
    ) async throws -> Response {
        let (old, new) = (desk.cookie.secret(request), Secret(bits: SessionCookie.bits))
        let agent = request.headers[.userAgent] ?? ""
        try await desk.database.write { connection in
            if let old { try connection.endSession(old.hash) }
            try connection.insertSession(
                new.hash, of: editor.id, isComplete: isComplete, address: address ?? "", agent: agent)
            if isComplete {
                try connection.audit("log-in", "editor/\(editor.id)", by: Maker(editor: editor.id, address: address))
            }
        }
        var response = desk.redirect(to)
        desk.cookie.set(new, on: &response)
        return response
    }

    private func note(_ action: String, _ editor: Editor, _ address: String?) async throws {
        try await desk.database.write {
            try $0.audit(action, "editor/\(editor.id)", by: Maker(editor: editor.id, address: address))
        }
    }

    private struct CodePart: Sendable { var to: String }

    @Sendable private func showCode(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let to = NewsroomForm(FormFields.parse(request.uri.query ?? ""))["to"]
        guard let visit = try await desk.visit(request, context) else { return desk.redirect(NewsroomLinks.logIn) }
        if visit.session.isComplete { return desk.redirect(NewsroomLinks.destination(to)) }
        return try await codePage(visit, to, request)
    }

    private func codePage(
        _ visit: NewsroomDesk.Visit, _ to: String, _ request: Request, fault: String? = nil,
        status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let saying = NewsroomSaying(
            title: "room_code", path: NewsroomLinks.code, fault: fault, status: status)
        return try await desk.page(
            "code", CodePart(to: NewsroomLinks.destination(to)), saying, visit, request)
    }

    @Sendable private func checkCode(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        guard let visit = try await desk.visit(request, context) else { return desk.redirect(NewsroomLinks.logIn) }
        let form = try await desk.form(request, visit)
        let (editor, address) = (visit.editor, visit.editor.address)
        if visit.session.isComplete { return desk.redirect(NewsroomLinks.destination(form["to"])) }
        try await attempts.countAttempt("code", name: editor.name, address: address, visit.strings)
        let isRight = try await desk.database.write { try $0.takeCode(form["code"], of: editor.id) }
        guard isRight else {
            try await note("log-in.refuse-code", editor, address)
            return try await codePage(visit, form["to"], request, fault: visit.strings["room_codeFault"])
        }
        try await attempts.forget("code", name: editor.name, address: address)
        return try await begin(
            editor, isComplete: true, address: address, request, to: NewsroomLinks.destination(form["to"]))
    }

    @Sendable private func logOut(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        if let visit = try await desk.visit(request, context), let secret = desk.cookie.secret(request) {
            _ = try await desk.form(request, visit)
            try await desk.database.write { connection in
                try connection.endSession(secret.hash)
                try connection.audit("log-out", "editor/\(visit.editor.id)", by: visit.maker)
            }
        }
        var response = desk.redirect(NewsroomLinks.logIn + "?done=out")
        desk.cookie.set(nil, on: &response)
        return response
    }
}

extension NewsroomDesk {
    /// Works on a password; 503 where too many are waiting.
    func working<T: Sendable>(_ body: () async throws -> T) async throws -> T {
        do {
            return try await body()
        } catch CredentialsError.busy {
            throw Problem(
                .serviceUnavailable, "Too many people are logging in. Try again in a few seconds.",
                headers: [.retryAfter: "3"], key: "unavailable")
        }
    }
}

extension Connection {
    /// Whether a code is right at this moment; it is taken once.
    func takeCode(_ code: String, of editor: Int) throws -> Bool {
        guard let known = try credentials(of: editor), let bytes = known.oneTimeKey,
            let step = OneTimeKey(bytes: bytes).step(of: code, at: Date(), after: known.oneTimeStep)
        else { return false }
        return try useOneTimeStep(step, of: editor)
    }
}
