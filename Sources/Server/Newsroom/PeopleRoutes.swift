import Archive
import Credentials
import Foundation
import HTTPTypes
import Hummingbird
import News
import PostgreSQL
import Syndication

/// Where the chief invites people and says what they may do.
struct PeopleRoutes: Sendable {
    let desk: NewsroomDesk

    func add(to router: Router<NewsRequestContext>) {
        router.get("/admin/people", use: show)
        router.post("/admin/people", use: invite)
        router.post("/admin/people/rules", use: setRules)
        router.post("/admin/people/{id}", use: change)
    }

    @Sendable private func show(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        try await desk.signedIn(request, context, atLeast: .chief) { try await page($0, request) }
    }

    private func page(
        _ visit: NewsroomDesk.Visit, _ request: Request, typed: NewsroomForm? = nil, fault: String? = nil,
        link: PeoplePage.Link? = nil
    ) async throws -> Response {
        let (people, from) = try await desk.database.read { (try $0.people(), try $0.secondFactorFrom()) }
        let part = PeoplePage(visit, people, secondFactorFrom: from, typed: typed, link: link)
        let saying = NewsroomSaying(
            title: "room_people", path: NewsroomLinks.people, fault: fault)
        return try await desk.page("people", part, saying, visit, request)
    }

    @Sendable private func invite(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        try await desk.signedIn(request, context, atLeast: .chief) { visit in
            let form = try await desk.form(request, visit)
            let name = form.line("name", limit: 100)
            guard !name.isEmpty else {
                return try await page(visit, request, typed: form, fault: visit.strings["room_nameFault"])
            }
            guard let role = EditorRole(rawValue: form["role"]) else {
                return try await page(visit, request, typed: form, fault: visit.strings["room_roleFault"])
            }
            let (secret, maker) = (Secret(bits: NewsroomLinks.bits), visit.maker)
            do {
                try await desk.database.write { connection in
                    let id = try connection.insertEditor(name: name, role: role, by: maker)
                    try connection.insertPasswordLink(secret.hash, of: id, hours: NewsroomLinks.hours, by: maker)
                }
            } catch PostgresError.refused(.uniqueViolation, _, _) {
                return try await page(visit, request, typed: form, fault: visit.strings("room_nameTaken", name))
            }
            return try await page(visit, request, link: link(secret, name))
        }
    }

    private func link(_ secret: Secret, _ name: String) -> PeoplePage.Link {
        .init(name: name, address: desk.pages.site.root + NewsroomLinks.welcome(secret))
    }

    /// What one of the buttons beside somebody says.
    @Sendable private func change(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        try await desk.signedIn(request, context, atLeast: .chief) { visit in
            let form = try await desk.form(request, visit)
            let id = context.parameters.get("id", as: Int.self) ?? 0
            let change = try Change(form, of: id, visit)
            do {
                guard let person = try await desk.database.write({ try change.make($0, by: visit.maker) }) else {
                    throw Problem(.notFound, visit.strings["room_nobody"])
                }
                if case .link(let secret) = change.what, !person.isDisabled {
                    return try await page(visit, request, link: link(secret, person.name))
                }
            } catch ArchiveError.faults {
                return try await page(visit, request, fault: visit.strings["room_lastChief"])
            }
            return desk.redirect(NewsroomLinks.people + "?done=changed")
        }
    }

    /// A change of somebody's rights.
    private struct Change: Sendable {
        enum What {
            case link(Secret), role(EditorRole), disabled(Bool), noFactor
        }
        let id: Int
        let what: What

        /// Throws 400 where the form says none. One's own second factor is removed on the page of the account, by the password.
        init(_ form: NewsroomForm, of id: Int, _ visit: NewsroomDesk.Visit) throws {
            self.id = id
            switch (form["do"], EditorRole(rawValue: form["role"])) {
            case ("link", _): what = .link(Secret(bits: NewsroomLinks.bits))
            case ("disable", _): what = .disabled(true)
            case ("enable", _): what = .disabled(false)
            case ("factor", _) where id != visit.editor.id: what = .noFactor
            case ("role", let role?): what = .role(role)
            default: throw Problem(.badRequest, visit.strings["room_formIsOld"])
            }
        }

        /// Makes the change, and gives who it was made to as they were; nil where there is nobody.
        func make(_ connection: Connection, by maker: Maker) throws -> Person? {
            guard let person = try connection.person(id) else { return nil }
            switch what {
            case .link(let secret):
                guard !person.isDisabled else { break }
                try connection.insertPasswordLink(secret.hash, of: id, hours: NewsroomLinks.hours, by: maker)
            case .role(let role): try connection.setRole(role, of: id, by: maker)
            case .disabled(let isDisabled): try connection.setDisabled(isDisabled, of: id, by: maker)
            case .noFactor: try connection.removeOneTimeKey(of: id, keeping: nil, by: maker)
            }
            return person
        }
    }

    @Sendable private func setRules(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        try await desk.signedIn(request, context, atLeast: .chief) { visit in
            let from = try await desk.form(request, visit)["from"]
            guard from.isEmpty || EditorRole(rawValue: from) != nil else {
                throw Problem(.badRequest, visit.strings["room_formIsOld"])
            }
            try await desk.database.write { try $0.setSecondFactor(from: EditorRole(rawValue: from), by: visit.maker) }
            return desk.redirect(NewsroomLinks.people + "?done=changed")
        }
    }
}
