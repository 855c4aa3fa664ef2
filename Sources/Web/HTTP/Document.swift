package import Foundation
package import HTTPTypes
package import NIOCore
package import NIOHTTP1

/// A rendered response to cache: its bytes as sent and the headers that go with them.
package struct Document: Sendable {
    /// The newspaper's revision that it shows; nil for what never changes.
    package let revision: Int?
    package let body: ByteBuffer
    /// Complete, so that a cache hit costs only a copy.
    package let headers: HTTPFields
    /// The same headers in the form that NIO sends.
    package let encodedHeaders: HTTPHeaders
    /// The headers of a 304 response, in the form that NIO sends.
    package let encodedHeadersOfKnown: HTTPHeaders
    package let etag: String
    /// The tag that it had before it was compressed better, by which clients may still know it.
    let formerTag: String?
    /// Its size before compression, in bytes; 0 if that is not known.
    let writtenSize: Int
    /// Whether it is compressed as well as it can be.
    package internal(set) var isPacked = false
    /// Identifies the content, however well it is compressed: the tag that it had first, without its quotation marks.
    package var version: String { String((formerTag ?? etag).dropFirst().dropLast()) }
    /// The time that rendering took, for the `Server-Timing` of the request that waited.
    package var timing: String?
    /// Bytes of all pictures that it names, as its budget counts them.
    package var files = 0
    /// Bytes of the scripts and style sheets that it loads, as its budget counts them.
    package var scripts = 0
    /// Whether it has only a part of an article's text.
    package var isCut = false
    /// Whether it has the design of its edition.
    package var isStyled = true
    /// Whether its budget had no room for something.
    package var lacksRoom = false
    /// The bytes of its body before it was compressed better; as it may be sent again to somebody who asks for it first.
    package private(set) var bodyAtMost = 0
    /// The number of stories on it, and of pictures that it names, where it is a list.
    package var stories = 0
    package var pictures = 0

    /// - Parameters:
    ///   - bytes: as written.
    ///   - coding: the encoding to send them in, applied here, once.
    ///   - etag: identifies the content; nil derives it from the bytes as sent.
    package init(
        revision: Int?, bytes: [UInt8], type: String, coding: ContentCoding = .identity, cacheControl: String,
        etag: String? = nil, lastModified: Date? = nil, headers extra: HTTPFields = [:]
    ) {
        let sent = coding.compress(bytes)
        self.init(
            revision: revision, sent: sent, type: type, coding: coding, cacheControl: cacheControl, etag: etag,
            lastModified: lastModified, writtenSize: bytes.count, headers: extra)
    }

    /// - Parameter sent: the bytes to send, compressed already if the coding says so.
    package init(
        revision: Int?, sent: [UInt8], type: String, coding: ContentCoding, cacheControl: String,
        etag: String? = nil, lastModified: Date? = nil, writtenSize: Int = 0, headers extra: HTTPFields = [:]
    ) {
        let etag = "\"\(etag ?? Checksum.name(sent))\""
        var headers = extra
        headers[.contentType] = type
        headers[.contentLength] = String(sent.count)
        headers[.eTag] = etag
        headers[.cacheControl] = cacheControl
        headers[.xContentTypeOptions] = "nosniff"
        if coding != .identity { headers[.contentEncoding] = coding.rawValue }
        if let lastModified { headers[.lastModified] = HTTPDate.string(lastModified) }
        self.init(revision, sent, headers, etag: etag, formerTag: nil, writtenSize: writtenSize)
    }

    /// The same document, compressed better.
    init(_ document: Document, packedAs sent: [UInt8]) {
        let etag = "\"\(Checksum.name(sent))\""
        var headers = document.headers
        (headers[.eTag], headers[.contentLength]) = (etag, String(sent.count))
        self.init(
            document.revision, sent, headers, etag: etag, formerTag: document.etag, writtenSize: document.writtenSize)
        (isPacked, timing) = (true, document.timing)
        (files, scripts, isCut) = (document.files, document.scripts, document.isCut)
        isStyled = document.isStyled
        (stories, pictures, lacksRoom) = (document.stories, document.pictures, document.lacksRoom)
        bodyAtMost = max(document.bodyAtMost, sent.count)
    }

    private init(
        _ revision: Int?, _ sent: [UInt8], _ headers: HTTPFields, etag: String, formerTag: String?, writtenSize: Int
    ) {
        (self.revision, self.headers, self.etag) = (revision, headers, etag)
        (self.formerTag, self.writtenSize) = (formerTag, writtenSize)
        encodedHeaders = HTTPHeaders(headers.map { ($0.name.rawName, $0.value) })
        encodedHeadersOfKnown = HTTPHeaders(Self.ofKnown(headers).map { ($0.name.rawName, $0.value) })
        body = ByteBuffer(bytes: sent)
        bodyAtMost = sent.count
    }

    /// The caching of what never changes at its address: for a year, and without asking again (RFC 8246). Every cache may keep it, even
    /// without `public`, since it is no answer to credentials (RFC 9111, section 3).
    package static let forGood = "max-age=31536000, immutable"

    /// The approximate size in memory, in bytes.
    package var cost: Int { body.readableBytes + 1500 }
}
