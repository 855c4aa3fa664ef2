import Archive
import Credentials
import Editorial
import Foundation
import HTTPTypes
import Hummingbird
import Imaging
import NIOPosix
import News
import Web

/// The routes for setting up an authenticator app as a second factor, or removing it, and for recovery codes. The app's key is derived
/// from the session's own secret, so it is stored nowhere until a code has proved that the app has it.
struct FactorRoutes: Sendable {
    let desk: NewsroomDesk

    func add(to router: Router<NewsRequestContext>) {
        let newcomers = desk.signedIn(router, isSetUp: false)
        let contributors = desk.signedIn(router)
        newcomers.get("/admin/account/second-factor", use: show)
        newcomers.post("/admin/account/second-factor", use: set)
        contributors.post("/admin/account/second-factor/remove", use: remove)
        contributors.post("/admin/account/second-factor/codes", use: replaceCodes)
    }

    private struct Part: Sendable {
        var hasFactor: Bool
        var isNeeded: Bool
        /// The key to type into the app, and the address that opens the app.
        var key: String?
        var address: String?
        /// The same address for the camera of another device.
        var code: QRCode?
        /// The number of recovery codes left, in words.
        var codesLeft: String
        /// New recovery codes, a line each. Shown only once.
        var newCodes: String?
        /// The same as the content of a file, for an address.
        var codesFile: String?
    }

    @Sendable private func show(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        return try await page(context.visit, request)
    }

    func page(
        _ visit: NewsroomDesk.Visit, _ request: Request, fault: String? = nil, newCodes: [RecoveryCode] = [],
        status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let (isNeeded, editor) = (try await desk.needsFactor(visit), visit.editor.id)
        let left = try await desk.archive.read { try $0.recoveryCodes.count(of: editor) }
        let key = visit.session.hasSecondFactor ? nil : OneTimeKey(derivedFrom: visit.secret)
        let address = key?.address(account: visit.editor.name, issuer: visit.masthead.title)
        let code = try await NIOThreadPool.singleton.runIfActive { address.flatMap { QRCode($0) } }
        let part = Part(
            hasFactor: key == nil, isNeeded: isNeeded, key: key?.text, address: address, code: code,
            codesLeft: visit.strings("room_recoveryLeft", left),
            newCodes: newCodes.isEmpty ? nil : newCodes.map(\.text).joined(separator: "\n"),
            codesFile: newCodes.map(\.text).joined(separator: "%0D%0A"))
        let status = PageStatus(
            title: "room_factor", path: NewsroomLinks.factor, fault: fault, status: status)
        return try await desk.page("factor", part, status, visit, request)
    }

    @Sendable private func set(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let visit = try context.visit
        let form = try await desk.form(request, visit)
        guard !visit.session.hasSecondFactor else { return desk.redirect(NewsroomLinks.factor) }
        guard try await desk.isPassword(form["present"], of: visit) else {
            return try await page(visit, request, fault: visit.strings["room_presentFault"])
        }
        let (key, editor, session, maker) = (
            OneTimeKey(derivedFrom: visit.secret), visit.editor.id, visit.session.id, visit.maker
        )
        guard let step = key.step(of: form["code"], at: Date(), after: 0) else {
            return try await page(visit, request, fault: visit.strings["room_codeFault"])
        }
        // The session gets a new secret, since the key could be derived from this one.
        let (new, codes) = (Secret(bits: SecretCookie.bits), RecoveryCode.several())
        let renamed: Session? = try await desk.archive.write { holdings in
            guard try holdings.logIn.setOneTimeKey(key.bytes, of: editor, keeping: session, by: maker) else {
                return nil
            }
            _ = try holdings.logIn.useOneTimeStep(step, of: editor)
            try holdings.recoveryCodes.replace(of: editor, with: codes.map(\.hash), by: maker)
            try holdings.sessions.rename(session, new.hash)
            return try holdings.sessions.find(new.hash)
        }
        guard let renamed else { return desk.redirect(NewsroomLinks.factor) }
        var after = visit
        (after.session, after.secret) = (renamed, new)
        var response = try await page(after, request, newCodes: codes)
        desk.sessionCookie.set(new, on: &response)
        return response
    }

    /// Makes new recovery codes, if the password is given again.
    @Sendable private func replaceCodes(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let visit = try context.visit
        let form = try await desk.form(request, visit)
        guard visit.session.hasSecondFactor else { return desk.redirect(NewsroomLinks.factor) }
        guard try await desk.isPassword(form["present"], of: visit) else {
            return try await page(visit, request, fault: visit.strings["room_presentFault"])
        }
        let (codes, editor, maker) = (RecoveryCode.several(), visit.editor.id, visit.maker)
        try await desk.archive.write {
            try $0.recoveryCodes.replace(of: editor, with: codes.map(\.hash), by: maker)
        }
        return try await page(visit, request, newCodes: codes)
    }

    /// Removes the app, if the password is given again.
    @Sendable private func remove(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let visit = try context.visit
        let form = try await desk.form(request, visit)
        guard try await desk.isPassword(form["present"], of: visit) else {
            return try await page(visit, request, fault: visit.strings["room_presentFault"])
        }
        let (editor, session, maker) = (visit.editor.id, visit.session.id, visit.maker)
        try await desk.archive.write {
            try $0.logIn.removeOneTimeKey(of: editor, keeping: session, by: maker)
        }
        return desk.redirect(NewsroomLinks.account + "?done=factorGone")
    }
}

extension RecoveryCode {
    /// As many as somebody gets at once.
    fileprivate static func several() -> [RecoveryCode] { (0..<count).map { _ in RecoveryCode() } }
}
