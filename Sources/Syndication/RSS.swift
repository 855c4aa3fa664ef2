public import News
import XML

/// The newspaper, or a section of it, as an RSS 2.0 feed.
public struct RSS: Sendable {
    private let masthead: Masthead
    private let site: Site
    private let section: Section?
    private let stories: [Story]
    /// Minutes for which a reader may keep it.
    private static let timeToLive = 15

    /// A feed of these stories.
    public init(masthead: Masthead, site: Site, section: Section?, stories: [Story]) {
        self.masthead = masthead
        self.site = site
        self.section = section
        self.stories = stories
    }

    /// The feed as RSS 2.0 with the `content`, `dc`, `atom`, `media` and `georss` modules.
    public var document: [UInt8] {
        var xml = XMLWriter(reservingCapacity: 4000 + stories.reduce(0) { $0 + $1.text.utf8.count + 1500 })
        xml.declaration()
        xml.open(
            "rss",
            [
                "version": "2.0", "xmlns:atom": "http://www.w3.org/2005/Atom",
                "xmlns:content": "http://purl.org/rss/1.0/modules/content/",
                "xmlns:dc": "http://purl.org/dc/elements/1.1/", "xmlns:georss": "http://www.georss.org/georss",
                "xmlns:media": "http://search.yahoo.com/mrss/",
            ])
        xml.open("channel")
        xml.element("title", section.map { "\(masthead.title) – \($0.name)" } ?? masthead.title)
        xml.element("link", section.map { site.section($0.slug) } ?? site.home)
        xml.element("description", masthead.description)
        xml.element("language", masthead.language)
        xml.element("generator", Channel.generator)
        xml.element("docs", "https://www.rssboard.org/rss-specification")
        xml.element("ttl", String(Self.timeToLive))
        if let newest = stories.map(\.updatedAt).max() { xml.element("lastBuildDate", RFC822.string(newest)) }
        xml.empty(
            "atom:link", ["rel": "self", "type": "application/rss+xml", "href": site.feed(section: section?.slug)])
        for story in stories { item(story, &xml) }
        xml.close("channel")
        xml.close("rss")
        return xml.bytes
    }

    private func item(_ story: Story, _ xml: inout XMLWriter) {
        xml.open("item")
        xml.element("title", story.headline)
        xml.element("link", site.article(story.slug))
        xml.element("guid", story.guid, ["isPermaLink": "false"])
        xml.element("pubDate", RFC822.string(story.publishedAt))
        if !story.byline.isEmpty { xml.element("dc:creator", story.byline) }
        xml.element("dc:language", story.language)
        let section = masthead.section(story.sectionID)?.name
        if let section { xml.element("category", section) }
        for category in story.categoryIDs.compactMap({ masthead.category($0)?.name }) where category != section {
            xml.element("category", category)
        }
        xml.element("description", story.standfirst)
        if !story.text.isEmpty { xml.element("content:encoded", story.text) }
        if let place = story.place { xml.element("georss:point", "\(place.latitude) \(place.longitude)") }
        if let picture = story.picture, let file = picture.details.last { media(picture, file, &xml) }
        xml.close("item")
    }

    private func media(_ picture: StoryPicture, _ file: Rendition, _ xml: inout XMLWriter) {
        let url = site.picture(picture.hash, file.name)
        xml.open(
            "media:content",
            [
                "url": url, "type": (file.name.format ?? .jpeg).mediaType, "medium": "image",
                "fileSize": String(file.bytes),
                "width": String(file.width), "height": String(file.height),
            ])
        xml.element("media:description", picture.caption.isEmpty ? picture.alt : picture.caption)
        if !picture.credit.isEmpty { xml.element("media:credit", picture.credit) }
        if let thumbnail = picture.thumbnails.last {
            xml.empty(
                "media:thumbnail",
                [
                    "url": site.picture(picture.hash, thumbnail.name), "width": String(thumbnail.width),
                    "height": String(thumbnail.height),
                ])
        }
        xml.close("media:content")
    }
}
