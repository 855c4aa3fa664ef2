public import Foundation

/// A feed as it was read: RSS 2.0 or Atom, in one shape.
public struct Feed: Sendable {
    public var title = ""
    public var description = ""
    /// The address of the site that the feed is of.
    public var link = ""
    /// BCP 47, where the feed says it.
    public var language: String?
    public var items: [FeedItem] = []
}

/// One entry of a feed.
public struct FeedItem: Sendable {
    /// The line in the feed where it begins.
    public var line: Int
    /// Its permanent name: `guid`, `id`, or else its link.
    public var guid = ""
    public var title = ""
    public var link = ""
    /// The short text: may hold HTML.
    public var summary = ""
    /// The long text: HTML.
    public var content = ""
    public var authors: [String] = []
    public var categories: [String] = []
    public var published: Date?
    public var language: String?
    /// Degrees north and east, of GeoRSS.
    public var point: (latitude: Double, longitude: Double)?
    public var picture: Picture?

    /// The picture of an entry.
    public struct Picture: Sendable {
        public var url: String
        public var alt = ""
        public var credit = ""
    }
}
