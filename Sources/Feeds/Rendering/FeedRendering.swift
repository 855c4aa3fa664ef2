import Archive
import Channels
import Documents
import ExchangeArchive
import Foundation
import HTTPTypes
import Hummingbird
import News
import Pictures
import Syndication
import Web

// Writes feeds.
extension FeedDesk {
    /// The maximum number of tombstones in a feed.
    private static let tombstoneLimit = 30
    /// The approximate size of a feed without stories, in bytes.
    private static let frame = 1500

    /// A feed before it is written, with the query for its stories.
    private struct Found {
        var feed: SyndicatedFeed
        /// The query that selects its stories; nil for a search.
        var query: StoryQuery?
    }

    /// Writes the feed for a key from the current newspaper.
    func render(_ key: FeedKey, _ coding: ContentCoding, _ masthead: Masthead) async throws -> Document {
        var found = try await find(key, masthead)
        if let tailoring = key.tailoring { return fit(found.feed, tailoring.plan, coding, masthead) }
        if key.address.isTopic { found.feed.hubs = hubs(of: key.address) }
        try await addTombstones(&found, key, masthead)
        if let revision = key.since { try await keepChanges(&found, since: revision) }
        let bytes = found.feed.document
        let state = try await state(of: key, bytes, masthead)
        var headers: HTTPFields = [.vary: Self.vary]
        if let links = found.feed.linkHeader { headers[.link] = links }
        return Document(
            revision: masthead.revision, bytes: bytes, type: key.address.format.contentType, coding: coding,
            cacheControl: Self.cacheControl(found.feed.pace),
            etag: state.map { FeedTag.name($0, checksum: Checksum.name(bytes), coding) },
            lastModified: state?.changedAt, headers: headers)
    }

    /// The hubs that announce a feed's changes. Other hubs are notified only of the newspaper's own feeds,
    /// so no other feeds name them.
    func hubs(of address: FeedAddress) -> [String] {
        [desk.site.hub] + (address.subject == .newspaper ? otherHubs : [])
    }

    private static let vary = "Accept-Encoding, A-IM, Sec-Fetch-Dest"

    /// Caches revalidate as often as readers poll, and at least every five minutes, so that withdrawn
    /// stories disappear. While we are unreachable they may serve their copy for a day (RFC 5861).
    private static func cacheControl(_ pace: FeedPace) -> String {
        "public, max-age=\(min(pace.minutes, 5) * 60), stale-while-revalidate=60, stale-if-error=86400"
    }

    /// The state of a whole feed since its last change; nil if that is not stored, or cannot be because the
    /// disk is full.
    private func state(of key: FeedKey, _ bytes: [UInt8], _ masthead: Masthead) async throws -> FeedState? {
        guard key.since == nil, key.address.before == nil, key.address.subject.isBounded else { return nil }
        do {
            return try await archive.write {
                try $0.feeds.state(key.address.path, checksum: Checksum.name(bytes), masthead)
            }
        } catch let error where error.isFullDisk {
            return nil
        }
    }

    /// Finds the stories of a feed. Throws 404 if the subject does not exist.
    private func find(_ key: FeedKey, _ masthead: Masthead) async throws -> Found {
        let plan = key.tailoring?.plan
        let text = plan?.text ?? .html
        let pictures = plan.map(\.pair) ?? SyndicatedFeed.pictures
        let limit = min(plan?.items ?? SyndicatedFeed.length, SyndicatedFeed.length)
        let pace = FeedPace(
            try await archive.read { try $0.feeds.publicationMoments(limit: FeedPace.sample) })
        func feed(_ subject: String?, _ entries: [SyndicatedFeed.Entry], _ rest: Cursor?) -> SyndicatedFeed {
            SyndicatedFeed(
                masthead: masthead, site: desk.site, address: key.address, subject: subject, entries: entries,
                rest: rest, pace: pace)
        }
        if case .search(let search) = key.address.subject {
            let entries = try await stories.feedEntries(
                of: search, text: text, pictures: pictures, bodyPictures: plan == nil, limit: limit, masthead)
            return Found(feed: feed(search.words, entries, nil))
        }
        var query = key.tailoring.map { StoryQuery($0.selection, limit: limit) } ?? StoryQuery(limit: limit)
        if let selection = key.tailoring?.selection { try query.select(selection, in: masthead) }
        (query.since, query.arrangement) = (nil, nil)
        query.before = key.address.before
        let subject = try await select(key.address.subject, &query, masthead)
        let page = try await stories.feedEntries(
            query, text: text, pictures: pictures, bodyPictures: plan == nil, masthead)
        return Found(feed: feed(subject, page.stories, page.rest), query: query)
    }

