import struct Foundation.Date
package import News
import XML

/// A story written once for all documents of a kind, in pieces, so that a document can leave out those
/// that do not fit without rewriting.
package final class WrittenStory: Sendable {
    /// The story without its texts.
    package let story: Story
    /// The story's last change, beside it, since copying a story is slow.
    let lastChange: (revision: Int, at: Date)
    /// Whether the pieces include a text.
    package let hasText: Bool
    private let pieces: Pieces
    private let load: Packer.Load

    /// The bytes, in stretches that each belong to a part of the story; nil marks a mandatory stretch.
    struct Pieces: Sendable {
        struct Stretch: Sendable {
            let part: Packer.Part?
            let range: Range<Int>
        }

        var bytes: [UInt8] = []
        var stretches: [Stretch] = []

        /// The size of a part in bytes; 0 if there is none.
        func size(_ part: Packer.Part) -> Int { stretches.first { $0.part == part }?.range.count ?? 0 }

        /// Records an optional part, and the mandatory stretch before it.
        mutating func mark(_ part: Packer.Part, _ range: Range<Int>) {
            let end = stretches.last?.range.upperBound ?? 0
            if range.lowerBound > end { stretches.append(.init(part: nil, range: end..<range.lowerBound)) }
            stretches.append(.init(part: part, range: range))
        }

        /// Takes the whole story, whose end is mandatory.
        mutating func finish(_ bytes: [UInt8]) {
            let end = stretches.last?.range.upperBound ?? 0
            if bytes.count > end { stretches.append(.init(part: nil, range: end..<bytes.count)) }
            self.bytes = bytes
        }
    }

    init(_ story: Story, _ pieces: Pieces) {
        var head = story
        head.text = ""
        head.plainText = ""
        head.picture?.sources = nil
        self.story = head
        lastChange = story.lastChange
        self.pieces = pieces
        func options(_ part: (Int) -> Packer.Part, _ options: [Packer.Option]?) -> [Packer.Option] {
            (options ?? []).enumerated().map { rung, option in
                var option = option
                option.weight.written = pieces.size(part(rung))
                return option
            }
        }
        var load = Packer.Load(
            headline: pieces.stretches.reduce(0) { $0 + ($1.part == nil ? $1.range.count : 0) },
            standfirst: pieces.size(.text(.summary)), plain: pieces.size(.text(.plain)),
            html: pieces.size(.text(.html)),
            thumbnails: options({ .thumbnail($0) }, story.picture?.thumbnailOptions),
            pictures: options({ .picture($0) }, story.picture?.detailOptions))
        load.opening = pieces.size(.text(.opening))
        self.load = load
        hasText = load.opening > 0 || load.plain > 0 || load.html > 0
    }

    /// The size with all parts, in bytes.
    package var size: Int { pieces.bytes.count }

    /// The cursor of the page that begins after it.
    var cursor: Cursor { Cursor(publishedAt: story.publishedAt, id: story.id) }

    /// The parts that a plan allows.
    package func load(_ plan: DeliveryPlan) -> Packer.Load {
        var load = load
        if plan.text < .summary { load.standfirst = 0 }
        if plan.text < .opening { load.opening = 0 }
        if plan.text < .plain { load.plain = 0 }
        if plan.text < .html { load.html = 0 }
        if plan.pictures != .full { load.pictures = [] }
        if plan.pictures == .off { load.thumbnails = [] }
        return load
    }

    /// Appends the parts in its share, in the order written.
    func append(_ share: Packer.Share, to document: inout [UInt8]) {
        for stretch in pieces.stretches where stretch.part.map(share.holds) ?? true {
            document += pieces.bytes[stretch.range]
        }
    }
}

extension Packer.Share {
    /// Whether the share includes a part: the chosen renditions, and either plain text or HTML.
    fileprivate func holds(_ part: Packer.Part) -> Bool {
        switch part {
        case .text(.summary): text >= .summary
        case .text(let format): text == format
        case .thumbnail(let rung): thumbnail == rung
        case .picture(let rung): picture == rung
        }
    }
}

/// Writes stories for channels.
package struct StoryWriter: Sendable {
    let masthead: Masthead
    let site: Site
    /// The format of the stories' texts.
    let text: TextFormat
    private let format: DocumentFormat

    /// Creates a writer for stories with texts in a given format.
    package init(masthead: Masthead, site: Site, text: TextFormat, format: DocumentFormat) {
        self.masthead = masthead
        self.site = site
        self.text = text
        self.format = format
    }

    /// Writes a story with all its parts.
    package func write(_ story: Story) -> WrittenStory {
        WrittenStory(story, format == .xml ? pieces(XMLWriter.self, story) : pieces(JSONWriter.self, story))
    }

    /// The names of a story's section and categories, section first. Their total length is limited because
    /// they are sent with every headline.
    func subjects(_ story: Story) -> [String] {
        let section = masthead.section(story.sectionID)?.name
        var room = Self.subjectsLimit
        let categories = story.categoryIDs.compactMap { masthead.category($0)?.name }.filter { $0 != section }.prefix {
            room -= $0.utf8.count
            return room >= 0
        }
        return (section.map { [$0] } ?? []) + categories
    }

    /// The maximum total length of category names, in bytes.
    private static let subjectsLimit = 400
    /// The maximum length of a byline, in Unicode scalars.
    static let bylineLimit = 200
}
