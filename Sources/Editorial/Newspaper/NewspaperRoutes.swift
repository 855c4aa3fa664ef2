import Archive
import Hummingbird
import News
import Web

/// `/api/v1/newspaper`: the newspaper's name, language, time zone and look, and what its pages link.
struct NewspaperRoutes: Sendable {
    let desk: EditorDesk

    func add(to router: RouterGroup<NewsRequestContext>) {
        let contributors = router.group().add(middleware: TokenMiddleware(desk: desk, atLeast: .contributor))
        let chiefs = router.group().add(middleware: TokenMiddleware(desk: desk, atLeast: .chief, scope: .manage))
        contributors.get("newspaper", use: show)
        chiefs.put("newspaper", use: change)
    }

    @Sendable private func show(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let settings = try await desk.archive.read { try $0.newspaper.settings() }
        return try desk.read(NewspaperInput(settings), revision: settings.revision)
    }

    @Sendable private func change(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        try await desk.change(request, context, NewspaperInput.self) { input, expected, editor, holdings in
            let present = try holdings.newspaper.settings()
            let changed = try input.replace(
                revision: try expected.revision(present.revision), holdings, by: editor)
            return try .init(.ok, NewspaperInput(changed), revision: changed.revision)
        }
    }
}
