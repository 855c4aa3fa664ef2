import Credentials
import HTTPTypes
package import Hummingbird
package import Web

/// Counts API requests before anything else is done with them. Throws 429 if there are too many.
package struct RateLimitMiddleware: RouterMiddleware {
    package let desk: EditorDesk

    package init(desk: EditorDesk) {
        self.desk = desk
    }

    package func handle(
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
            // Keeps a `Retry-After` of the request's own problem.
            for field in fields { problem.headers[field.name] = field.value }
            throw problem
        }
    }
}
