import Foundation
import News

// The JSON twin of the channel: the same names, the same order, the same values.
extension Channel {
    /// What stands before and after the items.
    var jsonFrame: (head: [UInt8], tail: [UInt8]) {
        var json = JSONWriter()
        json.open("{")
        json.member("title", masthead.title)
        json.member("description", masthead.description)
        json.member("link", site.home)
        json.member("language", masthead.language)
        json.member("generator", Self.generator)
        json.key("plan")
        json.plan(plan)
        if let edition { json.member("edition", edition) }
        json.member("next", next)
        json.member("sync", sync)
        return (json.bytes, Array("]}\n".utf8))
    }

    /// The link to older stories, which is known when the stories are packed, and the start of the items.
    func jsonItemsStart(_ older: OlderStories?) -> [UInt8] {
        var json = JSONWriter()
        if let older {
            json.key("older")
            json.open("{")
            json.member("before", older.cursor.token)
            json.member("link", site.root + older.path)
            json.close("}")
        }
        json.key("items")
        json.open("[")
        return [UInt8(ascii: ",")] + json.bytes
    }

}

extension StoryWriter {
    func jsonPieces(_ story: Story) -> WrittenStory.Pieces {
        var json = JSONWriter()
        var pieces = WrittenStory.Pieces()
        func part(_ write: (inout JSONWriter) -> Void) -> Range<Int> {
            let start = json.bytes.count
            write(&json)
            return start..<json.bytes.count
        }
        json.open("{")
        json.member("id", story.id)
        json.member("title", story.headline)
        pieces.standfirst = story.standfirst.isEmpty ? 0..<0 : part { $0.member("description", story.standfirst) }
        json.member("pubDate", RFC822.string(story.publishedAt))
        json.member("link", site.article(story.slug))
        if let picture = story.picture {
            pieces.picture = part { json in
                guard let detail = picture.detail else { return }
                jsonRendition("image", detail, picture, &json)
                json.member("imageCaption", picture.caption.isEmpty ? picture.alt : picture.caption)
            }
            pieces.thumbnail = part { json in
                if let thumbnail = picture.thumbnail { jsonRendition("thumbnail", thumbnail, picture, &json) }
            }
        }
        pieces.text = story.text.isEmpty ? 0..<0 : part { $0.member("text", story.text) }
        json.member("author", story.byline)
        json.member("category", subjects(story))
        if story.language != masthead.language { json.member("language", story.language) }
        if story.updatedAt > story.publishedAt.addingTimeInterval(60) {
            json.member("updated", RFC822.string(story.updatedAt))
        }
        json.close("}")
        pieces.bytes = json.bytes
        return pieces
    }

    private func jsonRendition(
        _ name: StaticString, _ rendition: Rendition, _ picture: StoryPicture, _ json: inout JSONWriter
    ) {
        json.key(name)
        json.open("{")
        json.member("link", site.picture(picture.hash, rendition.spec))
        json.member("width", rendition.width)
        json.member("height", rendition.height)
        json.member("bytes", rendition.bytes)
        json.close("}")
    }
}
