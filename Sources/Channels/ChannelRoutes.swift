import Documents
import Foundation
import HTTPTypes
import Hummingbird
import News
import Syndication
import Web

/// `/ws`, and the canonical documents below `/channel/`.
struct ChannelRoutes: Sendable {
    let desk: ChannelDesk

    func add(to router: Router<NewsRequestContext>) {
        for path in ["/ws", "/i/ws.php"] as [RouterPath] {
            router.get(path, use: desk.channel)
            router.post(path, use: desk.channel)
        }
        router.get("/channel/{version}/{plan}", use: document)
    }

    /// The document of a plan and selection, for shared caches: the current one to be revalidated, or the version named, which
    /// never changes. Another version, or an earlier name of the plan, redirects to the current one.
    @Sendable private func document(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let name = context.parameters.get("plan") ?? ""
        let version = context.parameters.get("version") ?? ""
        guard let dot = name.lastIndex(of: "."),
            let format = DocumentFormat(rawValue: String(name[name.index(after: dot)...])),
            let plan = DeliveryPlan(name: String(name[..<dot]))
                ?? DeliveryPlan.renamed(String(name[..<dot])).flatMap(DeliveryPlan.init)
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
        let key = ChannelKey(
            plan: plan, selection: selection, format: format,
            coding: ContentCoding(accept: request.headers[.acceptEncoding]))
        let copy = try await desk.documents.copy(.channel(key)) { masthead in
            try await desk.render(key, masthead).document
        }
        var response = copy.response(to: request)
        response.headers[.vary] = "Accept-Encoding"
        switch version {
        case _ where plan.name != name[..<dot]: return redirect(to: copy.document)
        case copy.document.version: response.headers[.cacheControl] = Document.forGood
        case Site.current: if copy.source != .stale { response.headers[.cacheControl] = "public, no-cache" }
        default: return redirect(to: copy.document)
        }
        return response
    }

    private func redirect(to document: Document) -> Response {
        let location = document.headers[.contentLocation] ?? "/ws"
        return Response(status: .found, headers: [.location: location, .cacheControl: "no-cache"])
    }
}
