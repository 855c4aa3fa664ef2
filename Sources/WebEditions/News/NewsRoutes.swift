import Archive
import Channels
import Documents
import Foundation
import HTTPTypes
import Hummingbird
import News
import Web

/// The app: its first page with all stories, the shell that browsers store, and what makes both
/// installable.
struct NewsRoutes: Sendable {
    let desk: PageDesk
    private var documents: DocumentCache { desk.documents }
    private var stories: PublishedStories { desk.stories }
    private var revisions: Revisions { desk.revisions }
    private var edition: WebEdition { .news }
    private var hasWeather: Bool { desk.desk.weather != nil }
    /// Goes inline into the page.
    private let style: AccentedSheet

    init(desk: PageDesk) {
        self.desk = desk
        let weather = desk.desk.weather == nil ? "" : Style.sheet("weather.css", desk.templates.assets)
        style = AccentedSheet(Style.sheet("news.css", desk.templates.assets) + weather)
    }

    func add(to router: Router<NewsRequestContext>) {
        router.get("/news", use: front)
        router.get("/news/shell", use: shell)
        router.get("/news/sw.js", use: worker)
        router.get("/news/manifest.webmanifest", use: manifest)
    }

    /// The most bytes of the first page as sent, without its pictures: 0.7 s on 3G. The script asks for the
    /// rest afterwards.
    static let documentLimit = 120_000
    /// The bytes as sent that the markup of a story's pictures takes.
    private static let pictureMarkup = 110

    @Sendable private func front(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        // The worker's scope is limited to paths below its own folder.
        guard request.uri.path.hasSuffix("/") else {
            return Response(status: .permanentRedirect, headers: [.location: edition.home])
        }
        let wanted = try await desk.understand(request, context)
        guard Self.hasRoom(wanted.plan, wanted.coding) else { return desk.redirect(to: .mobile, request) }
        return try await desk.response(to: request, wanted, edition) { try await front($0.wanted) }
    }

    private func front(_ wanted: PageDesk.Request) async throws -> DocumentCache.Copy {
        var selection = Selection()
        selection.prefer(wanted.wanted.context, in: revisions.lastKnown)
        // The lead's picture is at most as wide as news.css shows it: 58 % of the page.
        let plan = wanted.plan(of: edition).shown(to: wanted.wanted.context, within: 730)
        let key = PageKey(
            edition: edition, page: .front, plan: plan, selection: selection,
            language: wanted.strings.language,
            coding: wanted.coding, weather: desk.desk.weather(for: wanted.wanted.context, within: plan))
        return try await documents.copy(.page(key)) { masthead in
            let limit = key.plan.items ?? desk.desk.wholeEdition(key.plan, masthead, key.selection)
            var query = StoryQuery(key.selection, limit: limit)
            try query.select(key.selection, in: masthead)
            let found = try await stories.list(query, text: key.plan.text, pictures: key.plan.pair, masthead)
            return try fit(found, masthead, wanted.strings, key)
        }
    }

    /// Fits in as many texts as there is room for, then pictures in what is left of the budget.
    private func fit(
        _ found: (stories: [Story], rest: Cursor?), _ masthead: Masthead, _ strings: Strings, _ key: PageKey
    ) throws -> Document {
        let (plan, ratio) = (key.plan, key.coding.usualRatio)
        func document(_ shares: [Packer.Share]) throws -> Document {
            let page = NewsPage(
                found.stories, shares, rest: found.rest, masthead, strings, plan, hasWeather: hasWeather,
                weather: key.weather)
            return try self.document(page, masthead, strings, plan, key.coding)
        }
        let texts = Packer(plan, found.stories.map { NewsPage.texts($0, plan) }, compression: ratio)
        let markup = found.stories.count { $0.picture != nil } * Self.pictureMarkup
        let written = try texts.fit(
            frame: Self.frameSize, budget: min(plan.budget, Self.documentLimit - markup), compression: ratio
        ) { count in
            let written = try document(texts.shares(count))
            return (written, sent: written.body.readableBytes)
        }
        guard plan.pictures != .off else { return written.document }
        let loads = zip(found.stories, texts.shares(written.count)).map { NewsPage.pictures($0, $1, plan) }
        let all = Packer(plan, loads, compression: ratio)
        return try all.fit(frame: Self.frameSize, budget: plan.budget, compression: ratio) { count in
            var shares = texts.shares(written.count)
            for (index, share) in all.shares(count).enumerated() {
                (shares[index].thumbnail, shares[index].picture) = (share.thumbnail, share.picture)
            }
            let written = try document(Array(shares.prefix(all.shares(count).count)))
            return (written, sent: written.body.readableBytes)
        }.document
    }

    /// The approximate size in bytes of the page without stories.
    private static let frameSize = 17_000

    /// Whether the budget has room for the app and a few stories. If not, the mobile edition shows more of them.
    private static func hasRoom(_ plan: DeliveryPlan, _ coding: ContentCoding) -> Bool {
        (coding == .identity ? frameSize : compressedFrameSize) * 5 <= plan.budget * 4
    }
    private static let compressedFrameSize = 6_000

    private func document(
        _ page: NewsPage, _ masthead: Masthead, _ strings: Strings, _ plan: DeliveryPlan?, _ coding: ContentCoding
    ) throws -> Document {
        Document(
            revision: masthead.revision, bytes: try bytes(page, masthead, strings, plan), type: Templates.type,
            coding: coding, cacheControl: "private, no-cache", headers: headers(masthead))
    }

    private func bytes(_ page: NewsPage, _ masthead: Masthead, _ strings: Strings, _ plan: DeliveryPlan?) throws
        -> [UInt8]
    {
        var frame = desk.frame(masthead, strings, title: nil, path: edition.home, plan: plan, edition: edition)
        frame.style = style.sheet(masthead.presentation.accent).css
        var page = page
        let isAmple = (plan?.budget ?? .max) >= NewsPage.ample
        (page.hasAccounts, page.hasMessages) = (desk.hasLetters && isAmple, desk.hasPush && isAmple)
        return try desk.templates.render("news", Page(frame: frame, part: page))
    }

    /// The bytes of the shell.
    func shellBytes(_ strings: Strings, _ masthead: Masthead) throws -> [UInt8] {
        try bytes(NewsPage(masthead, strings, hasWeather: hasWeather), masthead, strings, nil)
    }

    /// Allows only the page's own style, and markup made from text only through the script's single policy.
    private func headers(_ masthead: Masthead) -> HTTPFields {
        let source = style.sheet(masthead.presentation.accent).source
        var headers = desk.templates.headers(style: nil)
        headers[.contentSecurityPolicy] = """
            default-src 'none'; img-src 'self'; style-src \(source); script-src 'self'; connect-src 'self'; manifest-src 'self'; \
            worker-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'; \
            require-trusted-types-for 'script'; trusted-types n4md
            """
        return headers
    }

    @Sendable private func shell(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        try await file(.shell, request, context) { masthead, strings, coding in
            try document(
                NewsPage(masthead, strings, hasWeather: hasWeather), masthead, strings, nil, coding)
        }
    }
}
