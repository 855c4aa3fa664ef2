import Foundation
import News
import XML

/// In what a channel is written: XML with the 2009 elements, or its JSON twin. Which parts there are, and in which order, is said once
/// below, for both.
protocol ChannelMarkup {
    init(reservingCapacity capacity: Int)
    var bytes: [UInt8] { get }

    /// Stands between two parts that were written apart: head and items, one item and the next.
    static var separator: [UInt8] { get }
    /// Ends the items and the channel.
    static var end: [UInt8] { get }

    mutating func beginChannel()
    mutating func beginItems()
    mutating func beginItem()
    mutating func endItem()
    mutating func number(_ name: StaticString, _ value: Int)
    mutating func text(_ name: StaticString, _ value: String)
    mutating func own(_ name: OwnName, _ text: String)
    mutating func own(_ name: OwnName, _ number: Int)
    mutating func plan(_ plan: DeliveryPlan)
    mutating func older(_ cursor: Cursor, _ address: String)
    mutating func subjects(_ names: [String])
    mutating func picture(_ name: StaticString, _ address: String, _ rendition: Rendition)
}

/// What 2009 did not have: in XML it stands in the namespace `urn:n4md:1`.
enum OwnName {
    case edition, next, sync, color, language, updated
}

extension Channel {
    /// What stands before the items, but for the link to older stories.
    func head<Markup: ChannelMarkup>(_: Markup.Type) -> [UInt8] {
        var head = Markup(reservingCapacity: 1500)
        head.beginChannel()
        head.text("title", masthead.title)
        head.text("description", masthead.description)
        head.text("link", site.home)
        head.text("language", masthead.language)
        head.text("generator", Self.generator)
        head.plan(plan)
        if let edition { head.own(.edition, edition) }
        head.own(.next, next)
        head.own(.sync, sync)
        return head.bytes
    }

    /// The link to older stories, which is known when the stories are packed, and the start of the items.
    func itemsStart<Markup: ChannelMarkup>(_: Markup.Type, _ older: OlderStories?) -> [UInt8] {
        var start = Markup(reservingCapacity: 400)
        if let older { start.older(older.cursor, site.root + older.path) }
        start.beginItems()
        return start.bytes
    }
}

extension StoryWriter {
    func pieces<Markup: ChannelMarkup>(_: Markup.Type, _ story: Story) -> WrittenStory.Pieces {
        var item = Markup(reservingCapacity: 700 + story.standfirst.utf8.count + story.text.utf8.count)
        var pieces = WrittenStory.Pieces()
        /// Writes a part that may be left out, and where it stands.
        func part(_ write: (inout Markup) -> Void) -> Range<Int> {
            let start = item.bytes.count
            write(&item)
            return start..<item.bytes.count
        }
        item.beginItem()
        item.number("id", story.id)
        item.text("title", story.headline)
        if !story.standfirst.isEmpty { pieces.standfirst = part { $0.text("description", story.standfirst) } }
        item.text("pubDate", RFC822.string(story.publishedAt))
        item.text("link", site.article(story.slug))
        if let picture = story.picture, let detail = picture.detail {
            pieces.picture = part { item in
                item.picture("image", site.picture(picture.hash, detail.name), detail)
                item.text("imageCaption", picture.caption.isEmpty ? picture.alt : picture.caption)
            }
        }
        if let picture = story.picture, let thumbnail = picture.thumbnail {
            pieces.thumbnail = part { item in
                item.picture("thumbnail", site.picture(picture.hash, thumbnail.name), thumbnail)
                if let color = picture.color { item.own(.color, color) }
            }
        }
        if !story.text.isEmpty { pieces.text = part { $0.text("text", story.text) } }
        item.text("author", story.byline)
        item.subjects(subjects(story))
        if story.language != masthead.language { item.own(.language, story.language) }
        if story.updatedAt > story.publishedAt.addingTimeInterval(60) {
            item.own(.updated, RFC822.string(story.updatedAt))
        }
        item.endItem()
        pieces.bytes = item.bytes
        return pieces
    }
}
