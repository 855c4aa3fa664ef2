package import Foundation

/// What comes from elsewhere, in one shape: a feed, a page that is read like one, or what another system exported.
package struct Feed: Sendable {
    /// What it is: "RSS 2.0", "Atom 1.0", "JSON Feed 1.1", "page"; empty where it was not read from a document.
    package var format = ""
    /// What it is called: plain text.
    package var title = ""
    /// What it is: plain text.
    package var description = ""
    /// The address of the site that the feed is of.
    package var link = ""
    /// The address that it gives as its own.
    package var selfLink = ""
    /// WebSub hubs that tell of news in it.
    package var hubs: [String] = []
    /// A small picture that stands for it.
    package var icon = ""
    /// BCP 47, where the feed says it.
    package var language: String?
    /// When it changed last, where it says that.
    package var updated: Date?
    /// How often it asks to be polled.
    package var rhythm = Rhythm()
    /// In the order of the feed.
    package var items: [FeedItem] = []
    /// How many further items it has that were not kept.
    package var omitted = 0
    /// Whether its end is missing; only where that was allowed.
    package var isTruncated = false
    /// What was wrong with it and put right or cut, in words for people.
    package var remarks: [String] = []

    /// How often a feed asks to be polled.
    package struct Rhythm: Sendable, Equatable {
        /// Seconds for which it may be kept: `ttl`, or `sy:updatePeriod` divided by `sy:updateFrequency`.
        package var interval: Int?
        /// Hours of the day in GMT, 0 to 23, in which nothing changes.
        package var skipHours: Set<Int> = []
        /// Days of the week in GMT, 0 for Sunday to 6, on which nothing changes.
        package var skipDays: Set<Int> = []
        /// Whether it will never change again (JSON Feed's `expired`).
        package var isOver = false

        /// Nothing asked.
        package init() {}
    }
}

/// One entry of a feed.
package struct FeedItem: Sendable {
    /// The line where it begins; its number where there are no lines.
    package var line: Int
    /// Its permanent name: `guid`, `id`, or else its link, or else made from its headline and date.
    package var guid = ""
    /// May hold HTML.
    package var title = ""
    /// The address of its page, absolute where that could be found out, without what only serves to track readers.
    package var link = ""
    /// The address under which its publisher wants it known, where that is said apart from the link.
    package var canonical = ""
    /// What relative links in its texts are relative to; empty where nothing is known.
    package var base = ""
    /// The short text: may hold HTML.
    package var summary = ""
    /// The long text: HTML.
    package var content = ""
    /// Where the long text is, for an entry that has it elsewhere.
    package var contentSource = ""
    /// Names, in their order.
    package var authors: [String] = []
    /// In their order; the first is taken for the section.
    package var categories: [String] = []
    /// Where it stands in the newspaper, where that is said apart from the categories.
    package var section: Section?
    /// The last part of its address, where it says that.
    package var slug = ""
    /// Whether readers have seen it.
    package var isPublished = true
    /// Further addresses that it had.
    package var addresses: [String] = []
    /// What of it could not be taken, in words for people.
    package var losses: [String] = []
    /// The beginning of a date that cannot be read, or is of no time that news are from; nil where all can.
    package var unreadableDate: String?
    /// When it was published; nil where no date can be read.
    package var published: Date?
    /// When it changed last, where it says that.
    package var updated: Date?
    /// BCP 47, where the entry says it.
    package var language: String?
    /// Degrees north and east, of GeoRSS.
    package var point: (latitude: Double, longitude: Double)?
    /// Its picture, where it names one.
    package var picture: Picture?
    /// All pictures that it names outside its texts, the best of them first.
    package var pictures: [Picture] = []
    /// Files that come with it, pictures too.
    package var enclosures: [Enclosure] = []

    /// The picture of an entry.
    package struct Picture: Sendable, Equatable {
        /// Where it is.
        package var url: String
        /// What it shows; may be empty.
        package var alt = ""
        /// Who made it; may be empty.
        package var credit = ""
        /// What is printed below it; may hold HTML.
        package var caption = ""
        /// Pixels, where that is said.
        package var width: Int?
        /// Pixels, where that is said.
        package var height: Int?
    }

    /// A file that comes with an entry.
    package struct Enclosure: Sendable, Equatable {
        /// Where it is.
        package var url: String
        /// Its media type; may be empty.
        package var type = ""
        /// Bytes, where that is said.
        package var length: Int?
    }

    /// A section as another system names it.
    package struct Section: Sendable, Hashable {
        /// As it stood in addresses; may be no slug of ours.
        package var slug: String
        /// As printed.
        package var name: String

        /// A section.
        package init(slug: String, name: String) { (self.slug, self.name) = (slug, name) }
    }
}
