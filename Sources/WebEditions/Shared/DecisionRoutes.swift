import Channels
import Documents
import Foundation
import HTTPTypes
import Hummingbird
import News
import Web

/// The form to try the channel with, for developers and in English, and the decision for a context, in the reader's language.
struct DecisionRoutes: Sendable {
    let desk: ChannelDesk
    let pages: PageDesk
    private var templates: Templates { pages.templates }

    func add(to router: Router<NewsRequestContext>) {
        router.get("/ws/form", use: form)
        router.get("/ws/explain", use: explain)
        router.post("/ws/explain", use: explain)
    }

    @Sendable private func form(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let masthead = try await desk.revisions.lastMasthead()
        let frame = pages.frame(
            masthead, pages.strings(["en"]), title: "Try the channel", path: "/ws/form", sheet: "form",
            why: "/ws/explain")
        return try templates.page(
            "form", Page(frame: frame, part: FormPage(masthead)), revision: masthead.revision, request)
    }

    /// The decision for a context: a page for people, JSON for programs.
    @Sendable private func explain(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let body = request.method == .post ? try await FormBody.collect(request) : []
        let wanted = try await desk.understand(request, body, context).wanted
        let (masthead, rendered) = try await desk.stories.current { masthead in
            (masthead, try await desk.render(wanted.key, masthead))
        }
        let explanation = Explanation(
            wanted: wanted, channel: rendered.channel, written: rendered.written)
        let isForPeople = request.headers[.accept]?.contains("text/html") == true
        if isForPeople, wanted.context.format != .json, !(request.uri.query ?? "").contains(ExplainPage.asJSON) {
            let frame = pages.frame(
                masthead, wanted.strings, title: wanted.strings["explain"], path: nil, plan: wanted.plan,
                coding: wanted.coding, sheet: "form", why: nil)
            var page = try templates.page("explain", frame, within: wanted.plan.budget, request) { rows in
                ExplainPage(explanation, request, isPosted: !body.isEmpty, rows: rows)
            }
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
