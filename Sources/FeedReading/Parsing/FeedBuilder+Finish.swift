import Foundation
import Syndication
import XML

// Decisions made only at the end of an item or of the feed.
extension FeedBuilder {
    /// Adds the item just read to the feed.
    func finishItem() {
        guard let draft else { return }
        self.draft = nil
        var item = draft.item
        item.title = item.title.nonEmpty ?? draft.otherTitle
        item.summary = item.summary.nonEmpty ?? draft.otherSummary
        if item.summary.isEmpty, item.content.isEmpty { item.summary = draft.media.alt.plainAsHTML }
        item.link = item.link.nonEmpty ?? draft.alternate.nonEmpty ?? draft.otherLink
        if item.link.isEmpty, draft.isPermanentLink, item.guid.hasPrefix("http") { item.link = item.guid }
        item.published = item.published ?? draft.date ?? item.updated
        if let latitude = draft.latitude, let longitude = draft.longitude {
            item.point = item.point ?? .init(latitude: latitude, longitude: longitude)
        }
        if let point = item.point, !(-90...90).contains(point.latitude) || !(-180...180).contains(point.longitude) {
            item.point = nil
        }
        item.base = item.base.nonEmpty ?? statedBase ?? ""
        item.pictures = pictures(of: draft)
        item.picture = item.pictures.first
        feed.items.append(item)
    }

    /// The pictures without duplicates: widest first, thumbnails last.
    private func pictures(of draft: Draft) -> [FeedItem.Picture] {
        let pictures = draft.item.pictures.enumerated().sorted {
            ($0.element.width ?? 0, $1.offset) > ($1.element.width ?? 0, $0.offset)
        }
        var seen: Set<String> = []
        return (pictures.map(\.element) + draft.thumbnails).filter { seen.insert($0.url).inserted }.map { picture in
            var picture = picture
            picture.alt = picture.alt.nonEmpty ?? picture.caption.nonEmpty ?? draft.media.alt
            picture.caption = ""
            picture.credit = picture.credit.nonEmpty ?? draft.media.credit
            return picture
        }
    }

    /// Returns the complete feed with absolute links.
    func finish(remarks: [String]) -> Feed {
        finishItem()
        feed.remarks = remarks
        if feed.omitted > 0 {
            feed.remarks.append("Only the first \(limits.items) items were read; \(feed.omitted) were not.")
        }
        feed.link = feed.link.nonEmpty ?? alternate
        if feed.rhythm.interval == nil, let period { feed.rhythm.interval = max(period / frequency, 60) }
        if feed.format.hasPrefix("Atom") {
            for index in feed.items.indices where feed.items[index].authors.isEmpty {
                feed.items[index].authors = feedAuthors
            }
        }
        feed.makeAbsolute(url: url, makesNames: limits.makesNames)
        return feed
    }
}

extension FeedItem {
    /// Identifies an item without a GUID by its link, otherwise by a hash of its text.
    mutating func takeGuid(makesNames: Bool) {
        guard guid.isEmpty else { return }
        guid = link
        if guid.isEmpty, makesNames, !(title + summary + content).isEmpty {
            let text = title.isEmpty ? summary + content : title
            guid = FeedText.hash([text, published.map { String(Int($0.timeIntervalSince1970)) } ?? ""])
        }
    }
}

extension Feed {
    /// Resolves all addresses and removes tracking parameters from links. Without `xml:base`, addresses are
    /// relative to the site in RSS and to the feed in Atom.
    mutating func makeAbsolute(url: String, makesNames: Bool = true) {
        let document = WebAddress(url)
        link = document?.resolve(link) ?? link
        selfLink = document?.resolve(selfLink) ?? selfLink
        icon = icon.isEmpty ? "" : (document ?? WebAddress(link))?.resolve(icon) ?? icon
        let site = WebAddress(link) ?? document
        let base = format.hasPrefix("RSS") ? site : document ?? WebAddress(selfLink) ?? site
        for index in items.indices {
            items[index].makeAbsolute(base)
            items[index].takeGuid(makesNames: makesNames)
        }
    }
}

extension FeedItem {
    fileprivate mutating func makeAbsolute(_ base: WebAddress?) {
        // Without a base a relative link stays relative; schemes other than http and https are of no use.
        func absolute(_ address: String) -> String {
            if address.isEmpty || WebAddress.hasOtherScheme(address) { return "" }
            return base?.resolve(address) ?? address
        }
        link = TrackingParameters.removed(from: absolute(link))
        canonical = TrackingParameters.removed(from: absolute(canonical))
        contentSource = absolute(contentSource)
        self.base = self.base.nonEmpty ?? link.nonEmpty ?? base?.description ?? ""
        // File addresses are kept even if unusable: whoever fetches them reports the failure.
        for index in pictures.indices {
            pictures[index].url = base?.resolve(pictures[index].url) ?? pictures[index].url
        }
        for index in enclosures.indices {
            enclosures[index].url = base?.resolve(enclosures[index].url) ?? enclosures[index].url
        }
        picture = pictures.first
    }
}
