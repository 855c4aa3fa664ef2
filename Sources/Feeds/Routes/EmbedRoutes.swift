import Documents
import HTTPTypes
import Hummingbird
import News
import Syndication
import Web
import WebEditions

/// `/oembed`: the embed that other sites show for a link to an article (https://oembed.com).
struct EmbedRoutes: Sendable {
    let desk: PageDesk
    private var stories: PublishedStories { desk.stories }

    func add(to router: Router<NewsRequestContext>) { router.get("/oembed", use: embed) }

    /// Picture sizes that suit other sites.
    private static let pictures = PicturePair(
        thumbnail: PictureSpec(width: 320, quality: 60), detail: PictureSpec(width: 640, quality: 60))

    @Sendable private func embed(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let fields = Dictionary(
            FormFields.parse(request.uri.query ?? "").map { ($0.name, $0.value) },
            uniquingKeysWith: { first, _ in first })
        let format = fields["format"] ?? "json"
        guard ["json", "xml"].contains(format) else {
            throw Problem(.notImplemented, "The formats are json and xml.")
        }
        guard let slug = desk.site.slug(of: fields["url"] ?? "") else {
            throw Problem(.notFound, "The field url must be the address of an article of this newspaper.")
        }
        let room = Embed.Room(width: try pixels("maxwidth", fields), height: try pixels("maxheight", fields))
        let document = try await stories.current { masthead in
            guard let opened = try await stories.open(slug: slug, pictures: Self.pictures, masthead) else {
                throw Problem.noArticle
            }
            let embed = Embed(masthead: masthead, site: desk.site, story: opened.story, room: room)
            return Document(
                revision: masthead.revision, bytes: format == "json" ? embed.json : embed.xml,
                type: format == "json" ? "application/json" : "text/xml; charset=utf-8",
                coding: ContentCoding(accept: request.headers[.acceptEncoding]),
                cacheControl: "public, max-age=300",
                headers: [.vary: "Accept-Encoding", .accessControlAllowOrigin: "*"])
        }
        return Response(document, to: request)
    }

    private func pixels(_ name: String, _ fields: [String: String]) throws -> Int? {
        guard let text = fields[name] else { return nil }
        guard let pixels = Int(text), (1...100_000).contains(pixels) else {
            throw Problem(.badRequest, "The field \(name) must be a number of pixels from 1 to 100000.")
        }
        return pixels
    }
}
