import Archive
import Documents
import Hummingbird
import News
import Syndication
import Web

/// `/api/v1/tokens`: the caller's own tokens. They are created only in the newsroom, with the password.
struct TokenRoutes: Sendable {
    let desk: EditorDesk

    func add(to router: RouterGroup<NewsRequestContext>) {
        let contributors = router.group().add(middleware: TokenMiddleware(desk: desk, atLeast: .contributor))
        let anyone = router.group().add(middleware: TokenMiddleware(desk: desk, atLeast: .contributor, scope: .read))
        contributors.get("tokens", use: list)
        anyone.delete("tokens/{id}", use: revoke)
    }

    private struct Output: Encodable {
        var id: Int
        var name: String
        var scope: String
        var createdAt: String
        var expiresAt: String?
        var usedAt: String?
        /// Whether it is the token of this request.
        var isThis: Bool

        init(_ token: TokenRecord, shown: ShownToken?) {
            (id, name, scope) = (token.id, token.name, token.scope.rawValue)
            createdAt = RFC822.iso8601(token.createdAt)
            expiresAt = token.expiresAt.map(RFC822.iso8601)
            usedAt = token.usedAt.map(RFC822.iso8601)
            isThis = token.id == shown?.id
        }
    }
    private struct List: Encodable { var tokens: [Output] }

    @Sendable private func list(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let editor = try context.editor
        let tokens = try await desk.archive.read { try $0.tokens.list(of: editor.id) }
        return try desk.read(List(tokens: tokens.map { Output($0, shown: editor.token) }))
    }

    /// A token can end itself, whatever its scope; ending others needs the scope `manage`.
    @Sendable private func revoke(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let editor = try context.editor
        let id = context.parameters.get("id", as: Int.self) ?? 0
        guard let token = editor.token, token.id == id || token.scope == .manage else {
            throw EditorDesk.tooNarrow(.manage)
        }
        return try await desk.write(request, [], by: editor) { holdings in
            try holdings.tokens.revoke(id, of: editor.id, by: editor.maker)
            return .noContent
        }
    }
}
