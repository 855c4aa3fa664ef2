import Archive
import Foundation
import HTTPTypes
import Hummingbird
import News
import NIOHTTP1
import PostgreSQL
import Syndication

/// Makes tailored channels: understands the request, decides, and gives the document from the press.
struct ChannelDesk: Sendable {
    let press: Press
    let site: Site
    let intranet: [AddressRange]
    let devices: DeviceDesk
    private let memo = RequestMemo()

    init(press: Press, site: Site, intranet: [AddressRange]) {
        self.press = press
        self.site = site
        self.intranet = intranet
        devices = DeviceDesk(press: press)
    }

    /// The document for a GET that was asked before, and the names of its fields that were ignored, if it is at hand.
    func ready(_ request: HTTPRequestHead, from address: String?) -> (document: Document, ignored: String?)? {
        guard request.uri.hasPrefix("/ws?") || request.uri.hasPrefix("/i/ws.php?") else { return nil }
        let fields = request.headers.lazy.map { (name: $0.name.lowercased(), value: $0.value) }
        let key = RequestMemo.Key(path: request.uri, fields: fields, isIntranet: isIntranet(address))
        guard let entry = memo[key], let document = press.ready(entry.key) else { return nil }
        return (document, entry.ignored)
    }

    /// The channel for a request, by query or by form.
    func channel(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let body = request.method == .post ? try await FormBody.collect(request) : []
        let entry = try await understand(request, body, context)
        let copy = try await press.copy(entry.key) { masthead in try await self.render(entry.key, masthead).document }
        var response = copy.response(to: request)
        if let ignored = entry.ignored { response.headers[.nIgnored] = ignored }
        if copy.source == .rendered { response.headers[.serverTiming] = copy.document.timing }
        return response
    }

    /// What a request asks for, remembered by its very text unless it names a device: what that said may change.
    func understand(
        _ request: Request, _ body: [UInt8], _ context: NewsRequestContext
    ) async throws -> RequestMemo.Entry {
        let key = RequestMemo.Key(
            path: request.head.path ?? "",
            fields: request.headers.lazy.map { (name: $0.name.canonicalName, value: $0.value) }, body: body,
            isIntranet: isIntranet(context.remoteAddress))
        if let known = memo[key] { return known }
        let fields =
            FormFields.parse(request.uri.query ?? "")
            + (try FormBody.fields(body, type: request.headers[.contentType]))
        let device = try await devices.named(in: fields)
        let wanted = ChannelRequest(
            fields: fields, device: device, headers: request.headers, isIntranet: key.isIntranet)
        try wanted.checkStrictness()
        let entry = RequestMemo.Entry(wanted)
        if device == nil { memo[key] = entry }
        return entry
    }

    private func isIntranet(_ address: String?) -> Bool {
        !intranet.isEmpty && address.map { address in intranet.contains { $0.contains(address) } } ?? false
    }

    /// Writes the document of a key for the newspaper as it is now.
    func render(_ key: DocumentKey, _ masthead: Masthead) async throws -> (
        document: Document, channel: Channel, written: ChannelDocument
    ) {
        guard case .channel(let plan, let selection, let format, let coding) = key else {
            throw Problem(.internalServerError, "")
        }
        let start = ContinuousClock.now
        let page = try await stories(plan, selection, format, masthead)
        let queried = ContinuousClock.now
        let channel = Channel(
            masthead: masthead, site: site, plan: plan, selection: selection, format: format, stories: page.stories,
            hasMore: page.hasMore)
        let (written, sent) = plan.fit { allowance in
            let written = channel.document(allowance: allowance, compression: coding == .gzip ? 0.5 : 1)
            let sent = coding == .gzip ? Gzip.compress(written.bytes) : written.bytes
            return Attempt(
                (written, sent), weight: sent.count + written.pictureBytes, isLeast: written.shares.isEmpty)
        }
        var headers = HTTPFields()
        headers[.contentLocation] = site.channel(revision: masthead.revision, plan, selection, format)
        headers[.vary] = Self.vary
        headers[.serverTiming] = "cache;desc=hit"
        if let older = written.older { headers[.link] = "<\(older.path)>; rel=\"next\"" }
        var document = Document(
            revision: masthead.revision, sent: sent,
            type: format == .xml ? "application/xml; charset=utf-8" : "application/json",
            coding: coding, cacheControl: "private, no-cache", headers: headers)
        document.timing =
            "query;dur=\(start.duration(to: queried).inMilliseconds), render;dur=\(queried.duration(to: .now).inMilliseconds)"
        return (document, channel, written)
    }

    private static let vary = "Accept-Encoding, " + ContextHints.names.joined(separator: ", ")

    private func stories(
        _ plan: DeliveryPlan, _ selection: Selection, _ format: DocumentFormat, _ masthead: Masthead
    ) async throws -> (stories: [WrittenStory], hasMore: Bool) {
        var query = StoryQuery(limit: plan.items ?? wholeEdition(plan, masthead, selection))
        query.sections = try selection.sections.map { try masthead.sectionID($0) }
        query.categories = try selection.categories.map { try masthead.categoryID($0) }
        query.edition = selection.edition
        query.before = selection.before
        return try await press.written(query, plan, format, site, masthead)
    }

    /// As many as the edition holds, and never fewer than a worse link gets; on the newspaper's own network as many as there may be.
    private func wholeEdition(_ plan: DeliveryPlan, _ masthead: Masthead, _ selection: Selection) -> Int {
        if selection.edition != nil || plan.reasons.contains(.intranet) { return DeliveryPlan.itemLimit }
        return min(max(masthead.latestEdition?.articleCount ?? 0, 30), DeliveryPlan.itemLimit)
    }
}

extension Duration {
    /// Milliseconds with microseconds, as `Server-Timing` has them.
    fileprivate var inMilliseconds: Double {
        let microseconds = components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000
        return Double(microseconds) / 1000
    }
}
