import Foundation
import HTTPTypes
import Hummingbird

extension Response {
    /// A kept document as an answer: 304 where the client has it already (RFC 9110, section 13.1).
    init(_ document: Document, to request: Request) {
        if document.isKnown(to: request.headers) {
            var headers = document.headers
            headers[.contentLength] = nil
            headers[.contentType] = nil
            headers[.contentEncoding] = nil
            self.init(status: .notModified, headers: headers)
            self.headers[.contentLength] = nil
        } else {
            self.init(status: .ok, headers: document.headers, body: .init(byteBuffer: document.body))
        }
    }
}

extension Document {
    fileprivate func isKnown(to request: HTTPFields) -> Bool {
        if let tags = request[.ifNoneMatch] {
            return tags == "*"
                || tags.split(separator: ",").contains { $0.filter { $0 != " " }.replacing("W/", with: "") == etag }
        }
        guard let since = request[.ifModifiedSince].flatMap(HTTPDate.date),
            let modified = headers[.lastModified].flatMap(HTTPDate.date)
        else { return false }
        return modified <= since
    }
}

extension Press.Copy {
    /// The copy as an answer; one that may be outdated is marked (RFC 9211, and RFC 7234's warning for older caches).
    func response(to request: Request) -> Response {
        var response = Response(document, to: request)
        if source == .stale {
            response.headers[.cacheStatus] = "n4md; hit; detail=stale"
            response.headers.append(HTTPField(name: .warning, value: "110 n4md \"Response is Stale\""))
            response.headers[.cacheControl] = "no-cache"
        }
        return response
    }
}
