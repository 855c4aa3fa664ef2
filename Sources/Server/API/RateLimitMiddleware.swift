import Credentials
import HTTPTypes
import Hummingbird

extension RateLimits {
    /// Counts a request that needs no log-in for the address from which it comes. Throws `Problem` 429 where there are too many.
    func countStranger(_ request: Request, _ context: NewsRequestContext, _ origins: Origins) throws(Problem) {
        let address = origins.client(request, context) ?? context.remoteAddress ?? ""
        let (account, standing) = count(isRead: false, token: nil, address: address)
        guard standing.wait > 0 else { return }
        throw Problem(
            .tooManyRequests, "Too many requests. Try again in \(standing.wait) s.",
            headers: standing.fields(account.kind))
    }
}

/// Counts the requests of the API before anything else is done with them; 429 where there are too many.
struct RateLimitMiddleware: RouterMiddleware {
    let desk: EditorDesk

    func handle(
        _ request: Request, context: NewsRequestContext, next: (Request, NewsRequestContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        let (account, standing) = desk.limits.count(
            isRead: EditorDesk.isRead(request), token: EditorDesk.token(request)?.hash,
            address: desk.origins.client(request, context) ?? context.remoteAddress ?? "")
        let fields = standing.fields(account.kind)
        guard standing.wait == 0 else {
            throw Problem(
                .tooManyRequests, "Too many requests. Try again in \(standing.wait) s.", headers: fields)
        }
        context.account = account
        do {
            var response = try await next(request, context)
            for field in fields { response.headers[field.name] = field.value }
            return response
        } catch var problem as Problem {
            // What the request itself is told to wait for stands.
            for field in fields { problem.headers[field.name] = field.value }
            throw problem
        }
    }
}
