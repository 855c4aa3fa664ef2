package import Archive
import Credentials
import HTTPTypes
package import Hummingbird
package import News
package import Web

/// Lets those requests pass that present the token of an editor who may make them, and tells the routes
/// behind it who that is. No route of the editorial API stands outside one.
package struct TokenMiddleware: RouterMiddleware {
    let desk: EditorDesk
    /// The least role.
    let role: EditorRole
    /// The scope that the token needs; nil derives it from the method and the role.
    let scope: TokenScope?

    package init(desk: EditorDesk, atLeast role: EditorRole, scope: TokenScope? = nil) {
        self.desk = desk
        self.role = role
        self.scope = scope
    }

    package func handle(
        _ request: Request, context: NewsRequestContext, next: (Request, NewsRequestContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        context.caller = try await editor(request, context)
        return try await next(request, context)
    }

    /// The editor whose token a request presents. Throws 401 without a known token, and 403 if the role or
    /// the token's scope is too weak.
    package func editor(_ request: Request, _ context: NewsRequestContext) async throws -> Editor {
        let challenge: HTTPFields = [.wwwAuthenticate: "Bearer realm=\"n4md\""]
        guard let token = EditorDesk.token(request) else {
            throw Problem(
                .unauthorized, "Send a token: Authorization: Bearer … (n4md token create makes one).",
                headers: challenge)
        }
        let hash = token.hash
        guard var editor = try await desk.archive.read({ try $0.tokens.editor(hash: hash) }) else {
            desk.limits.refuse(hash)
            throw Problem(.unauthorized, "This token is unknown or no longer valid.", headers: challenge)
        }
        if let account = context.account {
            desk.limits.accept(hash, isRead: EditorDesk.isRead(request), countedFor: account)
        }
        guard editor.role >= role else {
            throw Problem(
                .forbidden, "This needs the role \(role.rawValue); \(editor.name) has the role \(editor.role.rawValue)."
            )
        }
        let scope = scope ?? TokenScope(request.method, role)
        guard let token = editor.token, token.scope >= scope else { throw EditorDesk.tooNarrow(scope) }
        if token.isDue { try await desk.archive.write { try $0.tokens.noteUse(of: token.id) } }
        editor.address = desk.origins.client(request, context)
        return editor
    }
}

extension NewsRequestContext {
    /// The editor whom a `TokenMiddleware` let pass. Throws 401 on a route that has none in front of it.
    package var editor: Editor {
        get throws(Problem) {
            guard let editor = caller as? Editor else { throw Problem(.unauthorized, "Send a token.") }
            return editor
        }
    }
}

extension TokenScope {
    /// The scope needed for a request of this method that requires this role.
    fileprivate init(_ method: HTTPRequest.Method, _ role: EditorRole) {
        self =
            [.get, .head].contains(method)
            ? .read : role == .chief ? .manage : role == .editor ? .publish : .write
    }
}
