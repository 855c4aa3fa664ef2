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
            let name = form.trimmed("name")
            guard (1...100).contains(name.unicodeScalars.count),
                !name.unicodeScalars.contains(where: { $0.value < 0x20 })
            else { return try await page(visit, request, typed: form, fault: visit.strings["room_nameFault"]) }
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
            let (id, maker) = (context.parameters.get("id", as: Int.self) ?? 0, visit.maker)
            guard let person = try await desk.database.read({ try $0.person(id) }) else {
                throw Problem(.notFound, visit.strings["room_nobody"])
            }
            let (secret, role) = (Secret(bits: NewsroomLinks.bits), EditorRole(rawValue: form["role"]))
            let action = form["do"]
            do {
                try await desk.database.write { connection in
                    switch action {
                    case "link" where !person.isDisabled:
                        try connection.insertPasswordLink(secret.hash, of: id, hours: NewsroomLinks.hours, by: maker)
                    case "disable": try connection.setDisabled(true, of: id, by: maker)
                    case "enable": try connection.setDisabled(false, of: id, by: maker)
                    case "factor": try connection.setOneTimeKey(nil, of: id, keeping: nil, by: maker)
                    case "role": if let role { try connection.setRole(role, of: id, by: maker) }
                    default: break
                    }
                }
            } catch ArchiveError.faults {
                return try await page(visit, request, fault: visit.strings["room_lastChief"])
            }
            if action == "link" { return try await page(visit, request, link: link(secret, person.name)) }
            return desk.redirect(NewsroomLinks.people + "?done=changed")
        }
    }

    @Sendable private func setRules(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        try await desk.signedIn(request, context, atLeast: .chief) { visit in
            let form = try await desk.form(request, visit)
            let (role, maker) = (EditorRole(rawValue: form["from"]), visit.maker)
            try await desk.database.write { try $0.setSecondFactor(from: role, by: maker) }
            return desk.redirect(NewsroomLinks.people + "?done=changed")
        }
    }
}

/// The page of everybody in the newsroom.
struct PeoplePage: Sendable {
    struct Row: Sendable {
        var id: Int
        var name: String
        var role: String
        /// What there is to know: never been there, without a second factor, shut out.
        var notes: [String]
        var isDisabled: Bool
        var hasFactor: Bool
        var roles: [AccountPage.Choice]
    }
    /// A link that is shown once.
    struct Link: Sendable {
        var name: String
        var address: String
    }

    var rows: [Row]
    var roles: [AccountPage.Choice]
    var rules: [AccountPage.Choice]
    var typedName: String
    var link: Link?
    var days = NewsroomLinks.hours / 24

    init(
        _ visit: NewsroomDesk.Visit, _ people: [Person], secondFactorFrom from: EditorRole?, typed: NewsroomForm?,
        link: Link?
    ) {
        let strings = visit.strings
        func choices(_ chosen: EditorRole?) -> [AccountPage.Choice] {
            EditorRole.allCases.map {
                .init(value: $0.rawValue, name: strings["room_role_" + $0.rawValue], isChosen: $0 == chosen)
            }
        }
        rows = people.map { person in
            var notes = [
                person.seenAt.map { strings("room_used", Moment($0, strings).text) }
                    ?? strings[person.hasPassword ? "room_notIn" : "room_noPassword"]
            ]
            if person.hasSecondFactor { notes.append(strings["room_hasFactor"]) }
            if person.isDisabled { notes.append(strings["room_isDisabled"]) }
            return Row(
                id: person.id, name: person.name, role: strings["room_role_" + person.role.rawValue], notes: notes,
                isDisabled: person.isDisabled, hasFactor: person.hasSecondFactor, roles: choices(person.role))
        }
        roles = choices(typed.flatMap { EditorRole(rawValue: $0["role"]) } ?? .journalist)
        rules =
            [.init(value: "", name: strings["room_factorFrom_nobody"], isChosen: from == nil)]
            + EditorRole.allCases.reversed().map {
                .init(value: $0.rawValue, name: strings["room_factorFrom_" + $0.rawValue], isChosen: $0 == from)
            }
        typedName = typed?["name"] ?? ""
        self.link = link
    }
}
