import HTTPTypes
package import Hummingbird

/// The part of a file that a request asks for (RFC 9110, section 14): an interrupted download resumes where
/// it stopped.
enum ByteRange: Equatable {
    /// The whole file: no range is requested, or one in a form that may be ignored, such as several ranges
    /// at once.
    case whole
    case part(Range<Int>)
    /// The range begins beyond the end.
    case unsatisfiable

    init(_ fields: HTTPFields, etag: String, count: Int) {
        self = .whole
        guard let range = fields[.range], range.hasPrefix("bytes="), fields[.ifRange].map({ $0 == etag }) ?? true else {
            return
        }
        let ends = range.dropFirst("bytes=".count).split(separator: "-", omittingEmptySubsequences: false).map {
            (text: $0, number: $0.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int($0) : nil)
        }
        guard ends.count == 2 else { return }
        switch (ends[0].number, ends[1].number) {
        case (let first?, let last) where last != nil || ends[1].text.isEmpty:
            if let last, last < first { return }
            self = first < count ? .part(first..<min(last ?? .max, count - 1) + 1) : .unsatisfiable
        case (nil, let length?) where ends[0].text.isEmpty:
            self = length > 0 && count > 0 ? .part(max(0, count - length)..<count) : .unsatisfiable
        default: return
        }
    }
}

extension Response {
    /// The bytes from which a file says that parts of it can be had: on a slow link a second's worth.
    private static let leastAnnounced = 50_000

    /// Answers with a cached file: 304 if the client already has it, 206 with the part that it asks for.
    package init(file document: Document, to request: Request) {
        self.init(document, to: request)
        let count = document.body.readableBytes
        // Clients may ask for parts without being told (RFC 9110, 14.3); of small files nobody does.
        if count >= Self.leastAnnounced { headers[.acceptRanges] = "bytes" }
        guard status == .ok, request.method == .get else { return }
        switch ByteRange(request.headers, etag: document.etag, count: count) {
        case .whole: return
        case .part(let range):
            guard
                let part = document.body.getSlice(at: document.body.readerIndex + range.lowerBound, length: range.count)
            else { return }
            status = .partialContent
            headers[.contentRange] = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(count)"
            headers[.contentLength] = String(range.count)
            body = .init(byteBuffer: part)
        case .unsatisfiable:
            self = Response(
                status: .rangeNotSatisfiable,
                headers: [.contentRange: "bytes */\(count)", .contentLength: "0", .cacheControl: "no-store"])
        }
    }
}
