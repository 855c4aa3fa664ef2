public import Foundation

/// What comes from elsewhere, in one shape: a feed, a page that is read like one, or what another system exported.
public struct Feed: Sendable {
    /// What it is: "RSS 2.0", "Atom 1.0", "JSON Feed 1.1", "page"; empty where it was not read from a document.
    public var format = ""
    /// What it is called: plain text.
    public var title = ""
    /// What it is: plain text.
    public var description = ""
    /// The address of the site that the feed is of.
    public var link = ""
    /// The address that it gives as its own.
    public var selfLink = ""
    /// WebSub hubs that tell of news in it.
    public var hubs: [String] = []
    /// A small picture that stands for it.
    public var icon = ""
    /// BCP 47, where the feed says it.
    public var language: String?
    /// When it changed last, where it says that.
    public var updated: Date?
    /// How often it asks to be polled.
    public var rhythm = Rhythm()
    /// In the order of the feed.
    public var items: [FeedItem] = []
    /// How many further items it has that were not kept.
    public var omitted = 0
    /// Whether its end is missing; only where that was allowed.
    public var isTruncated = false
    /// What was wrong with it and put right or cut, in words for people.
    public var remarks: [String] = []

    /// How often a feed asks to be polled.
    public struct Rhythm: Sendable, Equatable {
        /// Seconds for which it may be kept: `ttl`, or `sy:updatePeriod` divided by `sy:updateFrequency`.
        public var interval: Int?
        /// Hours of the day in GMT, 0 to 23, in which nothing changes.
        public var skipHours: Set<Int> = []
        /// Days of the week in GMT, 0 for Sunday to 6, on which nothing changes.
        public var skipDays: Set<Int> = []
        /// Whether it will never change again (JSON Feed's `expired`).
        public var isOver = false

        /// Nothing asked.
        public init() {}
    }
}

/// One entry of a feed.
public struct FeedItem: Sendable {
    /// The line where it begins; its number where there are no lines.
    public var line: Int
    /// Its permanent name: `guid`, `id`, or else its link, or else made from its headline and date.
    public var guid = ""
    /// May hold HTML.
    public var title = ""
    /// The address of its page, absolute where that could be found out, without what only serves to track readers.
    public var link = ""
    /// The address under which its publisher wants it known, where that is said apart from the link.
    public var canonical = ""
    /// What relative links in its texts are relative to; empty where nothing is known.
    public var base = ""
    /// The short text: may hold HTML.
    public var summary = ""
    /// The long text: HTML.
    public var content = ""
    /// Where the long text is, for an entry that has it elsewhere.
    public var contentSource = ""
    /// Names, in their order.
    public var authors: [String] = []
    /// In their order; the first is taken for the section.
    public var categories: [String] = []
    /// Where it stands in the newspaper, where that is said apart from the categories.
    public var section: Section?
    /// The last part of its address, where it says that.
    public var slug = ""
    /// Whether readers have seen it.
    public var isPublished = true
    /// Further addresses that it had.
    public var addresses: [String] = []
    /// What of it could not be taken, in words for people.
    public var losses: [String] = []
    /// The beginning of a date that cannot be read, or is of no time that news are from; nil where all can.
    public var unreadableDate: String?
    /// When it was published; nil where no date can be read.
    public var published: Date?
    /// When it changed last, where it says that.
    public var updated: Date?
    /// BCP 47, where the entry says it.
    public var language: String?
    /// Degrees north and east, of GeoRSS.
    public var point: (latitude: Double, longitude: Double)?
    /// Its picture, where it names one.
    public var picture: Picture?
    /// All pictures that it names outside its texts, the best of them first.
    public var pictures: [Picture] = []
    /// Files that come with it, pictures too.
    public var enclosures: [Enclosure] = []

    /// The picture of an entry.
    public struct Picture: Sendable, Equatable {
        /// Where it is.
        public var url: String
        /// What it shows; may be empty.
        public var alt = ""
        /// Who made it; may be empty.
        public var credit = ""
        /// What is printed below it; may hold HTML.
        public var caption = ""
        /// Pixels, where that is said.
        public var width: Int?
        /// Pixels, where that is said.
        public var height: Int?
    }

    /// A file that comes with an entry.
    public struct Enclosure: Sendable, Equatable {
        /// Where it is.
        public var url: String
        /// Its media type; may be empty.
        public var type = ""
        /// Bytes, where that is said.
        public var length: Int?
    }

    /// A section as another system names it.
    public struct Section: Sendable, Hashable {
        /// As it stood in addresses; may be no slug of ours.
        public var slug: String
        /// As printed.
        public var name: String

        /// A section.
        public init(slug: String, name: String) { (self.slug, self.name) = (slug, name) }
    }
}
