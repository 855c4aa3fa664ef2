import News
import XML

// Atom (RFC 4287) with tombstones (RFC 6721) and the modules `media` and `georss`.
extension SyndicatedFeed {
    var atom: [UInt8] {
        var xml = XMLWriter(reservingCapacity: capacity)
        xml.declaration()
        xml.open(
            "feed",
            [
                "xmlns": Namespace.atom, "xmlns:at": Namespace.tombstones, "xmlns:georss": Namespace.geo,
                "xmlns:media": Namespace.media, "xml:lang": masthead.language,
            ])
        xml.element("id", site.feed(FeedAddress(address.subject, .atom)))
        xml.element("title", title)
        if !masthead.description.isEmpty { xml.element("subtitle", masthead.description) }
        xml.element("updated", RFC822.iso8601(updated))
        xml.empty("link", ["rel": "alternate", "type": "text/html", "href": page])
        for link in links { self.link("link", link, &xml) }
        // The default author, for stories without a byline (section 4.1.1).
        person(masthead.title, site.home, &xml)
        xml.element("generator", Channel.generator)
        for tombstone in tombstones {
            xml.empty(
                "at:deleted-entry",
                ["ref": identifier(tombstone.guid), "when": RFC822.iso8601(tombstone.at)])
        }
        for entry in entries { self.entry(entry, &xml) }
        xml.close("feed")
        return xml.bytes
    }

    private func person(_ name: String, _ url: String?, _ xml: inout XMLWriter) {
        xml.open("author")
        xml.element("name", name)
        if let url { xml.element("uri", url) }
        xml.close("author")
    }

    private func entry(_ entry: Entry, _ xml: inout XMLWriter) {
        let story = entry.story
        xml.open("entry", ["xml:lang": story.language])
        xml.element("id", identifier(of: story))
        xml.element("title", story.headline)
        xml.empty("link", ["rel": "alternate", "type": "text/html", "href": site.article(story.slug)])
        xml.element("published", RFC822.iso8601(story.publishedAt))
        xml.element("updated", RFC822.iso8601(max(story.updatedAt, story.publishedAt)))
        for author in authors(of: entry) { person(author.name, author.url, &xml) }
        if let section = masthead.section(story.sectionID) {
            category(section.slug, section.name, scheme: "/sections/", &xml)
        }
        for category in story.categoryIDs.compactMap(masthead.category) {
            self.category(category.slug, category.name, scheme: "/categories/", &xml)
        }
        // A summary is expected if the entry does not include the content (section 4.1.1.1).
        let html = html(of: entry)
        if entry.share.text >= .summary, !story.standfirst.isEmpty {
            xml.element("summary", story.standfirst)
        } else if html.isEmpty {
            xml.element("summary", story.headline)
        }
        if !html.isEmpty { xml.element("content", html, ["type": "html"]) }
        if let place = story.place { xml.element("georss:point", "\(place.latitude) \(place.longitude)") }
        if let picture = picture(of: entry) {
            xml.empty(
                "link",
                [
                    "rel": "enclosure", "type": picture.type, "length": String(picture.file.bytes),
                    "title": picture.words, "href": picture.url,
                ])
        }
        media(entry, &xml)
        xml.close("entry")
    }

    private func category(_ slug: String, _ name: String, scheme: String, _ xml: inout XMLWriter) {
        xml.empty("category", ["term": slug, "scheme": site.root + scheme, "label": name])
    }
}
