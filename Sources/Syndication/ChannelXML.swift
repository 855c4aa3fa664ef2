import Foundation
import News
import XML

// The 2009 elements in their names and order; what is new stands in the namespace `urn:n4md:1`.
extension Channel {
    /// What stands before and after the items.
    var xmlFrame: (head: [UInt8], tail: [UInt8]) {
        var xml = XMLWriter(reservingCapacity: 1500)
        xml.declaration()
        xml.open("channel", ["xmlns:n4md": "urn:n4md:1"])
        xml.element("title", masthead.title)
        xml.element("description", masthead.description)
        xml.element("link", site.home)
        xml.element("language", masthead.language)
        xml.element("generator", Self.generator)
        xml.open(
            "n4md:plan",
            [
                "items": plan.items.map(String.init) ?? "all", "text": plan.text.rawValue,
                "pictures": plan.pictures.rawValue,
                "thumbnail": plan.thumbnail.name, "picture": plan.detail.name, "budget": String(plan.budget),
                "palette": plan.palette.rawValue, "size": String(plan.textSize),
            ])
        for rule in plan.reasons { xml.element("n4md:reason", rule.reason, ["rule": rule.rawValue]) }
        xml.close("n4md:plan")
        if let edition { xml.element("n4md:edition", String(edition)) }
        xml.element("n4md:next", String(next))
        xml.element("n4md:sync", sync)
        return (xml.bytes, Array("</items></channel>\n".utf8))
    }

    /// The link to older stories, which is known when the stories are packed, and the start of the items.
    func xmlItemsStart(_ older: OlderStories?) -> [UInt8] {
        var xml = XMLWriter()
        if let older { xml.element("n4md:older", site.root + older.path, ["before": older.cursor.token]) }
        xml.open("items")
        return xml.bytes
    }

}

extension StoryWriter {
    func xmlPieces(_ story: Story) -> WrittenStory.Pieces {
        var xml = XMLWriter(reservingCapacity: 700 + story.standfirst.utf8.count + story.text.utf8.count)
        var pieces = WrittenStory.Pieces()
        /// Writes a part that may be left out, and where it stands.
        func part(_ write: (inout XMLWriter) -> Void) -> Range<Int> {
            let start = xml.bytes.count
            write(&xml)
            return start..<xml.bytes.count
        }
        xml.open("item")
        xml.element("id", String(story.id))
        xml.element("title", story.headline)
        pieces.standfirst = story.standfirst.isEmpty ? 0..<0 : part { $0.element("description", story.standfirst) }
        xml.element("pubDate", RFC822.string(story.publishedAt))
        xml.element("link", site.article(story.slug))
        if let picture = story.picture {
            pieces.picture = part { xml in
                guard let detail = picture.detail else { return }
                xmlRendition("image", detail, picture, &xml)
                xml.element("imageCaption", picture.caption.isEmpty ? picture.alt : picture.caption)
            }
            pieces.thumbnail = part { xml in
                if let thumbnail = picture.thumbnail { xmlRendition("thumbnail", thumbnail, picture, &xml) }
            }
        }
        pieces.text = story.text.isEmpty ? 0..<0 : part { $0.element("text", story.text) }
        xml.element("author", story.byline)
        for subject in subjects(story) { xml.element("category", subject) }
        if story.language != masthead.language { xml.element("n4md:language", story.language) }
        if story.updatedAt > story.publishedAt.addingTimeInterval(60) {
            xml.element("n4md:updated", RFC822.string(story.updatedAt))
        }
        xml.close("item")
        pieces.bytes = xml.bytes
        return pieces
    }

    private func xmlRendition(
        _ name: StaticString, _ rendition: Rendition, _ picture: StoryPicture, _ xml: inout XMLWriter
    ) {
        xml.element(
            name, site.picture(picture.hash, rendition.spec),
            [
                "n4md:width": String(rendition.width), "n4md:height": String(rendition.height),
                "n4md:bytes": String(rendition.bytes),
            ])
    }
}
