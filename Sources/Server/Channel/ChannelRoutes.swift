import Foundation
import HTTPTypes
import Hummingbird
import News
import Syndication

/// `/ws` and what belongs to it.
struct ChannelRoutes: Sendable {
    let desk: ChannelDesk
    let pages: PageDesk
    private var templates: Templates { pages.templates }

    func add(to router: Router<NewsRequestContext>) {
        for path in ["/ws", "/i/ws.php"] as [RouterPath] {
            router.get(path, use: desk.channel)
            router.post(path, use: desk.channel)
        }
        router.get("/ws/form", use: form)
        router.get("/ws/explain", use: explain)
        router.post("/ws/explain", use: explain)
        router.get("/channel/{revision}/{plan}", use: canonical)
    }

    /// The canonical document of a revision, plan and selection, for shared caches. An older revision leads to the current one.
    @Sendable private func canonical(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let name = context.parameters.get("plan") ?? ""
        let number = context.parameters.get("revision") ?? ""
        guard let revision = Int(number), String(revision) == number, let dot = name.lastIndex(of: "."),
            let format = DocumentFormat(rawValue: String(name[name.index(after: dot)...])),
            let plan = DeliveryPlan(name: String(name[..<dot]))
        else {
            throw Problem(.notFound, "No plan has this name. Ask /ws: its Content-Location is the canonical address.")
        }
        guard let selection = ContextForm.selection(FormFields.parse(request.uri.query ?? "")),
            selection.query == request.uri.query ?? ""
        else {
            throw Problem(
                .notFound,
                "The selection is not in its canonical form. Ask /ws: its Content-Location is the canonical address.")
        }
        let key = DocumentKey.channel(
            plan, selection, format, ContentCoding(accept: request.headers[.acceptEncoding]))
        let copy = try await desk.press.copy(key) { masthead in try await desk.render(key, masthead).document }
        guard copy.document.revision == revision else {
            guard let current = copy.document.revision, revision < current else {
                throw Problem(.notFound, "There is no revision \(revision) yet.")
            }
            let location = desk.site.channel(revision: current, plan, selection, format)
            return Response(status: .found, headers: [.location: location, .cacheControl: "no-cache"])
        }
        var response = copy.response(to: request)
        response.headers[.vary] = "Accept-Encoding"
        if copy.source != .stale { response.headers[.cacheControl] = "public, max-age=31536000, immutable" }
        return response
    }

    @Sendable private func form(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let masthead = try await desk.press.revisions.lastMasthead()
        return try templates.page(
            "form", Page(frame: frame(masthead, "Try the channel", "/ws/form"), part: FormPage(masthead)),
            revision: masthead.revision, request)
    }

    /// These pages are for developers, and in English.
    private func frame(_ masthead: Masthead, _ title: String, _ path: String?) -> PageFrame {
        let strings = pages.strings(["en"])
        return pages.frame(masthead, strings, title: title, path: path, sheet: "form")
    }

    /// The decision for a context: a page for people, JSON for programs.
    @Sendable private func explain(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let body = request.method == .post ? try await FormBody.collect(request) : []
        let wanted = try await desk.understand(request, body, context).wanted
        let (masthead, rendered) = try await desk.press.current { masthead in
            (masthead, try await desk.render(wanted.key, masthead))
        }
        let explanation = Explanation(
            wanted: wanted, channel: rendered.channel, written: rendered.written)
        let isForPeople = request.headers[.accept]?.contains("text/html") == true
        if isForPeople, wanted.context.format != .json, !(request.uri.query ?? "").contains(ExplainPage.asJSON) {
            var page = try templates.page(
                "explain",
                Page(
                    frame: frame(masthead, "The decision", nil),
                    part: ExplainPage(explanation, request, isPosted: !body.isEmpty)),
                revision: nil, request)
            page.headers[.nIgnored] = wanted.ignored
            return page
        }
        var headers: HTTPFields = [.vary: "Accept, Accept-Encoding"]
        headers[.nIgnored] = wanted.ignored
        let document = Document(
            revision: nil, bytes: explanation.json, type: "application/json", coding: wanted.coding,
            cacheControl: "private, no-cache", headers: headers)
        return Response(document, to: request)
    }
}
