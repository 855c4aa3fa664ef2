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
    /// A text that is plain where the plan says HTML.
    mutating func plainText(_ text: String)
    mutating func older(_ cursor: Cursor, _ address: String)
    mutating func subjects(_ names: [String])
    mutating func picture(_ name: StaticString, _ address: String, _ rendition: Rendition)
}

/// What 2009 did not have: in XML it stands in the namespace `urn:n4md:1`.
enum OwnName {
    case edition, next, sync, since, front, color, pictured, language, updated, withdrawn
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
        if let since = selection.since {
            head.own(.since, SyncToken(revision: since, minute: 0).text)
            if !front.isEmpty { head.own(.front, front.map(String.init).joined(separator: " ")) }
        }
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

extension Channel {
    /// Bytes that a tombstone is written in, at most.
    package static let tombstoneSize = 110

    /// One for each story that is no more, which a device with earlier news takes away.
    func tombstones<Markup: ChannelMarkup>(_ markup: Markup.Type) -> [UInt8] {
        let stones = withdrawn.map { withdrawal in
            var item = Markup(reservingCapacity: 120)
            item.beginItem()
            item.number("id", withdrawal.id)
            item.own(.withdrawn, RFC822.string(withdrawal.at))
            item.endItem()
            return item.bytes
        }
        return Array(stones.joined(separator: Markup.separator))
    }
}

extension StoryWriter {
    func pieces<Markup: ChannelMarkup>(_: Markup.Type, _ story: Story) -> WrittenStory.Pieces {
        var item = Markup(
            reservingCapacity: 700 + story.standfirst.utf8.count + story.text.utf8.count + story.plainText.utf8.count)
        var pieces = WrittenStory.Pieces()
        var end = 0
        /// Writes a part that may be left out, after what always stands.
        func part(_ part: Packer.Part, _ write: (inout Markup) -> Void) {
            let start = item.bytes.count
            write(&item)
            if start > end { pieces.stretches.append(.init(part: nil, range: end..<start)) }
            end = item.bytes.count
            pieces.stretches.append(.init(part: part, range: start..<end))
        }
        item.beginItem()
        item.number("id", story.id)
        item.text("title", story.headline)
        if !story.standfirst.isEmpty { part(.text(.summary)) { $0.text("description", story.standfirst) } }
        item.text("pubDate", RFC822.string(story.publishedAt))
        item.text("link", site.article(story.slug))
        if let picture = story.picture {
            for (rung, file) in picture.details.enumerated() {
                part(.picture(rung)) { item in
                    item.picture("image", site.picture(picture.hash, file.name), file)
                    item.text("imageCaption", picture.caption.isEmpty ? picture.alt : picture.caption)
                }
            }
            for (rung, file) in picture.thumbnails.enumerated() {
                part(.thumbnail(rung)) { item in
                    item.picture("thumbnail", site.picture(picture.hash, file.name), file)
                    if let color = picture.color { item.own(.color, color) }
                }
            }
        }
        if text == .html, !story.plainText.isEmpty { part(.text(.plain)) { $0.plainText(story.plainText) } }
        if !story.text.isEmpty { part(.text(text)) { $0.text("text", story.text) } }
        item.text("author", story.byline.cut(to: Self.bylineLimit))
        item.subjects(subjects(story))
        // What a device that was sent no picture may ask for.
        if story.isPictured, story.picture == nil { item.own(.pictured, 1) }
        if story.language != masthead.language { item.own(.language, story.language) }
        if story.updatedAt > story.publishedAt.addingTimeInterval(60) {
            item.own(.updated, RFC822.string(story.updatedAt))
        }
        item.endItem()
        if item.bytes.count > end { pieces.stretches.append(.init(part: nil, range: end..<item.bytes.count)) }
        pieces.bytes = item.bytes
        return pieces
    }
}
