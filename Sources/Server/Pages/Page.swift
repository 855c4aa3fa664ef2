import Foundation
import Mustache
import News
import Syndication

/// A page for the templates: what every page has, and a part of its own, whose names come first.
struct Page<Part: Sendable>: Sendable, MustacheParent {
    let frame: PageFrame
    let part: Part

    func child(named name: String) -> Any? { Self.child(name, of: part) ?? Self.child(name, of: frame) }

    /// The value of a property, nil where it is nil or not there.
    private static func child(_ name: String, of value: Any) -> Any? {
        guard let child = Mirror(reflecting: value).children.first(where: { $0.label == name })?.value else {
            return nil
        }
        let mirror = Mirror(reflecting: child)
        return mirror.displayStyle == .optional ? mirror.children.first?.value : child
    }
}

/// What every page has.
struct PageFrame: Sendable {
    struct Site: Sendable {
        var title: String
        var description: String
        var url = "/m/"
    }
    struct Link: Sendable {
        var title: String
        var url: String
    }
    struct SectionLink: Sendable {
        var name: String
        var url: String
        var isCurrent: Bool
    }

    var language: String
    var title: String
    var site: Site
    var style: String?
    var palette: String
    var textSize: Int
    var largeText: Bool
    /// Nil where lists are set in one.
    var columns: Int?
    var canonical: String?
    var feeds: [Link]
    var sections: [SectionLink]
    /// Where all sections are listed, when there are more than fit above a page.
    var moreSections: String?
    var editionsURL = "/editions"
    /// As many sections as take three lines on a phone.
    private static let navigationLength = 9

    /// - Parameters:
    ///   - path: where the page is, below the public address.
    ///   - root: what stands before the addresses of this web edition.
    init(
        _ masthead: Masthead, _ site: Syndication.Site, title: String?, path: String?, style: String?,
        plan: DeliveryPlan? = nil, section: String? = nil, root: String = ""
    ) {
        language = masthead.language
        self.title = title.map { "\($0) – \(masthead.title)" } ?? masthead.title
        self.site = Site(title: masthead.title, description: masthead.description)
        self.style = style
        palette = plan?.palette.rawValue ?? Palette.auto.rawValue
        textSize = plan?.textSize ?? 100
        largeText = textSize != 100
        columns = plan.flatMap { $0.columns > 1 ? $0.columns : nil }
        canonical = path.map { site.root + $0 }
        let current = section.flatMap { slug in masthead.sections.first { $0.slug == slug } }
        feeds =
            [Link(title: "RSS", url: "/rss.xml")]
            + (current.map { [Link(title: "RSS: \($0.name)", url: "/sections/\($0.slug)/rss.xml")] } ?? [])
        let isLong = masthead.sections.count > Self.navigationLength
        let shown = masthead.sections.enumerated().filter { index, shown in
            !isLong || index < Self.navigationLength - 1 || shown.slug == section
        }
        sections = shown.map { _, shown in
            SectionLink(name: shown.name, url: "\(root)/sections/\(shown.slug)", isCurrent: shown.slug == section)
        }
        moreSections = isLong ? "/sections" : nil
    }
}

/// A moment as people read it, and as machines do.
struct Moment: Sendable {
    var text: String
    var datetime: String

    init(_ date: Date) {
        let iso = RFC822.iso8601(date)
        let words = RFC822.string(date).split(separator: " ")
        text = words.count > 4 ? "\(Int(words[1]) ?? 0) \(words[2]) \(words[3]), \(words[4].prefix(5))" : iso
        datetime = iso
    }

    /// The day alone.
    var day: String { String(text.prefix { $0 != "," }) }
}

/// The page of an error.
struct ErrorPage: Sendable {
    struct Site: Sendable {
        var title = "N4MD"
        var url = "/m/"
    }
    var style: String
    var title: String { heading }
    var site = Site()
    var language = "en"
    var palette = Palette.auto.rawValue
    var status: Int
    var heading: String
    var detail: String
    var advice: String?
    var requestID: String
    var home = "/m/"
}
