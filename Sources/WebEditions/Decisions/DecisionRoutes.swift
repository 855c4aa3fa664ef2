import Archive
import Channels
import Documents
import Foundation
import HTTPTypes
import Hummingbird
import News
import Syndication
import Web

/// The page that shows the decisions for three devices, with the form to try any other (for developers, in English), and the
/// decision for a context. Both speak the reader's language.
struct DecisionRoutes: Sendable {
    let desk: ChannelDesk
    let pages: PageDesk
    private var templates: Templates { pages.templates }

    func add(to router: Router<NewsRequestContext>) {
        router.get("/ws/form", use: form)
        router.get("/ws/explain", use: explain)
        router.post("/ws/explain", use: explain)
    }

    /// The page with three devices and the form; `piece=1` gives the devices alone.
    @Sendable private func form(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let wanted = try await pages.understand(request, context)
        let masthead = try await desk.revisions.lastMasthead()
        let fields = FormFields.parse(request.uri.query ?? "")
        var faults: [FieldFault] = []
        var devices: [DevicesPage.Measured] = []
        for var device in ShownDevice.all {
            faults += device.read(fields)
            devices.append(try await measure(device, fields, request, context))
        }
        var look = wanted.plan
        look.budget = .max
        var frame = pages.frame(
            masthead, wanted.strings, title: wanted.strings["devices"], path: "/ws/form", plan: look, sheet: "form",
            why: nil)
        frame.isPiece = wanted.isPiece
        let accepted = String(request.headers[.accept]?.prefix(500) ?? "text/html")
        let lacking = try await desk.archive.read { try $0.ladders.count(lacking: pages.pictureFormats) }
        let shown = DevicesPage(
            devices, ignored: faults, accepted: accepted, picturesToCome: lacking, wanted.strings)
        let part = FormPage(masthead, shown, fields)
        var page = try templates.page(
            wanted.isPiece ? "devices" : "form", Page(frame: frame.values, part: part),
            revision: masthead.revision, request)
        page.headers.allowFrames()
        // The browser's own link plays no part here, so it need not be asked for in another round trip.
        page.headers[.criticalCH] = nil
        page.headers[.nIgnored] = ChannelRequest.names(of: faults)
        return page
    }

    /// Makes the front page that a device gets, exactly as its frame will ask for it.
    private func measure(
        _ device: ShownDevice, _ fields: [(name: String, value: String)], _ request: Request,
        _ context: NewsRequestContext
    ) async throws -> DevicesPage.Measured {
        let extra = fields.last { $0.name == "language" }.map { "&language=" + $0.value.escapedForQuery } ?? ""
        func front(_ device: ShownDevice) async throws -> FrontPage {
            let asked = request.withoutHints.asking(for: "/?" + device.query + extra)
            return FrontPage(try await pages.understand(asked, context))
        }
        func make(_ version: PageVersions.Version) async throws -> DocumentCache.Copy {
            try await PageRoutes(edition: version.edition, desk: pages).copy(.front, version.wanted)
        }
        let (page, best) = (try await front(device), try await front(device.atBest))
        let (wanted, edition) = (page.wanted, page.edition)
        let versions = try await PageVersions(wanted, edition, isArticle: false, make: make)
        let document = versions.here
        return DevicesPage.Measured(
            device: device, path: edition.home, isApp: page.isApp,
            document: document.page, pictures: document.files,
            most: try await make(.init(wanted: best.wanted, edition: best.edition)).document.used,
            budget: wanted.plan(of: edition).budget, room: versions.room,
            allowance: Measures(wanted.strings).allowance(wanted, edition),
            stories: document.stories, pictureCount: document.pictures,
            time: LoadTime(wanted.wanted.context),
            reasons: (page.isApp ? [] : [wanted.strings.words(of: page.suited)]) + versions.reasons,
            extent: versions.extent,
            extra: extra)
    }

    /// The front page that suits a device.
    private struct FrontPage {
        let wanted: PageDesk.Request
        let suited: (edition: WebEdition, reason: WebEdition.Reason)
        var isApp: Bool { suited.edition == .news }
        /// The app stores what it shows, which a frame must not do to the reader's browser.
        var edition: WebEdition { isApp ? .mobile : suited.edition }

        init(_ wanted: PageDesk.Request) {
            (self.wanted, suited) = (wanted, WebEdition.suited(to: wanted.wanted.context))
        }
    }

