public import Foundation

/// A feed as it was read: RSS 2.0 or Atom, in one shape.
public struct Feed: Sendable {
    /// What it is called.
    public var title = ""
    /// What it is.
    public var description = ""
    /// The address of the site that the feed is of.
    public var link = ""
    /// BCP 47, where the feed says it.
    public var language: String?
    /// In the order of the feed.
    public var items: [FeedItem] = []
}

/// One entry of a feed.
public struct FeedItem: Sendable {
    /// The line in the feed where it begins.
    public var line: Int
    /// Its permanent name: `guid`, `id`, or else its link.
    public var guid = ""
    /// May hold HTML.
    public var title = ""
    /// The address of its page.
    public var link = ""
    /// The short text: may hold HTML.
    public var summary = ""
    /// The long text: HTML.
    public var content = ""
    /// Names, in their order.
    public var authors: [String] = []
    /// In their order; the first is taken for the section.
    public var categories: [String] = []
    /// When it was published; nil where no date can be read.
    public var published: Date?
    /// BCP 47, where the entry says it.
    public var language: String?
    /// Degrees north and east, of GeoRSS.
    public var point: (latitude: Double, longitude: Double)?
    /// Its picture, where it names one.
    public var picture: Picture?

    /// The picture of an entry.
    public struct Picture: Sendable {
        /// Where it is.
        public var url: String
        /// What it shows; may be empty.
        public var alt = ""
        /// Who made it; may be empty.
        public var credit = ""
    }
}
