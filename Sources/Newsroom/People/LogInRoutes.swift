import Archive
import Credentials
import Editorial
import Foundation
import HTTPTypes
import Hummingbird
import Syndication
import Web

/// Logging in with a password, and logging out.
struct LogInRoutes: Sendable {
    let desk: NewsroomDesk
    private var attempts: LogInGuard { LogInGuard(archive: desk.archive) }

    func add(to router: Router<NewsRequestContext>) {
        router.get("/admin/log-in", use: show)
        router.get("/admin/log-in/puzzle", use: puzzle)
        router.post("/admin/log-in", use: logIn)
        router.post("/admin/log-out", use: logOut)
    }

    private struct Part: Sendable {
        var name = ""
        /// The page to open after logging in.
        var to: String
        /// Whether the browser was given a session but came back without it.
        var lostCookie = false
        /// Whether who solves a puzzle goes first.
        var isBusy = false
        var offersPasskeys = false
    }

    @Sendable private func show(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let query = NewsroomForm(FormFields.parse(request.uri.query ?? ""))
        let to = NewsroomLinks.destination(query["to"])
        if try await desk.visit(request, context)?.session.isComplete == true { return desk.redirect(to) }
        return try await page(Part(name: query.line("name", limit: 100), to: to), request)
    }

    private func page(
        _ part: Part, _ request: Request, fault: String? = nil, status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        var part = part
        part.isBusy = await desk.strangers.wantedBits() > 0
        part.offersPasskeys = desk.passkeys != nil
        let status = PageStatus(title: "room_logIn", path: NewsroomLinks.logIn, fault: fault, status: status)
        return try await desk.page("log-in", part, status, nil, request)
    }

    /// The log-in page for somebody whose link is no longer valid.
    func linkIsOver(_ request: Request) async throws -> Response {
        let fault = desk.strings(request)["room_linkIsOver"]
        return try await page(Part(to: NewsroomLinks.destination("")), request, fault: fault, status: .notFound)
    }

    /// The log-in page in place of one that requires logging in, leading back to it: 401, with a challenge
    /// that browsers ignore.
    func challenge(_ request: Request, _ visit: NewsroomDesk.Visit?) async throws -> Response {
        let isRead = [.get, .head].contains(request.method)
        let to = NewsroomLinks.destination(isRead ? request.head.path ?? "" : "")
        var response: Response
        if let visit {
            response = try await CodeRoutes(desk: desk).page(visit, to, request, status: .unauthorized)
        } else {
            let fault = isRead ? nil : desk.strings(request)["room_isOver"]
            response = try await page(
                Part(to: to, lostCookie: to.hasSuffix("in=1")), request, fault: fault, status: .unauthorized)
        }
        response.headers[.wwwAuthenticate] = #"Cookie realm="newsroom", form-action="\#(NewsroomLinks.logIn)""#
        return response
    }

    /// A puzzle for the page's script, harder the more wait.
    @Sendable private func puzzle(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let bits = await desk.strangers.wantedBits()
        return try LogInPuzzle(bits: bits, puzzle: await desk.puzzles.puzzles().make(bits: bits)).response()
    }

