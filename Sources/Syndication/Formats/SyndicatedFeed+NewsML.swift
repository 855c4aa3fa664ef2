import Foundation
import News
import XML

// NewsML-G2 2.35 of the IPTC (https://iptc.org/standards/newsml-g2/), at conformance level "power". The
// elements are in the order of its schema.
extension SyndicatedFeed {
    /// All entries and withdrawn stories as one news message.
    package var newsMessage: [UInt8] {
        var xml = XMLWriter(reservingCapacity: capacity * 2)
        xml.declaration()
        xml.open("newsMessage", ["xmlns": Namespace.news])
        xml.open("header")
        xml.element("sent", RFC822.iso8601(masthead.updatedAt))
        xml.element("sender", site.root)
        xml.close("header")
        xml.open("itemSet")
        for entry in entries { newsItem(entry, &xml) }
        for tombstone in tombstones { newsItem(tombstone, &xml) }
        xml.close("itemSet")
        xml.close("newsMessage")
        return xml.bytes
    }

    /// The first entry alone; if there is none, the first withdrawn story.
    package var newsItem: [UInt8] {
        var xml = XMLWriter(reservingCapacity: capacity)
        xml.declaration()
        if let entry = entries.first {
            newsItem(entry, &xml)
        } else if let stone = tombstones.first {
            newsItem(stone, &xml)
        }
        return xml.bytes
    }

    private func open(_ guid: String, version: Int, language: String, _ xml: inout XMLWriter) {
        xml.open(
            "newsItem",
            [
                "xmlns": Namespace.news, "guid": guid, "version": String(max(1, version)), "standard": "NewsML-G2",
                "standardversion": "2.35", "conformance": "power", "xml:lang": language,
            ])
        // Declares the vocabularies of the codes below.
        xml.empty("catalogRef", ["href": "https://www.iptc.org/std/catalog/catalog.IPTC-G2-Standards_41.xml"])
    }

    private func newsItem(_ entry: Entry, _ xml: inout XMLWriter) {
        let story = entry.story
        open(identifier(of: story), version: story.revision, language: story.language, &xml)
        xml.open("rightsInfo")
        xml.open("copyrightHolder", ["uri": site.root + "/"])
        xml.element("name", masthead.title)
        xml.close("copyrightHolder")
        xml.close("rightsInfo")
        itemMeta(
            created: story.publishedAt, changed: max(story.updatedAt, story.publishedAt), status: "stat:usable",
            title: story.headline, page: site.article(story.slug), &xml)
        contentMeta(entry, &xml)
        xml.open("contentSet")
        let words = story.plainText.split(whereSeparator: \.isWhitespace).count
        xml.element(
            "inlineData", story.text,
            ["contenttype": "text/html", "wordcount": String(words), "xml:lang": story.language])
        if !story.plainText.isEmpty {
            xml.element(
                "inlineData", story.plainText,
                ["contenttype": "text/plain", "wordcount": String(words), "xml:lang": story.language])
        }
        xml.close("contentSet")
        xml.close("newsItem")
    }

    /// Writes a withdrawn story as canceled, so that whoever published it removes it.
    private func newsItem(_ tombstone: Tombstone, _ xml: inout XMLWriter) {
        open(identifier(tombstone.guid), version: tombstone.revision, language: masthead.language, &xml)
        itemMeta(created: nil, changed: tombstone.at, status: "stat:canceled", title: nil, page: nil, &xml)
        xml.close("newsItem")
    }

    private func itemMeta(
        created: Date?, changed: Date, status: String, title: String?, page: String?, _ xml: inout XMLWriter
    ) {
        xml.open("itemMeta")
        xml.empty("itemClass", ["qcode": "ninat:text"])
        xml.open("provider", ["uri": site.root + "/"])
        xml.element("name", masthead.title)
        xml.close("provider")
        xml.element("versionCreated", RFC822.iso8601(changed))
        if let created { xml.element("firstCreated", RFC822.iso8601(created)) }
        xml.empty("pubStatus", ["qcode": status])
        xml.element("generator", Channel.generator)
        if let title { xml.element("title", title) }
        if let page { xml.empty("link", ["rel": "irel:seeAlso", "href": page, "contenttype": "text/html"]) }
        xml.close("itemMeta")
    }

    private func contentMeta(_ entry: Entry, _ xml: inout XMLWriter) {
        let story = entry.story
        xml.open("contentMeta")
        if let picture = picture(of: entry) {
            xml.empty(
                "icon",
                [
                    "href": picture.url, "contenttype": picture.type, "width": String(picture.file.width),
                    "height": String(picture.file.height),
                ])
        }
        xml.element("contentCreated", RFC822.iso8601(story.publishedAt))
        xml.element("contentModified", RFC822.iso8601(max(story.updatedAt, story.publishedAt)))
        for author in entry.authors {
            xml.open("creator", ["uri": site.author(author.slug)])
            xml.element("name", author.name)
            xml.close("creator")
        }
        xml.empty("language", ["tag": story.language])
        if let section = masthead.section(story.sectionID) {
            subject(section.name, site.section(section.slug), &xml)
        }
        for category in story.categoryIDs.compactMap(masthead.category) {
            subject(category.name, site.page(of: .category(category.slug)), &xml)
        }
        xml.element("slugline", story.slug)
        xml.element("headline", story.headline)
        if !story.byline.isEmpty { xml.element("by", story.byline) }
        if !story.standfirst.isEmpty { xml.element("description", story.standfirst, ["role": "drol:summary"]) }
        xml.close("contentMeta")
    }

    private func subject(_ name: String, _ uri: String, _ xml: inout XMLWriter) {
        xml.open("subject", ["type": "cpnat:abstract", "uri": uri])
        xml.element("name", name)
        xml.close("subject")
    }
}
