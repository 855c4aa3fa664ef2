import Archive
import Credentials
import Editorial
import Foundation
import HTTPTypes
import Hummingbird
import News
import Syndication
import Web
import WebEditions

/// The routes with which chiefs invite people and set their rights.
struct PeopleRoutes: Sendable {
    let desk: NewsroomDesk

    func add(to router: Router<NewsRequestContext>) {
        let chiefs = desk.signedIn(router, atLeast: .chief)
        chiefs.get("/admin/people", use: show)
        chiefs.post("/admin/people", use: invite)
        chiefs.post("/admin/people/rules", use: setRules)
        chiefs.post("/admin/people/{id}", use: change)
    }

    @Sendable private func show(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        return try await page(context.visit, request)
    }

    private func page(
        _ visit: NewsroomDesk.Visit, _ request: Request, typed: NewsroomForm? = nil,
        refused: PeoplePage.Refused? = nil, fault: String? = nil, link: PeoplePage.Link? = nil
    ) async throws -> Response {
        let (people, from) = try await desk.archive.read { (try $0.people.list(), try $0.people.secondFactorFrom()) }
        let part = PeoplePage(visit, people, secondFactorFrom: from, typed: typed, refused: refused, link: link)
        let status = PageStatus(
            title: "room_people", path: NewsroomLinks.people, fault: fault)
        return try await desk.page("people", part, status, visit, request)
    }

    @Sendable private func invite(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let visit = try context.visit
        let form = try await desk.form(request, visit)
        let name = form.line("name", limit: 100)
        func refuse(_ fault: String) async throws -> Response {
            try await page(visit, request, typed: form, fault: fault)
        }
        guard !name.isEmpty else { return try await refuse(visit.strings["room_nameFault"]) }
        guard let role = EditorRole(rawValue: form["role"]) else {
            return try await refuse(visit.strings["room_roleFault"])
        }
        let (secret, maker) = (Secret(bits: NewsroomLinks.bits), visit.maker)
        do {
            _ = try await desk.archive.write { try $0.invite(name, role, secret, by: maker) }
        } catch ArchiveFault.taken {
            return try await refuse(visit.strings("room_nameTaken", name))
        }
        return try await page(visit, request, link: link(secret, name, visit))
    }

    private func link(_ secret: Secret, _ name: String, _ visit: NewsroomDesk.Visit) -> PeoplePage.Link {
        let address = desk.pages.site.root + NewsroomLinks.welcome(secret)
        return PeoplePage.Link(name, address, visit.masthead.title, visit.strings)
    }

    /// Carries out the button pressed next to a person.
    @Sendable private func change(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let visit = try context.visit
        let form = try await desk.form(request, visit)
        let id = context.parameters.get("id", as: Int.self) ?? 0
        let (typed, isSave) = (PersonForm(form), form["do"] == "save")
        func refuse(_ fault: String) async throws -> Response {
            let refused = PeoplePage.Refused(id: id, form: typed, fault: fault)
            return try await page(visit, request, refused: refused, fault: visit.strings["room_faults"])
        }
        if isSave, typed.name.isEmpty { return try await refuse(visit.strings["room_nameFault"]) }
        let change = try Self.change(form, typed, of: id, visit)
        do {
            let person = try await desk.archive.write { holdings in
                if isSave, let person = try holdings.people.find(id), typed.collides(with: person) {
                    throw Collision(person: person)
                }
                return try change.make(holdings, by: visit.maker)
            }
            guard let person else { throw Problem(.notFound, visit.strings["room_nobody"]) }
            if case .link(let secret) = change.what, !person.isDisabled {
                return try await page(visit, request, link: link(secret, person.name, visit))
            }
        } catch let collision as Collision {
            return try await refuse(visit.strings("room_personChanged", collision.words(visit.strings)))
        } catch ArchiveError.faults, ArchiveFault.inUse {
            let fault = if case .noInvitation = change.what { "room_invitationUsed" } else { "room_lastChief" }
            return try await page(visit, request, fault: visit.strings[fault])
        } catch ArchiveFault.taken {
            return try await refuse(visit.strings("room_nameTaken", typed.name))
        }
        return desk.redirect(NewsroomLinks.people + "?done=" + change.done)
    }

    /// Somebody else has meanwhile changed the person in another way.
    private struct Collision: Error {
        let person: Person

        func words(_ strings: Strings) -> String {
            "\(person.name), \(strings["room_role_" + person.role.rawValue])"
        }
    }

    /// The change that a form asks for. Throws 400 if there is none.
    private static func change(
        _ form: NewsroomForm, _ typed: PersonForm, of id: Int, _ visit: NewsroomDesk.Visit
    ) throws -> PersonChange {
        let what: PersonChange.What? =
            switch form["do"] {
            case "link": .link(Secret(bits: NewsroomLinks.bits))
            case "disable": .disabled(true)
            case "enable": .disabled(false)
            case "factor": .noFactor
            case "uninvite": .noInvitation
            case "save" where typed.role != nil || id == visit.editor.id: typed.change
            default: nil
            }
        guard let change = what.map({ PersonChange(id: id, what: $0) }), change.isAllowed(to: visit.editor) else {
            throw Problem(.badRequest, visit.strings["room_formIsOld"])
        }
        return change
    }

    @Sendable private func setRules(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let visit = try context.visit
        let from = try await desk.form(request, visit)["from"]
        guard from.isEmpty || EditorRole(rawValue: from) != nil else {
            throw Problem(.badRequest, visit.strings["room_formIsOld"])
        }
        try await desk.archive.write {
            try $0.people.setSecondFactor(from: EditorRole(rawValue: from), by: visit.maker)
        }
        return desk.redirect(NewsroomLinks.people + "?done=changed")
    }
}

extension PersonChange {
    /// The name of what was done, in the catalogues.
    fileprivate var done: String {
        switch what {
        case .link: "changed"
        case .details: "role"
        case .noInvitation: "uninvited"
        case .disabled(true): "disabled"
        case .disabled(false): "enabled"
        case .noFactor: "factorGone"
        }
    }
}
