import Archive
import Credentials
import Foundation
import HTTPTypes
import Hummingbird
import News
import PostgreSQL

/// What people do with their own account: the password, the second factor, where they are logged in, tokens for programs.
struct AccountRoutes: Sendable {
    let desk: NewsroomDesk

    func add(to router: Router<NewsRequestContext>) {
        router.get("/admin/account", use: show)
        router.post("/admin/account/password", use: changePassword)
        router.post("/admin/account/sessions/{id}", use: endSession)
        router.post("/admin/account/tokens", use: makeToken)
        router.post("/admin/account/tokens/{id}", use: revokeToken)
    }

    @Sendable private func show(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        try await desk.signedIn(request, context) { try await page($0, request) }
    }

    private func page(
        _ visit: NewsroomDesk.Visit, _ request: Request, fault: String? = nil, token: String? = nil
    ) async throws -> Response {
        let id = visit.editor.id
        let (sessions, tokens) = try await desk.database.read { (try $0.sessions(of: id), try $0.tokens(of: id)) }
        let saying = NewsroomSaying(
            title: "room_account", path: NewsroomLinks.account, fault: fault)
        let part = AccountPage(visit, sessions, tokens, newToken: token)
        return try await desk.page("account", part, saying, visit, request)
    }

    @Sendable private func changePassword(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        try await desk.signedIn(request, context) { visit in
            let form = try await desk.form(request, visit)
            if let fault = desk.fault(ofNew: form, visit.editor, visit.strings) {
                return try await page(visit, request, fault: fault)
            }
            guard try await desk.isPassword(form["present"], of: visit) else {
                return try await page(visit, request, fault: visit.strings["room_presentFault"])
            }
            let password = try await desk.passwords.hash(form["password"])
            let (editor, session, maker) = (visit.editor.id, visit.session.id, visit.maker)
            try await desk.database.write {
                try $0.setPassword(password.text, of: editor, keeping: session, by: maker)
            }
            return desk.redirect(NewsroomLinks.account + "?done=password")
        }
    }

    @Sendable private func endSession(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        try await change(request, context, done: "session") { id, visit, connection in
            try connection.endSession(id, of: visit.editor.id, by: visit.maker)
        }
    }

    @Sendable private func revokeToken(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        try await change(request, context, done: "revoked") { id, visit, connection in
            try connection.revokeToken(id, of: visit.editor.id, by: visit.maker)
        }
    }

    private func change(
        _ request: Request, _ context: NewsRequestContext, done: String,
        _ body: @escaping @Sendable (Int, NewsroomDesk.Visit, Connection) throws -> Void
    ) async throws -> Response {
        try await desk.signedIn(request, context) { visit in
            _ = try await desk.form(request, visit)
            let id = context.parameters.get("id", as: Int.self) ?? 0
            do {
                try await desk.database.write { try body(id, visit, $0) }
            } catch ArchiveError.notFound {}  // ended already: that is what was wanted
            return desk.redirect(NewsroomLinks.account + "?done=" + done)
        }
    }

    @Sendable private func makeToken(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        try await desk.signedIn(request, context) { visit in
            let form = try await desk.form(request, visit)
            let name = form.line("name", limit: 100)
            guard !name.isEmpty else {
                return try await page(visit, request, fault: visit.strings["room_tokenName"])
            }
            guard try await desk.isPassword(form["present"], of: visit) else {
                return try await page(visit, request, fault: visit.strings["room_presentFault"])
            }
            guard let scope = TokenScope(rawValue: form["scope"]), let days = Int(form["days"]),
                (1...366).contains(days)
            else {
                throw Problem(.badRequest, visit.strings["room_formIsOld"])
            }
            let token = Secret(bits: 256, prefix: "n4md_")
            let (editor, maker) = (visit.editor.name, visit.maker)
            _ = try await desk.database.write {
                try $0.insertToken(
                    editor: editor, hash: token.hash, label: name, scope: scope,
                    expiresAt: Date().addingTimeInterval(Double(days) * 86_400), by: maker)
            }
            return try await page(visit, request, token: token.text)
        }
    }
}

/// The page of somebody's own account.
struct AccountPage: Sendable {
    struct Place: Sendable {
        var id: Int
        var agent: String
        var address: String
        var since: String
        var used: String
        var isThis: Bool
    }
    struct Token: Sendable {
        var id: Int
        var name: String
        var scope: String
        var until: String
        var used: String
    }
    struct Choice: Sendable {
        var value: String
        var name: String
        var isChosen = false
    }

    var role: String
    var hasFactor: Bool
    var shortest = PasswordRules.shortest
    var places: [Place]
    var tokens: [Token]
    var scopes: [Choice]
    var spans: [Choice]
    /// Shown once.
    var newToken: String?

    init(_ visit: NewsroomDesk.Visit, _ sessions: [SessionRecord], _ tokens: [TokenRecord], newToken: String?) {
        let strings = visit.strings
        func moment(_ date: Date?) -> String { date.map { Moment($0, strings).text } ?? strings["room_never"] }
        role = strings["room_role_" + visit.editor.role.rawValue]
        hasFactor = visit.session.hasSecondFactor
        places = sessions.map {
            Place(
                id: $0.id, agent: strings.browser($0.agent), address: $0.address,
                since: strings("room_since", moment($0.createdAt)), used: strings("room_used", moment($0.usedAt)),
                isThis: $0.id == visit.session.id)
        }
        self.tokens = tokens.map {
            Token(
                id: $0.id, name: $0.name.isEmpty ? "–" : $0.name, scope: strings["room_scope_" + $0.scope.rawValue],
                until: strings("room_until", moment($0.expiresAt)), used: strings("room_used", moment($0.usedAt)))
        }
        scopes = TokenScope.allCases.map {
            Choice(value: $0.rawValue, name: strings["room_scope_" + $0.rawValue], isChosen: $0 == .write)
        }
        spans = [7, 30, 90, 366].map { Choice(value: "\($0)", name: strings("room_days", $0), isChosen: $0 == 90) }
        self.newToken = newToken
    }
}

extension Strings {
    /// What a browser and its system are called by their agent line, as far as it is known.
    func browser(_ agent: String) -> String {
        let systems = [
            ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows"),
            ("Mac OS X", "macOS"), ("Linux", "Linux"),
        ]
        let browsers = [
            ("Firefox/", "Firefox"), ("Edg", "Edge"), ("OPR/", "Opera"), ("Chrome/", "Chrome"), ("Safari/", "Safari"),
        ]
        let known = [browsers, systems].compactMap { names in names.first { agent.contains($0.0) }?.1 }
        return known.isEmpty ? self["room_unknownBrowser"] : known.joined(separator: ", ")
    }
}

extension NewsroomDesk {
    /// Whether somebody who is logged in knows the password. Tries are counted.
    func isPassword(_ password: String, of visit: Visit) async throws -> Bool {
        let editor = visit.editor
        try await LogInGuard(database: database).count(
            .present, account: "\(editor.id)", address: editor.address, visit.strings)
        let known = try await database.read { try $0.credentials(of: editor.id) }
        return try await passwords.matches(
            String(password.prefix(PasswordRules.longest * 4)), known?.password.flatMap { PasswordHash(text: $0) })
    }
}
