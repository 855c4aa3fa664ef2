import Channels
import Documents
import Foundation
import Hummingbird
import News
import Syndication
import Web

/// Answers what readers ask about a page: what it cost, why it is short or has no pictures, what they would get on Wi-Fi, and how
/// they get all of it.
struct WhyPage: Sendable {
    /// The address of the page, with its fields.
    var back: String
    /// The address of the same page with pictures.
    var withPictures: String
    /// The address of the same page as on Wi-Fi.
    var asOnWiFi: String
    /// The address of the whole of an article.
    var whole: String
    /// The address of the same list with all that a page may have; nil if that is no more than here or on Wi-Fi.
    var fullest: String?
    var used: String
    var page: String
    /// The size of its pictures, at most: browsers may choose smaller files of them. Nil if there are none.
    var pictures: String?
    /// How much of the budget it uses.
    var share: String
    var reasons: [String]
    /// The reason why there are no pictures; nil if there are some.
    var noPictures: String?
    /// The plan of the same device on Wi-Fi, in words; nil if that is what it has.
    var onWiFi: String?
    /// Whether the page is a list, of which there may be more.
    var isList: Bool
    /// Whether the page is a part of an article, which can be had as a whole.
    var isCut: Bool

    init(
        _ document: Document, _ path: String, _ wanted: ChannelRequest, _ edition: WebEdition, plan: DeliveryPlan,
        reasons: [String], isArticle: Bool, back: String
    ) {
        let strings = wanted.strings
        let size = document.body.readableBytes + document.scripts
        let fields = FormFields.parse(String(back.drop { $0 != "?" }.dropFirst()))
        let full = edition.pathWithPictures(path)
        self.back = back
        let lacksRoom = plan.pictures != .off && document.stories > 0 && document.pictures == 0
        // Where the link has no room for pictures, they come as on Wi-Fi.
        let asked = (wanted.plan.pictures == .off || lacksRoom ? Self.wifi : []) + [("images", "full")]
        withPictures = Self.address(full, fields, with: asked)
        asOnWiFi = Self.address(path, fields, with: Self.wifi)
        whole = Self.address(path, fields, with: [("part", ""), ("whole", "1")])
        let measures = Measures(strings)
        let parts = measures.parts(size, document.files)
        (page, used) = (parts.first, parts.sum)
        pictures = document.files == 0 ? nil : parts.second
        share = measures.share(size + document.files, of: plan.budget)
        self.reasons = reasons
        // An edition without pictures has none whatever was decided.
        let silent = wanted.plan.pictures == .off ? wanted.reasons.first { $0.effects.contains(.pictures) } : nil
        noPictures =
            plan.pictures == .off
            ? silent.map { strings.name(of: $0.rule) } ?? strings["why_textOnly"]
            : lacksRoom ? strings["why_noRoom"] : nil
        var context = wanted.context
        (context.network, context.networkIsEstimate) = (.wifi, false)
        (context.downlink, context.roundTrip, context.saveData) = (nil, nil, nil)
        var best = Policy.plan(for: context)
        let onBest = Self.words(of: edition.listed(edition.plan(best, for: context)), isArticle, strings)
        let here = Self.words(of: edition.listed(plan), isArticle, strings)
        onWiFi = onBest.isEmpty || onBest == here ? nil : onBest
        (best.items, best.text, best.pictures) = (nil, .html, .full)
        let all = Self.words(of: edition.listed(edition.plan(best, for: context)), isArticle, strings)
        let isFullest = isArticle || full != path || all == here || all == onBest
        let most = Self.wifi + [("items", "all"), ("text", "html"), ("images", "full")]
        fullest = isFullest ? nil : Self.address(path, fields, with: most)
        (isList, isCut) = (!isArticle, document.isCut)
    }
}

extension WhyPage {
    /// The fields of a page as on Wi-Fi: empty ones say nothing about the link.
    private static let wifi = [("network", "wifi"), ("downlink", ""), ("rtt", ""), ("save_data", "")]

    /// The address of a page with its fields, some of which are others; those that are empty are left out.
    private static func address(
        _ path: String, _ fields: [(name: String, value: String)], with others: [(String, String)]
    ) -> String {
        let kept = fields.filter { field in !others.contains { $0.0 == field.name } }
        let all = (kept.map { ($0.name, $0.value) } + others).filter { !$0.1.isEmpty }
        return path + "?" + all.map { "\($0.0.escapedForQuery)=\($0.1.escapedForQuery)" }.joined(separator: "&")
    }

    /// The parts of a plan that have an effect on a page, in words. An article has its text in full, on every link.
    private static func words(of plan: DeliveryPlan, _ isArticle: Bool, _ strings: Strings) -> String {
        var parts: Effects = isArticle ? [.pictures, .sizes, .budget] : [.items, .text, .pictures, .sizes, .budget]
        if plan.pictures == .off { parts.subtract([.pictures, .sizes]) }
        return strings.words(of: parts, in: plan).joined(separator: ", ").capitalizedFirst
    }
}

extension PageDesk {
    /// The page about a page.
    func why(
        _ document: Document, _ request: Hummingbird.Request, _ wanted: Request, _ edition: WebEdition
    ) throws -> Response {
        let (plan, path) = (wanted.plan(of: edition), request.uri.path)
        let isArticle = path.contains("/articles/")
        let frame = PageFrame(
            revisions.lastKnown, wanted.strings, templates, title: wanted.strings["why"], canonical: nil, plan: plan,
            edition: edition, section: nil, coding: wanted.coding, isPiece: wanted.isPiece,
            hasStyle: edition != .lite && wanted.coding != .identity)
        let page = WhyPage(
            document, path, wanted.wanted, edition, plan: plan,
            reasons: wanted.reasons(for: edition, without: isArticle ? [.items, .text] : []), isArticle: isArticle,
            back: request.addressAskedAbout)
        return try templates.page(
            edition.prefix + "why", Page(frame: frame, part: page), revision: nil, request)
    }
}

extension Hummingbird.Request {
    /// The address to ask about the page from which the link `?why=1` was followed, if that has fields of its own, as the pages of the form
    /// of three devices have; nil if it has none, or the browser does not name it.
    var pageAskedAbout: String? {
        guard uri.query == "why=1", let page = headers[.referer].flatMap({ URLComponents(string: $0) }),
            page.percentEncodedPath == uri.path, let query = page.percentEncodedQuery, !query.isEmpty,
            page.host.map({ host in page.port.map { "\(host):\($0)" } ?? host }) == head.authority,
            !FormFields.parse(query).contains(where: { $0.name == "why" })
        else { return nil }
        return uri.path + "?" + query + "&why=1"
    }

    /// The address of the page that `why=1` asks about.
    var addressAskedAbout: String {
        let query = (uri.query ?? "").split(separator: "&").filter { $0 != "why=1" }.joined(separator: "&")
        return uri.path + (query.isEmpty ? "" : "?" + query)
    }
}

extension Fitted where Written == Document {
    /// The document, which knows what it names.
    var document: Document {
        var document = written
        document.files = files
        return document
    }

    /// The same as a page, whose frame may name a logo, scripts and style sheets.
    func document(with frame: PageFrame) -> Document {
        var document = document
        document.files += frame.logoBytes
        document.scripts = frame.scriptBytes
        return document
    }
}
