import Syndication
import XML

/// Reads an untrusted feed as its bytes arrive: RSS 0.90 to 2.0, Atom or JSON Feed, however faulty.
///
/// ``FeedLimits`` bounds memory: of XML only the items built so far are kept. No result is available
/// before all bytes have arrived and the document has proved complete. Not thread-safe, and not for the
/// cooperative pool.
package final class FeedParser {
    private let limits: FeedLimits
    private let builder: FeedBuilder
    private let xml: XMLPushParser
    private var kind: Kind
    /// The beginning, until the format is known; for JSON, everything.
    private var gathered: [UInt8] = []
    private var taken = 0
    private var failure: FeedError?
    private let isJSONByHeader: Bool

    private enum Kind { case unknown, xml, json }

    /// - Parameters:
    ///   - url: the feed's address after all redirects, the default base for relative links.
    ///   - contentType: the `Content-Type` of the HTTP response, with its `charset`.
    package init(url: String = "", contentType: String? = nil, limits: FeedLimits = FeedLimits()) throws(FeedError) {
        self.limits = limits
        kind = .unknown
        let builder = FeedBuilder(url: url, limits: limits)
        self.builder = builder
        isJSONByHeader = contentType?.lowercased().contains("json") == true
        do throws(XMLError) {
            xml = try XMLPushParser(charset: contentType.flatMap(FeedText.charset), limits: limits.xml) {
                builder.take($0)
            }
        } catch { throw FeedError(error) }
    }

    /// Takes the next bytes, however many. Throws as soon as it is certain that this is not a feed; later
    /// calls throw the same error.
    package func take(_ bytes: UnsafeRawBufferPointer) throws(FeedError) {
        if let failure { throw failure }
        taken += bytes.count
        guard taken <= limits.bytes else { throw failed(.tooLarge("it is larger than \(limits.bytes) bytes")) }
        switch kind {
        case .xml: try takeXML(bytes)
        case .json: gathered.append(contentsOf: bytes)
        case .unknown:
            gathered.append(contentsOf: bytes)
            if gathered.count >= Self.headBytes { try decide() }
        }
    }

    /// Takes the next bytes.
    package func take(_ bytes: [UInt8]) throws(FeedError) {
        try bytes.withUnsafeBufferPointer { bytes throws(FeedError) in try take(UnsafeRawBufferPointer(bytes)) }
    }

    /// Returns the feed, once all bytes have been taken.
    /// - Parameter mayBeTruncated: for a feed whose end is missing, returns its complete items with
    ///   ``Feed/isTruncated``
    ///   set instead of throwing ``FeedError/truncated(line:)``.
    package func finish(mayBeTruncated: Bool = false) throws(FeedError) -> Feed {
        if let failure { throw failure }
        if kind == .unknown { try decide() }
        if kind == .json { return try JSONFeedReader.read(gathered, url: builder.url, limits: limits) }
        var isTruncated = false
        do throws(XMLError) { try xml.finish() } catch {
            let failure = explained(error)
            guard case .truncated = failure, mayBeTruncated, builder.failure == nil else { throw failed(failure) }
            builder.dropUnfinishedItem()
            isTruncated = true
        }
        if let failure = builder.failure { throw failed(failure) }
        var feed = builder.finish(remarks: xml.remarks)
        feed.isTruncated = isTruncated
        return feed
    }

    /// Bytes that suffice to recognise the format.
    private static let headBytes = 512

    /// Chooses the format: a leading brace means JSON.
    private func decide() throws(FeedError) {
        let first = gathered.first { $0 > 0x20 && ![0xEF, 0xBB, 0xBF].contains($0) }
        kind = first == UInt8(ascii: "{") || isJSONByHeader && first != UInt8(ascii: "<") ? .json : .xml
        guard kind == .xml else { return }
        let bytes = gathered
        gathered = []
        head = Array(bytes.prefix(Self.headBytes))
        try bytes.withUnsafeBufferPointer { bytes throws(FeedError) in try takeXML(UnsafeRawBufferPointer(bytes)) }
    }

    /// The beginning of the document.
    private var head: [UInt8] = []

    private func takeXML(_ bytes: UnsafeRawBufferPointer) throws(FeedError) {
        do throws(XMLError) { try xml.take(bytes) } catch { throw failed(explained(error)) }
        if let failure = builder.failure { throw failed(failure) }
    }

    /// Reports an HTML page as such; its XML faults are of no interest.
    private func explained(_ error: XMLError) -> FeedError {
        builder.failure ?? (Self.isPage(head) ? .notAFeed(root: "html") : FeedError(error))
    }

    private func failed(_ error: FeedError) -> FeedError {
        if failure == nil { failure = error }
        return failure ?? error
    }

    private static func isPage(_ head: [UInt8]) -> Bool {
        let text = String(decoding: head, as: UTF8.self).lowercased()
        return text.contains("<!doctype html") || text.contains("<html")
    }
}
