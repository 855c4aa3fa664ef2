import Archive
import Credentials
import Glibc
import HTTPTypes
import Hummingbird
import Imaging
import Logging
import NIOCore
import NIOHTTP1
import Pictures
import Web
import WebEditions

/// Turns every error into a response: a problem for programs, a plain page for people. Our own faults are
/// logged once, with the request's number, and the response never reveals what happened inside.
struct ErrorMiddleware: RouterMiddleware {
    let pages: PageDesk
    let log: Logger

    func handle(
        _ request: Request, context: NewsRequestContext, next: (Request, NewsRequestContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error as HTTPParserError {
            throw error  // the server itself answers what is not HTTP
        } catch {
            var problem = problem(of: error, request)
            if problem.status == .notFound {
                do {
                    if let answer = try await OldAddresses(archive: pages.archive, revisions: pages.revisions).answer(
                        request)
                    {
                        return answer
                    }
                } catch ArchiveFault.away {
                    problem = .unavailable  // nobody can tell whether anything is there
                }
            }
            // A 501 is not our fault: nobody was promised that method.
            if problem.status.code >= 500, problem.status != .notImplemented {
                log.error(
                    "\(request.method.rawValue) \(LoggedPath.of(request.uri.path)) failed: \(error)",
                    metadata: ["request": "\(context.id)"])
            }
            if wantsPage(request), let page = try? pages.errorPage(problem, request, requestID: context.id) {
                return page
            }
            return problem.response(requestID: context.id)
        }
    }

    private func problem(of error: any Error, _ request: Request) -> Problem {
        switch error {
        case let problem as Problem: problem
        case let error where error.isFullDisk && ![.get, .head].contains(request.method): .fullDisk
        case ArchiveFault.away: .unavailable
        case ArchiveFault.badValue:
            Problem(.badRequest, "A value is out of the range that can be stored.")
        case is CredentialsError:
            Problem(
                .serviceUnavailable, "Too many passwords are being checked. Try again in a few seconds.",
                headers: [.retryAfter: "3"], key: "busy")
        case let error as ImagingError: Problem(.unprocessableContent, error.description)
        case let error as IOError where [ECONNRESET, EPIPE].contains(error.errnoCode): .interrupted
        case is ChannelError: .interrupted
        case let error as any HTTPResponseError: problem(status: error.status, request)
        default:
            Problem(
                .internalServerError, "Something went wrong here, not with the request. It has been logged.",
                key: "fault")
        }
    }

    private func problem(status: HTTPResponse.Status, _ request: Request) -> Problem {
        switch status.code {
        case 404: Problem(.notFound, "There is nothing at \(request.uri.path.prefix(200)).", key: "nothing")
        case 413: Problem(.contentTooLarge, "The request is larger than this address accepts.")
        case 500...:
            Problem(status, "Something went wrong here, not with the request. It has been logged.", key: "fault")
        default: Problem(status, "The request was not understood.")
        }
    }

    private func wantsPage(_ request: Request) -> Bool {
        let path = request.uri.path
        return request.headers[.accept]?.contains("text/html") == true
            && !["/api/", "/channel/", "/health/", "/i/"].contains { path.hasPrefix($0) } && path != "/ws"
    }
}
