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
        let ownBytes = frame.ownBytes
        let (style, frame, coding) = (
            frame.style, frame.values, ContentCoding(accept: request.headers[.acceptEncoding])
        )
        func document(_ rows: Int) throws -> Document {
            Document(
                revision: nil, bytes: try render(template, Page(frame: frame, part: part(rows))), type: Self.type,
                coding: coding, cacheControl: "private, no-cache", headers: headers(style: style))
        }
        for rows in [Int.max, 40, 20, 10, 5, 2] {
            let document = try document(rows)
            if document.body.readableBytes + ownBytes <= budget { return Response(document, to: request) }
        }
        return Response(try document(0), to: request)
    }

    /// A page that is not cached.
    package func page(_ template: String, _ page: Page, revision: Int?, _ request: Request) throws -> Response {
        let document = Document(
            revision: revision, bytes: try render(template, page), type: Self.type,
            coding: ContentCoding(accept: request.headers[.acceptEncoding]),
            cacheControl: "private, no-cache", headers: headers(style: page.style))
        return Response(document, to: request)
    }
}
