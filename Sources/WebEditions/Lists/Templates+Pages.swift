import HTTPTypes
package import Hummingbird
package import Web

extension Templates {
    /// The bytes of a page.
    func render(_ template: String, _ page: Page) throws -> [UInt8] {
        try render(template, of: page.values)
    }

    /// A page that is not cached, with as many rows in each of its lists as its budget has room for.
    /// - Parameter part: the page's own part with at most so many rows in a list.
    package func page(
        _ template: String, _ frame: PageFrame, within budget: Int, _ request: Request, part: (_ rows: Int) -> some Any
    ) throws -> Response {
        let (frame, coding) = (frame.values, ContentCoding(accept: request.headers[.acceptEncoding]))
        var response: Response?
        for rows in [Int.max, 40, 20, 10, 5, 2, 0] {
            let bytes = try render(template, Page(frame: frame, part: part(rows)))
            let document = Document(
                revision: nil, bytes: bytes, type: Self.type, coding: coding, cacheControl: "private, no-cache",
                headers: headers)
            response = Response(document, to: request)
            if document.body.readableBytes <= budget { break }
        }
        return try response ?? page(template, Page(frame: frame, part: part(0)), revision: nil, request)
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
