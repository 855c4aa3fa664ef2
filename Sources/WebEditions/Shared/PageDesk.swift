package import Archive
package import Channels
package import Documents
import Foundation
import HTTPTypes
package import Hummingbird
package import News
package import Syndication
package import Web

/// The steps that the routes of all pages share: interpreting the reader's request, adding the frame to a
/// page, and making it a document.
package struct PageDesk: Sendable {
    package let desk: ChannelDesk
    package let templates: Templates
    /// The stories of lists, as rendered.
    let markup: StoryMarkup
    /// Whether readers can be told of news on their lock screens.
    let hasPush: Bool
    /// Whether readers can ask for newsletters.
    let hasLetters: Bool
    /// The formats that pictures are made in.
    let pictureFormats: [PictureFormat]

    /// - Parameters:
    ///   - markupBytes: the most bytes of rendered stories to keep.
    ///   - hasPush: whether readers can be told of news on their lock screens.
    ///   - hasLetters: whether readers can ask for newsletters.
    ///   - pictureFormats: the formats that pictures are made in.
    package init(
        desk: ChannelDesk, templates: Templates, markupBytes: Int, hasPush: Bool, hasLetters: Bool,
        pictureFormats: [PictureFormat]
    ) {
        self.desk = desk
        self.templates = templates
        (self.hasPush, self.hasLetters, self.pictureFormats) = (hasPush, hasLetters, pictureFormats)
        markup = StoryMarkup(limit: markupBytes)
    }
    package var archive: Archive { desk.archive }
    package var revisions: Revisions { desk.revisions }
    package var documents: DocumentCache { desk.documents }
    package var stories: PublishedStories { desk.stories }
    package var site: Site { desk.site }

    /// The meaning of a request for a page.
    package struct Request: Sendable {
        var wanted: ChannelRequest
        var settings: ReaderSettings
        /// The texts of the interface in the reader's language.
        package var strings: Strings
        /// Whether only the page's own part is wanted, for a browser that already shows a page.
        package var isPiece: Bool
        package var plan: DeliveryPlan { wanted.plan }
        /// The part of the plan that a web edition uses.
        func plan(of edition: WebEdition) -> DeliveryPlan { edition.plan(plan, for: wanted.context) }
        package var coding: ContentCoding { wanted.coding }

        /// The reasons in words for what an edition shows, by what had an effect on it. Where the edition has less than was decided, that
        /// comes first.
        /// - Parameters:
        ///   - others: effects that the page does not have.
        ///   - total: the number of stories that there are; nil if it is not known.
        func reasons(for edition: WebEdition, without others: Effects = [], of total: Int? = nil) -> [String] {
            let decision = Decision(wanted.context, wanted.settings) { edition.carriedOut($0, for: wanted.context) }
            var (own, limits): (Effects, [String]) = (others, [])
            let words = [
                "face": strings["face_" + edition.rawValue], "items": String(edition.length),
                "budget": Measures(strings).bytes(decision.plan.budget),
            ]
            if edition != .news { own.insert(.pause) }
            if decision.plan.budget < plan.budget, !own.contains(.budget) {
                own.insert(.budget)
                limits.append(strings.filled("devices_most", words))
            }
            if !edition.isIllustrated {
                if !own.contains(.pictures) { limits.append(strings.filled("devices_textOnly", words)) }
                own.formUnion([.pictures, .sizes, .quality])
            }
            let isLong = edition != .news && plan.items.map { $0 >= edition.length } ?? true
            if isLong, !own.contains(.items) { limits.append(strings.filled("devices_longest", words)) }
            if isLong { own.insert(.items) }
            // Each rule begins with what those before it left.
            let formers = [nil] + decision.reasons.map { Optional($0.plan) }
            let reasons = zip(decision.reasons, formers).compactMap { reason, former -> String? in
                var effects = reason.effects.subtracting(own)
                // As many as the edition lists at most is its own limit.
                if reason.plan.items == edition.length { effects.remove(.items) }
                guard !effects.isEmpty else { return nil }
                return strings.words(of: .init(reason.rule, effects, in: reason.plan), instead: former, of: total)
            }
            return limits + reasons
        }
    }

    /// Interprets a request: its own fields come first, then the reader's settings, then the hints in its
    /// headers.
    package func understand(_ request: Hummingbird.Request, body: [UInt8] = [], _ context: NewsRequestContext)
        async throws
        -> Request
    {
        let settings = settings(of: request)
        let wanted = try await desk.understand(request, body, context, below: settings.fields).wanted
        return Request(
            wanted: wanted, settings: settings, strings: strings(wanted.context.languages),
            isPiece: FormFields.parse(request.uri.query ?? "").contains { $0 == ("piece", "1") })
    }

    /// The settings in the reader's cookies, of which only the language holds for a device that is described without them.
    private func settings(of request: Hummingbird.Request) -> ReaderSettings {
        let (settings, query) = (ReaderSettings(request.cookies), request.uri.query ?? "")
        guard query.contains(DescribedDevice.withoutSettings.name),
            FormFields.parse(query).contains(where: { $0 == DescribedDevice.withoutSettings })
        else { return settings }
        return ReaderSettings(settings.wishes.filter { $0.name == "language" })
    }

    /// The texts for somebody who reads these languages.
    package func strings(_ languages: [String]) -> Strings {
        templates.catalogues.strings(for: languages, of: revisions.lastKnown)
    }

    /// The texts for the sender of a request, without asking the database.
    package func strings(for request: Hummingbird.Request) -> Strings {
        strings(wishes(of: request).languages + (request.headers[.acceptLanguage].flatMap(LanguageList.read) ?? []))
    }

    /// The settings in the reader's cookies.
    func wishes(of request: Hummingbird.Request) -> DeviceContext {
        ContextForm.read(ReaderSettings(request.cookies).fields).context
    }

    /// The frame of a page.
    /// - Parameters:
    ///   - title: nil for the front page.
    ///   - path: the path of the page below the public address; nil if it is not worth keeping.
    ///   - isRich: whether the text of a story needs `rich.css`.
    ///   - sheet: the name of an additional style sheet.
    ///   - why: the address of the answers to what readers ask about the page.
    package func frame(
        _ masthead: Masthead, _ strings: Strings, title: String?, path: String?, plan: DeliveryPlan? = nil,
        edition: WebEdition = .mobile, section: String? = nil, feed: FeedSubject = .newspaper, isPiece: Bool = false,
        isStory: Bool = false, isRich: Bool = false, hasTimes: Bool = false, coding: ContentCoding = .gzip,
        sheet: String? = nil,
        why: String? = "?why=1"
    ) -> PageFrame {
        PageFrame(
            masthead, strings, templates, title: title, canonical: path.map { desk.site.root + $0 }, plan: plan,
            edition: edition, section: section, feed: feed, coding: coding, isPiece: isPiece, isStory: isStory,
            isRich: isRich,
            hasTimes: hasTimes, hasStyle: hasStyle(edition, plan, coding), hasPush: hasPush,
            sheet: sheet, why: why, story: isStory ? path : nil)
    }

    /// Whether there is room for the style, which may take half of the budget at most. Without it a page
    /// reads like one of 1993, and reads well.
    private func hasStyle(_ edition: WebEdition, _ plan: DeliveryPlan?, _ coding: ContentCoding) -> Bool {
        let room = Double((plan?.budget ?? .max) / 2)
        return edition != .lite && Double(templates.style.plain.css.utf8.count) * coding.usualRatio <= room
    }

    /// The approximate size in bytes of a page without its own part.
    func frameSize(_ edition: WebEdition, _ plan: DeliveryPlan, _ coding: ContentCoding) -> Int {
        hasStyle(edition, plan, coding) ? templates.style.plain.css.utf8.count + 3000 : edition == .lite ? 1500 : 3000
    }

    /// A page as a document for the cache.
    func document(_ template: String, _ page: Page, _ masthead: Masthead, _ coding: ContentCoding) throws
        -> Document
    {
        Document(
            revision: masthead.revision, bytes: try templates.render(template, page), type: Templates.type,
            coding: coding, cacheControl: "private, no-cache", headers: templates.headers(style: page.style))
    }

    /// Leads to the front page of a web edition, with the query of the request if it is given.
    func redirect(to edition: WebEdition, _ request: Hummingbird.Request? = nil) -> Response {
        let query = request?.uri.query.map { "?" + $0 } ?? ""
        return Response(
            status: .seeOther,
            headers: [
                .location: edition.home + query, .cacheControl: "private, no-cache",
                .vary: templates.headers(style: nil)[.vary] ?? "",
            ])
    }

    /// The field by which a page can be shown in a frame of this server's own.
    static let framed = ("framed", "1")

    /// The response with a page, or if `why=1` is asked, with a page about it. If the page before described a device, it leads to the same
    /// page for that. A browser whose link is already known need not spend another round trip to report it.
    /// - Parameter make: makes a version of the page.
    func response(
        to request: Hummingbird.Request, _ wanted: Request, _ edition: WebEdition, make: PageVersions.Make
    ) async throws -> Response {
        let fields = FormFields.parse(request.uri.query ?? "")
        if fields.contains(where: { $0 == ("why", "1") }) {
            if let page = request.pageAskedAbout {
                return Self.redirect(to: page)
            }
            let isArticle = request.uri.path.contains("/articles/")
            return try why(try await PageVersions(wanted, edition, isArticle: isArticle, make: make), request)
        }
        // The app stores what it shows, which is for its own device.
        if edition != .news, let page = request.addressForSameDevice { return Self.redirect(to: page) }
        var response = try await make(.init(wanted: wanted, edition: edition)).response(to: request)
        if fields.contains(where: { $0 == Self.framed }) { response.headers.allowBeingFramed() }
        if wanted.wanted.context.network != nil { response.headers[.criticalCH] = nil }
        if ClientHints.areSent(with: request.headers) {
            (response.headers[.acceptCH], response.headers[.criticalCH]) = (nil, nil)
        }
        return response
    }

    /// Leads to an address of this server, just this once.
    static func redirect(to address: String) -> Response {
        Response(status: .seeOther, headers: [.location: address, .cacheControl: "no-store"])
    }
}
