public import News

/// The tailored channel before it is written: the stories in their order, and what all of them share.
public struct Channel: Sendable {
    public var masthead: Masthead
    public var site: Site
    public var plan: DeliveryPlan
    public var selection: Selection
    public var stories: [Story]
    /// Whether the archive has more after the last story.
    public var hasMore: Bool
    /// Names the program, as RSS has it.
    static let generator = "N4MD"

    /// A channel of these parts.
    public init(
        masthead: Masthead, site: Site, plan: DeliveryPlan, selection: Selection, stories: [Story], hasMore: Bool
    ) {
        self.masthead = masthead
        self.site = site
        self.plan = plan
        self.selection = selection
        self.stories = stories
        self.hasMore = hasMore
    }

    /// Seconds until it is worth asking again: a newspaper changes by the hour, and a weak battery asks seldom.
    var next: Int {
        if plan.reasons.contains(.quarter) || plan.reasons.contains(.half) { return 3600 }
        return plan.reasons.contains(.gprs) || plan.reasons.contains(.edge) ? 1800 : 900
    }

    /// What a device gives back as `since`.
    var sync: String { "r\(masthead.revision)" }

    /// Where older stories are, if there are any after those that found room.
    func cursor(after count: Int) -> Cursor? {
        guard count > 0, count < stories.count || hasMore else { return nil }
        return Cursor(publishedAt: stories[count - 1].publishedAt, id: stories[count - 1].id)
    }

    /// The edition that stands on the channel: the one asked for, or the latest.
    var edition: Int? {
        selection.edition == nil ? masthead.latestEdition?.number : stories.first?.edition
    }
}

/// A written channel and what it weighs.
public struct ChannelDocument: Sendable {
    public var bytes: [UInt8]
    /// The files of all pictures that it names.
    public var pictureBytes: Int
    /// What each story got.
    public var shares: [Packer.Share]
    /// Where older stories are, if there are any.
    public var cursor: Cursor?
}

/// A story written in pieces, so that those for which there is no room are left out without writing again.
struct StoryPieces {
    var bytes: [UInt8]
    var standfirst = 0..<0
    var picture = 0..<0
    var thumbnail = 0..<0
    var text = 0..<0

    /// What the parts weigh.
    func cost(_ story: Story) -> Packer.Cost {
        let optional = standfirst.count + picture.count + thumbnail.count + text.count
        return Packer.Cost(
            headline: bytes.count - optional, standfirst: standfirst.count, text: text.count,
            thumbnail: story.picture?.thumbnail.map { $0.bytes + thumbnail.count },
            picture: story.picture?.detail.map { $0.bytes + picture.count })
    }

    /// Appends what its share allows, in the order in which it was written.
    func append(_ share: Packer.Share, to document: inout [UInt8]) {
        let left = [
            share.standfirst ? nil : standfirst, share.picture ? nil : picture, share.thumbnail ? nil : thumbnail,
            share.text ? nil : text,
        ].compactMap(\.self).filter { !$0.isEmpty }.sorted { $0.lowerBound < $1.lowerBound }
        var start = 0
        for range in left {
            document += bytes[start..<range.lowerBound]
            start = range.upperBound
        }
        document += bytes[start...]
    }
}

extension Channel {
    /// Writes the channel so that document and pictures stay within a number of bytes.
    /// - Parameters:
    ///   - format: XML or its JSON twin.
    ///   - allowance: bytes for everything.
    ///   - compression: what the document weighs as sent for each byte written: 1 as it is, less when it will be compressed.
    public func document(_ format: DocumentFormat, allowance: Int, compression: Double) -> ChannelDocument {
        let pieces = stories.map { format == .xml ? xmlPieces($0) : jsonPieces($0) }
        func sent(_ bytes: Int) -> Int { Int((Double(bytes) * compression).rounded(.up)) }
        let frame = format == .xml ? xmlFrame : jsonFrame
        let costs = zip(stories, pieces).map { story, piece in
            var cost = piece.cost(story)
            cost.headline = sent(cost.headline)
            cost.standfirst = sent(cost.standfirst)
            cost.text = sent(cost.text)
            return cost
        }
        let packer = Packer(
            plan, frame: sent(frame.head.count + Self.cursorReserve + frame.tail.count), costs: costs, budget: allowance
        )
        let cursor = cursor(after: packer.shares.count)
        var bytes = frame.head
        bytes.reserveCapacity(
            frame.head.count + frame.tail.count + pieces.reduce(Self.cursorReserve) { $0 + $1.bytes.count })
        bytes += format == .xml ? xmlItemsStart(cursor) : jsonItemsStart(cursor)
        for (index, share) in packer.shares.enumerated() {
            if index > 0, format == .json { bytes.append(UInt8(ascii: ",")) }
            pieces[index].append(share, to: &bytes)
        }
        bytes += frame.tail
        return ChannelDocument(
            bytes: bytes, pictureBytes: pictureBytes(packer.shares), shares: packer.shares, cursor: cursor)
    }

    /// What the link to older stories may add to the frame.
    private static let cursorReserve = 300

    private func pictureBytes(_ shares: [Packer.Share]) -> Int {
        zip(stories, shares).reduce(0) { sum, pair in
            let picture = pair.0.picture
            return sum + (pair.1.thumbnail ? picture?.thumbnail?.bytes ?? 0 : 0)
                + (pair.1.picture ? picture?.detail?.bytes ?? 0 : 0)
        }
    }

    /// The names of a story's section and categories, the section first.
    func subjects(_ story: Story) -> [String] {
        let section = masthead.section(story.sectionID)?.name
        let categories = story.categoryIDs.compactMap { masthead.category($0)?.name }.filter { $0 != section }
        return (section.map { [$0] } ?? []) + categories
    }

    /// The address of older stories for the same device and selection.
    func olderURL(_ cursor: Cursor) -> String {
        var older = selection
        older.before = cursor
        return site.root + "/ws?" + older.query
    }
}
