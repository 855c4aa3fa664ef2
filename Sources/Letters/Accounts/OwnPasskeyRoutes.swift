import Archive
import Credentials
import Documents
import HTTPTypes
import Hummingbird
import News
import Passkeys
import Web
import WebEditions

/// `/me/passkeys`: readers add and remove passkeys, and log in with them.
struct OwnPasskeyRoutes: Sendable {
    let own: OwnPageRoutes
    let passkeys: PasskeyDesk

    static let page = OwnPageRoutes.page + "/passkeys"
    static let (logIn, remove) = (page + "/log-in", page + "/remove")
    /// The end of the address at which browsers get the question, below that to which the answer goes.
    static let question = "/question"

    func add(to router: Router<NewsRequestContext>) {
        router.post(RouterPath(Self.page + Self.question), use: offer)
        router.post(RouterPath(Self.page), use: create)
        router.post(RouterPath(Self.remove), use: delete)
        router.post(RouterPath(Self.logIn + Self.question)) { request, context in
            _ = try await own.form(request, context)
            return try await passkeys.request(of: .readers)
        }
        router.post(RouterPath(Self.logIn), use: enter)
    }

    @Sendable private func offer(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        _ = try await own.form(request, context)
        guard let (session, reader) = try await own.accounts.reader(request) else { return own.accounts.loggedOut() }
        let title = try await own.pages.revisions.masthead().title
        let owner = PasskeyOwner.reader(session.reader)
        if let question = try await passkeys.creation(for: owner, name: reader.address, of: title) { return question }
        let strings = try await own.pages.understand(request, context).strings
        throw Problem(.unprocessableContent, strings("passkey_most", "\(Passkeys.most)"))
    }

    @Sendable private func create(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let form = try await own.form(request, context)
        guard let session = try await own.accounts.session(request) else { return OwnPageRoutes.redirect() }
        let key = own.accounts.sessionCookie.secret(request)
        let isMade = try await passkeys.create(
            { form[$0] ?? "" }, for: .reader(session.reader), agent: request.headers[.userAgent] ?? "",
            if: { holdings in try key.map { try holdings.readerSessions.find($0.hash) != nil } ?? false })
        return OwnPageRoutes.redirect(isMade ? nil : OwnPageRoutes.refused)
    }

    @Sendable private func delete(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let id = try await own.form(request, context)["passkey"].flatMap { Int($0) }
        if let session = try await own.accounts.session(request), let id {
            _ = try await own.pages.archive.write { try $0.passkeys.delete(id, of: .reader(session.reader)) }
        }
        return OwnPageRoutes.redirect()
    }

    @Sendable private func enter(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let form = try await own.form(request, context)
        let former = own.accounts.sessionCookie.secret(request)
        if let passkey = try await passkeys.passkey({ form[$0] ?? "" }, of: .readers),
            let key = try await own.accounts.logIn(passkey: passkey, former: former)
        {
            return own.logged(in: key)
        }
        return try await own.refuse(request, context) {
            OwnPage(note: $0["passkey_fault"], form: .init(offersPasskeys: true))
        }
    }
}
