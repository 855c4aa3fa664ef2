import Foundation
import News
import XML

/// The markup of a channel: XML with the 2009 elements, or its JSON twin. The extensions below define
/// the parts and their order once for both.
protocol ChannelMarkup {
    init(reservingCapacity capacity: Int)
    var bytes: [UInt8] { get }

    /// The separator between parts written separately: the head and the items, or one item and the next.
    static var separator: [UInt8] { get }
    /// The closing markup of the items and the channel.
    static var end: [UInt8] { get }

    mutating func beginChannel()
    mutating func beginItems()
    mutating func beginItem()
    mutating func endItem()
    mutating func number(_ name: StaticString, _ value: Int)
    mutating func text(_ name: StaticString, _ value: String)
    mutating func own(_ name: OwnName, _ text: String)
    mutating func own(_ name: OwnName, _ number: Int)
    mutating func plan(_ plan: DeliveryPlan, _ reasons: [Reason])
    mutating func weather(_ weather: LocalWeather)
    /// Writes a text in another format than the plan's, or one that is not all of the text.
    mutating func text(_ text: String, as format: TextFormat)
    /// Writes what a text leaves out.
    mutating func rest(_ rest: RestOfText)
    mutating func older(_ cursor: Cursor, _ address: String)
    mutating func subjects(_ names: [String])
    mutating func picture(_ name: StaticString, _ address: String, _ rendition: Rendition)
}

/// The names added since 2009, as in JSON and, in the namespace `urn:n4md:1`, in XML.
struct OwnName {
    let json: StaticString
    let xml: StaticString

    private init(_ json: StaticString, _ xml: StaticString) { (self.json, self.xml) = (json, xml) }

    static let kicker = OwnName("kicker", "n4md:kicker")
    static let credit = OwnName("credit", "n4md:credit")
    static let edition = OwnName("edition", "n4md:edition")
    static let next = OwnName("next", "n4md:next")
    static let sync = OwnName("sync", "n4md:sync")
    static let since = OwnName("since", "n4md:since")
    static let front = OwnName("front", "n4md:front")
    static let color = OwnName("color", "n4md:color")
    static let pictured = OwnName("pictured", "n4md:pictured")
    static let language = OwnName("language", "n4md:language")
    static let updated = OwnName("updated", "n4md:updated")
    static let withdrawn = OwnName("withdrawn", "n4md:withdrawn")
}

extension Channel {
    /// Everything before the items except the link to older stories.
    func head<Markup: ChannelMarkup>(_: Markup.Type) -> [UInt8] {
        var head = Markup(reservingCapacity: 1500)
        head.beginChannel()
        head.text("title", masthead.title)
        head.text("description", masthead.description)
        head.text("link", site.home)
        head.text("language", masthead.language)
        head.text("generator", Self.generator)
        head.plan(plan, reasons)
        if let edition { head.own(.edition, edition) }
        head.own(.next, next)
        head.own(.sync, sync)
        if let since = selection.since {
            head.own(.since, SyncToken(revision: since, minute: 0).text)
            if !front.isEmpty { head.own(.front, front.map(String.init).joined(separator: " ")) }
        }
        if let weather { head.weather(weather) }
        return head.bytes
    }

    /// The link to older stories, which is known only once the stories are packed, and the start of the
    /// items.
    func itemsStart<Markup: ChannelMarkup>(_: Markup.Type, _ older: OlderStories?) -> [UInt8] {
        var start = Markup(reservingCapacity: 400)
        if let older { start.older(older.cursor, site.root + older.path) }
        start.beginItems()
        return start.bytes
    }
}

extension Channel {
    /// The maximum size of a tombstone, in bytes.
    package static let tombstoneSize = 110

    /// A tombstone for each withdrawn story, so that a device with earlier news removes it.
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
        /// Writes an optional part, and records the mandatory stretch before it.
        func part(_ part: Packer.Part, _ write: (inout Markup) -> Void) {
            let start = item.bytes.count
            write(&item)
            pieces.mark(part, start..<item.bytes.count)
        }
        item.beginItem()
        item.number("id", story.id)
        if !story.kicker.isEmpty { item.own(.kicker, story.kicker) }
        item.text("title", story.headline)
        if !story.standfirst.isEmpty { part(.text(.summary)) { $0.text("description", story.standfirst) } }
        item.text("pubDate", RFC822.string(story.publishedAt))
        item.text("link", site.article(story.slug))
        if let picture = story.picture {
            for (rung, file) in picture.details.enumerated() {
                part(.picture(rung)) { item in
                    item.picture("image", site.picture(picture.hash, file.name), file)
                    item.text("imageCaption", picture.caption.isEmpty ? picture.alt : picture.caption)
                    if !picture.credit.isEmpty { item.own(.credit, picture.credit) }
                }
            }
            for (rung, file) in picture.thumbnails.enumerated() {
                part(.thumbnail(rung)) { item in
                    item.picture("thumbnail", site.picture(picture.hash, file.name), file)
                    if let color = picture.color { item.own(.color, color) }
                }
            }
        }
        if let opening = story.opening(in: text) {
            part(.text(.opening)) { item in
                item.text(opening.text, as: .opening)
                item.rest(opening.rest)
            }
        }
        if text == .html, !story.plainText.isEmpty { part(.text(.plain)) { $0.text(story.plainText, as: .plain) } }
        if !story.text.isEmpty {
            part(.text(text)) { item in
                if text == .opening { item.text(story.text, as: text) } else { item.text("text", story.text) }
                if let rest = story.rest { item.rest(rest) }
            }
        }
        finish(&item, story)
        pieces.finish(item.bytes)
        return pieces
    }

    /// Writes the members that follow the text.
    private func finish(_ item: inout some ChannelMarkup, _ story: Story) {
        item.text("author", story.byline.cut(to: Self.bylineLimit))
        item.subjects(subjects(story))
        // Tells a device that was sent no picture that it may request one.
        if story.isPictured, story.picture == nil { item.own(.pictured, 1) }
        if story.language != masthead.language { item.own(.language, story.language) }
        if story.updatedAt > story.publishedAt.addingTimeInterval(60) {
            item.own(.updated, RFC822.string(story.updatedAt))
        }
        item.endItem()
    }
}
