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
    /// Another version of the page, and what it would use.
    struct Way: Sendable {
        var address: String
        var cost: String
    }

    /// The address of the page, with its fields.
    var back: String
    var used: String
    var page: String
    /// The size of its pictures, at most: browsers may choose smaller files of them. Nil if there are none.
    var pictures: String?
    /// The stories and pictures that it has; nil if it has neither.
    var contents: String?
    /// How much of the budget it uses.
    var share: String
    /// How the bytes allowed and the load time are computed.
    var allowance: String
    var sum: String
    var reasons: [String]
    /// The reason why there are no pictures; nil if there are some.
    var noPictures: String?
    /// The same page with pictures, where it has none and there are some.
    var withPictures: Way?
    /// The words of the link to that.
    var showPictures: String
    /// The same page as on Wi-Fi; nil if that is no more.
    var onWiFi: Way?
    /// The whole of an article of which the page has a part.
    var whole: Way?
    /// The same list with all that a page may have; nil if that is no more than here or on Wi-Fi.
    var fullest: Way?
    /// Whether the list has more stories than the page.
    var hasOlder: Bool
    /// Whether the page has all of the article.
    var isWhole: Bool

    init(_ asked: PageVersions, back: String) {
        let (here, wanted, strings) = (asked.here, asked.wanted, asked.wanted.strings)
        let (plan, measures) = (wanted.plan(of: asked.edition), Measures(strings))
        self.back = back
        let parts = measures.parts(here.page, here.files)
        (page, used) = (parts.first, parts.sum)
        pictures = here.files == 0 ? nil : parts.second
        contents = measures.contents(here)
        share = measures.share(here.used, of: plan.budget)
        allowance = measures.allowance(wanted, asked.edition)
        sum = measures.sum(LoadTime(wanted.wanted.context), here.used)
        let suited = WebEdition.suited(to: wanted.wanted.context)
        let face = suited.edition == asked.edition ? suited : (asked.edition, .chosen)
        reasons = [strings.words(of: face)] + (asked.reasons.isEmpty ? [strings["why_nothing"]] : asked.reasons)
        let silent = wanted.wanted.reasons.first { $0.plan.pictures == .off }
        let isOff = plan.pictures == .off && asked.withPictures != nil
        let rule = asked.edition.isIllustrated ? silent.map { strings.name(of: $0.rule) } : nil
        noPictures =
            isOff
            ? rule.map { strings("why_noPicturesRule", $0) } ?? strings["why_textOnly"]
            : asked.lacksRoom ? strings["why_noRoom"] : nil
        showPictures = strings[asked.picturesNeedWiFi ? "why_picturesAsWiFi" : "showPictures"]
        let path = String(back.prefix { $0 != "?" })
        let fields = FormFields.parse(String(back.dropFirst(path.count + 1)))
        func way(_ document: Document?, _ path: String, _ others: [(String, String)]) -> Way? {
            document.map { Way(address: Self.address(path, fields, with: others), cost: measures.cost($0)) }
        }
        let withImages = (asked.picturesNeedWiFi ? Self.wifi : []) + [("images", "full")]
        withPictures = way(asked.withPictures, asked.edition.pathWithPictures(path), withImages)
        onWiFi = way(asked.onWiFi, path, Self.wifi)
        // Its pictures are better, and not only more.
        let better = Effects(from: plan, to: asked.planOnWiFi).intersection([.sizes, .quality])
        if let words = strings.words(of: better, in: asked.planOnWiFi).first { onWiFi?.cost += ": " + words }
        fullest = way(asked.fullest, path, Self.wifi + Self.all)
        whole = way(asked.whole, path, [("part", ""), ("whole", "1")])
        (hasOlder, isWhole) = (!asked.isArticle && here.isCut, asked.isArticle && !here.isCut)
    }

    /// The fields of a page as on Wi-Fi: empty ones say nothing about the link.
    private static let wifi = [("network", "wifi"), ("downlink", ""), ("rtt", ""), ("save_data", "")]

    /// The fields of a page with all that it may have: a charger spares the battery.
    private static let all = [("items", "all"), ("text", "html"), ("images", "full"), ("charging", "1")]

    /// The address of a page with its fields, some of which are others; those that are empty are left out.
    private static func address(
        _ path: String, _ fields: [(name: String, value: String)], with others: [(String, String)]
    ) -> String {
        let kept = fields.filter { field in !others.contains { $0.0 == field.name } }
        let all = (kept.map { ($0.name, $0.value) } + others).filter { !$0.1.isEmpty }
        return path + "?" + all.map { "\($0.0.escapedForQuery)=\($0.1.escapedForQuery)" }.joined(separator: "&")
    }
}

extension Measures {
    /// Such as "24 stories, 22 pictures, 61.3 kB at most". Of an article its size alone. A page that is made again may compress a little worse.
    fileprivate func cost(_ document: Document) -> String {
        let size = atMost(document.used + document.bodyAtMost / 50)
        return [contents(document), strings("why_sizeAtMost", size)].compactMap(\.self).joined(separator: ", ")
    }

    /// Such as "24 stories, 22 pictures"; nil if it has neither.
    fileprivate func contents(_ document: Document) -> String? {
        let parts: [String?] = [
            document.stories > 0 ? strings("why_stories", document.stories) : nil,
            document.pictures > 0 ? strings("devices_pictures", document.pictures) : nil,
        ]
        return document.stories + document.pictures > 0 ? parts.compactMap(\.self).joined(separator: ", ") : nil
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
        (document.files, document.lacksRoom) = (files, document.lacksRoom || lacksRoom)
        return document
    }

    /// The same as a page, whose frame may name a logo, scripts and style sheets.
    func document(with frame: PageFrame) -> Document {
        var document = document
        document.files += frame.logoBytes
        document.scripts = frame.scriptBytes
        document.isStyled = frame.isStyled
        return document
    }
}
