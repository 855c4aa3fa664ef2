import Archive
import Editorial
import HTTPTypes
import Hummingbird
import Imaging
import Web

/// Tells people who are logged in what is wrong with a request, in the newsroom's own frame. Everybody else gets the newspaper's page, and
/// scripts get problem details.
struct NewsroomFaultMiddleware: RouterMiddleware {
    let desk: NewsroomDesk

    private struct Part: Sendable {
        var detail: String
    }

    func handle(
        _ request: Request, context: NewsRequestContext, next: (Request, NewsRequestContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error as ImagingError where request.uri.path.hasPrefix(NewsroomLinks.root) {
            throw Problem(.unprocessableContent, desk.strings(request).text(of: error))
        } catch {
            guard request.uri.path.hasPrefix(NewsroomLinks.root),
                request.headers[.accept]?.contains("text/html") == true,
                let problem = Self.problem(error), problem.status.code < 500,
                let visit = try await desk.visit(request, context), visit.session.isComplete
            else { throw error }
            return try await page(problem, visit, request)
        }
    }

    /// The problem that an error stands for; nil for what is not the sender's fault.
    private static func problem(_ error: any Error) -> Problem? {
        if let problem = error as? Problem { return problem }
        let isNothing = (error as? any HTTPResponseError)?.status == .notFound
        return isNothing ? Problem(.notFound, "", key: "nothing") : nil
    }

    private func page(
        _ problem: Problem, _ visit: NewsroomDesk.Visit, _ request: Request
    ) async throws -> Response {
        let own = "room_problem_\(problem.status.code)"
        let title = visit.strings[own] == own ? "room_problem" : own
        let detail = problem.key == "nothing" ? visit.strings["room_problemNothing"] : problem.detail
        let status = PageStatus(title: title, path: "", status: problem.status)
        var response = try await desk.page("problem", Part(detail: detail), status, visit, request)
        for field in problem.headers { response.headers[field.name] = field.value }
        return response
    }
}
