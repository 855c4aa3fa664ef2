import Archive
import Hummingbird
import News
import Web

/// Lets people with a session and the right role pass, and tells the routes behind it whose visit it is.
/// Everybody else gets the log-in page, or the set-up that is still missing.
struct SessionMiddleware: RouterMiddleware {
    let desk: NewsroomDesk
    /// The least role.
    let role: EditorRole
    /// Whether a second factor that the role requires must be set up.
    let isSetUp: Bool

    func handle(
        _ request: Request, context: NewsRequestContext, next: (Request, NewsRequestContext) async throws -> Response
    ) async throws -> Response {
        let visit = try await desk.visit(request, context)
        guard let visit, visit.session.isComplete else {
            return try await LogInRoutes(desk: desk).challenge(request, visit)
        }
        if isSetUp, !visit.session.hasSecondFactor, try await desk.needsFactor(visit) {
            return try await FactorRoutes(desk: desk).page(visit, request, status: .forbidden)
        }
        guard visit.editor.role >= role else {
            throw Problem(.forbidden, visit.strings.tooWeak(below: role))
        }
        var context = context
        context.caller = visit
        return try await next(request, context)
    }
}

extension NewsroomDesk {
    /// The routes for people with a session and at least this role.
    func signedIn(
        _ router: some RouterMethods<NewsRequestContext>, atLeast role: EditorRole = .contributor, isSetUp: Bool = true
    ) -> RouterGroup<NewsRequestContext> {
        router.group().add(middleware: SessionMiddleware(desk: self, role: role, isSetUp: isSetUp))
    }
}

extension NewsRequestContext {
    /// The visit that a `SessionMiddleware` let pass. Throws 401 on a route that has none in front of it.
    var visit: NewsroomDesk.Visit {
        get throws(Problem) {
            guard let visit = caller as? NewsroomDesk.Visit else { throw Problem(.unauthorized, "Log in.") }
            return visit
        }
    }
}
