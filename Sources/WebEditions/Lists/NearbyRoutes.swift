import Documents
import HTTPTypes
import Hummingbird
import Locating
import News
import Web

/// `/places?q=`: leads readers to the news near a place that they name, or lets them choose between several.
struct NearbyRoutes: Sendable {
    let edition: WebEdition
    let desk: PageDesk
    let gazetteer: Gazetteer

    /// The most places to choose from.
    private static let limit = 20

    func add(to router: Router<NewsRequestContext>) {
        router.get("\(edition.root)/places", use: find)
    }

    @Sendable private func find(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let wanted = try await desk.understand(request, context)
        let words = FormFields.parse(request.uri.query ?? "").last { $0.name == "q" }?.value ?? ""
        // A region after a comma would be compared with thousands of names.
        let name = String(words.prefix { $0 != "," })
        let found = try await gazetteer.search(name, limit: Self.limit)
        guard let first = found.first else {
            throw Problem(
                .notFound, "No place has this name. Check the spelling, or name a larger place nearby.", key: "noPlace")
        }
        guard found.count > 1 else {
            return Response(
                status: .seeOther, headers: [.location: address(of: first), .cacheControl: "private, no-cache"])
        }
        let rows = found.map {
            IndexPage.Row(name: $0.title(in: wanted.strings.language), url: address(of: $0))
        }
        let page = IndexPage(heading: wanted.strings["nearYou"], rows: rows, source: gazetteer.attribution)
        let plan = wanted.plan(of: edition)
        let frame = desk.frame(
            try await desk.revisions.masthead(), wanted.strings, title: page.heading, path: "\(edition.root)/places",
            plan: plan, edition: edition, isPiece: wanted.isPiece, coding: wanted.coding, why: "/ws/explain")
        return try desk.templates.page(edition.prefix + "index", frame, within: plan.budget, request) { count in
            var part = page
            part.rows = Array(rows.prefix(max(1, count)))
            return part
        }
    }

    private func address(of entry: Gazetteer.Entry) -> String {
        "\(edition.root)/sections/\(Section.local)?latitude=\(entry.place.latitude)&longitude=\(entry.place.longitude)"
    }
}
