package import Foundation
package import News
import XML

/// A feed of ours before it is written: what all formats say.
package struct SyndicatedFeed: Sendable {
    /// Stories in a feed: as many as the widely used readers keep of one fetch.
    package static let length = 30

    /// A story as a feed has it.
    package struct Entry: Sendable {
        /// What it says.
        package var story: Story
        /// How much of it the feed has room for.
        package var share: Packer.Share
        /// Who wrote it; empty where nobody is known but by the byline.
        package var authors: [Author]
        /// The pictures in its text, by their hashes; those that are not among them are left out.
        package var bodyPictures: [String: StoryPicture]

        /// - Parameter share: nil for all of it.
        package init(
            _ story: Story, share: Packer.Share? = nil, authors: [Author] = [],
            bodyPictures: [String: StoryPicture] = [:]
        ) {
            self.story = story
            self.authors = authors
            self.bodyPictures = bodyPictures
            self.share = share ?? Self.all(of: story)
        }

        private static func all(of story: Story) -> Packer.Share {
            var share = Packer.Share()
            share.text = .html
            share.thumbnail = story.picture?.thumbnails.indices.last
            share.picture = story.picture?.details.indices.last
            return share
        }
    }

    /// What was withdrawn, for readers that have it (RFC 6721).
    package struct Tombstone: Sendable, Hashable {
        /// The story's permanent name.
        package var guid: String
        /// When it was withdrawn.
        package var at: Date
        /// The article's revision as of then.
        package var revision: Int

        /// A withdrawn story.
        package init(guid: String, at: Date, revision: Int) {
            self.guid = guid
            self.at = at
            self.revision = revision
        }
    }

    var masthead: Masthead
    var site: Site
    /// Which feed it is.
    package let address: FeedAddress
    /// What it is of, as people read it; nil for all news.
    var subject: String?
    /// The newest first.
    package var entries: [Entry]
    /// Where the next page begins; nil where there is none.
    package var rest: Cursor?
    /// Of stories that readers may still have.
    package var tombstones: [Tombstone]
    /// How often there is something new.
    package var pace: FeedPace
    /// Who tells when it changes, by their addresses: ours first.
    package var hubs: [String] = []

    /// A feed of these entries, the newest first.
    package init(
        masthead: Masthead, site: Site, address: FeedAddress, subject: String?, entries: [Entry], rest: Cursor? = nil,
        tombstones: [Tombstone] = [], pace: FeedPace = FeedPace([])
    ) {
        self.masthead = masthead
        self.site = site
        self.address = address
        self.subject = subject
        self.entries = entries
        self.rest = rest
        self.tombstones = tombstones
        self.pace = pace
    }

    /// The feed in the format of its address, as UTF-8.
    package var document: [UInt8] {
        switch address.format {
        case .rss: rss
        case .atom: atom
        case .json: json
        }
    }
}

// What the formats share.
extension SyndicatedFeed {
    var title: String { subject.map { "\(masthead.title) – \($0)" } ?? masthead.title }
    var page: String { site.page(of: address.subject) }
    var url: String { site.feed(address) }
    var first: String? { address.before == nil ? nil : site.feed(address.page(before: nil)) }
    var next: String? { rest.map { site.feed(address.page(before: $0)) } }

    /// When it last changed; the beginning of all time where it never had anything.
    var updated: Date {
        let moments = entries.map { max($0.story.updatedAt, $0.story.publishedAt) } + tombstones.map(\.at)
        return moments.max() ?? Date(timeIntervalSince1970: 0)
    }

    /// Bytes that it will have, about.
    var capacity: Int { 4000 + entries.reduce(0) { $0 + $1.story.text.utf8.count * 5 / 4 + 2500 } }

    func section(of story: Story) -> String? { masthead.section(story.sectionID)?.name }

    /// The categories of a story besides its section.
    func categories(of story: Story) -> [String] {
        let section = section(of: story)
        return story.categoryIDs.compactMap { masthead.category($0)?.name }.filter { $0 != section }
    }

    /// Who wrote a story, and where the rest of what they wrote is, where that is known.
    func authors(of entry: Entry) -> [(name: String, url: String?)] {
        guard entry.authors.isEmpty else { return entry.authors.map { ($0.name, site.author($0.slug)) } }
        return entry.story.byline.isEmpty ? [] : [(entry.story.byline, nil)]
    }

    /// A story's permanent name as an address (RFC 4287, section 4.2.6); where it is none, one made of its number (RFC 4151).
    func identifier(of story: Story) -> String { identifier(story.guid) }

    func identifier(_ guid: String) -> String {
        let scheme = guid.prefix { $0 != ":" }
        let isAddress =
            scheme.utf8.count < guid.utf8.count && scheme.first?.isLetter == true
            && scheme.utf8.allSatisfy { $0.isSchemeByte }
            && guid.unicodeScalars.allSatisfy { $0.value > 0x20 && !"<>\"{}|\\^`".unicodeScalars.contains($0) }
        return isAddress ? guid : Self.made + guid.escapedForQuery
    }

    /// The name that an entry has in a feed, without what ``identifier(_:)`` of this newspaper or another put around it.
    package static func guid(of identifier: String) -> String {
        guard identifier.hasPrefix(made), let guid = identifier.dropFirst(made.count).removingPercentEncoding,
            !guid.isEmpty, guid.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F })
        else { return identifier }
        return guid
    }

    private static let made = "urn:n4md:guid:"
}

extension UInt8 {
    fileprivate var isSchemeByte: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
            true
        default: false
        }
    }
}
