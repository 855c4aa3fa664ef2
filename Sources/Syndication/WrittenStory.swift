public import News
import XML

/// A story written once, for all documents of one kind: in pieces, so that those for which there is no room are left out without
/// writing again.
public final class WrittenStory: Sendable {
    /// What was written, its text left out.
    public let story: Story
    /// Whether there is a text among the pieces.
    public let hasText: Bool
    /// What the parts weigh as they are written, pictures with their files.
    let cost: Packer.Cost
    private let pieces: Pieces

    /// The bytes, and where the parts stand that may be left out.
    struct Pieces: Sendable {
        var bytes: [UInt8] = []
        var standfirst = 0..<0
        var picture = 0..<0
        var thumbnail = 0..<0
        var text = 0..<0
    }

    init(_ story: Story, _ pieces: Pieces) {
        let optional = pieces.standfirst.count + pieces.picture.count + pieces.thumbnail.count + pieces.text.count
        cost = Packer.Cost(
            headline: pieces.bytes.count - optional, standfirst: pieces.standfirst.count, text: pieces.text.count,
            thumbnail: story.picture?.thumbnail.map { $0.bytes + pieces.thumbnail.count },
            picture: story.picture?.detail.map { $0.bytes + pieces.picture.count })
        hasText = !pieces.text.isEmpty
        var head = story
        head.text = ""
        self.story = head
        self.pieces = pieces
    }

    /// Bytes with everything.
    public var size: Int { pieces.bytes.count }

    /// Where the page after it begins.
    var cursor: Cursor { Cursor(publishedAt: story.publishedAt, id: story.id) }

    /// Whether a share leaves nothing out.
    private func isWhole(_ share: Packer.Share) -> Bool {
        (share.standfirst || pieces.standfirst.isEmpty) && (share.picture || pieces.picture.isEmpty)
            && (share.thumbnail || pieces.thumbnail.isEmpty) && (share.text || pieces.text.isEmpty)
    }

    /// Appends what its share allows, in the order in which it was written.
    func append(_ share: Packer.Share, to document: inout [UInt8]) {
        if isWhole(share) {
            document += pieces.bytes
            return
        }
        let left = [
            share.standfirst ? nil : pieces.standfirst, share.picture ? nil : pieces.picture,
            share.thumbnail ? nil : pieces.thumbnail, share.text ? nil : pieces.text,
        ].compactMap(\.self).filter { !$0.isEmpty }.sorted { $0.lowerBound < $1.lowerBound }
        var start = 0
        for range in left {
            document += pieces.bytes[start..<range.lowerBound]
            start = range.upperBound
        }
        document += pieces.bytes[start...]
    }
}

/// Writes stories for channels.
public struct StoryWriter: Sendable {
    let masthead: Masthead
    let site: Site
    private let format: DocumentFormat

    /// A writer with the names of a masthead and the addresses of a site.
    public init(masthead: Masthead, site: Site, format: DocumentFormat) {
        self.masthead = masthead
        self.site = site
        self.format = format
    }

    /// Writes a story with all that it has.
    public func write(_ story: Story) -> WrittenStory {
        WrittenStory(story, format == .xml ? pieces(XMLWriter.self, story) : pieces(JSONWriter.self, story))
    }

    /// The names of a story's section and categories, the section first.
    func subjects(_ story: Story) -> [String] {
        let section = masthead.section(story.sectionID)?.name
        let categories = story.categoryIDs.compactMap { masthead.category($0)?.name }.filter { $0 != section }
        return (section.map { [$0] } ?? []) + categories
    }
}
