import HTTPTypes
import Hummingbird
import Locating
import News
import Syndication
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
        let routes = IndexRoutes(edition: edition, desk: desk)
        return try await routes.index("places", query: "?q=" + name.escapedForQuery, request, context) { _, strings in
            let rows = found.map {
                IndexPage.Row(name: $0.title(in: strings.language), url: address(of: $0))
            }
            return IndexPage(heading: strings["nearYou"], rows: rows, source: gazetteer.attribution)
        }
    }

    private func address(of entry: Gazetteer.Entry) -> String {
        "\(edition.root)/sections/\(Section.local)?latitude=\(entry.place.latitude)&longitude=\(entry.place.longitude)"
    }
}
