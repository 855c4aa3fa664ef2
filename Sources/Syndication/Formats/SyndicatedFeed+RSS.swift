import News
import XML

// RSS 2.0 (https://www.rssboard.org/rss-specification) with the modules `content`, `dc`, `atom`,
// `media` and `georss`, following the RSS Advisory Board's best practices
// (https://www.rssboard.org/rss-profile).
extension SyndicatedFeed {
    var rss: [UInt8] {
        var xml = XMLWriter(reservingCapacity: capacity)
        xml.declaration()
        xml.open(
            "rss",
            [
                "version": "2.0", "xmlns:atom": Namespace.atom, "xmlns:content": Namespace.content,
                "xmlns:dc": Namespace.dublinCore, "xmlns:georss": Namespace.geo, "xmlns:media": Namespace.media,
            ])
        xml.open("channel")
        xml.element("title", title.forReadersOfHTML)
        xml.element("link", page)
        xml.element("description", masthead.description.forReadersOfHTML)
        xml.element("language", masthead.language)
        xml.element("generator", Channel.generator)
        xml.element("docs", "https://www.rssboard.org/rss-specification")
        xml.element("lastBuildDate", RFC822.string(updated))
        xml.element("ttl", String(pace.minutes))
        if !pace.quietHours.isEmpty {
            xml.open("skipHours")
            for hour in pace.quietHours { xml.element("hour", String(hour)) }
            xml.close("skipHours")
        }
        for link in links { self.link("atom:link", link, &xml) }
        for entry in entries { item(entry, &xml) }
        xml.close("channel")
        xml.close("rss")
        return xml.bytes
    }

    /// Writes a link of the feed, for RSS and Atom.
    func link(_ name: StaticString, _ link: Link, _ xml: inout XMLWriter) {
        guard let type = link.type else { return xml.empty(name, ["rel": link.rel, "href": link.url]) }
        xml.empty(name, ["rel": link.rel, "type": type, "href": link.url])
    }

    private func item(_ entry: Entry, _ xml: inout XMLWriter) {
        let story = entry.story
        xml.open("item")
        xml.element("title", story.headline.forReadersOfHTML)
        xml.element("link", site.article(story.slug))
        xml.element("guid", identifier(of: story), ["isPermaLink": "false"])
        xml.element("pubDate", RFC822.string(story.publishedAt))
        for author in authors(of: entry) { xml.element("dc:creator", author.name) }
        xml.element("dc:language", story.language)
        if let section = section(of: story) { xml.element("category", section) }
        for category in categories(of: story) { xml.element("category", category) }
        // The only RSS element whose text is HTML (RSS profile, "Character Data").
        if entry.share.text >= .summary, !story.standfirst.isEmpty {
            xml.element("description", story.standfirst.plainAsHTML)
        }
        let html = html(of: entry)
        if !html.isEmpty { xml.element("content:encoded", html) }
        if let place = story.place { xml.element("georss:point", "\(place.latitude) \(place.longitude)") }
        if let picture = picture(of: entry) {
            xml.empty(
                "enclosure", ["url": picture.url, "length": String(picture.file.bytes), "type": picture.type])
        }
        media(entry, &xml)
        xml.close("item")
    }

    /// Writes Media RSS (https://www.rssboard.org/media-rss), from which most readers take pictures; for
    /// RSS and Atom.
    func media(_ entry: Entry, _ xml: inout XMLWriter) {
        if let picture = picture(of: entry) {
            xml.open(
                "media:content",
                [
                    "url": picture.url, "type": picture.type, "medium": "image",
                    "fileSize": String(picture.file.bytes),
                    "width": String(picture.file.width), "height": String(picture.file.height),
                ])
            xml.element("media:description", picture.words, ["type": "plain"])
            if !picture.of.credit.isEmpty { xml.element("media:credit", picture.of.credit) }
            xml.close("media:content")
        }
        if let thumbnail = thumbnail(of: entry) {
            xml.empty(
                "media:thumbnail",
                [
                    "url": thumbnail.url, "width": String(thumbnail.file.width),
                    "height": String(thumbnail.file.height),
                ])
        }
    }
}

extension String {
    /// Plain text for readers that may treat it as HTML, as most do. It is escaped only if it would mean
    /// something else as HTML, since readers that treat it as plain text show the escapes.
    fileprivate var forReadersOfHTML: String {
        guard utf8.contains(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") }) else { return self }
        let isOther = utf8.contains(UInt8(ascii: "<")) || contains(#/&(#?[A-Za-z0-9]+;|(lt|gt|amp|quot))/#)
        return isOther ? plainAsHTML : self
    }
}
