package import Foundation

/// Incoming news in one common form: a feed, a page read like one, or another system's export.
package struct Feed: Sendable {
    /// The format: "RSS 2.0", "Atom 1.0", "JSON Feed 1.1", "page"; empty if it was not read from a document.
    package var format = ""
    /// The title, as plain text.
    package var title = ""
    /// The description, as plain text.
    package var description = ""
    /// The address of the feed's site.
    package var link = ""
    /// The feed's own address, as it states it.
    package var selfLink = ""
    /// The WebSub hubs that announce its updates.
    package var hubs: [String] = []
    /// The address of its icon.
    package var icon = ""
    /// The language as a BCP 47 tag, if stated.
    package var language: String?
    /// The time of the last change, if stated.
    package var updated: Date?
    /// How often it asks to be polled.
    package var rhythm = Rhythm()
    /// The items in the order of the feed.
    package var items: [FeedItem] = []
    /// The number of further items that were not kept.
    package var omitted = 0
    /// Whether its end is missing, which only occurs where truncation was allowed.
    package var isTruncated = false
    /// Faults that were repaired or cut, in words for people.
    package var remarks: [String] = []

    /// How often a feed asks to be polled.
    package struct Rhythm: Sendable, Equatable {
        /// Seconds for which it may be cached: `ttl`, or `sy:updatePeriod` divided by `sy:updateFrequency`.
        package var interval: Int?
        /// Hours of the day in GMT, 0 to 23, when nothing changes.
        package var skipHours: Set<Int> = []
        /// Days of the week in GMT, 0 (Sunday) to 6, when nothing changes.
        package var skipDays: Set<Int> = []
        /// Whether it will never change again (JSON Feed's `expired`).
        package var isOver = false

        /// Creates a rhythm that asks for nothing.
        package init() {}
    }
}

/// An entry of a feed.
package struct FeedItem: Sendable, Codable {
    /// The line where it begins, or its number in formats without lines.
    package var line: Int
    /// The permanent name: `guid` or `id`, otherwise the link, otherwise a hash of headline and date.
    package var guid = ""
    /// The headline; may contain HTML.
    package var title = ""
    /// The address of its page without tracking parameters; absolute if it could be resolved.
    package var link = ""
    /// The canonical address, if stated separately from the link.
    package var canonical = ""
    /// The base address for relative links in its texts; empty if unknown.
    package var base = ""
    /// The short text; may contain HTML.
    package var summary = ""
    /// The full text, as HTML.
    package var content = ""
    /// The address of the full text, for an entry that keeps it elsewhere.
    package var contentSource = ""
    /// The authors' names, in order.
    package var authors: [String] = []
    /// The categories in order; the first is used as the section.
    package var categories: [String] = []
    /// The section, if stated separately from the categories.
    package var section: Section?
    /// The last component of its address, if stated.
    package var slug = ""
    /// Whether it has been published.
    package var isPublished = true
    /// Earlier or alternative addresses.
    package var addresses: [String] = []
    /// The parts that could not be used, in words for people.
    package var losses: [String] = []
    /// The beginning of a date that is unreadable or implausible for news; nil if every date was read.
    package var unreadableDate: String?
    /// The time of publication; nil if no date could be read.
    package var published: Date?
    /// The time of the last change, if stated.
    package var updated: Date?
    /// The language as a BCP 47 tag, if the entry states one.
    package var language: String?
    /// The GeoRSS position in degrees north and east.
    package var point: Point?
    /// The main picture, if there is one.
    package var picture: Picture?
    /// All pictures named outside the texts, best first.
    package var pictures: [Picture] = []
    /// Attached files, including pictures.
    package var enclosures: [Enclosure] = []

    /// A position in degrees north and east.
    package struct Point: Sendable, Equatable, Codable {
        package var latitude: Double
        package var longitude: Double
    }

    /// The picture of an entry.
    package struct Picture: Sendable, Equatable, Codable {
        /// The address of the file.
        package var url: String
        /// The alternative text; may be empty.
        package var alt = ""
        /// The photographer or agency; may be empty.
        package var credit = ""
        /// The caption; may contain HTML.
        package var caption = ""
        /// The width in pixels, if stated.
        package var width: Int?
        /// The height in pixels, if stated.
        package var height: Int?
    }

    /// A file attached to an entry.
    package struct Enclosure: Sendable, Equatable, Codable {
        /// The address of the file.
        package var url: String
        /// The media type; may be empty.
        package var type = ""
        /// The size in bytes, if stated.
        package var length: Int?
    }

    /// A section as another system names it.
    package struct Section: Sendable, Hashable, Codable {
        /// The slug as used in the other system's addresses; may not be a valid slug here.
        package var slug: String
        /// The printed name.
        package var name: String

        /// Creates a section.
        package init(slug: String, name: String) { (self.slug, self.name) = (slug, name) }
    }
}
