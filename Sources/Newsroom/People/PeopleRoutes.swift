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
        guard !name.isEmpty else {
            return try await page(visit, request, typed: form, fault: visit.strings["room_nameFault"])
        }
        guard let role = EditorRole(rawValue: form["role"]) else {
            return try await page(visit, request, typed: form, fault: visit.strings["room_roleFault"])
        }
        let (secret, maker) = (Secret(bits: NewsroomLinks.bits), visit.maker)
        do {
            _ = try await desk.archive.write { try $0.invite(name, role, secret, by: maker) }
        } catch ArchiveFault.taken {
            return try await page(visit, request, typed: form, fault: visit.strings("room_nameTaken", name))
        }
        return try await page(visit, request, link: link(secret, name))
    }

    private func link(_ secret: Secret, _ name: String) -> PeoplePage.Link {
        .init(name: name, address: desk.pages.site.root + NewsroomLinks.welcome(secret))
    }

    /// Carries out the button pressed next to a person.
    @Sendable private func change(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let visit = try context.visit
        let form = try await desk.form(request, visit)
        let id = context.parameters.get("id", as: Int.self) ?? 0
        func refuse(name fault: String) async throws -> Response {
            let refused = PeoplePage.Refused(id: id, name: form.line("name", limit: 100), fault: fault)
            return try await page(visit, request, refused: refused, fault: visit.strings["room_faults"])
        }
        if form["do"] == "save", form.line("name", limit: 100).isEmpty {
            return try await refuse(name: visit.strings["room_nameFault"])
        }
        let change = try Self.change(form, of: id, visit)
        do {
            guard let person = try await desk.archive.write({ try change.make($0, by: visit.maker) }) else {
                throw Problem(.notFound, visit.strings["room_nobody"])
            }
            if case .link(let secret) = change.what, !person.isDisabled {
                return try await page(visit, request, link: link(secret, person.name))
            }
        } catch ArchiveError.faults, ArchiveFault.inUse {
            let fault = if case .noInvitation = change.what { "room_invitationUsed" } else { "room_lastChief" }
            return try await page(visit, request, fault: visit.strings[fault])
        } catch ArchiveFault.taken {
            return try await refuse(name: visit.strings("room_nameTaken", form.line("name", limit: 100)))
        }
        return desk.redirect(NewsroomLinks.people + "?done=" + change.done)
    }

    /// The change that a form asks for. Throws 400 if there is none.
    private static func change(_ form: NewsroomForm, of id: Int, _ visit: NewsroomDesk.Visit) throws -> PersonChange {
        let what: PersonChange.What? =
            switch (form["do"], EditorRole(rawValue: form["role"])) {
            case ("link", _): .link(Secret(bits: NewsroomLinks.bits))
            case ("disable", _): .disabled(true)
            case ("enable", _): .disabled(false)
            case ("factor", _): .noFactor
            case ("uninvite", _): .noInvitation
            case ("save", let role?): .details(name: form.changed("name"), role: form.changed("role").map { _ in role })
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

extension NewsroomForm {
    /// A field that differs from what the form began with, so that what others have changed meanwhile stays; nil if it does not.
    fileprivate func changed(_ name: String) -> String? {
        let value = line(name, limit: 100)
        return value == self["was_" + name] ? nil : value
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
