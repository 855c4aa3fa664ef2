import News

extension SyndicatedFeed {
    /// A link of a feed to itself and what belongs to it.
    struct Link {
        var rel: String
        /// Nil for what is no document.
        var type: String?
        var url: String
    }

    /// Its hubs (WebSub, section 4), its own address, and the other pages (RFC 5005, section 3).
    var links: [Link] {
        let type = address.format.mediaType
        let pages = [("self", url), ("first", first), ("next", next)].compactMap { rel, url in
            url.map { Link(rel: rel, type: type, url: $0) }
        }
        return pages + hubs.map { Link(rel: "hub", type: nil, url: $0) }
    }

    /// The same of its hubs and itself, as the header `Link` says it (RFC 8288); nil where it has no hub.
    package var linkHeader: String? {
        guard !hubs.isEmpty else { return nil }
        return (hubs.map { "<\($0)>; rel=\"hub\"" } + ["<\(url)>; rel=\"self\""]).joined(separator: ", ")
    }
}

extension FeedAddress {
    /// Whether subscribers can be told when it changes: of its first page, the same for all, and one of a bounded number.
    package var isTopic: Bool { subject.isBounded && before == nil && context.isEmpty }
}

extension Site {
    /// Where subscriptions are asked for.
    package var hub: String { root + "/websub" }

    /// The feed at one of our addresses; nil where there can be none, or where we would write the address otherwise.
    package func feed(at url: String) -> FeedAddress? {
        guard url.utf8.starts(with: root.utf8) else { return nil }
        let path = String(decoding: url.utf8.dropFirst(root.utf8.count), as: UTF8.self)
        return FeedAddress(path: path, fields: []).flatMap { $0.path == path ? $0 : nil }
    }
}
