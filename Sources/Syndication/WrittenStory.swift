package import News
import XML

/// A story written once, for all documents of one kind: in pieces, so that those for which there is no room are left out without
/// writing again.
package final class WrittenStory: Sendable {
    /// What was written, its texts left out.
    package let story: Story
    /// Whether there is a text among the pieces.
    package let hasText: Bool
    private let pieces: Pieces
    private let load: Packer.Load

    /// The bytes, and which part of the story each stretch of them is; nil for what always stands.
    struct Pieces: Sendable {
        struct Stretch: Sendable {
            let part: Packer.Part?
            let range: Range<Int>
        }

        var bytes: [UInt8] = []
        var stretches: [Stretch] = []

        /// Bytes of a part; 0 where there is none.
        func size(_ part: Packer.Part) -> Int { stretches.first { $0.part == part }?.range.count ?? 0 }
    }

    init(_ story: Story, _ pieces: Pieces) {
        var head = story
        head.text = ""
        head.plainText = ""
        head.picture?.sources = nil
        self.story = head
        self.pieces = pieces
        func options(_ part: (Int) -> Packer.Part, _ options: [Packer.Option]?) -> [Packer.Option] {
            (options ?? []).enumerated().map { rung, option in
                var option = option
                option.weight.written = pieces.size(part(rung))
                return option
            }
        }
        load = Packer.Load(
            headline: pieces.stretches.reduce(0) { $0 + ($1.part == nil ? $1.range.count : 0) },
            standfirst: pieces.size(.text(.summary)), plain: pieces.size(.text(.plain)),
            html: pieces.size(.text(.html)),
            thumbnails: options({ .thumbnail($0) }, story.picture?.thumbnailOptions),
            pictures: options({ .picture($0) }, story.picture?.detailOptions))
        hasText = load.plain > 0 || load.html > 0
    }

    /// Bytes with everything.
    package var size: Int { pieces.bytes.count }

    /// Where the page after it begins.
    var cursor: Cursor { Cursor(publishedAt: story.publishedAt, id: story.id) }

    /// What a plan allows it to get.
    package func load(_ plan: DeliveryPlan) -> Packer.Load {
        var load = load
        if plan.text < .summary { load.standfirst = 0 }
        if plan.text < .plain { load.plain = 0 }
        if plan.text < .html { load.html = 0 }
        if plan.pictures != .full { load.pictures = [] }
        if plan.pictures == .off { load.thumbnails = [] }
        return load
    }

    /// Appends what its share allows, in the order in which it was written.
    func append(_ share: Packer.Share, to document: inout [UInt8]) {
        for stretch in pieces.stretches where stretch.part.map(share.holds) ?? true {
            document += pieces.bytes[stretch.range]
        }
    }
}

extension Packer.Share {
    /// Whether a part stands in the document: of the renditions the chosen ones, of plain text and HTML one.
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
    /// In which format the texts of the stories are.
    let text: TextFormat
    private let format: DocumentFormat

    /// A writer with the names of a masthead and the addresses of a site, for stories whose texts are in a format.
    package init(masthead: Masthead, site: Site, text: TextFormat, format: DocumentFormat) {
        self.masthead = masthead
        self.site = site
        self.text = text
        self.format = format
    }

    /// Writes a story with all that it has.
    package func write(_ story: Story) -> WrittenStory {
        WrittenStory(story, format == .xml ? pieces(XMLWriter.self, story) : pieces(JSONWriter.self, story))
    }

    /// The names of a story's section and categories, the section first: as many as stand beside every headline without harm, since
    /// nothing of an item but these is never left out.
    func subjects(_ story: Story) -> [String] {
        let section = masthead.section(story.sectionID)?.name
        var room = Self.subjectsLimit
        let categories = story.categoryIDs.compactMap { masthead.category($0)?.name }.filter { $0 != section }.prefix {
            room -= $0.utf8.count
            return room >= 0
        }
        return (section.map { [$0] } ?? []) + categories
    }

    /// Bytes of all names of categories.
    private static let subjectsLimit = 400
    /// Unicode scalars of a byline.
    static let bylineLimit = 200
}
