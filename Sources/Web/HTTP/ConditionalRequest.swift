import Foundation
import HTTPTypes
package import Hummingbird

extension Response {
    /// Answers with a cached document: 304 if the client already has it.
    package init(_ document: Document, to request: Request) {
        let head = document.head(for: request.headers)
        self.init(
            status: head.status, headers: head.headerFields,
            body: head.status == .ok ? .init(byteBuffer: document.body) : .init())
        self.headers = head.headerFields
    }
}

extension Document {
    /// The status and headers of the response to a request: 304 if the client already has the document (RFC
    /// 9110, section 13.1).
    func head(for request: HTTPFields) -> HTTPResponse {
        guard isKnown(ifNoneMatch: request[.ifNoneMatch], ifModifiedSince: request[.ifModifiedSince]) else {
            return HTTPResponse(status: .ok, headerFields: headers)
        }
        return HTTPResponse(status: .notModified, headerFields: Self.ofKnown(headers))
    }

    /// The headers of a 304 response, which has no body.
    static func ofKnown(_ headers: HTTPFields) -> HTTPFields {
        var fields = headers
        for name in [.contentLength, .contentType, .contentEncoding] as [HTTPField.Name] { fields[name] = nil }
        return fields
    }

    /// Whether the client already has it, by the conditions of its request; a tag takes precedence over a
    /// date.
    package func isKnown(ifNoneMatch tags: String?, ifModifiedSince date: String?) -> Bool {
        if let tags {
            return tags == etag || tags == "*"
                || tags.split(separator: ",").contains { tag in
                    let tag = tag.filter { $0 != " " }.replacing("W/", with: "")
                    return tag == etag || tag == formerTag
                }
        }
        guard let since = date.flatMap(HTTPDate.date),
            let modified = headers[.lastModified].flatMap(HTTPDate.date)
        else { return false }
        return modified <= since
    }
}
