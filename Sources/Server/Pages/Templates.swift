import Foundation
import HTTPTypes
import Hummingbird
import Mustache
import News

/// The web pages' templates and style, read once at the start.
struct Templates: Sendable {
    private let library: MustacheLibrary
    /// Stands inline in every page of the mobile edition.
    let style: String
    /// What is served under `/static/`.
    private let files: [String: (bytes: [UInt8], type: String)]

    /// Reads the folder of web assets.
    init(folder: String) async throws {
        library = try await MustacheLibrary(directory: folder + "/templates")
        style = try String(contentsOfFile: folder + "/style.css", encoding: .utf8)
        var files: [String: (bytes: [UInt8], type: String)] = [:]
        let types = [
            "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8", "svg": "image/svg+xml",
            "txt": "text/plain; charset=utf-8",
        ]
        for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
            guard let type = types[(name as NSString).pathExtension],
                let data = FileManager.default.contents(atPath: "\(folder)/\(name)")
            else { continue }
            files[name] = ([UInt8](data), type)
        }
        self.files = files
    }

    func add(to router: Router<NewsRequestContext>) {
        router.get("/static/{name}") { try file($1.parameters.get("name") ?? "", $0) }
        // Where crawlers and browsers look without being told.
        router.get("/robots.txt") { request, _ in try file("robots.txt", request) }
        router.get("/favicon.ico") { request, _ in try file("icon.svg", request) }
    }

    private func file(_ name: String, _ request: Request) throws -> Response {
        guard let file = files[name] else { throw HTTPError(.notFound) }
        let document = Document(
            revision: nil, bytes: file.bytes, type: file.type,
            coding: ContentCoding(accept: request.headers[.acceptEncoding]), cacheControl: "public, max-age=3600",
            headers: [.vary: "Accept-Encoding", .xContentTypeOptions: "nosniff"])
        return Response(document, to: request)
    }

    /// The bytes of a page.
    func render(_ template: String, _ page: some Sendable) throws -> [UInt8] {
        guard let html = library.render(page, withTemplate: template) else {
            throw OptionError(faults: ["The template \(template) is missing in the folder static/templates."])
        }
        return Array(html.utf8)
    }

    /// A page that is not kept.
    func page(_ template: String, _ page: some Sendable, revision: Int?, _ request: Request) throws -> Response {
        let document = Document(
            revision: revision, bytes: try render(template, page), type: Self.type,
            coding: ContentCoding(accept: request.headers[.acceptEncoding]),
            cacheControl: "private, no-cache", headers: Self.headers)
        return Response(document, to: request)
    }

    static let type = "text/html; charset=utf-8"
    /// No script but our own files, no style but the inlined one and our own files, nothing from elsewhere.
    static let headers: HTTPFields = [
        .vary: "Accept-Encoding, Accept", .acceptCH: ClientHints.accepted, .criticalCH: ClientHints.critical,
        .contentSecurityPolicy:
            "default-src 'none'; img-src 'self' https: http: data:; style-src 'self' 'unsafe-inline'; script-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
        .xContentTypeOptions: "nosniff", .referrerPolicy: "strict-origin-when-cross-origin",
    ]

    /// A plain page that says what is wrong and what to do.
    func errorPage(_ problem: Problem, requestID: String) throws -> Response {
        let page = ErrorPage(
            style: style, status: problem.status.code, heading: problem.status.reasonPhrase, detail: problem.detail,
            advice: problem.available.isEmpty ? nil : "There is: " + problem.available.joined(separator: ", "),
            requestID: requestID)
        var headers = problem.headers
        for field in Self.headers { headers[field.name] = field.value }
        headers[.criticalCH] = nil  // nobody need ask twice for an error
        headers[.contentType] = Self.type
        headers[.cacheControl] = "no-store"
        return Response(
            status: problem.status, headers: headers,
            body: .init(byteBuffer: ByteBuffer(bytes: try render("error", page))))
    }
}
