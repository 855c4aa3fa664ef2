import Archive
import HTTPTypes
import Hummingbird
import News
import PostgreSQL
import Syndication

/// RSS for the newspaper and each section.
struct FeedRoutes: Sendable {
    let press: Press
    let site: Site
    /// How many stories a feed holds: what the widely used readers keep of one fetch.
    static let length = 30
    /// Feed readers tell nothing of themselves: sizes that suit most of them.
    private static let pictures = PicturePair(
        thumbnail: PictureSpec(width: 320, quality: 60), detail: PictureSpec(width: 960, quality: 60))

    func add(to router: Router<NewsRequestContext>) {
        router.get("/rss.xml") { request, _ in try await feed(nil, request) }
        router.get("/sections/{slug}/rss.xml") { request, context in
            try await feed(context.parameters.get("slug"), request)
        }
    }

    private func feed(_ slug: String?, _ request: Request) async throws -> Response {
        let coding = ContentCoding(accept: request.headers[.acceptEncoding])
        let copy = try await press.copy(.feed(section: slug, coding)) { masthead in
            var query = StoryQuery(limit: Self.length)
            if let slug { query.sections = [try masthead.sectionID(slug)] }
            let page = try await press.stories(query, text: .html, pictures: Self.pictures, masthead)
            let section = masthead.sections.first { $0.slug == slug }
            let rss = RSS(masthead: masthead, site: site, section: section, stories: page.stories)
            return Document(
                revision: masthead.revision, bytes: rss.document, type: "application/rss+xml; charset=utf-8",
                coding: coding,
                cacheControl: "public, max-age=0, must-revalidate", lastModified: masthead.updatedAt,
                headers: [.vary: "Accept-Encoding"])
        }
        return copy.response(to: request)
    }
}
