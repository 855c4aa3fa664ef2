public import Foundation

/// What comes from elsewhere, in one shape: a feed in RSS 2.0 or Atom, or what another system exported.
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
    /// The line where it begins; its number where there are no lines.
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
        /// What is printed below it; may hold HTML.
        public var caption = ""
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
