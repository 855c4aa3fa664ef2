import Channels
import Documents
import Foundation
import Hummingbird
import News
import Syndication
import Web

/// Answers what readers ask about a page: what it cost, why it is short or has no pictures, and what else they could have.
struct WhyPage: Sendable {
    /// Another version of the page, and what it would use.
    struct Way: Sendable {
        var name: String
        var address: String
        var cost: String
    }

    /// A device that the address describes.
    struct Described: Sendable {
        var notice: String
        /// That of the same page about the reader's own device.
        var address: String
    }

    /// The address of the page, with its fields.
    var back: String
    var used: String
    var page: String
    /// The size of its pictures, at most: browsers may choose smaller files of them. Nil if there are none.
    var pictures: String?
    /// The stories and pictures that it has; nil if it has neither.
    var contents: String?
    /// The estimated time to load it.
    var time: String
    /// In percent of the budget.
    var pageBar: String
    var picturesBar: String
    /// How much of the budget it uses, and whether that is the limit.
    var share: String
    /// How the bytes allowed and the load time are computed.
    var allowance: String
    var sum: String
    var reasons: [String]
    /// The reason why there are no pictures; nil if there are some.
    var noPictures: String?
    /// Whether that is what the reader chose.
    var isOffByWish: Bool
    /// The other versions of the page.
    var ways: [Way]
    /// The device that the address describes, and the page without it; nil if it describes none.
    var described: Described?
    /// How much of the list or the article this page has; nil if the other versions say so.
    var extent: String?
    /// The page of three devices, one of them in the circumstances of this one.
    var devices: String

    init(_ asked: PageVersions, back: String) {
        let (here, wanted, strings) = (asked.here, asked.wanted, asked.wanted.strings)
        let (plan, measures) = (wanted.plan(of: asked.edition), Measures(strings))
        let time = LoadTime(wanted.wanted.context)
        self.back = back
        let parts = measures.parts(here.page, here.files)
        (page, used) = (parts.first, parts.sum)
        pictures = here.files == 0 ? nil : parts.second
        contents = measures.contents(here)
        let budget = Axis(end: Double(max(plan.budget, here.used)))
        (pageBar, picturesBar) = (budget.percent(Double(here.page)), budget.percent(Double(here.files)))
        share = measures.share(here.used, of: plan.budget, asked.room)
        allowance = measures.allowance(wanted, asked.edition)
        sum = measures.sum(time, here.used)
        let suited = WebEdition.suited(to: wanted.wanted.context)
        let face = suited.edition == asked.edition ? suited : (asked.edition, .chosen)
        reasons = [strings.words(of: face)] + (asked.reasons.isEmpty ? [strings["why_nothing"]] : asked.reasons)
        (noPictures, isOffByWish) = (asked.lackOfPictures, asked.isOffByWish)
        let path = String(back.prefix { $0 != "?" })
        let fields = FormFields.parse(String(back.dropFirst(path.count + 1)))
        described = Self.described(path, fields, strings)
        let isOther = DescribedDevice(fields)?.hasLink == true
        let link = isOther ? strings.linkName(of: wanted.wanted.context) : wanted.wanted.assumedLink
        self.time = measures.about(time, here.used, on: link)
        ways = Self.ways(asked, path, fields, on: link)
        extent = asked.extent
        devices = "/ws/form" + (ShownDevice.query(like: wanted.wanted.context).map { "?" + $0 } ?? "")
    }

    private static func described(_ path: String, _ fields: [(name: String, value: String)], _ strings: Strings)
        -> Described?
    {
        guard let device = DescribedDevice(fields) else { return nil }
        let plain = FormFields.address(path, DescribedDevice.others(of: fields), with: [])
        return Described(
            notice: strings("why_described", device.words(strings)),
            address: plain + (plain.hasSuffix("?") ? "" : "&") + "why=1")
    }

    /// The other versions of a page at an address, those with more of it first.
    private static func ways(
        _ asked: PageVersions, _ path: String, _ fields: [(name: String, value: String)], on link: String?
    ) -> [Way] {
        let (strings, measures) = (asked.wanted.strings, Measures(asked.wanted.strings))
        let time = LoadTime(asked.wanted.wanted.context)
        func way(_ document: Document?, _ name: String, _ path: String, _ others: [(String, String)]) -> Way? {
            document.map {
                let address = FormFields.address(path, fields, with: others)
                return Way(name: strings[name], address: address, cost: measures.cost($0, time, on: link))
            }
        }
        let withImages = (asked.picturesNeedWiFi ? wifi : []) + [("images", "full")]
        let isSaving = asked.wanted.wanted.context.saveData == true
        var onWiFi = way(asked.onWiFi, isSaving ? "why_asWiFiUnsaved" : "why_asWiFi", path, wifi)
        var fullest = way(asked.fullest, "why_everything", path, wifi + all)
        onWiFi?.cost += asked.better(asked.plans.onWiFi)
        fullest?.cost += asked.better(asked.plans.fullest)
        let ways = [
            way(asked.whole, "why_wholeArticle", path, [("part", ""), ("whole", "1")]),
            way(
                asked.withPictures, asked.picturesNeedWiFi ? "why_picturesAsWiFi" : "why_picturesToo",
                asked.edition.pathWithPictures(path), withImages),
            way(asked.charging, "explain_charging", path, [("charging", "1")]),
            onWiFi,
            fullest,
        ]
        return ways.compactMap(\.self)
    }

    /// The fields of a page as on Wi-Fi, where nobody saves data: empty ones say nothing about the link.
    static let wifi = [("network", "wifi"), ("downlink", ""), ("rtt", ""), ("save_data", "0")]

    /// The fields of a page with all that it may have: a charger spares the battery.
    private static let all = [("items", "all"), ("text", "html"), ("images", "full"), ("charging", "1")]
}

extension PageVersions {
    /// How much better the pictures of another version are, in words; empty if they are no better.
    fileprivate func better(_ other: DeliveryPlan) -> String {
        let plan = wanted.plan(of: edition)
        let effects = Effects(from: plan, to: other).intersection([.sizes, .quality])
        guard plan.detail.name != other.detail.name else { return "" }
        return wanted.strings.words(of: effects, in: other).first.map { "; " + $0 } ?? ""
    }
}

extension Measures {
    /// Such as "24 stories, 22 pictures, 61.3 kB at most, about 1.2 s here". A page that is made again may compress a little worse.
    fileprivate func cost(_ document: Document, _ time: LoadTime, on link: String?) -> String {
        let bytes = document.used + document.bodyAtMost / 50
        let parts = [
            contents(document), strings("why_sizeAtMost", atMost(bytes)), about(time, bytes, on: link),
        ]
        return parts.compactMap(\.self).joined(separator: ", ")
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

extension ChannelRequest {
    /// The link that the policy assumes where nothing tells it, by its name; nil if something does.
    fileprivate var assumedLink: String? {
        switch reasons.first?.rule {
        case .assumed: "4G"
        case .unknown: "3G"
        default: nil
        }
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
