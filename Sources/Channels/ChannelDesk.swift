package import Archive
package import Documents
package import HTTPTypes
package import Hummingbird
package import NIOHTTP1
package import News
package import Syndication
package import Weather
package import Web

/// Makes tailored channels: interprets the request, decides the plan, and gets the document from the cache.
package struct ChannelDesk: Sendable {
    package let archive: Archive
    package let revisions: Revisions
    package let documents: DocumentCache
    package let stories: PublishedStories
    package let site: Site
    package let origins: Origins
    package let devices: DeviceDesk
    package let catalogues: Catalogues
    /// Nil if the operator names no weather service.
    package let weather: WeatherDesk?
    private let memo = RequestMemo()

    package init(
        archive: Archive, revisions: Revisions, documents: DocumentCache, stories: PublishedStories, site: Site,
        origins: Origins, catalogues: Catalogues, weather: WeatherDesk? = nil
    ) {
        self.weather = weather
        self.catalogues = catalogues
        self.archive = archive
        self.revisions = revisions
        self.stories = stories
        self.documents = documents
        self.site = site
        self.origins = origins
        devices = DeviceDesk(archive: archive)
    }

    /// The document for a GET that was seen before, if it is cached, and what is said of this request beside it.
    /// - Parameter delay: that of the connection in milliseconds.
    package func ready(
        _ request: HTTPRequestHead, from address: String?, delay: @autoclosure () -> Int?
    ) -> (document: Document, notes: HTTPFields)? {
        guard request.uri.hasPrefix("/ws?") || request.uri.hasPrefix("/i/ws.php?") else { return nil }
        let fields = request.headers.lazy.map { (name: $0.name.lowercased(), value: $0.value) }
        let understanding = revisions.understanding
        let origin = origins.known(behind: address, delay: delay(), for: understanding) { name in
            let lines = request.headers[canonicalForm: name]
            return lines.isEmpty ? nil : lines.joined(separator: ",")
        }
        guard let origin else { return nil }
        let key = RequestMemo.Key(
            path: request.uri, fields: fields, origin: origin, clock: PolicyClock(understanding))
        guard let entry = memo[key] else { return nil }
        guard let document = documents.ready(.channel(withWeather(entry.key, entry.wanted))) else { return nil }
        return (document, entry.notes)
    }

    /// The channel for a request, by query or by form.
    func channel(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let body = request.method == .post ? try await FormBody.collect(request) : []
        let entry = try await understand(request, body, context)
        let key = withWeather(entry.key, entry.wanted)
        let copy = try await documents.copy(.channel(key)) { masthead in
            try await self.render(key, masthead).document
        }
        var response = copy.response(to: request)
        response.headers.append(contentsOf: entry.notes)
        if copy.source == .rendered { response.headers[.serverTiming] = copy.document.timing }
        return response
    }

    /// Interprets a request, and caches the result by its exact text as long as the clock stays the same.
    /// - Parameter below: fields of the context form that apply where the request itself says nothing.
    package func understand(
        _ request: Request, _ body: [UInt8], _ context: NewsRequestContext, below: [(name: String, value: String)] = []
    ) async throws -> RequestMemo.Entry {
        let masthead = try await revisions.latestMasthead()
        let clock = PolicyClock(masthead?.understanding)
        let origin = await origins.find(
            behind: context.remoteAddress, delay: await context.connectionDelay, for: masthead?.understanding
        ) { name in HTTPField.Name(name).flatMap { request.headers[$0] } }
        let key = RequestMemo.Key(
            path: request.head.path ?? "", below: below,
            fields: request.headers.lazy.map { (name: $0.name.canonicalName, value: $0.value) }, body: body,
            origin: origin, clock: clock)
        if let known = memo[key] { return known }
        let fields =
            below + FormFields.parse(request.uri.query ?? "")
            + (try FormBody.fields(body, type: request.headers[.contentType]))
        let device = try await devices.named(in: fields, of: masthead)
        let wanted = ChannelRequest(
            fields: fields, device: device, headers: request.headers, origin: origin, clock: clock,
            masthead: masthead, catalogues: catalogues)
        try wanted.checkStrictness()
        let entry = RequestMemo.Entry(wanted, of: key)
        // A device's stored report may change while the request stays the same.
        if device == nil { memo[key] = entry }
        return entry
    }

    /// Renders the document of a key for the newspaper as it is now.
    package func render(_ key: ChannelKey, _ masthead: Masthead) async throws -> (
        document: Document, channel: Channel, written: ChannelDocument
    ) {
        let (plan, format, coding) = (key.plan, key.format, key.coding)
        var selection = key.selection
        let start = ContinuousClock.now
        let withdrawn = try await withdrawals(&selection, plan, coding)
        let page = try await stories(plan, selection, format, masthead)
        let queried = ContinuousClock.now
        var channel = Channel(
            masthead: masthead, site: site, plan: plan, reasons: reasons(key, masthead), selection: selection,
            format: format, stories: page.stories, rest: page.rest, withdrawn: withdrawn,
            weather: key.weather.map { weather in
                let strings = catalogues.strings(for: [weather.language], of: masthead)
                return LocalWeather(weather.report, strings.words(of: weather.report))
            })
        var written = channel.document(compression: coding.usualRatio, send: coding.compress)
        if needsParts(key, written), let article = try await article(key, masthead) {
            (channel, written) = inParts(channel, article, coding)
        }
        let version = Checksum.name(written.sent)
        var headers = HTTPFields()
        // With its reasons or the weather it is no longer the document that everybody with this plan gets.
        if key.reasons == nil, key.weather == nil {
            headers[.contentLocation] = site.channel(version: version, plan, selection, format)
        }
        headers[.vary] = Self.vary
        headers[.serverTiming] = "cache;desc=hit"
        if let next = written.older?.path ?? nextPart(of: channel) { headers[.link] = "<\(next)>; rel=\"next\"" }
        var document = Document(
            revision: masthead.revision, sent: written.sent,
            type: format == .xml ? "application/xml; charset=utf-8" : "application/json",
            coding: coding, cacheControl: "private, no-cache", etag: version, writtenSize: written.written,
            headers: headers)
        document.timing =
            "query;dur=\(start.duration(to: queried).inMilliseconds), render;dur=\(queried.duration(to: .now).inMilliseconds)"
        return (document, channel, written)
    }

    private func reasons(_ key: ChannelKey, _ masthead: Masthead) -> [Reason] {
        guard let reasons = key.reasons else { return [] }
        let strings = catalogues.strings(for: [reasons.language], of: masthead)
        return strings.words(of: reasons.all)
    }

    package static let vary = "Accept-Encoding, " + ContextHints.names.joined(separator: ", ")

    /// The articles withdrawn since the selection's revision. If they are not known, or take more than a
    /// quarter of the budget, the selection becomes all news, from the beginning.
    private func withdrawals(
        _ selection: inout Selection, _ plan: DeliveryPlan, _ coding: ContentCoding
    ) async throws -> [Withdrawal] {
        guard let since = selection.since else { return [] }
        let withdrawn = try await archive.read { try $0.stories.withdrawals(since: since) }
        let most = Double(plan.budget) / 4 / (Double(Channel.tombstoneSize) * coding.usualRatio)
        guard let withdrawn, Double(withdrawn.count) <= most else {
            (selection.since, selection.before) = (nil, nil)
            return []
        }
        // Later pages do not repeat them.
        return selection.before == nil ? withdrawn : []
    }

    private func stories(
        _ plan: DeliveryPlan, _ selection: Selection, _ format: DocumentFormat, _ masthead: Masthead
    ) async throws -> (stories: [WrittenStory], rest: Cursor?) {
        var query = StoryQuery(selection, limit: plan.items ?? wholeEdition(plan, masthead, selection))
        try query.select(selection, in: masthead)
        return try await stories.written(query, plan, format, site, masthead)
    }

    /// As many stories as the edition holds, and never fewer than a worse link gets.
    package func wholeEdition(_ plan: DeliveryPlan, _ masthead: Masthead, _ selection: Selection) -> Int {
        if selection.edition != nil { return DeliveryPlan.itemLimit }
        return min(max(masthead.latestEdition?.articleCount ?? 0, Edition.leastLength), DeliveryPlan.itemLimit)
    }
}

extension StoryQuery {
    /// Takes the order and the starting point from a selection.
    package init(_ selection: Selection, limit: Int) {
        self.init(limit: limit)
        before = selection.before
        since = selection.since
        near = selection.near
        languages = selection.languages
    }

    /// Takes the sections, categories and edition from a selection, or its articles alone if it names any.
    /// Throws 404 for one that does not exist.
    package mutating func select(_ selection: Selection, in masthead: Masthead) throws {
        isLocal = selection.isLocal
        sections = try selection.sections.filter { $0 != Section.local }.map { try masthead.sectionID($0) }
        categories = try selection.categories.map { try masthead.categoryID($0) }
        edition = selection.edition
        articles = selection.articles
        if !articles.isEmpty { (isLocal, sections, categories, edition) = (false, [], [], nil) }
        arrangement =
            selection.isFront && !masthead.front.stories.isEmpty
            ? masthead.latestEdition.map { .number($0.number) } : selection.isEdition ? selection.edition : nil
    }
}

extension Duration {
    /// Milliseconds, down to microseconds, as `Server-Timing` has them.
    fileprivate var inMilliseconds: Double {
        let microseconds = components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000
        return Double(microseconds) / 1000
    }
}
