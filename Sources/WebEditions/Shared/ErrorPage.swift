import Documents
import Foundation
import HTTPTypes
package import Hummingbird
import News
package import Web

/// A plain page that says what is wrong and what to do.
struct ErrorPage: Sendable {
    var status: Int
    var heading: String
    var detail: String
    var advice: String?
    var remarks: [String]
    /// The words that the reader may have been looking for, to search for them.
    var words: String
    /// Whether a place was looked for, so that another can be named.
    var asksPlace: Bool
    var requestID: String
}

extension PageDesk {
    /// The things that exist in place of the one asked for; sections by their names.
    private func names(of problem: Problem) -> [String] {
        let sections = problem.key == "noSection" ? revisions.lastKnown?.sections ?? [] : []
        return problem.available.prefix(40).map { slug in sections.first { $0.slug == slug }?.name ?? slug }
    }

    /// The page for a problem, in the reader's language, with ways to go on. It needs no database.
    package func errorPage(_ problem: Problem, _ request: Hummingbird.Request, requestID: String) throws -> Response {
        let (strings, device) = (strings(for: request), wishes(of: request))
        let isOurs = problem.status.code >= 500
        let asksPlace = problem.key == "noPlace"
        let place = FormFields.parse(request.uri.query ?? "").last { $0.name == "q" }?.value ?? ""
        let words = request.uri.path.split(separator: "/").last.map { $0.split(separator: "-").joined(separator: " ") }
        let page = ErrorPage(
            status: problem.status.code,
            heading: problem.key.map { strings["problem_\($0)"] } ?? strings.phrase(for: problem.status),
            detail: problem.key.map { strings["problem_\($0)_detail"] } ?? problem.detail,
            advice: problem.available.isEmpty ? nil : strings("thereIs", names(of: problem).joined(separator: ", ")),
            remarks: problem.remarks + problem.faults.map { "\($0.field) \($0.detail)." },
            words: isOurs
                ? "" : String((asksPlace ? place : words?.removingPercentEncoding ?? words ?? "").prefix(80)),
            asksPlace: asksPlace, requestID: requestID)
        let edition = WebEdition.allCases.first { $0 != .mobile && request.uri.path.hasPrefix($0.home) } ?? .mobile
        let coding = ContentCoding(accept: request.headers[.acceptEncoding])
        let frame = PageFrame(
            revisions.lastKnown, strings, templates, title: page.heading, canonical: nil,
            plan: edition.plan(Policy.plan(for: device), for: device), edition: edition, section: nil, coding: coding,
            isPiece: false,
            hasStyle: edition != .lite && coding != .identity)
        var headers = problem.headers
        for field in templates.headers(style: frame.style) { headers[field.name] = field.value }
        headers[.criticalCH] = nil  // an error is not worth a second request
        let document = Document(
            revision: nil, bytes: try templates.render(edition.prefix + "error", Page(frame: frame, part: page)),
            type: Templates.type, coding: coding, cacheControl: "no-store", headers: headers)
        var sent = document.headers
        sent[.eTag] = nil
        return Response(status: problem.status, headers: sent, body: .init(byteBuffer: document.body))
    }
}

extension Strings {
    /// The phrase for a status from the catalogue, otherwise HTTP's own.
    fileprivate func phrase(for status: HTTPResponse.Status) -> String {
        let name = "status_\(status.code)"
        return self[name] == name ? status.reasonPhrase : self[name]
    }
}
