package import Foundation
package import HTTPTypes
package import NIOCore
package import NIOHTTP1

/// A rendered answer that is kept: its bytes as sent and the headers that go with them.
package struct Document: Sendable {
    /// The revision of the newspaper that it shows; nil for what never changes.
    package let revision: Int?
    package let body: ByteBuffer
    /// Complete, so that a hit costs nothing but a copy.
    package let headers: HTTPFields
    /// The same in the form that goes out.
    package let encodedHeaders: HTTPHeaders
    /// Those of an answer to somebody who has it already, in the form that goes out.
    package let encodedHeadersOfKnown: HTTPHeaders
    package let etag: String
    /// How long its making took, as `Server-Timing` has it, for the one who waited.
    package var timing: String?

    /// - Parameters:
    ///   - bytes: as written.
    ///   - coding: how to send them; compressed here, once.
    ///   - etag: what tells its content from any other; nil for what the bytes as sent give.
    package init(
        revision: Int?, bytes: [UInt8], type: String, coding: ContentCoding = .identity, cacheControl: String,
        etag: String? = nil, lastModified: Date? = nil, headers extra: HTTPFields = [:]
    ) {
        let sent = coding.compress(bytes)
        self.init(
            revision: revision, sent: sent, type: type, coding: coding, cacheControl: cacheControl, etag: etag,
            lastModified: lastModified, headers: extra)
    }

    /// - Parameter sent: as they go out, compressed already if the coding says so.
    package init(
        revision: Int?, sent: [UInt8], type: String, coding: ContentCoding, cacheControl: String,
        etag: String? = nil, lastModified: Date? = nil, headers extra: HTTPFields = [:]
    ) {
        let etag = "\"\(etag ?? Checksum.name(sent))\""
        self.etag = etag
        var headers = extra
        headers[.contentType] = type
        headers[.contentLength] = String(sent.count)
        headers[.eTag] = etag
        headers[.cacheControl] = cacheControl
        headers[.xContentTypeOptions] = "nosniff"
        if coding != .identity { headers[.contentEncoding] = coding.rawValue }
        if let lastModified { headers[.lastModified] = HTTPDate.string(lastModified) }
        self.revision = revision
        self.headers = headers
        encodedHeaders = HTTPHeaders(headers.map { ($0.name.rawName, $0.value) })
        encodedHeadersOfKnown = HTTPHeaders(Self.ofKnown(headers).map { ($0.name.rawName, $0.value) })
        body = ByteBuffer(bytes: sent)
    }

    /// Roughly what it takes in memory.
    package var cost: Int { body.readableBytes + 1500 }
}