    /// The decision for a context: a page for people, JSON for programs.
    @Sendable private func explain(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let body = request.method == .post ? try await FormBody.collect(request) : []
        let fields = FormFields.parse(request.uri.query ?? "")
        // Somebody who looks at another device does not have its browser.
        let isAnother = request.asksForPage && fields.contains { $0.name == "client" }
        let wanted = try await desk.understand(isAnother ? request.withoutHints : request, body, context).wanted
        let (masthead, rendered) = try await desk.stories.current { masthead in
            (masthead, try await desk.render(desk.key(of: wanted), masthead))
        }
        let explanation = Explanation(
            wanted: wanted, channel: rendered.channel, written: rendered.written,
            leavesOutWeather: desk.leavesOutWeather(wanted))
        if request.asksForPage, wanted.context.format != .json, !(request.uri.query ?? "").contains(ExplainPage.asJSON)
        {
            let own = try await viewer(request, context)
            let viewer = isAnother ? own : wanted
            var plan = viewer.plan
            (plan.palette, plan.textSize) = (own.plan.palette, own.plan.textSize)
            let hasSheet = viewer.plan.budget >= Self.leastForSheet
            let frame = pages.frame(
                masthead, viewer.strings, title: viewer.strings["explain"], path: nil, plan: plan,
                coding: viewer.coding, sheet: hasSheet ? "form" : nil, why: nil)
            let ways = body.isEmpty ? try await ways(from: explanation, fields, isAnother, request, context) : []
            var page = try templates.page("explain", frame, within: viewer.plan.budget, request) { rows in
                ExplainPage(
                    explanation, request, isPosted: !body.isEmpty, isDetailed: hasSheet, ways: ways, rows: rows)
            }
            page.headers[.nIgnored] = wanted.ignored
            return page
        }
        var headers: HTTPFields = [.vary: "Accept, Accept-Encoding"]
        headers[.nIgnored] = wanted.ignored
        let document = Document(
            revision: nil, bytes: explanation.json, type: "application/json", coding: wanted.coding,
            cacheControl: "private, no-cache", headers: headers)
        return Response(document, to: request)
    }

    /// Better circumstances and settings of a device, with which an app on it would get more, and how much that is.
    private func ways(
        from here: Explanation, _ fields: [(name: String, value: String)], _ isAnother: Bool, _ request: Request,
        _ requestContext: NewsRequestContext
    ) async throws -> [WhyPage.Way] {
        let charging = [("charging", "1")]
        let context = here.wanted.context
        let isSaving = context.saveData == true
        var alone = [
            ("explain_charging", charging), (isSaving ? "why_asWiFiUnsaved" : "explain_onWiFi", WhyPage.wifi),
        ]
        if isSaving { alone.insert(("explain_unsaved", [("save_data", "0")]), at: 0) }
        if let images = context.images, images != .full {
            alone.insert(("why_picturesToo", [("images", "full")]), at: 0)
        }
        if context.items != nil { alone.insert(("explain_allStories", [("items", "all")]), at: 0) }
        var (ways, most) = ([WhyPage.Way](), here.used)
        for (name, others) in alone + [(isSaving ? "explain_bothUnsaved" : "explain_both", WhyPage.wifi + charging)] {
            let address = FormFields.address("/ws/explain", fields, with: others)
            let asked = (isAnother ? request.withoutHints : request).asking(for: address)
            let wanted = try await desk.understand(asked, [], requestContext).wanted
            let rendered = try await desk.stories.current { try await desk.render(desk.key(of: wanted), $0) }
            let there = Explanation(wanted: wanted, channel: rendered.channel, written: rendered.written)
            // All of them together are told only if they bring more than the best alone.
            let before = name.hasPrefix("explain_both") ? most : here.used
            guard Double(there.used) > Double(before) * Self.leastGain else { continue }
            most = max(most, there.used)
            let strings = here.wanted.strings
            let cost = [strings("why_stories", there.channel.stories.count), Measures(strings).bytes(there.used)]
            ways.append(
                WhyPage.Way(
                    name: strings[name], address: address, cost: cost.joined(separator: ", ")))
        }
        return ways
    }

    /// How many times as much an app must get for a way to be worth telling: less is how well a page happened to compress.
    private static let leastGain = 1.02

    /// The budget in bytes from which the explanation has its own style sheet, and technical details. With less, those 5 kB go to the list of
    /// stories.
    private static let leastForSheet = 14_000

    /// The browser in which somebody looks at a device, with its reader's settings.
    private func viewer(_ request: Request, _ context: NewsRequestContext) async throws -> ChannelRequest {
        let language = FormFields.parse(request.uri.query ?? "").last { $0.name == "language" }
        let path = "/ws/explain" + (language.map { "?language=" + $0.value.escapedForQuery } ?? "")
        return try await pages.understand(request.asking(for: path), context).wanted
    }
}

extension Request {
    /// Whether a browser asks.
    fileprivate var asksForPage: Bool { headers[.accept]?.contains("text/html") == true }

    /// The same browser's request for another address.
    fileprivate func asking(for address: String) -> Request {
        var head = head
        head.path = address
        return Request(head: head, body: .init(buffer: .init()))
    }

    /// The same request without what the browser says of its own device, but for the formats that it takes.
    fileprivate var withoutHints: Request {
        var head = head
        let kept: [HTTPField.Name] = [.accept, .acceptEncoding, .acceptLanguage, .cookie]
        head.headerFields = HTTPFields(headers.filter { kept.contains($0.name) })
        return Request(head: head, body: body)
    }
}
