import Channels
import Documents
import HTTPTypes
import Hummingbird
import News
import Syndication
import Web
import WebEditions

/// Our feeds in every format: the newspaper's, and those of its sections, categories, authors, places
/// and searches. A browser window gets a page instead.
struct FeedRoutes: Sendable {
    let desk: FeedDesk
    let pages: PageDesk

    func add(to router: Router<NewsRequestContext>) {
        let folders = [
            "/", "/sections/{slug}/", "/categories/{slug}/", "/authors/{slug}/", "/places/{place}/", "/search/",
        ]
        for folder in folders {
            for format in FeedFormat.allCases { router.get(RouterPath(folder + format.fileName), use: feed) }
        }
    }

    @Sendable private func feed(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        guard request.isForWindow else { return try await desk.answer(request, context) }
        let address = try await desk.understand(request, context).key.address
        var response: Response
        switch address.subject {
        case .newspaper, .section, .category, .author:
            response = try await PageRoutes(edition: .mobile, desk: pages).list(.feed(address), request, context)
        case .place, .search:
            // Their pages have the same news.
            response = .redirect(to: desk.desk.site.page(of: address.subject), type: .temporary)
        }
        response.headers[.vary] = (response.headers[.vary].map { $0 + ", " } ?? "") + "Sec-Fetch-Dest"
        return response
    }
}

extension Request {
    /// Whether the address was opened in a browser window (W3C Fetch Metadata Request Headers), without
    /// asking for the file.
    fileprivate var isForWindow: Bool {
        headers[.fetchDestination] == "document" && uri.query?.contains(FeedNote.plain) != true
    }
}
