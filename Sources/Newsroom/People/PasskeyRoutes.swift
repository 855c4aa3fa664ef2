import Archive
import Credentials
import Editorial
import Foundation
import HTTPTypes
import Hummingbird
import News
import Passkeys
import Web

/// People of the newsroom log in by passkeys, add and remove them. A passkey stands for password and second factor: the device has it, and checks
/// who touches it.
struct PasskeyRoutes: Sendable {
    let desk: NewsroomDesk
    let passkeys: PasskeyDesk

    private static let (logIn, own) = (NewsroomLinks.logIn + "/passkey", NewsroomLinks.account + "/passkeys")

    func add(to router: Router<NewsRequestContext>) {
        router.post(RouterPath(Self.logIn), use: enter)
        router.post(RouterPath(Self.logIn + "/question")) { request, _ in
            _ = try await desk.openForm(request, desk.strings(request))
            return try await passkeys.request(of: .newsroom)
        }
        let contributors = desk.signedIn(router)
        contributors.post(RouterPath(Self.own), use: create)
        contributors.post(RouterPath(Self.own + "/question"), use: offer)
        contributors.post(RouterPath(Self.own + "/remove"), use: remove)
    }

    @Sendable private func enter(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let form = try await desk.openForm(request, desk.strings(request))
        let (to, address, logIn) = (
            NewsroomLinks.destination(form["to"]), desk.address(request, context), LogInRoutes(desk: desk)
        )
        try await LogInGuard(archive: desk.archive).count(
            .passkey, account: "", address: address, desk.strings(request))
        guard let passkey = try await passkeys.passkey({ form[$0] }, of: .newsroom),
            case .editor(let editor) = passkey.owner,
            let known = try await desk.archive.read({ try $0.logIn.credentials(of: editor) }),
            let response = try await logIn.begin(known, with: passkey, address: address, request, to: to)
        else {
            try await desk.noteRefusal("log-in.refuse-passkey", nil, address)
            return try await logIn.passkeyIsRefused(request, to: to)
        }
        return response
    }

    /// The password is asked for before the device makes a passkey: whoever finds a browser logged in adds none.
    @Sendable private func offer(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let visit = try context.visit
        guard try await desk.isPassword(try await desk.form(request, visit)["present"], of: visit) else {
            throw Problem(.unprocessableContent, visit.strings["room_presentFault"])
        }
        let question = try await passkeys.creation(
            for: .editor(visit.editor.id), name: visit.editor.name, of: visit.masthead.title)
        guard let question else {
            throw Problem(.unprocessableContent, visit.strings("passkey_most", "\(Passkeys.most)"))
        }
        return question
    }

    @Sendable private func create(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let visit = try context.visit
        let form = try await desk.form(request, visit)
        let agent = request.headers[.userAgent] ?? ""
        let isMade = try await passkeys.create(
            { form[$0] }, for: .editor(visit.editor.id), agent: agent,
            if: { try $0.sessions.find(visit.secret.hash, locks: true) != nil },
            then: { try $0.audit.note("passkey.create", "editor/\(visit.editor.id)", by: visit.maker) })
        guard isMade else {
            return try await AccountRoutes(desk: desk).page(
                visit, request, refused: .passkey, fault: visit.strings["passkey_refused"])
        }
        return desk.redirect(NewsroomLinks.account + "?done=passkey")
    }

    @Sendable private func remove(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let visit = try context.visit
        let id = Int(try await desk.form(request, visit)["passkey"]) ?? 0
        try await desk.archive.write { holdings in
            guard try holdings.passkeys.delete(id, of: .editor(visit.editor.id)) else { return }
            try holdings.audit.note("passkey.delete", "editor/\(visit.editor.id)", by: visit.maker)
        }
        return desk.redirect(NewsroomLinks.account + "?done=passkeyGone")
    }
}
