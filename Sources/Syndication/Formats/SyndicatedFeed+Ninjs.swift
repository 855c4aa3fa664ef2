import Foundation
import News

// ninjs 2.1, the IPTC's JSON format for news (https://iptc.org/std/ninjs/ninjs-schema_2.1.json).
extension SyndicatedFeed {
    /// All entries and withdrawn stories, as items in one object.
    package var ninjs: [UInt8] {
        var json = JSONWriter(reservingCapacity: capacity * 2)
        json.open("{")
        json.key("items")
        json.open("[")
        for entry in entries { ninjs(entry, &json) }
        for tombstone in tombstones { ninjs(tombstone, &json) }
        json.close("]")
        json.close("}")
        return json.bytes
    }

    /// The first entry alone; if there is none, the first withdrawn story.
    package var ninjsItem: [UInt8] {
        var json = JSONWriter(reservingCapacity: capacity)
        if let entry = entries.first {
            ninjs(entry, &json)
        } else if let stone = tombstones.first {
            ninjs(stone, &json)
        }
        return json.bytes
    }

    private func ninjs(_ entry: Entry, _ json: inout JSONWriter) {
        let story = entry.story
        json.open("{")
        head(identifier(of: story), type: "text", &json)
        json.member("representationtype", "full")
        json.member("version", String(story.revision))
        json.member("firstcreated", RFC822.iso8601(story.publishedAt))
        json.member("versioncreated", RFC822.iso8601(max(story.updatedAt, story.publishedAt)))
        json.member("pubstatus", "usable")
        json.member("language", story.language)
        json.member("copyrightholder", masthead.title)
        json.member("title", story.headline)
        if !story.byline.isEmpty { json.member("by", story.byline) }
        json.member("slugline", story.slug)
        texts(of: story, &json)
        subjects(story, &json)
        people(entry, &json)
        if let place = story.place { places(place, &json) }
        json.key("infosources")
        json.open("[")
        named(masthead.title, uri: site.root + "/", &json)
        json.close("]")
        if let picture = picture(of: entry) { association(picture, thumbnail(of: entry), &json) }
        json.key("altids")
        json.open("[")
        json.open("{")
        json.member("role", "url")
        json.member("value", site.article(story.slug))
        json.close("}")
        json.close("]")
        json.close("}")
    }

    private func texts(of story: Story, _ json: inout JSONWriter) {
        let headlines = [("main", "text/plain", story.headline), ("kicker", "text/plain", story.kicker)]
        texts("headlines", headlines.filter { !$0.2.isEmpty }, &json)
        if !story.standfirst.isEmpty {
            texts("descriptions", [(role: "summary", type: "text/plain", value: story.standfirst)], &json)
        }
        let bodies = [("main", "text/html", story.text), ("main", "text/plain", story.plainText)]
        texts("bodies", bodies.filter { !$0.2.isEmpty }, &json)
    }

    /// Writes a withdrawn story as canceled, so that whoever published it removes it.
    private func ninjs(_ tombstone: Tombstone, _ json: inout JSONWriter) {
        json.open("{")
        head(identifier(tombstone.guid), type: "text", &json)
        json.member("version", String(max(1, tombstone.revision)))
        json.member("versioncreated", RFC822.iso8601(tombstone.at))
        json.member("pubstatus", "canceled")
        json.close("}")
    }

    private func head(_ uri: String, type: String, _ json: inout JSONWriter) {
        json.member("uri", uri)
        json.key("standard")
        json.open("{")
        json.member("name", "ninjs")
        json.member("version", "2.1")
        json.member("schema", "https://iptc.org/std/ninjs/ninjs-schema_2.1.json")
        json.close("}")
        json.member("type", type)
    }

    private func texts(
        _ name: StaticString, _ texts: [(role: String, type: String, value: String)], _ json: inout JSONWriter
    ) {
        guard !texts.isEmpty else { return }
        json.key(name)
        json.open("[")
        for text in texts {
            json.open("{")
            json.member("role", text.role)
            json.member("contenttype", text.type)
            json.member("value", text.value)
            json.close("}")
        }
        json.close("]")
    }

    private func named(_ name: String, rel: String? = nil, uri: String?, _ json: inout JSONWriter) {
        json.open("{")
        json.member("name", name)
        if let rel { json.member("rel", rel) }
        if let uri { json.member("uri", uri) }
        json.close("}")
    }

    private func subjects(_ story: Story, _ json: inout JSONWriter) {
        json.key("subjects")
        json.open("[")
        if let section = masthead.section(story.sectionID) {
            named(section.name, rel: "section", uri: site.section(section.slug), &json)
        }
        for category in story.categoryIDs.compactMap(masthead.category) {
            named(category.name, rel: "about", uri: site.page(of: .category(category.slug)), &json)
        }
        json.close("]")
    }

    private func people(_ entry: Entry, _ json: inout JSONWriter) {
        guard !entry.authors.isEmpty else { return }
        json.key("people")
        json.open("[")
        for author in entry.authors { named(author.name, rel: "creator", uri: site.author(author.slug), &json) }
        json.close("]")
    }

    /// Writes a place as GeoJSON (RFC 7946), with the longitude first.
    private func places(_ place: Place, _ json: inout JSONWriter) {
        json.key("places")
        json.open("[")
        json.open("{")
        json.member("name", place.name)
        json.member("rel", "about")
        json.key("geojson")
        json.open("{")
        json.member("type", "Point")
        json.key("coordinates")
        json.open("[")
        json.element(place.longitude)
        json.element(place.latitude)
        json.close("]")
        json.close("}")
        json.close("}")
        json.close("]")
    }

    private func association(_ picture: Picture, _ thumbnail: Picture?, _ json: inout JSONWriter) {
        json.key("associations")
        json.open("[")
        json.open("{")
        json.member("name", "lead")
        json.member("uri", "urn:sha256:" + picture.of.hash)
        json.member("type", "picture")
        if !picture.of.credit.isEmpty { json.member("by", picture.of.credit) }
        texts(
            "descriptions",
            [("caption", "text/plain", picture.of.caption), ("alt", "text/plain", picture.of.alt)].filter {
                !$0.2.isEmpty
            }, &json)
        json.key("renditions")
        json.open("[")
        for (name, file) in [("main", picture)] + (thumbnail.map { [("thumbnail", $0)] } ?? []) {
            json.open("{")
            json.member("name", name)
            json.member("href", file.url)
            json.member("contenttype", file.type)
            json.member("width", file.file.width)
            json.member("height", file.file.height)
            json.member("sizeinbytes", file.file.bytes)
            json.close("}")
        }
        json.close("]")
        json.close("}")
        json.close("]")
    }
}
