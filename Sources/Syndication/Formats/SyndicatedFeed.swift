package import Foundation
package import News
import XML

/// One of our feeds before it is written, independent of the format.
package struct SyndicatedFeed: Sendable {
    /// Stories in a feed: as many as the widely used readers keep of one fetch.
    package static let length = 30
    /// Feed readers do not describe themselves, so these sizes suit most of them, in the format that all of
    /// them support.
    package static let pictures = PicturePair(
        thumbnail: PictureSpec(width: 320, quality: 60), detail: PictureSpec(width: 960, quality: 60))

    /// A story in a feed.
    package struct Entry: Sendable {
        /// The story.
        package var story: Story
        /// The part of it that fits the feed.
        package var share: Packer.Share
        /// The authors; empty if only the byline is known.
        package var authors: [Author]
        /// The pictures in its text, by hash; pictures missing here are left out.
        package var bodyPictures: [String: StoryPicture]

        /// - Parameter share: nil for the whole story.
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

    /// A withdrawn story, for readers that still have it (RFC 6721).
    package struct Tombstone: Sendable, Hashable {
        /// The story's permanent identifier.
        package var guid: String
        /// The time of withdrawal.
        package var at: Date
        /// The article's revision at that time.
        package var revision: Int

        /// Creates a tombstone.
        package init(guid: String, at: Date, revision: Int) {
            self.guid = guid
            self.at = at
            self.revision = revision
        }
    }

    var masthead: Masthead
    var site: Site
    /// The address of the feed.
    package let address: FeedAddress
    /// The printed name of its subject; nil for all news.
    var subject: String?
    /// The entries, newest first.
    package var entries: [Entry]
    /// The start of the next page; nil if there is none.
    package var rest: Cursor?
    /// Withdrawn stories that readers may still have.
    package var tombstones: [Tombstone]
    /// How often the feed changes.
    package var pace: FeedPace
    /// Where the feed and its page are, if they are one reader's own and not at the newspaper's usual addresses.
    package var own: (feed: String, page: String)?
    /// The addresses of the hubs that announce changes, ours first.
    package var hubs: [String] = []

    /// Creates a feed of entries, newest first.
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

// Values common to all formats.
extension SyndicatedFeed {
    var title: String { subject.map { "\(masthead.title) – \($0)" } ?? masthead.title }
    var page: String { own?.page ?? site.page(of: address.subject) }
    var url: String { own?.feed ?? site.feed(address) }
    var first: String? { address.before == nil ? nil : site.feed(address.page(before: nil)) }
    var next: String? { rest.map { site.feed(address.page(before: $0)) } }

    /// The time of the last change; 1970 if the feed has always been empty.
    var updated: Date {
        let moments = entries.map { max($0.story.updatedAt, $0.story.publishedAt) } + tombstones.map(\.at)
        return moments.max() ?? Date(timeIntervalSince1970: 0)
    }

    /// The estimated size in bytes.
    var capacity: Int { 4000 + entries.reduce(0) { $0 + $1.story.text.utf8.count * 5 / 4 + 2500 } }

    func section(of story: Story) -> String? { masthead.section(story.sectionID)?.name }

    /// The categories of a story besides its section.
    func categories(of story: Story) -> [String] {
        let section = section(of: story)
        return story.categoryIDs.compactMap { masthead.category($0)?.name }.filter { $0 != section }
    }

    /// The authors of a story, with the addresses of their pages where known.
    func authors(of entry: Entry) -> [(name: String, url: String?)] {
        guard entry.authors.isEmpty else { return entry.authors.map { ($0.name, site.author($0.slug)) } }
        return entry.story.byline.isEmpty ? [] : [(entry.story.byline, nil)]
    }

    /// A story's GUID as an IRI (RFC 4287, section 4.2.6): the GUID itself if it is one, otherwise wrapped
    /// in a URN.
    func identifier(of story: Story) -> String { identifier(story.guid) }

    func identifier(_ guid: String) -> String {
        let scheme = guid.prefix { $0 != ":" }
        let isAddress =
            scheme.utf8.count < guid.utf8.count && scheme.first?.isLetter == true
            && scheme.utf8.allSatisfy { $0.isSchemeByte }
            && guid.unicodeScalars.allSatisfy { $0.value > 0x20 && !"<>\"{}|\\^`".unicodeScalars.contains($0) }
        return isAddress ? guid : Self.made + guid.escapedForQuery
    }

    /// The GUID of an entry, without the URN prefix that ``identifier(_:)`` of this or another N4MD
    /// newspaper may have added.
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
