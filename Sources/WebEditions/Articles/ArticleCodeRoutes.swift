import Archive
import Documents
import Foundation
import HTTPTypes
import Hummingbird
import Imaging
import NIOPosix
import News
import Syndication
import Web
import XML

/// `/articles/{slug}/code.svg`: the address of a story as a QR code, for the camera of somebody else's phone.
struct ArticleCodeRoutes: Sendable {
    let desk: PageDesk

    func add(to router: Router<NewsRequestContext>) { router.get("/articles/{slug}/code.svg", use: code) }

    @Sendable private func code(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let slug = context.parameters.get("slug") ?? ""
        guard Slug.isValid(slug), try await desk.archive.read({ try !$0.stories.page(slug: slug).entries.isEmpty })
        else { throw Problem.noArticle }
        let address = desk.site.article(slug)
        guard let code = try await NIOThreadPool.singleton.runIfActive({ QRCode(address) }) else {
            throw Problem.noArticle
        }
        let picture = Document(
            revision: nil, bytes: Array(code.picture(titled: address).utf8), type: "image/svg+xml",
            coding: ContentCoding(accept: request.headers[.acceptEncoding]), cacheControl: "public, max-age=86400",
            headers: [.vary: "Accept-Encoding"])
        return Response(file: picture, to: request)
    }
}

extension QRCode {
    /// A picture that fills the window, dark on light in every palette, since cameras expect that.
    fileprivate func picture(titled title: String) -> String {
        """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(side) \(side)" shape-rendering="crispEdges">\
        <title>\(title.escapedForMarkup)</title><path fill="#fff" d="M0 0h\(side)v\(side)H0z"/><path d="\(path)"/></svg>
        """
    }
}