    /// Narrows a query to the subject of a feed, and returns the subject's name.
    private func select(_ subject: FeedSubject, _ query: inout StoryQuery, _ masthead: Masthead) async throws -> String?
    {
        switch subject {
        case .newspaper, .search: return nil
        case .section(let slug):
            let id = try masthead.sectionID(slug)
            (query.sections, query.isLocal) = ([id], false)
            return masthead.section(id)?.name
        case .category(let slug):
            let id = try masthead.categoryID(slug)
            query.categories = [id]
            return masthead.category(id)?.name
        case .author(let slug):
            let author = try await stories.author(slug)
            query.author = author.id
            return author.title
        case .place(let place):
            (query.near, query.isLocal, query.sections) = (place, true, [])
            return place.name
        }
    }

    /// Adds tombstones for stories withdrawn since the oldest story of the feed.
    private func addTombstones(_ found: inout Found, _ key: FeedKey, _ masthead: Masthead) async throws {
        guard key.address.before == nil, let query = found.query, query.author == nil, !query.isLocal else { return }
        let oldest = found.feed.rest == nil ? nil : found.feed.entries.last?.story.publishedAt
        let withdrawn = try await archive.read {
            try $0.feeds.withdrawn(
                query, since: oldest ?? .init(timeIntervalSince1970: 0), after: key.since ?? 0,
                limit: Self.tombstoneLimit)
        }
        found.feed.tombstones = withdrawn.map {
            SyndicatedFeed.Tombstone(guid: $0.guid, at: $0.at, revision: $0.revision)
        }
    }

    /// Removes unchanged stories; keeps all if the changes are not known.
    private func keepChanges(_ found: inout Found, since revision: Int) async throws {
        let stories = found.feed.entries.map(\.story.id)
        guard let changed = try await archive.read({ try $0.feeds.changed(of: stories, since: revision) })
        else {
            return
        }
        found.feed.entries.removeAll { !changed.contains($0.story.id) }
    }

    /// Writes a feed for a device, fitting document and pictures into its budget.
    private func fit(_ feed: SyndicatedFeed, _ plan: DeliveryPlan, _ coding: ContentCoding, _ masthead: Masthead)
        -> Document
    {
        let stories = feed.entries
        let loads = stories.map { SyndicatedFeed.Entry.load($0.story, plan) }
        let packer = Packer(plan, loads, compression: coding.usualRatio)
        let cursors = stories.map { Cursor(publishedAt: $0.story.publishedAt, id: $0.story.id) }
        return packer.fit(frame: Self.frame, budget: plan.budget, compression: coding.usualRatio) { count in
            let shares = packer.shares(count)
            var part = feed
            part.entries = zip(stories, shares).map { entry, share in
                var entry = entry
                entry.share = share
                return entry
            }
            part.rest = Cursor.after(
                cursors, kept: max(1, shares.count), rest: feed.rest, former: feed.address.before)
            let document = Document(
                revision: masthead.revision, bytes: part.document, type: feed.address.format.contentType,
                coding: coding, cacheControl: "private, no-cache", headers: [.vary: ChannelDesk.vary + ", Cookie"])
            return (document, sent: document.body.readableBytes)
        }.written
    }
}

extension FeedFormat {
    /// The value for the `Content-Type` header.
    var contentType: String { self == .json ? mediaType : mediaType + "; charset=utf-8" }
}
