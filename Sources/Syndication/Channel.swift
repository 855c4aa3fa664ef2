public import News
import XML

/// The tailored channel before it is written: the stories in their order, and what all of them share.
public struct Channel: Sendable {
    /// The names of the newspaper, its sections and categories.
    public var masthead: Masthead
    /// The addresses that links lead to.
    public var site: Site
    /// The decision for the device.
    public var plan: DeliveryPlan
    /// Which news was asked for.
    public var selection: Selection
    /// XML or its JSON twin.
    public var format: DocumentFormat
    /// Written in the format of the channel.
    public var stories: [WrittenStory]
    /// Whether the archive has more after the last story.
    public var hasMore: Bool
    /// Names the program, as RSS has it.
    static let generator = "N4MD"

    /// A channel of these parts.
    public init(
        masthead: Masthead, site: Site, plan: DeliveryPlan, selection: Selection, format: DocumentFormat,
        stories: [WrittenStory], hasMore: Bool
    ) {
        self.masthead = masthead
        self.site = site
        self.plan = plan
        self.selection = selection
        self.format = format
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
    func older(after count: Int) -> OlderStories? {
        guard count > 0, count < stories.count || hasMore else { return nil }
        var older = selection
        let cursor = stories[count - 1].cursor
        older.before = cursor
        return OlderStories(
            cursor: cursor, path: site.channel(revision: masthead.revision, plan, older, format))
    }

    /// The edition that stands on the channel: the one asked for, or the latest.
    var edition: Int? {
        selection.edition == nil ? masthead.latestEdition?.number : stories.first?.story.edition
    }
}

/// A written channel and what it weighs.
public struct ChannelDocument: Sendable {
    /// As written, not compressed.
    public var bytes: [UInt8]
    /// The files of all pictures that it names.
    public var pictureBytes: Int
    /// What each story got.
    public var shares: [Packer.Share]
    /// Where older stories are, if there are any.
    public var older: OlderStories?
}

/// Where a channel goes on.
public struct OlderStories: Sendable {
    /// Just after the last story that found room.
    public var cursor: Cursor
    /// For the same device and selection: it names the plan, so the device need not say again what it is.
    public var path: String
}

extension Channel {
    /// Writes the channel so that document and pictures stay within a number of bytes.
    /// - Parameters:
    ///   - allowance: bytes for everything.
    ///   - compression: what the document weighs as sent for each byte written: 1 as it is, less when it will be compressed.
    public func document(allowance: Int, compression: Double) -> ChannelDocument {
        format == .xml
            ? document(XMLWriter.self, allowance, compression) : document(JSONWriter.self, allowance, compression)
    }

    private func document<Markup: ChannelMarkup>(
        _ markup: Markup.Type, _ allowance: Int, _ compression: Double
    ) -> ChannelDocument {
        func sent(_ bytes: Int) -> Int { Int((Double(bytes) * compression).rounded(.up)) }
        let head = head(markup)
        let costs = stories.map { story in
            var cost = story.cost
            cost.headline = sent(cost.headline)
            cost.standfirst = sent(cost.standfirst)
            cost.text = sent(cost.text)
            return cost
        }
        let packer = Packer(
            plan, frame: sent(head.count + Self.cursorReserve + Markup.end.count), costs: costs, budget: allowance)
        let older = older(after: packer.shares.count)
        var bytes = head
        bytes.reserveCapacity(
            head.count + Markup.end.count + stories.reduce(Self.cursorReserve) { $0 + $1.size })
        bytes += Markup.separator + itemsStart(markup, older)
        for (index, share) in packer.shares.enumerated() {
            if index > 0 { bytes += Markup.separator }
            stories[index].append(share, to: &bytes)
        }
        bytes += Markup.end
        let pictures = zip(stories, packer.shares).reduce(0) { $0 + ($1.0.story.picture?.bytes($1.1) ?? 0) }
        return ChannelDocument(bytes: bytes, pictureBytes: pictures, shares: packer.shares, older: older)
    }

    /// What the link to older stories may add to the frame.
    private static let cursorReserve = 300
}
