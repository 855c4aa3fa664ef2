import HTTPTypes
import Hummingbird

/// The outermost layer: channel requests that are at hand are answered here, everything else goes to the router; then the request
/// is counted and logged.
struct SiteResponder<Router: HTTPResponder>: HTTPResponder where Router.Context == NewsRequestContext {
    let router: Router
    let channel: ChannelDesk
    let log: AccessLog?
    let metrics: RequestMetrics

    func respond(to request: Request, context: NewsRequestContext) async throws -> Response {
        let start = ContinuousClock.now
        let response: Response
        if let ready = channel.ready(request, context) {
            response = ready
        } else {
            response = try await router.respond(to: request, context: context)
        }
        let duration = start.duration(to: .now)
        metrics.count(path: request.uri.path, status: response.status.code, duration: duration)
        log?.write(
            request, status: response.status.code, bytes: response.body.contentLength ?? 0, duration: duration,
            id: context.id)
        return response
    }
}
