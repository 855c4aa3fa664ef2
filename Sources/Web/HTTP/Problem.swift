import Foundation
package import HTTPTypes
package import Hummingbird
package import News
import Syndication

/// A response that says what is wrong and what to do: problem details (RFC 9457), or a plain page.
package struct Problem: Error, Sendable {
    package var status: HTTPResponse.Status
    /// A description of what is wrong and what to do.
    package var detail: String
    /// Every fault in the fields of the request.
    package var faults: [ArticleDraft.Fault] = []
    /// The values that exist, when the requested one does not.
    package var available: [String] = []
    package var headers: HTTPFields = [:]
    /// The key of the texts for readers in the string catalogues, if there are any.
    package var key: String?
    /// Additional plain text for the page.
    package var remarks: [String] = []

    package init(
        _ status: HTTPResponse.Status, _ detail: String, faults: [ArticleDraft.Fault] = [], available: [String] = [],
        headers: HTTPFields = [:], key: String? = nil
    ) {
        self.status = status
        self.detail = detail
        self.faults = faults
        self.available = available
        self.headers = headers
        self.key = key
    }

    /// The database is unavailable or overloaded.
    package static let unavailable = Problem(
        .serviceUnavailable,
        "The archive cannot be reached at the moment. Nothing was changed. Try again in a few seconds.",
        headers: [.retryAfter: "5"], key: "unavailable")

    /// The response to malformed fields under `strict=1`: all of them, and nothing else.
    package static func notUnderstood(_ faults: [FieldFault]) -> Problem {
        Problem(
            .badRequest, "Some fields were not understood. Correct them, or leave out strict=1 to have them ignored.",
            faults: faults.map { .init(field: $0.field, detail: "is \"\($0.value)\", but must be \($0.expected)") })
    }

    /// The client left before its request was complete; nobody is there to read this.
    package static let interrupted = Problem(.badRequest, "The connection ended before the request did.")

    /// The response as problem details.
    package func response(requestID: String) -> Response {
        let (headers, body) = document(requestID: requestID)
        return Response(status: status, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: body)))
    }

    /// The headers and body of the response.
    func document(requestID: String) -> (headers: HTTPFields, body: [UInt8]) {
        var json = JSONWriter()
        json.open("{")
        json.member("type", "about:blank")
        json.member("title", status.reasonPhrase)
        json.member("status", status.code)
        json.member("detail", detail)
        json.member("instance", "urn:n4md:request:" + requestID)
        if !faults.isEmpty {
            json.key("faults")
            json.open("[")
            for fault in faults {
                json.open("{")
                json.member("field", fault.field)
                json.member("detail", fault.detail)
                json.close("}")
            }
            json.close("]")
        }
        if !available.isEmpty { json.member("available", available) }
        json.close("}")
        var headers = headers
        headers[.contentType] = "application/problem+json"
        headers[.cacheControl] = "no-store"
        return (headers, json.bytes)
    }
}