    @Sendable private func logIn(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let strings = desk.strings(request)
        let form = try await desk.openForm(request, strings)
        let (name, address) = (form.line("name", limit: 200), desk.address(request, context))
        let part = Part(name: name, to: NewsroomLinks.destination(form["to"]))
        let browser = desk.browserCookie.secret(request)
        let solved = try await desk.puzzles.puzzles().solved(form["solution"])
        let network = AddressRange.neighbourhood(of: address ?? "")
        // Whoever would find no place costs the database nothing.
        if browser == nil, await !desk.strangers.hasRoom(network: network, bits: solved?.bits ?? 0) {
            return try await busyPage(part, request)
        }
        let (known, isKnown) = try await desk.archive.read { holdings in
            let known = try holdings.logIn.credentials(name: name)
            return (
                known,
                try browser.map { try holdings.sessions.isKnownBrowser($0.hash, of: known?.editor.id ?? 0) } ?? false
            )
        }
        // Attempts on an account are counted together however its name is written; those from its owner's
        // browser are counted apart from strangers'.
        let account = known.map { "\($0.editor.id)" } ?? "name " + name.lowercased()
        let (kind, source) = isKnown ? (LogInGuard.Kind.known, browser?.text) : (.password, address)
        try await attempts.count(kind, account: account, address: source, strings)
        let password = String(form["password"].prefix(PasswordRules.longest * 4))
        let kept = known?.password.flatMap { PasswordHash(text: $0) }
        let isRight: Bool
        do {
            isRight =
                isKnown
                ? try await desk.passwords.matches(password, kept)
                : try await desk.strangers.matches(
                    password, kept, network: network, bits: desk.puzzles.redeem(solved))
        } catch CredentialsError.busy {
            try await attempts.takeBack(kind, account: account, address: source)
            return try await busyPage(part, request)
        }
        guard isRight, let known, let response = try await begin(known, address: address, request, to: part.to) else {
            try await desk.noteRefusal(of: name, known?.editor, address)
            return try await page(part, request, fault: strings["room_logInFault"])
        }
        try await attempts.forget(kind, account: account, address: source)
        return response
    }

    /// The log-in page for somebody whose password was not checked because too many wait.
    private func busyPage(_ part: Part, _ request: Request) async throws -> Response {
        var response = try await page(
            part, request, fault: desk.strings(request)["room_logInBusy"], status: .serviceUnavailable)
        response.headers[.retryAfter] = "\(Int.random(in: 3...9))"
        return response
    }

    /// The log-in page for somebody whose passkey was not accepted.
    func passkeyIsRefused(_ request: Request, to: String) async throws -> Response {
        try await page(
            Part(to: to), request, fault: desk.strings(request)["passkey_fault"], status: .unprocessableContent)
    }

    /// Starts a session with a new secret, replacing any that the browser had; nil if the password was
    /// changed while it was being compared.
    /// - Parameter passkey: the one that has answered, which stands for both factors; nil if a password was shown.
    func begin(
        _ known: Credentials, with passkey: PasskeyRecord? = nil, address: String?, _ request: Request, to: String
    ) async throws -> Response? {
        let (old, new, needsCode) = (
            desk.sessionCookie.secret(request), Secret(bits: SecretCookie.bits),
            known.oneTimeKey != nil && passkey == nil
        )
        let agent = request.headers[.userAgent] ?? ""
        let browser = desk.browserCookie.secret(request) ?? Secret(bits: SecretCookie.bits)
        let isBegun = try await desk.archive.write { holdings in
            if let passkey, try !holdings.passkeys.isKept(passkey) { return false }
            guard
                try holdings.sessions.insert(
                    new.hash, as: known, isComplete: !needsCode, address: address ?? "", agent: agent)
            else { return false }
            if let old { try holdings.sessions.end(old.hash) }
            try holdings.sessions.keepBrowser(browser.hash, of: known.editor.id)
            if !needsCode {
                try holdings.audit.note(
                    passkey == nil ? "log-in" : "log-in.passkey", "editor/\(known.editor.id)",
                    by: Maker(editor: known.editor.id, address: address))
            }
            return true
        }
        guard isBegun else { return nil }
        let inside = to + (to.contains("?") ? "&" : "?") + "in=1"
        var response = desk.redirect(needsCode ? NewsroomLinks.code + "?to=" + to.escapedForQuery : inside)
        desk.sessionCookie.set(new, on: &response)
        desk.browserCookie.set(browser, on: &response)
        return response
    }

    @Sendable private func logOut(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        if let visit = try await desk.visit(request, context) {
            _ = try await desk.form(request, visit)
            try await desk.archive.write { holdings in
                try holdings.sessions.end(visit.secret.hash)
                try holdings.audit.note("log-out", "editor/\(visit.editor.id)", by: visit.maker)
            }
        } else {
            // A request from another site comes without the cookie, and then the browser keeps it.
            _ = try await desk.openForm(request, desk.strings(request))
        }
        var response = desk.redirect(NewsroomLinks.logIn + "?done=out")
        desk.sessionCookie.set(nil, on: &response)
        return response
    }
}
