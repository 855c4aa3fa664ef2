import News
import Syndication
import Web

/// A page for the templates: the frame that every page has, and a part of its own, whose names take
/// precedence.
package struct Page {
    /// The values that templates can name.
    let values: [String: Any]
    /// The style that stands in it; nil if there is none.
    let style: String?

    package init(frame: PageFrame, part: some Any) { self.init(frame: frame.values, part: part) }

    /// - Parameter frame: the values of a frame, for a page that is written more than once.
    init(frame: PageFrame.Values, part: some Any) {
        values = frame.all.merging(TemplateValues.properties(of: part)) { $1 }
        style = frame.style
    }
}

/// The frame that every page has.
package struct PageFrame: Sendable {
    struct Site: Sendable {
        var title: String
        var description: String
        var language: String
    }
    struct Logo: Sendable {
        var url: String
        var width: Int
        var height: Int
    }
    package struct Link: Sendable {
        package var name: String
        package var url: String
        package var isCurrent = false

        package init(name: String, url: String, isCurrent: Bool = false) {
            self.name = name
            self.url = url
            self.isCurrent = isCurrent
        }
    }

    /// The texts of the interface.
    var t: Strings
    var asset: [String: [String: String]]
    var title: String
    var site: Site
    var style: String?
    /// An additional style sheet, for anything on the page that `style` does not cover.
    var sheet: String?
    /// The style sheet of large screens, if the device has one.
    var wideSheet: String?
    var palette: String
    var colorScheme: String
    var textSize: Int
    var largeText: Bool
    /// Nil if lists are set in one column.
    var columns: Int?
    var canonical: String?
    /// Stands for the newspaper's name.
    var logo: Logo?
    /// Whether only the page's own part is rendered.
    var isPiece: Bool
    /// The address of the page's script; nil if it has none.
    var script: String?
    /// Whether it is the feed reader.
    var isReader: Bool
    /// Whether it is the page of an article, which has less above it.
    var isStory: Bool
    /// Whether the sections stand in the header: not above an article on small screens.
    var hasStrip: Bool
    /// Whether the link has room for an optional script.
    var hasScript: Bool
    /// Whether readers can be told of news on their lock screens.
    var hasPush: Bool
    /// Whether to offer the app: on pages for phones.
    var offersApp: Bool
    /// The prefix of the addresses of this web edition.
    var root: String
    var home: String
    /// The address of the answers to what readers ask about the page.
    var why: String?
    /// The feeds with the same stories as the page, and the newspaper's.
    var feeds: [FeedLink]
    /// The first of them, with its name.
    var feed: Link
    /// The feed of the page's own list; nil if that is the newspaper's.
    var listFeed: Link?
    /// The ways into the newspaper.
    var tabs: [Link]
    var sections: [Link]
    /// The web editions; on the page of a story, that story in those that have pages of stories.
    var faces: [Link]
    /// The other languages that pages come in.
    var tongues: [Tongue]
    /// The newspaper's own pages and links.
    var ownLinks: OwnLinks?

    struct OwnLinks: Sendable {
        var links: [Link]
    }
    /// The number of sections shown on every page; the page of sections has all of them.
    private static let stripLength = 12

    /// The bytes of the logo's file.
    let logoBytes: Int
    /// The bytes of the scripts and style sheets that the page loads, as a first visit gets them.
    let scriptBytes: Int
    /// What counts against the budget besides the document and the pictures of stories.
    var ownBytes: Int { logoBytes + scriptBytes }

    /// Whether a page has room for the logo.
    private static func shows(_ logo: News.Logo, _ plan: DeliveryPlan?, _ edition: WebEdition) -> Bool {
        guard let plan, edition == .mobile || edition == .edition else { return false }
        return plan.hasRoom(besideStories: logo.file)
    }

    /// Whether it has the design of its edition; a piece takes that of the page that it goes into.
    var isStyled: Bool { isPiece || style != nil }

    /// The values that templates can name, and the style among them.
    struct Values {
        let all: [String: Any]
        let style: String?
    }

    /// The values that templates can name.
    var values: Values { Values(all: TemplateValues.properties(of: self), style: style) }

    init(
        _ masthead: Masthead?, _ strings: Strings, _ templates: Templates, title: String?, canonical: String?,
        plan: DeliveryPlan?, edition: WebEdition, section: String?, feed subject: FeedSubject = .newspaper,
        coding: ContentCoding, isPiece: Bool, isStory: Bool = false, isRich: Bool = false, hasTimes: Bool = false,
        hasStyle: Bool, hasPush: Bool = false, sheet: String? = nil, why: String? = nil, story: String? = nil
    ) {
        self.isStory = isStory
        hasStrip = !isStory || plan.map { $0.columns > 1 } == true
        hasScript = (isStory || hasTimes) && plan.map { $0.pictures != .off } == true
        offersApp = edition == .mobile && plan?.columns == 1
        self.why = why
        self.hasPush = hasPush && edition != .lite
        t = strings
        asset = templates.assets.addresses
        let name = masthead?.title ?? "N4MD"
        self.title = title.map { $0 == name ? name : "\($0) – \(name)" } ?? name
        site = Site(title: name, description: masthead?.description ?? "", language: masthead?.language ?? "en")
        let accent = masthead?.presentation.accent
        let sheets = !isStory ? templates.style : hasStrip ? templates.wideStoryStyle : templates.storyStyle
        let own = sheets.sheet(accent).css + (isStory && isRich ? templates.richStyle : "")
        style = edition == .lite ? templates.liteStyle.css : hasStyle ? own : nil
        self.sheet = sheet.flatMap { templates.assets.addresses[$0]?["css"] }
        wideSheet = plan?.columns == 3 ? templates.assets.addresses["wide"]?["css"] : nil
        let palette = plan?.palette ?? .auto
        self.palette = palette.rawValue
        colorScheme = palette == .auto ? "light dark" : palette == .night ? "dark" : "light"
        textSize = plan?.textSize ?? 100
        largeText = textSize != 100
        columns = Self.columns(of: plan)
        self.canonical = canonical
        let shown = masthead?.presentation.logo.flatMap { Self.shows($0, plan, edition) ? $0 : nil }
        logo = shown.map {
            Logo(url: "/media/\($0.hash)/\($0.file.name.text)", width: $0.width, height: News.Logo.height)
        }
        logoBytes = isPiece ? 0 : shown?.file.bytes ?? 0
        self.isPiece = isPiece
        isReader = edition == .reader
        // One script for lists and stories: with the first page it is there for the second.
        let ownScript = edition == .edition ? (hasScript ? "edition" : "pieces") : hasScript ? "page" : nil
        script = ownScript.flatMap { templates.assets.addresses[$0]?["js"] }
        let files = [
            sheet.map { $0 + ".css" }, wideSheet == nil ? nil : "wide.css", isReader ? "reader.js" : nil,
            ownScript.map { $0 + ".js" },
        ]
        scriptBytes = isPiece ? 0 : files.compactMap(\.self).reduce(0) { $0 + templates.assets.sent($1, coding) }
        (root, home) = (edition.root, edition.home)
        let feedName = masthead?.name(of: subject) ?? title ?? name
        feeds =
            FeedLink.all(of: subject, called: feedName)
            + (subject == .newspaper ? [] : FeedLink.all(of: .newspaper, called: name).prefix(1))
        feed = Link(
            name: subject == .newspaper ? "RSS" : "RSS: \(feedName)", url: FeedAddress(subject, .rss).path)
        listFeed = subject == .newspaper ? nil : feed
        tabs = Self.tabs(strings, edition, masthead, hasPush: self.hasPush)
        sections = Self.strip(of: masthead?.sections ?? [], edition, current: section)
        tongues = templates.catalogues.others(besides: strings.language)
        ownLinks = Self.links(masthead?.presentation.footer ?? [], edition)
        faces = WebEdition.allCases.map { other in
            // A story is read on in the editions that have pages of stories.
            let hasStories = [.mobile, .edition, .lite].contains(other)
            let url = story.flatMap { hasStories ? other.root + $0 : nil } ?? other.home
            return Link(name: strings["face_" + other.rawValue], url: url, isCurrent: other == edition)
        }
    }

    private static func columns(of plan: DeliveryPlan?) -> Int? { plan.flatMap { $0.columns > 1 ? $0.columns : nil } }

    /// The newspaper's pages stay in the web edition, as far as it has them.
    private static func links(_ links: [FooterLink], _ edition: WebEdition) -> OwnLinks? {
        guard !links.isEmpty else { return nil }
        return OwnLinks(
            links: links.map { link in
                let root = link.isToPage ? edition.root : ""
                return Link(name: link.name, url: root + link.address)
            })
    }

    /// The first sections, and the current one.
    private static func strip(of sections: [Section], _ edition: WebEdition, current: String?) -> [Link] {
        let shown = sections.filter { $0.isInHeader || $0.slug == current }
        return shown.enumerated().filter { $0 < stripLength || $1.slug == current }.map { _, shown in
            Link(name: shown.name, url: "\(edition.root)/sections/\(shown.slug)", isCurrent: shown.slug == current)
        }
    }

    /// A link to a feed in the head of a page.
    struct FeedLink: Sendable {
        var title: String
        var type: String
        var url: String

        static func all(of subject: FeedSubject, called name: String) -> [FeedLink] {
            FeedFormat.allCases.map { format in
                FeedLink(
                    title: "\(name) (\(format.name))", type: format.mediaType, url: FeedAddress(subject, format).path)
            }
        }
    }

    private static func tabs(_ strings: Strings, _ edition: WebEdition, _ masthead: Masthead?, hasPush: Bool) -> [Link]
    {
        let root = edition.root
        let first =
            edition == .edition
            ? [("edition", edition.home)]
                + (masthead?.hasEditorials == true ? [("editorial", root + "/editorial")] : [])
                + [("latest", root + "/latest")]
            : [("latest", edition.home)]
        let near = masthead?.hasPlaces == true ? [("nearYou", "\(root)/sections/\(Section.local)")] : []
        let lists = [
            (edition == .lite ? "sections" : "allSections", root + "/sections"), ("categories", root + "/categories"),
        ]
        // The lightest pages lead to most of these by one link, and to the settings at their end alone.
        let kept =
            edition == .lite
            ? [("search", root + "/search")]
            : [("authors", root + "/authors")] + near + [
                ("editions", root + "/editions"), ("savedStories", "/news/#section-saved"),
            ] + (hasPush ? [("news_push", "/news/messages")] : []) + [("settings", "/settings")]
        return (first + lists + kept + [("others", root + "/others")]).map { Link(name: strings[$0.0], url: $0.1) }
    }
}

extension DeliveryPlan {
    /// Whether a page has room for a picture that belongs to no story: where there are pictures, and it takes a twentieth of the budget at
    /// most.
    func hasRoom(besideStories file: Rendition) -> Bool { pictures == .full && file.bytes * 20 <= budget }
}

extension Masthead {
    /// The name of a feed; nil if the masthead does not know it.
    func name(of subject: FeedSubject) -> String? {
        switch subject {
        case .newspaper: title
        case .section(let slug): sections.first { $0.slug == slug }?.name
        case .category(let slug): categories.first { $0.slug == slug }?.name
        case .author, .place, .search: nil
        }
    }
}
