import Archive
package import Channels
import Documents
import ExchangeArchive
package import HTTPTypes
import Hummingbird
package import NIOHTTP1
import News
import Syndication
package import Web
import WebEditions

/// Serves our feeds: works out which one is requested, and gets it from the documents.
package struct FeedDesk: Sendable {
    package let desk: ChannelDesk
    /// Further hubs, besides ours, that announce changes of the newspaper's own feeds.
    package var otherHubs: [String] = []

    package init(desk: ChannelDesk, otherHubs: [String] = []) {
        self.desk = desk
        self.otherHubs = otherHubs
    }
    var archive: Archive { desk.archive }
    var revisions: Revisions { desk.revisions }
    var documents: DocumentCache { desk.documents }
    var stories: PublishedStories { desk.stories }

    /// An interpreted request for a feed.
    struct Wanted: Sendable {
        var key: FeedKey
        /// The names of ignored fields.
        var ignored: String?
    }

    /// Interprets a request for a feed. If it describes the device, the feed keeps within the device's
    /// budget. Throws 400 if the address cannot be a feed's.
    func understand(_ request: Request, _ context: NewsRequestContext) async throws -> Wanted {
        let fields = FormFields.parse(request.uri.query ?? "")
        guard var address = FeedAddress(path: request.uri.path, fields: fields) else { throw Problem.noFeed }
        var (device, faults) = ContextForm.read(fields)
        device.selection.before = nil
        guard device != DeviceContext() else {
            return Wanted(key: FeedKey(address: address), ignored: ChannelRequest.names(of: faults))
        }
        let entry = try await desk.understand(request, [], context, below: ReaderSettings(request.cookies).fields)
        let own = Set(address.subject.page.query.map { String($0.prefix { $0 != "=" }) } + ["before"])
        address.context = fields.filter { !own.contains($0.name) }.map {
            "\($0.name.escapedForQuery)=\($0.value.escapedForQuery)"
        }
        let tailoring = FeedKey.Tailoring(plan: entry.wanted.plan, selection: entry.wanted.context.selection)
        return Wanted(key: FeedKey(address: address, tailoring: tailoring), ignored: entry.ignored)
    }

    /// Responds to a request for a feed.
    @Sendable func answer(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let wanted = try await understand(request, context)
        let coding = ContentCoding(accept: request.headers[.acceptEncoding])
        let copy = try await copy(wanted.key, coding)
        var response = try await delta(wanted.key, coding, from: copy, for: request) ?? copy.response(to: request)
        if let ignored = wanted.ignored { response.headers[.nIgnored] = ignored }
        return response
    }

    /// A feed that is the same for all readers, if cached and current; nil for deltas and browser windows,
    /// which take more work.
    package func ready(_ request: HTTPRequestHead) -> (document: Document, notes: HTTPFields)? {
        guard request.uri.hasSuffix(".xml") || request.uri.hasSuffix(".json"),
            !request.headers.contains(name: "a-im"), request.headers.first(name: "sec-fetch-dest") != "document",
            let address = FeedAddress(path: request.uri, fields: [])
        else { return nil }
        let codings = request.headers["accept-encoding"]
        let coding = ContentCoding(accept: codings.isEmpty ? nil : codings.joined(separator: ","))
        return documents.ready(.feed(FeedKey(address: address), coding)).map { ($0, [:]) }
    }

    /// Returns a feed, from the cache as long as nothing has changed.
    func copy(_ key: FeedKey, _ coding: ContentCoding) async throws -> DocumentCache.Copy {
        try await documents.copy(.feed(key, coding)) { masthead in try await render(key, coding, masthead) }
    }
}

// Deltas (RFC 3229, section 4, with the instance manipulation `feed` of https://www.wyman.us/main/2004/09/implementations.html).
extension FeedDesk {
    /// The changes since the reader's copy, if it accepts a delta and its copy is known.
    private func delta(_ key: FeedKey, _ coding: ContentCoding, from copy: DocumentCache.Copy, for request: Request)
        async throws -> Response?
    {
        guard copy.source != .stale, key.tailoring == nil, key.address.before == nil,
            let base = request.headers.feedBase, base.etag != copy.document.etag
        else { return nil }
        var partial = key
        partial.since = base.revision
        let delta = try await self.copy(partial, coding).document
        guard delta.revision == copy.document.revision else { return nil }
        var response = Response(
            status: .init(code: 226, reasonPhrase: "IM Used"), headers: delta.headers,
            body: .init(byteBuffer: delta.body))
        response.headers[.instanceManipulation] = "feed"
        response.headers[.deltaBase] = base.etag
        response.headers[.eTag] = copy.document.etag
        // Only a cache that supports deltas may store one (RFC 3229, section 10.8.1).
        response.headers[.cacheControl] = "no-store, im"
        return response
    }
}

extension HTTPFields {
    /// The entity tag of the reader's copy and the newspaper revision in it, if the reader accepts a delta.
    fileprivate var feedBase: (etag: String, revision: Int)? {
        guard let manipulations = self[.acceptedManipulations], let tags = self[.ifNoneMatch],
            manipulations.split(separator: ",").contains(where: {
                $0.prefix { $0 != ";" }.filter { $0 != " " } == "feed"
            })
        else { return nil }
        return tags.split(separator: ",").lazy.compactMap { FeedTag($0.filter { $0 != " " }.replacing("W/", with: "")) }
            .max { $0.revision < $1.revision }.map { ($0.text, $0.revision) }
    }
}

/// The entity tag of a feed: the newspaper revision in which the feed last changed, and a checksum.
struct FeedTag: Sendable {
    let text: String
    let revision: Int

    /// Reads a tag made by `name`; nil for any other.
    init?(_ text: some StringProtocol) {
        let text = String(text)
        guard text.hasPrefix("\""), text.utf8.count <= 100, let hyphen = text.firstIndex(of: "-"),
            let revision = Int(text[text.index(after: text.startIndex)..<hyphen], radix: 16), revision >= 0
        else { return nil }
        self.text = text
        self.revision = revision
    }

    /// Makes a tag. It depends on the coding, since a strong tag identifies the bytes as sent (RFC 9110,
    /// section 8.8.3.3).
    static func name(_ state: FeedState, checksum: String, _ coding: ContentCoding) -> String {
        "\(String(state.revision, radix: 16))-\(checksum)" + (coding == .identity ? "" : "-\(coding.rawValue)")
    }
}

extension Problem {
    /// The problem for an address that cannot be one of our feeds.
    fileprivate static let noFeed = Problem(
        .badRequest,
        "This cannot be the address of a feed. A search needs words (/search/rss.xml?q=harbour), and a place its degrees north and east (/places/41.1,-8.6/rss.xml). /opml.xml lists all feeds."
    )
}
