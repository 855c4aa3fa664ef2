package import Hummingbird

/// The outermost layer around the router, which counts and logs each request.
package struct SiteResponder<Router: HTTPResponder>: HTTPResponder where Router.Context == NewsRequestContext {
    package let router: Router
    package let ledger: RequestLedger

    package init(router: Router, ledger: RequestLedger) {
        self.router = router
        self.ledger = ledger
    }

    package func respond(to request: Request, context: NewsRequestContext) async throws -> Response {
        let start = ContinuousClock.now
        var response = try await router.respond(to: request, context: context)
        // Whatever the body is, browsers must trust its declared type.
        response.headers[.xContentTypeOptions] = "nosniff"
        ledger.enter(
            method: request.method.rawValue, path: request.head.path ?? "/", status: response.status.code,
            bytes: response.body.contentLength ?? 0, since: start, id: context.id)
        return response
    }
}
