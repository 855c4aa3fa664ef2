import HTTPTypes
package import Hummingbird
package import Web

extension Templates {
    /// The bytes of a page.
    func render(_ template: String, _ page: Page) throws -> [UInt8] {
        try render(template, of: page.values)
    }

    /// A page that is not cached.
    package func page(_ template: String, _ page: Page, revision: Int?, _ request: Request) throws
        -> Response
    {
        let document = Document(
            revision: revision, bytes: try render(template, page), type: Self.type,
            coding: ContentCoding(accept: request.headers[.acceptEncoding]),
            cacheControl: "private, no-cache", headers: headers)
        return Response(document, to: request)
    }
}
