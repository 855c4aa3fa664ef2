package import News
import XML

/// An article for embedding in other sites (https://oembed.com): its headline and standfirst, in markup
/// without scripts.
package struct Embed: Sendable {
    /// The space the consumer has, in pixels.
    package struct Room: Sendable {
        /// Nil if unlimited.
        package var width: Int?
        /// Nil if unlimited.
        package var height: Int?

        /// Creates a room of the given size.
        package init(width: Int? = nil, height: Int? = nil) { (self.width, self.height) = (width, height) }
    }

    private let masthead: Masthead
    private let site: Site
    private let story: Story
    private let room: Room
    /// The size of the markup itself, in pixels.
    private static let (width, height) = (600, 200)
    /// Seconds for which the embed may be cached.
    private static let age = 3600

    /// Creates the embed of an article for the given room.
    package init(masthead: Masthead, site: Site, story: Story, room: Room) {
        self.masthead = masthead
        self.site = site
        self.story = story
        self.room = room
    }

    /// The embed as JSON.
    package var json: [UInt8] {
        var json = JSONWriter(reservingCapacity: 2000)
        json.open("{")
        json.member("version", "1.0")
        for (name, value) in texts { json.member(name, value) }
        for (name, value) in numbers { json.member(name, value) }
        json.close("}")
        return json.bytes
    }

    /// The embed as XML.
    package var xml: [UInt8] {
        var xml = XMLWriter(reservingCapacity: 2000)
        xml.declaration()
        xml.open("oembed")
        xml.element("version", "1.0")
        for (name, value) in texts { xml.element(name, value) }
        for (name, value) in numbers { xml.element(name, String(value)) }
        xml.close("oembed")
        return xml.bytes
    }

    private var texts: [(StaticString, String)] {
        let all: [(StaticString, String)] = [
            ("type", "rich"), ("title", story.headline), ("author_name", story.byline),
            ("provider_name", masthead.title), ("provider_url", site.root + "/"), ("html", markup),
            ("thumbnail_url", thumbnail.map { site.picture($0.hash, $0.file.name) } ?? ""),
        ]
        return all.filter { !$1.isEmpty }
    }

    private var numbers: [(StaticString, Int)] {
        var numbers: [(StaticString, Int)] = [
            ("width", min(room.width ?? Self.width, Self.width)),
            ("height", min(room.height ?? Self.height, Self.height)),
            ("cache_age", Self.age),
        ]
        if let thumbnail {
            numbers += [("thumbnail_width", thumbnail.file.width), ("thumbnail_height", thumbnail.file.height)]
        }
        return numbers
    }

    private var markup: String {
        let standfirst = story.standfirst.isEmpty ? "" : "<p>\(story.standfirst.escapedForMarkup)</p>"
        let address = site.article(story.slug).escapedForMarkup
        return
            "<blockquote cite=\"\(address)\"><p><a href=\"\(address)\"><strong>\(story.headline.escapedForMarkup)</strong></a></p>"
            + "\(standfirst)<footer>\(masthead.title.escapedForMarkup)</footer></blockquote>"
    }

    /// The largest file that fits the room.
    private var thumbnail: (hash: String, file: Rendition)? {
        guard let picture = story.picture else { return nil }
        let fitting = picture.details.last {
            $0.width <= room.width ?? .max && $0.height <= room.height ?? .max
        }
        return fitting.map { (picture.hash, $0) }
    }
}
