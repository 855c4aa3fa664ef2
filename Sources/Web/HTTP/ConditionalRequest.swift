import Foundation
import HTTPTypes
package import Hummingbird

extension Response {
    /// A kept document as an answer: 304 where the client has it already.
    package init(_ document: Document, to request: Request) {
        let head = document.head(for: request.headers)
        self.init(
            status: head.status, headers: head.headerFields,
            body: head.status == .ok ? .init(byteBuffer: document.body) : .init())
        self.headers = head.headerFields
    }
}

extension Document {
    /// Status and fields of the answer to a request: 304 where the client has it already (RFC 9110, section 13.1).
    func head(for request: HTTPFields) -> HTTPResponse {
        guard isKnown(ifNoneMatch: request[.ifNoneMatch], ifModifiedSince: request[.ifModifiedSince]) else {
            return HTTPResponse(status: .ok, headerFields: headers)
        }
        return HTTPResponse(status: .notModified, headerFields: Self.ofKnown(headers))
    }

    /// The headers of an answer without a body to somebody who has it.
    static func ofKnown(_ headers: HTTPFields) -> HTTPFields {
        var fields = headers
        for name in [.contentLength, .contentType, .contentEncoding] as [HTTPField.Name] { fields[name] = nil }
        return fields
    }

    /// Whether the client has it already, by the conditions of its request; a tag says more than a date.
    package func isKnown(ifNoneMatch tags: String?, ifModifiedSince date: String?) -> Bool {
        if let tags {
            return tags == "*"
                || tags.split(separator: ",").contains { $0.filter { $0 != " " }.replacing("W/", with: "") == etag }
        }
        guard let since = date.flatMap(HTTPDate.date),
            let modified = headers[.lastModified].flatMap(HTTPDate.date)
        else { return false }
        return modified <= since
    }
}
